#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "lag/lag_answers.h"
#include "outage/outage_answers.h"
#include "calibration/answers.h"
#include "calibration/calibration.h"
#include "search/size_result.h"
#include "search/switch_answers.h"
#include "service/service_result.h"
#include "soak/judge.h"
#include "trial/facts.h"
#include "trial/listen.h"
#include "trial/replay.h"
#include "trial/streams.h"
#include "verdict/ladder.h"
#include "verdict/run_verdict.h"
#include "wire/frame.h"

namespace pktgen {

/// A name and what is known of it.
struct Fact {
  std::string name, value;
};

/// A plan's value as it was used; kept typed so that a script reads numbers as numbers.
/// A null pointer: not set, and no default.
using SettingValue = std::variant<std::nullptr_t, bool, std::int64_t, double, std::string,
                                  std::vector<std::int64_t>, std::vector<std::string>>;
struct SettingRecord {
  std::string key;
  SettingValue value;
  std::string origin;  ///< "default", "profile", "file", "command line"
};

/// Names of the pcap files of one direction of a trial, as seen from the run's directory; empty: none.
struct SampleFiles {
  std::string tx, rx;
};

/// What the program was built from.
struct ToolFacts {
  std::string version, dpdk, compiler;
};

/// A replay: what was sent, and what was read for it.
struct ReplayRecord {
  ReplayOutcome outcome{};
  std::uint64_t loops = 0;           ///< whole times that the file was read
  std::uint64_t rewritten = 0;       ///< frames of which an IP address was changed
  std::vector<std::string> notes{};  ///< about the file
};

/// A send: what became of each stream, and the verdict on it.
struct StreamsRecord {
  StreamsOutcome outcome{};
  std::vector<Verdict> of_stream{};
  bool is_received = true;  ///< whether anybody counted what arrived
};

/// A soak: its counts and losses, and what they say.
struct SoakRecord {
  StreamsOutcome outcome{};  ///< with a soak in it
  SoakVerdict verdict{};
  SoakGoal goal{};
  Nanoseconds every{};  ///< of an interval, as it was asked for
  std::string
      capture_file{};  ///< with the frames around losses, as seen from the run's directory; empty: none
};

/// A receive: what came of each stream and to each port.
struct ListenRecord {
  ListenOutcome outcome{};
  std::vector<std::string> stream_names{};  ///< of a plan, by number
  std::vector<std::string> port_names{};
  std::vector<std::string> capture_files{};  ///< oldest first

  std::string name_of_stream(std::uint16_t number) const {
    return number < stream_names.size() ? stream_names[number] : std::to_string(number);
  }
};

/// The tester's calibration, as a run looked for it.
struct CalibrationUse {
  std::optional<Calibration> calibration{};
  std::string file{};     ///< it was read from
  std::string why_not{};  ///< why there is none, beside that none was made; else empty
};

/// All that a run left behind: what every format of a report is made from.
struct RunRecord {
  std::string command = "sweep";
  std::string started_at;  ///< RFC 3339
  ToolFacts tool;
  std::vector<Fact> host;
  bool emulated = false;
  ClockFacts clock;
  std::vector<SettingRecord> plan;
  Stack stack = Stack::udp4;
  bool tagged = false;
  std::vector<PortFacts> ports;
  std::vector<JudgedTrial> trials;
  std::vector<std::vector<SampleFiles>> sample_files;  ///< by trial, then by its directions; may be shorter
  std::optional<Sweep::Boundary> boundary;
  std::vector<Rung> rungs{};  ///< of a ladder of link speeds, in the order they were taken; else empty
  std::optional<ReplayRecord> replay{};
  std::optional<StreamsRecord> streams{};
  std::optional<ListenRecord> heard{};
  std::optional<SearchAnswers> searched{};
  std::optional<OutageAnswers> outages{};
  std::optional<SwitchAnswers> switched{};
  std::optional<ServiceAnswers> services{};
  std::optional<LagAnswers> lag{};
  std::optional<SoakRecord> soaked{};
  std::optional<CalibrationAnswers> calibrated{};
  std::optional<CalibrationUse> calibration{};  ///< nothing: none was looked for, as in virtual time
  RunVerdict run;
  bool interrupted = false;
  std::optional<std::uint64_t>
      streams_header_bytes{};  ///< where the plan has streams: their mean, with the FCS

  /// What the tester was shown to do; nothing: not known.
  std::optional<TesterLimits> limits() const {
    return calibration && calibration->calibration ? std::optional(calibration->calibration->limits)
                                                   : std::nullopt;
  }

  /// Of a frame that aren't payload: headers and FCS.
  std::uint64_t header_bytes() const { return streams_header_bytes.value_or(overhead_bytes(stack, tagged)); }
};

}  // namespace pktgen

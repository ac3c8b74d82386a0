#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "trial/facts.h"
#include "trial/replay.h"
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
  std::optional<ReplayRecord> replay{};
  RunVerdict run;
  bool interrupted = false;
};

}  // namespace pktgen

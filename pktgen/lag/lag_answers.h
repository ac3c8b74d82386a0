#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lag/distribution.h"
#include "lag/outage.h"
#include "lag/placement.h"
#include "plan/plan.h"
#include "trial/streams.h"
#include "verdict/run_verdict.h"

namespace pktgen {

/// The highest load without loss of so many flows of equal rate.
struct FlowsThroughput {
  std::uint64_t flows = 0;
  std::optional<FramesPerSecond> throughput{};  ///< nothing: none passed, or none was measured
  std::optional<FramesPerSecond> lowest_failed{};
  std::uint64_t trials = 0;
  std::string not_measured{};  ///< why; else empty
};

/// What all flows together can use of the LAG beside what one can.
struct LagCapacity {
  FramesPerSecond line_rate{};  ///< of the port that sends
  FlowsThroughput one{}, all{};

  /// The tester's port carries no more than one flow does.
  bool is_limited_by_port() const { return one.throughput && *one.throughput >= line_rate; }
};

/// The flows of one set on their members.
struct LagPlacement {
  std::vector<FlowField> fields{};
  bool is_random = true;
  Placement placement;
  std::optional<Distribution> distribution{};  ///< nothing where it wasn't measured
};

/// The order of frames of a number of flows at a load.
struct LagOrder {
  std::uint64_t flows = 0;
  FramesPerSecond load{};  ///< of all together
  Nanoseconds duration{};
  Reordering seen{};
  std::uint64_t sent = 0, missing = 0, reordered_flows = 0;
  std::string not_measured{};
};

/// What a command of the user's did.
struct EventCommand {
  std::string name;                  ///< "on-fail"
  std::optional<Nanoseconds> at{};   ///< when it was begun, from the start of sending; nothing: it never was
  std::optional<int> exit_status{};  ///< nothing: it didn't end in time, or couldn't be run
  std::string trouble{};             ///< empty: it ended with status 0
};

/// What became of constant traffic while a member was away.
struct LagFailover {
  FramesPerSecond load{};
  Nanoseconds duration{};
  std::uint64_t flows = 0, sent = 0, missing = 0;
  std::vector<LagOutage> outages{};
  std::vector<EventCommand> commands{};
  Reordering order{};
  std::string not_measured{};
};

/// What a policy would make of the flows.
struct LagPrediction {
  HashPolicy policy{};
  Distribution distribution{};
  std::vector<std::size_t> member_of{};
  std::optional<std::uint64_t> agreeing{};  ///< of the flows that were placed; nothing: none were
};

/// All that a run found out about a LAG. A part that wasn't asked for is empty.
struct LagAnswers {
  Direction direction = Direction::a_to_b;
  FrameBytes size{};
  std::uint64_t flows = 0;
  std::vector<std::string> asked{};
  std::optional<std::uint64_t> members{};  ///< as was said
  bool is_round_robin = false;
  std::optional<Nanoseconds> longest_outage{};  ///< that is accepted
  std::optional<FramesPerSecond> member_rate{};
  bool is_member_rate_said = false;  ///< else it is the throughput of one flow
  std::optional<LagCapacity> capacity{};
  std::optional<LagPlacement> distribution{};
  std::vector<LagPlacement> fields{};
  std::optional<Distribution> counted{};  ///< from the device's counters
  std::optional<LagPrediction> predicted{};
  std::vector<LagOrder> reordering{};
  std::optional<LagFailover> failover{};
};

/// What can be concluded of a field from its placement, or can't.
enum class FieldRole : std::uint8_t { not_in_hash, in_hash, polarised, not_measured };
std::string_view name_of(FieldRole role);
FieldRole role_of(const LagPlacement& placement);

/// The share of frames of the member that has most, of what one member carries and all flows together;
/// nothing where either isn't known.
std::optional<double> largest_share(const LagAnswers& answers);

Verdict verdict_of(const LagPlacement& distribution);
Verdict verdict_of(const Distribution& counted);
Verdict verdict_of(const LagCapacity& capacity);  ///< never a fail: it is a figure
Verdict verdict_of(const LagOrder& order, bool is_round_robin);
Verdict verdict_of(const LagFailover& failover, std::optional<Nanoseconds> longest);

/// Any fail makes the run fail, else any not measured makes it so, else it passes.
RunVerdict judge_lag(const LagAnswers& answers, bool interrupted);

}  // namespace pktgen

#pragma once
#include <optional>
#include <string>

#include "app/search_run.h"
#include "base/result.h"
#include "lag/flow_set.h"
#include "lag/lag_answers.h"

namespace pktgen {

/// The tests of a LAG on a measurer, one after the other; each leaves its answer in `answers`, also where a
/// later one fails or somebody stops the run.
class LagRun {
 public:
  LagRun(SearchRun& run, LagAnswers& answers) : run_(run), plan_(run.plan()), answers_(answers) {}

  /// Those that the plan asks for. Fails where nothing more can be measured.
  Result<void> all();

 private:
  Result<void> capacity();
  Result<void> distribution();
  Result<void> fields();
  Result<void> reordering();
  Result<void> failover();

  Result<FlowsThroughput> throughput_of(std::size_t flows, std::string_view title);
  Result<void> find_member_rate();
  Result<LagPlacement> place(const FlowSet& set);
  Result<void> place_with(LagPlacement& found, const FlowSet& set, const std::vector<FlowRate>& usual,
                          FramesPerSecond fast);
  Result<std::optional<StreamsOutcome>> send_measured(const StreamsRequest& request, std::string& shortfall);
  Result<void> order_of(std::size_t flows);
  Result<std::optional<FramesPerSecond>> load_for(std::size_t flows, double share);
  std::optional<FramesPerSecond> safe_rate(std::size_t flows) const;
  StreamsRequest request_of(std::size_t flows, FramesPerSecond load, Nanoseconds duration) const;
  void predict();
  std::size_t sender() const { return plan_.directions.front() == Direction::a_to_b ? 0 : 1; }
  FrameBytes size() const { return plan_.sizes.front(); }

  SearchRun& run_;
  const Plan& plan_;
  LagAnswers& answers_;
};

/// What a plan asks of a LAG: its tests, or all but failover, and that where a command takes a member away.
std::vector<std::string> lag_tests_of(const Plan& plan);

}  // namespace pktgen

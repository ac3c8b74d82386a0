#include "rig/overload_streams.h"

#include <utility>

#include "rig/trial_streams.h"

namespace pktgen {

Result<StreamsRequest> overload_streams(const Plan& plan, const OverloadTrial& trial,
                                        const std::vector<PortFacts>& ports) {
  Trial relief = trial.overload;
  relief.load = {Load::Unit::frames_per_second, trial.relief.count};
  auto request = streams_of_trial(plan, trial.overload, ports);
  if (!request) return request;
  auto after = streams_of_trial(plan, relief, ports);
  if (!after) return after;
  for (StreamSpec& stream : request->streams) stream.schedule.duration = trial.overload.duration;
  for (StreamSpec& stream : after->streams) {
    stream.schedule.start_offset = trial.overload.duration;
    stream.schedule.duration = trial.relief_for;
    request->streams.push_back(std::move(stream));
  }
  request->duration = trial.overload.duration + trial.relief_for;
  return request;
}

}  // namespace pktgen

#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/units.h"
#include "plan/plan.h"
#include "traffic/stream_spec.h"

namespace pktgen {

/// Flows that differ in some header fields and in nothing else.
struct FlowSet {
  std::vector<FlowField> fields{};
  bool is_random = true;  ///< else the first flow's values are counted up
  std::size_t flows = 0;
  std::uint64_t seed = 1;
};

/// The flows that a plan asks for.
FlowSet flow_set_of(const Plan& plan);

/// The headers of a flow, from 0 up. Random values stay in the lower sixteen bits of IPv4 addresses, the
/// lower 32 of IPv6 addresses and MAC addresses, and in ports from 1024 up; counted ones begin at the plan's.
/// Of a port that names no MAC address one is taken where it is varied; else it is zero, the port's own.
HeaderStack flow_headers(const Plan& plan, const FlowSet& set, std::size_t flow);

/// How fast a flow is, and how its frames lie in time.
struct FlowRate {
  FramesPerSecond rate{};
  bool is_random = false;  ///< independent gaps
};

/// Streams of the plan's direction and first size: the flows of a set, each at its rate.
std::vector<StreamSpec> flow_streams(const Plan& plan, const FlowSet& set,
                                     const std::vector<FlowRate>& rates);

/// Which member of so many each flow would take by a policy; `macs` are the port's own and the other's.
std::vector<std::size_t> predict_members(const Plan& plan, const FlowSet& set, HashPolicy policy,
                                         std::size_t members, const std::array<MacAddress, 2>& macs);

}  // namespace pktgen

#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/units.h"
#include "wire/hash_policy.h"

namespace pktgen {

/// A header field in which flows may differ.
enum class FlowField : std::uint8_t {
  src_mac,
  dst_mac,
  src_ip,
  dst_ip,
  src_port,
  dst_port,
  vlan,
  flow_label,
};
std::string_view name_of(FlowField field);  ///< "src-mac"

/// What a LAG between the ports is asked, and how (docs/lag.md).
struct LagPlan {
  std::vector<std::string> tests{};  ///< names of kLagTests, in its order; empty: all but failover
  std::uint64_t flows = 512;
  std::vector<FlowField> vary{FlowField::src_ip,
                              FlowField::src_port};  ///< in which the flows differ, all at once
  bool is_sequential = false;                        ///< else their values are random
  std::vector<FlowField> fields{};  ///< tested one by one; empty: those of the stack but VLAN and flow label
  std::optional<std::uint64_t> members{};  ///< that the LAG has
  LinkBitsPerSecond member_speed{};        ///< zero: to be found out
  bool is_round_robin = false;             ///< frames of a flow take the members in turn
  std::optional<HashPolicy> predict{};
  std::vector<std::uint64_t> member_counts{};   ///< frames that the device counted on each member
  std::string on_fail{}, on_rejoin{};           ///< commands that take a member away and give it back
  std::optional<Nanoseconds> longest_outage{};  ///< that is accepted
};

/// What can be asked of a LAG, in the order in which it is.
inline constexpr std::string_view kLagTests = "capacity distribution fields reordering failover";

}  // namespace pktgen

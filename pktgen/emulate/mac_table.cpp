#include "emulate/mac_table.h"

namespace pktgen {

/// The gap is rounded down: frames at just the rate come a tick closer now and then.
MacTableLimits mac_table_limits(std::uint64_t ageing_s, std::uint64_t entries, std::uint64_t per_second,
                                TicksPerSecond clock) {
  const double gap = per_second == 0 ? 0 : clock.count / static_cast<double>(per_second);
  return {.ageing = {static_cast<std::uint64_t>(static_cast<double>(ageing_s) * clock.count)},
          .entries = static_cast<std::size_t>(entries),
          .between_new = {static_cast<std::uint64_t>(gap)}};
}

}  // namespace pktgen

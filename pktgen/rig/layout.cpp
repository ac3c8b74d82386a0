#include "rig/layout.h"

#include <cmath>
#include <utility>

#include "wire/signature.h"

namespace pktgen {

FrameLayout layout_for(const Plan& plan, Direction direction, const std::array<MacAddress, 2>& macs) {
  FrameLayout layout{.stack = plan.stack,
                     .vlan = plan.vlan,
                     .src_mac = plan.src_mac.value_or(macs[0]),
                     .dst_mac = plan.dst_mac.value_or(macs[1]),
                     .src_ipv4 = plan.src_ipv4,
                     .dst_ipv4 = plan.dst_ipv4,
                     .src_ipv6 = plan.src_ipv6,
                     .dst_ipv6 = plan.dst_ipv6,
                     .src_port = plan.src_port,
                     .dst_port = plan.dst_port};
  if (direction == Direction::b_to_a) {
    std::swap(layout.src_mac, layout.dst_mac);
    std::swap(layout.src_ipv4, layout.dst_ipv4);
    std::swap(layout.src_ipv6, layout.dst_ipv6);
    std::swap(layout.src_port, layout.dst_port);
  }
  return layout;
}

FrameTemplate learning_frame(const FrameLayout& layout) {
  FrameTemplate frame = make_template(layout, smallest_frame(layout.stack, layout.vlan.has_value()));
  stamp(&frame.bytes[frame.signature_at], {.stream = kLearningStream});
  return frame;
}

std::uint64_t frames_in(FramesPerSecond load, Nanoseconds duration) {
  constexpr double kRounding = 1e-6;  // a product that misses a whole number by less is that number
  return static_cast<std::uint64_t>(std::floor(load.count * seconds(duration) + kRounding));
}

}  // namespace pktgen

#include "app/fit_to_ports.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace pktgen {
namespace {

FrameBytes smallest_of(const Plan& plan) {
  if (plan.streams.empty()) return smallest_frame(plan.stack, plan.vlan.has_value());
  FrameBytes smallest = kSmallestFrame;
  for (const StreamSpec& stream : plan.streams) smallest = std::max(smallest, smallest_frame(stream.headers));
  return smallest;
}

}  // namespace

Result<CheckedPlan> fit_to_ports(CheckedPlan checked, const std::vector<PortFacts>& ports) {
  for (const PortFacts& port : ports) {
    const FrameBytes smallest = smallest_of(checked.plan);
    auto limited = limit_sizes(std::move(checked), smallest, port.largest_frame,
                               fmt::format("port {} has an MTU of {} bytes, a frame size of {}", port.name,
                                           port.mtu.count, port.largest_frame.count));
    if (!limited) return limited;
    checked = std::move(*limited);
  }
  std::vector<LinkBitsPerSecond> links = checked.plan.link_speeds;
  if (links.empty())
    for (const Direction direction : checked.plan.directions)
      links.push_back(ports[direction == Direction::a_to_b ? 0 : 1].link);
  for (const LinkBitsPerSecond link : links)
    for (const FrameBytes size : checked.plan.sizes) {
      const auto rate = frames_per_second(checked.plan.load, link, size);
      if (!rate) return tl::make_unexpected(rate.error());
    }
  return checked;
}

}  // namespace pktgen

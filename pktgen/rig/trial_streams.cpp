#include "rig/trial_streams.h"

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>

#include "plan/ready_streams.h"

namespace pktgen {
namespace {

/// The one that a plan without streams describes.
StreamSpec only_stream(const Plan& plan) {
  StreamSpec stream{.name = "stream", .place = "stream", .headers = {EthernetHeader{}}};
  if (plan.vlan) stream.headers.emplace_back(VlanTag{.id = *plan.vlan});
  if (plan.stack == Stack::udp4)
    stream.headers.emplace_back(Ipv4Header{.src = plan.src_ipv4, .dst = plan.dst_ipv4});
  if (plan.stack == Stack::udp6)
    stream.headers.emplace_back(Ipv6Header{.src = plan.src_ipv6, .dst = plan.dst_ipv6});
  if (plan.stack != Stack::eth)
    stream.headers.emplace_back(UdpHeader{.src_port = plan.src_port, .dst_port = plan.dst_port});
  return stream;
}

std::vector<StreamSpec> streams_from(const Plan& plan, std::size_t port) {
  const std::vector<StreamSpec> all = plan.streams.empty() ? std::vector{only_stream(plan)} : plan.streams;
  std::vector<StreamSpec> own;
  for (const StreamSpec& stream : all)
    if (stream.port == port) own.push_back(stream);
  if (!own.empty()) return own;
  for (const StreamSpec& stream : all) own.push_back(mirrored(stream));
  return own;
}

/// Each gets its part of the load.
Result<void> share(std::vector<StreamSpec>& streams, const Trial& trial, LinkBitsPerSecond link) {
  const auto total = frames_per_second(trial.load, link, trial.size);
  if (!total) return tl::make_unexpected(total.error());
  std::vector<double> parts;
  double sum = 0;
  for (const StreamSpec& stream : streams) {
    const auto part = frames_per_second(stream.schedule.load, link, trial.size);
    if (!part) return within(stream.place, part.error());
    parts.push_back(part->count);
    sum += part->count;
  }
  for (std::size_t i = 0; i < streams.size(); ++i) {
    Schedule& schedule = streams[i].schedule;
    schedule.load = {Load::Unit::frames_per_second, total->count * parts[i] / sum};
    schedule.shape = Schedule::Shape::constant;
    schedule.start_offset = {};
    schedule.duration.reset();
    schedule.frames.reset();
    streams[i].sizes.parts = {{trial.size, 1}};
  }
  return {};
}

}  // namespace

StreamSpec mirrored(StreamSpec stream) {
  stream.port = 1 - stream.port;
  for (Header& header : stream.headers)
    std::visit(
        [](auto& h) {
          using H = std::remove_cvref_t<decltype(h)>;
          if constexpr (std::is_same_v<H, EthernetHeader> || std::is_same_v<H, Ipv4Header> ||
                        std::is_same_v<H, Ipv6Header>)
            std::swap(h.src, h.dst);
          if constexpr (std::is_same_v<H, UdpHeader> || std::is_same_v<H, TcpHeader>)
            std::swap(h.src_port, h.dst_port);
        },
        header);
  return stream;
}

Result<StreamsRequest> streams_of_trial(const Plan& plan, const Trial& trial,
                                        const std::vector<PortFacts>& ports) {
  StreamsRequest request{
      .streams = {}, .duration = trial.duration, .drain = trial.drain, .sample_frames = trial.sample_frames};
  for (const Direction direction : trial.directions) {
    const std::size_t port = direction == Direction::a_to_b ? 0 : 1;
    std::vector<StreamSpec> streams = streams_from(plan, port);
    if (auto shared = share(streams, trial, ports[port].link); !shared)
      return tl::make_unexpected(shared.error());
    const std::array macs{plan.src_mac.value_or(MacAddress{}), plan.dst_mac.value_or(MacAddress{})};
    for (StreamSpec& stream : streams) {
      fill_macs(stream.headers, macs[port], macs[1 - port]);
      request.streams.push_back(std::move(stream));
    }
  }
  if (auto loaded = load_payloads(request.streams); !loaded) return tl::make_unexpected(loaded.error());
  return request;
}

}  // namespace pktgen

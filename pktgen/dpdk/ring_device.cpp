#include "dpdk/ring_device.h"

#include <cmath>
#include <fmt/format.h>
#include <optional>

#include <rte_errno.h>
#include <rte_eth_ring.h>
#include <rte_lcore.h>
#include <rte_ring.h>

#include "dpdk/ring_wire.h"
#include "dpdk/tsc_clock.h"

namespace pktgen {
namespace {

constexpr unsigned kRingSlots = 4096;  // as many descriptors as the NICs of the day have at most

struct RingFree {
  void operator()(rte_ring* ring) const { rte_ring_free(ring); }
};
using RingPtr = std::unique_ptr<rte_ring, RingFree>;

Result<RingPtr> make_ring(const std::string& name) {
  RingPtr ring(rte_ring_create(name.c_str(), kRingSlots, SOCKET_ID_ANY, RING_F_SP_ENQ | RING_F_SC_DEQ));
  if (ring == nullptr)
    return fail(ErrorKind::environment, fmt::format("{}: no memory for a ring of {} slots ({})", name,
                                                    kRingSlots, rte_strerror(rte_errno)));
  return ring;
}

constexpr std::uint32_t kCopies = 4095;

}  // namespace

struct RingDevice::Parts {
  DeviceSpec spec;
  TickScale scale;
  MacTable macs;
  MbufPool copies{};
  std::array<RingPtr, 2> sent{}, received{};       // of each port
  std::array<std::optional<RingWire>, 2> wires{};  // from each port
  Ticks trial_start{};
};

RingDevice::RingDevice(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
RingDevice::~RingDevice() = default;

Result<std::unique_ptr<RingDevice>> RingDevice::make(const DeviceSpec& spec, TickScale scale,
                                                     FrameBytes largest) {
  const WaySpec& way = spec.ways[0];
  const auto limits = mac_table_limits(way.ageing_s, way.table_entries, way.learns_per_second, scale.clock());
  std::unique_ptr<Parts> parts(new Parts{.spec = spec, .scale = scale, .macs = MacTable(limits)});
  auto copies = make_pool("emu_copies", kCopies, static_cast<std::uint32_t>(largest.count), -1);
  if (!copies) return tl::make_unexpected(copies.error());
  parts->copies = std::move(*copies);
  for (std::size_t i : {0u, 1u}) {
    auto sent = make_ring(fmt::format("emu_{}_tx", "ab"[i]));
    if (!sent) return tl::make_unexpected(sent.error());
    auto received = make_ring(fmt::format("emu_{}_rx", "ab"[i]));
    if (!received) return tl::make_unexpected(received.error());
    parts->sent[i] = std::move(*sent);
    parts->received[i] = std::move(*received);
  }
  std::unique_ptr<RingDevice> device(new RingDevice(std::move(parts)));
  Parts& made = *device->parts_;
  for (std::size_t i : {0u, 1u}) {
    const RingWire::Ends ends{.from = made.sent[i].get(),
                              .to = made.received[1 - i].get(),
                              .copies = made.copies.get(),
                              .buffers = send_buffers(spec.ways[i], largest) + kCopies};
    made.wires[i].emplace(spec.ways[i], scale, spec.seed + i, made.macs, i, ends, tsc_now());
    rte_ring* rx = made.received[i].get();
    rte_ring* tx = made.sent[i].get();
    const int port =
        rte_eth_from_rings(fmt::format("emu_{}", "ab"[i]).c_str(), &rx, 1, &tx, 1, rte_socket_id());
    if (port < 0)
      return fail(ErrorKind::environment,
                  fmt::format("emu:{}: no port could be made of two rings ({}); is DPDK's "
                              "net_ring installed?",
                              "ab"[i], rte_strerror(rte_errno)));
    device->ports_[i] = static_cast<std::uint16_t>(port);
  }
  return device;
}

std::vector<Task> RingDevice::tasks() {
  if (parts_->spec.ways[0].learns || parts_->spec.ways[1].learns) return {Task::of(*this)};
  return {Task::of(*parts_->wires[0]), Task::of(*parts_->wires[1])};
}

std::uint32_t RingDevice::step(Ticks now) {
  return parts_->wires[0]->step(now) + parts_->wires[1]->step(now);
}

void RingDevice::trial_starts(Ticks start) {
  parts_->trial_start = start;
  for (auto& wire : parts_->wires) wire->trial_starts(start);
}

std::vector<LinkDown> RingDevice::link_downs(Ticks from, Ticks to) const {
  const auto nanoseconds = [](double seconds) { return Nanoseconds(std::llround(seconds * 1e9)); };
  std::vector<LinkDown> downs;
  for (std::size_t i : {0u, 1u}) {
    const WaySpec& way = parts_->spec.ways[i];
    for (const double at_s : way.flap_at_s) {
      const Ticks down = parts_->trial_start + parts_->scale.ticks(nanoseconds(at_s));
      if (down + parts_->scale.ticks(nanoseconds(way.flap_for_s)) <= from || down >= to) continue;
      downs.push_back({.port = i, .at = nanoseconds(at_s), .lasted = nanoseconds(way.flap_for_s)});
    }
  }
  return downs;
}

PortCounters RingDevice::counters(std::size_t port) const {
  const RingWire &out = *parts_->wires[port], &in = *parts_->wires[1 - port];
  return {.tx_frames = out.count().tx_frames,
          .rx_frames = in.count().rx_frames,
          .rx_missed = in.way_count().rx_missed + in.count().rx_missed,
          .rx_no_buffer = 0,
          .rx_crc_errors = in.way_count().rx_crc_errors,
          .rx_oversize = 0,
          .rx_pause = out.count().rx_pause,
          .tx_pause = 0};
}

std::uint32_t RingDevice::send_buffers(const WaySpec& spec, FrameBytes largest) {
  constexpr double kLeast = 2 * kRingSlots + 2048, kMostBytes = 256e6;
  const double frames_per_ns = line_rate(spec.link, kSmallestFrame).count * 1e-9;
  const double wire = frames_per_ns * static_cast<double>(spec.propagation_ns + spec.latency_ns);
  const double queue = static_cast<double>(spec.buffer_bytes) / static_cast<double>(kSmallestFrame.count);
  const double most =
      kMostBytes / static_cast<double>(pool_memory(1, static_cast<std::uint32_t>(largest.count)));
  return static_cast<std::uint32_t>(kLeast + std::min(most, wire + queue));
}

std::size_t RingDevice::memory(const DeviceSpec& spec, FrameBytes largest) {
  const auto bytes = static_cast<std::uint32_t>(largest.count);
  std::size_t memory = pool_memory(kCopies, bytes) + 4 * kRingSlots * 2 * sizeof(void*);
  for (const WaySpec& way : spec.ways) memory += pool_memory(send_buffers(way, largest), bytes);
  return memory;
}

}  // namespace pktgen

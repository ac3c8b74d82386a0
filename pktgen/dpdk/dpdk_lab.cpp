#include "dpdk/dpdk_lab.h"

#include <algorithm>
#include <thread>

namespace pktgen {

DpdkLab::DpdkLab(LabParts parts)
    : parts_(std::make_unique<LabParts>(std::move(parts))),
      crew_(parts_->crew.worker_cores.size(), parts_->clock.scale.ticks(kStoodStill)) {
  for (std::size_t i : {0u, 1u}) {
    const OpenedPort& port = *parts_->ports[i];
    readers_[i].emplace(port.id(), port.settings().counters);
    for (std::size_t q = 0; q < std::max(parts_->queues.tx, parts_->queues.rx); ++q)
      ports_[i].emplace_back(
          port.id(), port.send_pool(q), [this, i] { return count(i); }, static_cast<std::uint16_t>(q),
          port.settings().rx_burst_frames);
  }
}

DpdkLab::~DpdkLab() {
  if (runs_) crew_.stop();
  if (crew_.is_stuck())
    static_cast<void>(parts_.release());  // a worker that never came back may still use all of it
}

PortCounters DpdkLab::count(std::size_t i) {
  if (parts_->device != nullptr) return parts_->device->counters(i);
  const PortCounters counted = readers_[i]->read();
  return parts_->witnesses[i] ? parts_->witnesses[i](counted) : counted;
}

Result<void> DpdkLab::make_ready() {
  if (crew_.is_stuck())
    return fail(ErrorKind::port,
                "a worker hangs in a port's driver and does not come back; end this run, and "
                "check the device (dmesg)");
  if (auto up = wait_for_links(parts_->ports, parts_->link_timeout); !up) return up;
  for (std::size_t i : {0u, 1u}) parts_->facts[i].link = parts_->ports[i]->link().speed;
  return {};
}

/// Here no workers run: this thread moves the emulated device, and throws away what arrives.
void DpdkLab::wait(Ticks until) {
  std::array<rte_mbuf*, kBurst> thrown_away;
  while (now() < until) {
    std::uint32_t moved = parts_->device != nullptr ? parts_->device->step(now()) : 0;
    for (auto& of_port : ports_)
      for (std::size_t q = 0; q < parts_->queues.rx; ++q) {
        const std::uint32_t received = of_port[q].receive(thrown_away, now());
        of_port[q].release(std::span(thrown_away).first(received));
        moved += received;
      }
    if (moved == 0) std::this_thread::sleep_for(std::chrono::microseconds(50));
  }
}

void DpdkLab::start(std::span<const Task> tasks, Ticks) {
  std::vector<Task> all(tasks.begin(), tasks.end());
  if (parts_->device != nullptr) {
    const auto between = parts_->device->tasks();
    all.insert(all.end(), between.begin(), between.end());
  }
  crew_.start(all, now());
  runs_ = true;
}

void DpdkLab::run(Ticks until) {
  const TickScale scale = this->scale();
  while (now() < until) {
    const Nanoseconds left(scale.nanoseconds(until - now()));
    std::this_thread::sleep_for(std::min(left, kSlice));
    const Ticks time = now();
    crew_.look(time);
    if (parts_->device != nullptr) continue;
    look_at_links(time);
    if (time < next_counter_read_) continue;  // some counters stick unless they are read now and then
    for (std::size_t i : {0u, 1u}) readers_[i]->read();
    next_counter_read_ =
        time + scale.ticks(std::min(parts_->ports[0]->settings().poll, parts_->ports[1]->settings().poll));
  }
}

void DpdkLab::look_at_links(Ticks now) {
  if (now < next_link_look_) return;
  next_link_look_ = now + scale().ticks(kLinkPoll);
  for (std::size_t i : {0u, 1u}) {
    const bool is_up = parts_->ports[i]->link().is_up;
    const auto open =
        std::ranges::find_if(downs_, [&](const Down& d) { return d.port == i && d.to == kNever; });
    if (!is_up && open == downs_.end()) downs_.push_back({.port = i, .from = now});
    if (is_up && open != downs_.end()) open->to = now;
  }
}

bool DpdkLab::stop() {
  runs_ = false;
  return crew_.stop();
}

void DpdkLab::trial_starts(Ticks start) {
  trial_start_ = start;
  downs_.clear();
  if (parts_->device != nullptr) parts_->device->trial_starts(start);
}

std::vector<LinkDown> DpdkLab::link_downs(Ticks from, Ticks to) const {
  if (parts_->device != nullptr) return parts_->device->link_downs(from, to);
  const auto between = [&](Ticks a, Ticks b) { return Nanoseconds(b > a ? scale().nanoseconds(b - a) : 0); };
  std::vector<LinkDown> downs;
  for (const Down& down : downs_) {
    if (down.to <= from || down.from >= to) continue;
    LinkDown told{.port = down.port, .at = between(trial_start_, down.from)};
    if (down.to != kNever) told.lasted = between(down.from, down.to);
    downs.push_back(told);
  }
  return downs;
}

ClockFacts DpdkLab::clock() const {
  return {.is_virtual = false,
          .ticks_per_second = parts_->clock.scale.clock().count,
          .epoch_ns = parts_->clock.epoch_ns,
          .error_ppm = parts_->clock.error_ppm};
}

}  // namespace pktgen

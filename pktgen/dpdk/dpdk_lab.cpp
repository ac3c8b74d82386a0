#include "dpdk/dpdk_lab.h"

#include <algorithm>
#include <fmt/format.h>
#include <thread>
#include <utility>

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
  look_at_links(now());
  if (auto restarted = restart_stuck_ports(); !restarted) return restarted;
  return await_links();
}

/// Both go down together and come up together: each link's time counts from when both ends want it.
Result<void> DpdkLab::relink(LinkBitsPerSecond speed) {
  look_at_links(now());
  for (const auto& port : parts_->ports)
    if (auto can = port->choose_speed(speed); !can) return can;
  for (const auto& port : parts_->ports) port->stop();
  for (std::size_t i : {0u, 1u}) {
    links_[i].excuse();
    parts_->facts[i].time_to_link.reset();
    if (auto started = parts_->ports[i]->start_again(); !started) return started;
  }
  return await_links();
}

Result<void> DpdkLab::await_links() {
  if (auto up = wait_for_links(parts_->ports, parts_->link_timeout); !up) return up;
  for (std::size_t i : {0u, 1u}) {
    parts_->facts[i].link = parts_->ports[i]->link().speed;
    parts_->facts[i].time_to_link = parts_->ports[i]->time_to_link();
  }
  if (ready_at_ == Ticks{}) ready_at_ = now();
  next_link_look_ = {};
  look_at_links(now());
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
    look_at_links(now());
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
    if (time >= next_counter_read_) read_counters(time);
  }
}

/// Some counters stick unless they are read now and then, and one that stands still is worth knowing. What a
/// kernel counts for us may be seconds old: it isn't held against the port.
void DpdkLab::read_counters(Ticks now) {
  for (std::size_t i : {0u, 1u}) {
    const PortCounters counted = readers_[i]->read();
    const bool is_told = counted.counts_tx && !parts_->witnesses[i];
    counted_[i] = is_told ? std::optional(CountedSoFar{counted.tx_frames, now}) : std::nullopt;
  }
  next_counter_read_ =
      now + scale().ticks(std::min(parts_->ports[0]->settings().poll, parts_->ports[1]->settings().poll));
}

std::optional<StuckWorker> DpdkLab::stuck_worker() const {
  const auto stuck = crew_.stands_still();
  if (!stuck) return std::nullopt;
  return StuckWorker{parts_->crew.worker_cores[stuck->worker], stuck->since};
}

void DpdkLab::stood_still(const Standstill& standstill) {
  if (standstill.what != Standstill::What::worker) stood_still_[standstill.which] = true;
}

/// What a driver doesn't tell, a queue that the card stopped, is cured by a new start where the profile knows
/// so; a port that needs it again and again isn't.
Result<void> DpdkLab::restart_stuck_ports() {
  for (std::size_t i : {0u, 1u}) {
    OpenedPort& port = *parts_->ports[i];
    if (!std::exchange(stood_still_[i], false) || !port.settings().restart_when_stuck) continue;
    if (restarts_[i] == kMostRestarts)
      return fail(ErrorKind::port,
                  fmt::format("{}: it stood still again after {} new starts in this run; look "
                              "at dmesg, the firmware and the card's seat",
                              port.name(), kMostRestarts));
    ++restarts_[i];
    links_[i].excuse();
    if (auto started = port.restart(); !started) return started;
    parts_->facts[i].notes.push_back(
        fmt::format("started anew ({} of {} times), for it stood still", restarts_[i], kMostRestarts));
  }
  return {};
}

/// Not before the links were up for the first time: what happened until then is the start's.
void DpdkLab::look_at_links(Ticks now) {
  if (parts_->device != nullptr || ready_at_ == Ticks{} || now < next_link_look_) return;
  next_link_look_ = now + scale().ticks(kLinkPoll);
  for (std::size_t i : {0u, 1u}) {
    const LinkState link = parts_->ports[i]->link();
    links_[i].look(now, link.is_up, link.downs);
  }
}

bool DpdkLab::stop() {
  runs_ = false;
  return crew_.stop();
}

void DpdkLab::trial_starts(Ticks start) {
  trial_start_ = start;
  counted_ = {};
  if (parts_->device != nullptr) parts_->device->trial_starts(start);
}

std::vector<LinkDown> DpdkLab::link_downs(Ticks from, Ticks to) const {
  if (parts_->device != nullptr) return parts_->device->link_downs(from, to);
  std::vector<LinkDown> downs;
  for (std::size_t i : {0u, 1u})
    for (const LinkDown& down : downs_of(i, from, to, trial_start_)) downs.push_back(down);
  return downs;
}

/// Those of one port that reach into a time; their own times count from `origin` on.
std::vector<LinkDown> DpdkLab::downs_of(std::size_t i, Ticks from, Ticks to, Ticks origin) const {
  const auto between = [&](Ticks a, Ticks b) { return Nanoseconds(b > a ? scale().nanoseconds(b - a) : 0); };
  std::vector<LinkDown> downs;
  for (const LinkLog::Down& down : links_[i].downs()) {
    if (down.to <= from || down.from >= to) continue;
    LinkDown told{.port = i, .at = between(origin, down.from), .at_most = down.at_most};
    if (down.to != kNever) told.lasted = between(down.from, down.to);
    downs.push_back(told);
  }
  return downs;
}

std::vector<PortFacts> DpdkLab::facts() const {
  std::vector<PortFacts> facts(parts_->facts.begin(), parts_->facts.end());
  for (std::size_t i : {0u, 1u}) facts[i].link_downs = downs_of(i, {}, kNever, ready_at_);
  return facts;
}

ClockFacts DpdkLab::clock() const {
  return {.is_virtual = false,
          .ticks_per_second = parts_->clock.scale.clock().count,
          .epoch_ns = parts_->clock.epoch_ns,
          .error_ppm = parts_->clock.error_ppm};
}

}  // namespace pktgen

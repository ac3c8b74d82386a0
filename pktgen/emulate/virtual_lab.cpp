#include "emulate/virtual_lab.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

#include "emulate/way_at_speed.h"
#include "link/link_wish.h"
#include "rig/rig.h"

namespace pktgen {
namespace {

constexpr MacAddress kMacs[] = {{0x02, 0, 0, 0, 0, 0x0a}, {0x02, 0, 0, 0, 0, 0x0b}};

Ticks picoseconds(double seconds) { return {static_cast<std::uint64_t>(std::llround(seconds * 1e12))}; }

std::string text_of(const MacAddress& m) {
  return fmt::format("{:02x}:{:02x}:{:02x}:{:02x}:{:02x}:{:02x}", m[0], m[1], m[2], m[3], m[4], m[5]);
}

std::string speeds_text(const WaySpec& way) {
  std::vector<LinkBitsPerSecond> speeds;
  for (const SpeedSpec& speed : way.speeds) speeds.push_back(speed.link);
  return print_speeds(speeds);
}

}  // namespace

VirtualLab::VirtualLab(const DeviceSpec& spec, std::array<std::string, 2> port_names)
    : spec_(spec),
      as_asked_(spec),
      names_(std::move(port_names)),
      macs_(mac_table_limits(spec.ways[0].ageing_s, spec.ways[0].table_entries,
                             spec.ways[0].learns_per_second, kPicoseconds)) {
  make_ports();
}

void VirtualLab::make_ports() {
  for (std::size_t i : {0u, 1u})
    ports_[i] = std::make_unique<VirtualPort>(spec_.ways[i], spec_.ways[1 - i], kPicoseconds, spec_.seed + i,
                                              macs_, i, now_);
  for (std::size_t i : {0u, 1u}) ports_[i]->connect(*ports_[1 - i]);
}

/// A wire at another speed is another wire: what was on its way is gone, and its faults count from the start.
Result<void> VirtualLab::relink(LinkBitsPerSecond speed) {
  std::array<WaySpec, 2> ways;
  for (std::size_t i : {0u, 1u}) {
    const auto way = way_at_speed(as_asked_.ways[i], speed);
    if (!way)
      return fail(ErrorKind::port,
                  fmt::format("{}: its link doesn't come up at {}; the device file has {} for it", names_[i],
                              print_speed(speed), speeds_text(as_asked_.ways[i])));
    ways[i] = *way;
  }
  spec_.ways = ways;
  Nanoseconds longest{};
  for (const WaySpec& way : ways)
    longest = std::max(longest, time_to_link(way).value_or(Nanoseconds::zero()));
  now_ = now_ + scale().ticks(longest);
  make_ports();
  return {};
}

std::array<MacAddress, 2> VirtualLab::macs() const { return {kMacs[0], kMacs[1]}; }

void VirtualLab::wait(Ticks until) {
  now_ = std::max(now_, until);
  std::array<VirtualFrame*, kBurst> thrown_away;
  for (const auto& port : ports_)
    while (const std::uint32_t received = port->receive(thrown_away, now_))
      port->release(std::span(thrown_away).first(received));
}

void VirtualLab::start(std::span<const Task> tasks, Ticks quantum) {
  tasks_.assign(tasks.begin(), tasks.end());
  quantum_ = quantum;
}

/// Runs all workers at one time until none has anything more to do at it: what is due is sent and what
/// arrived is received, so nothing is left behind by a jump of the clock.
void VirtualLab::step() {
  bool worked = true;
  while (worked) {
    worked = false;
    for (const Task& task : tasks_) worked |= task.step(task.worker, now_) != 0;
  }
}

void VirtualLab::run(Ticks until) {
  while (now_ < until) {
    Ticks next = kNever;
    for (const Task& task : tasks_) next = std::min(next, task.next(task.worker));
    now_ = next >= until ? until : std::min(until, std::max(now_, next) + quantum_);
    step();
  }
}

bool VirtualLab::stop() {
  tasks_.clear();
  return true;
}

std::optional<CountedSoFar> VirtualLab::counted_sent(std::size_t i) const {
  return CountedSoFar{ports_[i]->counters().tx_frames, now_};
}

void VirtualLab::trial_starts(Ticks start) {
  trial_start_ = start;
  for (const auto& port : ports_) port->trial_starts(start);
}

std::vector<LinkDown> VirtualLab::link_downs(Ticks from, Ticks to) const {
  std::vector<LinkDown> downs;
  for (std::size_t i : {0u, 1u}) {
    const WaySpec& way = spec_.ways[i];
    for (const double at_s : way.flap_at_s) {
      const Ticks down = trial_start_ + picoseconds(at_s);
      if (down + picoseconds(way.flap_for_s) <= from || down >= to) continue;
      downs.push_back({.port = i,
                       .at = Nanoseconds(std::llround(at_s * 1e9)),
                       .lasted = Nanoseconds(std::llround(way.flap_for_s * 1e9))});
    }
  }
  return downs;
}

std::vector<PortFacts> VirtualLab::facts() const {
  std::vector<PortFacts> facts;
  for (std::size_t i : {0u, 1u}) {
    PortFacts& port = facts.emplace_back();
    port.name = names_[i];
    port.kind = port.driver = "emulated";
    port.link = spec_.ways[i].link;
    port.mtu = mtu_for(kLargestFrame);
    port.largest_frame = kLargestFrame;
    port.timestamp_grade = "virtual";
    port.time_to_link = time_to_link(spec_.ways[i]);
    port.mac = text_of(kMacs[i]);
  }
  return facts;
}

ClockFacts VirtualLab::clock() const { return {.is_virtual = true, .ticks_per_second = kPicoseconds.count}; }

std::unique_ptr<Measurer> make_virtual_rig(const Plan& plan, const DeviceSpec& spec) {
  auto lab = std::make_unique<VirtualLab>(spec, std::array{plan.ports[0].text, plan.ports[1].text});
  return std::make_unique<Rig<VirtualLab>>(plan, std::move(lab));
}

}  // namespace pktgen

#pragma once
#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "emulate/mac_table.h"
#include "emulate/virtual_port.h"
#include "plan/device_spec.h"
#include "plan/plan.h"
#include "rig/measurer.h"
#include "rig/standstill_guard.h"
#include "worker/port_concept.h"

namespace pktgen {

/// The emulated wire in virtual time: one thread that moves a clock of picoseconds from event to event.
/// Needs no root, no hugepages, no EAL; the same plan and seed give the same result on every machine.
class VirtualLab {
 public:
  using Port = VirtualPort;

  VirtualLab(const DeviceSpec& spec, std::array<std::string, 2> port_names);

  VirtualPort& port(std::size_t i, std::size_t = 0) { return *ports_[i]; }
  Queues queues() const { return {}; }
  TickScale scale() const { return TickScale(kPicoseconds); }
  Ticks now() const { return now_; }
  Ticks slice() const { return {1'000'000'000}; }  // a millisecond
  std::array<MacAddress, 2> macs() const;

  Result<void> make_ready() { return {}; }
  Result<void> relink(LinkBitsPerSecond speed);
  void wait(Ticks until);
  void start(std::span<const Task> tasks, Ticks quantum);
  void run(Ticks until);
  bool stop();
  std::optional<StuckWorker> stuck_worker() const { return std::nullopt; }
  std::optional<CountedSoFar> counted_sent(std::size_t i) const;
  bool has_link(std::size_t) const { return true; }  // a flap costs frames, and the port goes on
  void stood_still(const Standstill&) {}
  bool hangs() const { return false; }
  void trial_starts(Ticks start);
  std::vector<LinkDown> link_downs(Ticks from, Ticks to) const;
  std::vector<PortFacts> facts() const;
  ClockFacts clock() const;

 private:
  static constexpr TicksPerSecond kPicoseconds{1e12};

  void step();
  void make_ports();

  DeviceSpec spec_, as_asked_;  // in force; of the device file
  std::array<std::string, 2> names_;
  MacTable macs_;
  std::array<std::unique_ptr<VirtualPort>, 2> ports_;
  Ticks now_{};
  Ticks trial_start_{};
  Ticks quantum_{};
  std::vector<Task> tasks_;
};

/// The emulated pair of a plan, in virtual time.
std::unique_ptr<Measurer> make_virtual_rig(const Plan& plan, const DeviceSpec& spec);

}  // namespace pktgen

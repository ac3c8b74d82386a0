#pragma once
#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "dpdk/dpdk_port.h"
#include "dpdk/eal.h"
#include "dpdk/lcore_crew.h"
#include "dpdk/open_port.h"
#include "dpdk/port_counters.h"
#include "dpdk/ring_device.h"
#include "dpdk/tsc_clock.h"
#include "link/link_log.h"
#include "rig/measurer.h"
#include "rig/standstill_guard.h"

namespace pktgen {

/// What a lab is put together from; later members use earlier ones, so they go in the reverse order.
struct LabParts {
  std::unique_ptr<Eal> eal;
  TscClock clock;
  Crew crew;
  Nanoseconds link_timeout{};
  std::unique_ptr<RingDevice> device;  ///< null: what lies between the ports is real
  std::array<std::unique_ptr<OpenedPort>, 2> ports;
  Queues queues{};
  std::array<std::function<PortCounters(PortCounters)>, 2> witnesses;  ///< empty: the port alone counts
  std::array<PortFacts, 2> facts;
  std::array<MacAddress, 2> macs;
};

/// Two DPDK ports in real time: workers on lcores, this thread as the one who looks after them.
class DpdkLab {
 public:
  using Port = DpdkPort;

  explicit DpdkLab(LabParts parts);
  ~DpdkLab();
  DpdkLab(const DpdkLab&) = delete;
  DpdkLab& operator=(const DpdkLab&) = delete;

  DpdkPort& port(std::size_t i, std::size_t queue = 0) { return ports_[i][queue]; }
  Queues queues() const { return parts_->queues; }
  TickScale scale() const { return parts_->clock.scale; }
  Ticks now() const { return tsc_now(); }
  Ticks slice() const { return scale().ticks(kSlice); }
  std::array<MacAddress, 2> macs() const { return parts_->macs; }

  Result<void> make_ready();
  Result<void> relink(LinkBitsPerSecond speed);
  void wait(Ticks until);
  void start(std::span<const Task> tasks, Ticks quantum);
  void run(Ticks until);
  bool stop();
  std::optional<StuckWorker> stuck_worker() const;
  std::optional<CountedSoFar> counted_sent(std::size_t i) const { return counted_[i]; }
  bool has_link(std::size_t i) const { return links_[i].is_up(); }
  void stood_still(const Standstill& standstill);
  bool hangs() const { return crew_.is_stuck(); }
  void trial_starts(Ticks start);
  std::vector<LinkDown> link_downs(Ticks from, Ticks to) const;
  std::vector<PortFacts> facts() const;
  ClockFacts clock() const;

 private:
  static constexpr Nanoseconds kSlice = std::chrono::milliseconds(5);
  static constexpr Nanoseconds kLinkPoll = kLinkResolution;
  static constexpr Nanoseconds kStoodStill = std::chrono::seconds(1);
  static constexpr std::uint32_t kMostRestarts = 3;  // of a port in a run
  PortCounters count(std::size_t i);
  void read_counters(Ticks now);
  Result<void> restart_stuck_ports();
  Result<void> await_links();
  void look_at_links(Ticks now);
  std::vector<LinkDown> downs_of(std::size_t i, Ticks from, Ticks to, Ticks origin) const;

  std::unique_ptr<LabParts> parts_;
  std::array<std::optional<PortCounterReader>, 2> readers_;
  std::array<std::vector<DpdkPort>, 2> ports_;  // queue by queue
  LcoreCrew crew_;
  bool runs_ = false;
  Ticks ready_at_{}, trial_start_{}, next_link_look_{}, next_counter_read_{};
  std::array<LinkLog, 2> links_{};
  std::array<std::optional<CountedSoFar>, 2> counted_{};
  std::array<bool, 2> stood_still_{};
  std::array<std::uint32_t, 2> restarts_{};
};

}  // namespace pktgen

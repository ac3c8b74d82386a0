#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/period.h"
#include "base/result.h"
#include "dpdk/mbuf_pool.h"
#include "plan/device_spec.h"
#include "trial/ledger.h"
#include "trial/trial.h"
#include "worker/port_concept.h"

namespace pktgen {

/// The emulated wire and device in real time: two ports made of rings (net_ring) and what lies between them,
/// run as tasks beside the workers.
class RingDevice {
 public:
  /// `largest` is the longest frame that will be sent. Fails (environment) for want of memory.
  static Result<std::unique_ptr<RingDevice>> make(const DeviceSpec& spec, TickScale scale,
                                                  FrameBytes largest);
  ~RingDevice();
  RingDevice(const RingDevice&) = delete;
  RingDevice& operator=(const RingDevice&) = delete;

  /// The ports' numbers.
  const std::array<std::uint16_t, 2>& ports() const { return ports_; }

  /// One a direction; one in all where both share the addresses that a switch learned.
  std::vector<Task> tasks();

  /// Moves frames once both ways, for times without workers.
  std::uint32_t step(Ticks now);

  void trial_starts(Ticks start);

  /// The times of a trial in which the device file says that the link is down.
  std::vector<LinkDown> link_downs(Ticks from, Ticks to) const;

  /// What the MAC of a port counted; meaningful while no worker runs.
  PortCounters counters(std::size_t port) const;

  Ticks next() const { return kNever; }

  /// How many buffers the sender of one direction needs: for what waits in the two rings and in lcores'
  /// caches, in the device's queue and on its way through it, in frames of the smallest size. Bounded in
  /// memory.
  static std::uint32_t send_buffers(const WaySpec& spec, FrameBytes largest);

  /// What all takes of DPDK's memory beside the receiving pools, in bytes.
  static std::size_t memory(const DeviceSpec& spec, FrameBytes largest);

 private:
  struct Parts;
  explicit RingDevice(std::unique_ptr<Parts> parts);

  std::unique_ptr<Parts> parts_;
  std::array<std::uint16_t, 2> ports_{};
};

}  // namespace pktgen

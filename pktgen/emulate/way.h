#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>

#include "base/period.h"
#include "base/random.h"
#include "base/units.h"
#include "emulate/delay_line.h"
#include "emulate/entering.h"
#include "emulate/faults.h"
#include "emulate/frame_filter.h"
#include "emulate/lag.h"
#include "emulate/mac_table.h"
#include "emulate/overload_recovery.h"
#include "emulate/policer.h"
#include "emulate/ring.h"
#include "emulate/vlan_ways.h"
#include "plan/device_spec.h"

namespace pktgen {

/// One direction of the emulated wire and of the device on it: takes frames at the time their first bit
/// leaves the sender, and lets each arrive at the time its last bit is received, or never.
///
/// A frame meets things in the order of docs/device_file.md. All times are ticks of the clock given; nothing
/// here knows whether that clock is virtual. `Frames` owns the frames:
///   Frame copy(Frame)          for a duplicate; may fail with a null frame
///   Frame corrupted(Frame)     the same frame with one bit flipped behind the signature; may be a copy
///   void drop(Frame)
///   void arrive(Frame, Ticks)  in order of time
template <class Frames>
class Way {
 public:
  using Frame = typename Frames::Frame;

  Way(const WaySpec& spec, TicksPerSecond clock, std::uint64_t seed, Frames& frames, MacTable& macs,
      std::size_t ingress_port)
      : spec_(spec),
        clock_(clock),
        random_(seed),
        frames_(frames),
        macs_(macs),
        port_(ingress_port),
        egress_(spec.egress_bits_per_second != 0 && spec.kind != WaySpec::Kind::cable
                    ? static_cast<double>(spec.egress_bits_per_second)
                    : static_cast<double>(spec.link.count) * (1 + spec.clock_ppm * 1e-6)),
        ingress_(static_cast<double>(spec.link.count) * (1 + spec.clock_ppm * 1e-6)),
        is_bare_cable_(spec.kind == WaySpec::Kind::cable && spec.capacity_frames_per_second == 0 &&
                       spec.capacity_l2_bits_per_second == 0),
        is_perfect_(is_bare_cable_ && has_no_faults(spec)),
        idle_(ticks(kIdleBeforeRelease * 1e9)),
        hold_(ticks(static_cast<double>(spec.egress_hold_ns))),
        delay_(ticks(static_cast<double>(spec.delay_by_ns))),
        recovery_(ticks(static_cast<double>(spec.overload_recovery_ns))),
        has_delays_(spec.delay_every != 0 || VlanWays::any_is_slower(spec)),
        policer_(spec.policer_l2_bits_per_second, spec.policer_burst_bytes, clock),
        vlans_(spec, clock),
        filters_(!FrameFilter::is_open(spec)),
        filter_(spec, clock),
        lag_(spec, clock) {}

  /// How long the sender's MAC is busy with one frame: preamble, frame and gap.
  Period slot(FrameBytes size) const {
    return Period::of(static_cast<double>(on_wire(size).count * 8) / ingress_ * clock_.count);
  }

  /// The start of sending, to which the times of flaps refer and from which every Nth frame is counted.
  void trial_starts(Ticks start) {
    trial_start_ = start;
    nth_ = {};
    filter_.trial_starts();
    lag_.trial_starts(start);
  }

  /// The first bit of a frame leaves the sender at `start`, no earlier than that of the one before.
  void enter(Frame frame, const Entering& entering, Ticks start) {
    if (!is_perfect_) [[unlikely]]
      return enter_device(frame, entering, start);
    frames_.arrive(frame, start + passage(entering.size));
  }

  /// Whether a frame takes its time on this way and nothing else ever happens to it.
  bool is_perfect() const { return is_perfect_; }

  /// From the first bit's departure to the last one's arrival, on a perfect way.
  Ticks passage(FrameBytes size) {
    const Cost& cost = cost_of(size);
    return cost.ingress + cost.last_bit;
  }

  /// Lets go what was held back and whose time has come, though no frame came after it.
  void settle(Ticks now) {
    if (!held_.empty() || !lagging_.empty() || !delayed_.empty() || !on_members_.empty()) [[unlikely]]
      settle_held(now);
  }

  /// When `settle` has something to do at the latest; the end of time if nothing is held.
  Ticks next_settling() const {
    const Ticks waiting = held_.empty() ? kNever : held_.front().inside.ready + idle_;
    const Ticks reordered = std::min({waiting, delayed_.next(), on_members_.next()});
    return lagging_.empty() ? reordered : std::min(reordered, lagging_.front().second + hold_);
  }

  const WayCounters& count() const { return count_; }

 private:
  struct Inside {
    Frame frame{};
    FrameBytes size{};
    bool is_test = false;
    Ticks ready{};           // at the egress
    std::uint32_t hash = 0;  // of a LAG
  };
  struct Cost {
    FrameBytes size{};
    Period egress{};   // how long the egress is busy
    Ticks ingress{};   // from the first bit's departure until the frame may leave the device
    Ticks last_bit{};  // from the egress's start to the arrival
  };
  struct Held {
    Inside inside;
    std::uint64_t passed = 0;
  };

  static constexpr double kIdleBeforeRelease = 1e-3;  // seconds a frame is held for later ones to pass it
  static constexpr std::size_t kHoldDepth = 32;       // frames kept by `egress_hold_ns`

  Ticks ticks(double nanoseconds) const {
    return {static_cast<std::uint64_t>(std::llround(nanoseconds * 1e-9 * clock_.count))};
  }
  static bool nth(std::uint64_t every, std::uint64_t& counter) {
    return every != 0 && ++counter % every == 0;
  }

  /// In nanoseconds, evenly from none to all.
  double jitter() {
    return static_cast<double>(spec_.jitter_ns) * static_cast<double>(random_.next() >> 11) * 0x1p-53;
  }
  bool is_within(const std::vector<double>& begins_s, double for_s, Ticks at) const;
  void settle_held(Ticks now);
  bool is_policed(const Entering& entering, Ticks start);
  Ticks extra_delay(const Entering& entering);
  void go_on(const Inside& inside);
  void over_lag(Inside inside);
  void enter_device(Frame frame, const Entering& entering, Ticks start);
  bool is_dropped(const Entering& entering, Ticks start);
  void forward(Inside inside);
  bool has_room(const Inside& inside);
  void pass(const Inside& inside);
  const Cost& cost_of(FrameBytes size) {
    if (cost_.size != size) [[unlikely]]
      work_out_cost(size);
    return cost_;
  }
  void work_out_cost(FrameBytes size);
  void serve(const Inside& inside);
  void leave(const Inside& inside, Ticks arrival);
  void hand_over(const Inside& inside, Ticks arrival);

  WaySpec spec_;
  TicksPerSecond clock_;
  Random random_;
  Frames& frames_;
  MacTable& macs_;
  std::size_t port_;
  double egress_, ingress_;  // bits a second, with the clock's error
  bool is_bare_cable_;       // then nothing ever waits
  bool is_perfect_;          // then a frame takes its time and that is all
  Ticks idle_, hold_;        // how long reordering and egress_hold_ns keep a frame
  Ticks delay_;              // of a frame that `delay_every` chose
  OverloadRecovery recovery_;
  bool has_delays_;  // then frames may overtake each other inside
  Policer policer_;
  VlanWays vlans_;
  bool filters_;  // else the filter isn't asked
  FrameFilter filter_;
  Lag lag_;
  Cost cost_;
  Ticks trial_start_{};
  WayCounters count_;

  struct {
    std::uint64_t drop = 0, corrupt = 0, duplicate = 0, reorder = 0, crc_error = 0, miss = 0, delay = 0;
  } nth_;
  FinePoint egress_free_;
  Ring<std::pair<Ticks, std::uint64_t>> waiting_;  // when each admitted frame's egress starts, and its bytes
  std::uint64_t waiting_bytes_ = 0;
  Ring<Held> held_;                         // by reordering
  DelayLine<Inside> delayed_;               // before the egress queue
  DelayLine<Inside> on_members_;            // of the LAG, until they are at the second device
  Ring<std::pair<Inside, Ticks>> lagging_;  // by egress_hold_ns: the frame and its arrival so far
};

/// Whether `at` lies in one of the times of the trial that begin then and take so long.
template <class Frames>
bool Way<Frames>::is_within(const std::vector<double>& begins_s, double for_s, Ticks at) const {
  for (const double from : begins_s) {
    const Ticks begin = trial_start_ + ticks(from * 1e9);
    if (at >= begin && at < begin + ticks(for_s * 1e9)) return true;
  }
  return false;
}

template <class Frames>
bool Way<Frames>::is_dropped(const Entering& entering, Ticks start) {
  const auto counts = [](std::uint64_t& counter) { return ++counter, true; };
  if (is_within(spec_.flap_at_s, spec_.flap_for_s, start)) return counts(count_.dropped_by_flap);
  if (is_within(spec_.reset_at_s, spec_.reset_for_s, start)) return counts(count_.dropped_by_reset);
  if (entering.size.count > spec_.max_frame_bytes) return counts(count_.dropped_by_size);
  if (!entering.is_test) return false;
  if (is_policed(entering, start)) return counts(count_.dropped_by_policer);
  const bool by_count = nth(spec_.drop_every, nth_.drop);
  const bool by_chance = spec_.drop_probability > 0 && random_.happens(spec_.drop_probability);
  return (by_count || by_chance) && counts(count_.dropped_by_fault);
}

/// A VLAN's own policer comes first: what it drops takes nothing of the one for all.
template <class Frames>
bool Way<Frames>::is_policed(const Entering& entering, Ticks start) {
  VlanWays::Vlan* const vlan = vlans_.find(entering.front);
  return (vlan != nullptr && !vlan->policer.lets_pass(entering.size, start)) ||
         !policer_.lets_pass(entering.size, start);
}

template <class Frames>
Ticks Way<Frames>::extra_delay(const Entering& entering) {
  if (!entering.is_test) return {};
  const VlanWays::Vlan* const vlan = vlans_.find(entering.front);
  return (vlan != nullptr ? vlan->latency : Ticks{}) +
         (nth(spec_.delay_every, nth_.delay) ? delay_ : Ticks{});
}

template <class Frames>
void Way<Frames>::go_on(const Inside& inside) {
  if (has_delays_) delayed_.push(inside, inside.ready);
  else over_lag(inside);
}

/// Frames on different members overtake each other.
template <class Frames>
void Way<Frames>::over_lag(Inside inside) {
  if (!lag_.is_there()) return forward(inside);
  const auto arrival = lag_.carry(inside.size, inside.is_test, inside.hash, inside.ready);
  if (!arrival) {
    ++count_.dropped_by_lag;
    return frames_.drop(inside.frame);
  }
  inside.ready = *arrival;
  on_members_.push(inside, *arrival);
}

template <class Frames>
void Way<Frames>::enter_device(Frame frame, const Entering& entering, Ticks start) {
  settle(start);
  if (is_dropped(entering, start)) return frames_.drop(frame);
  if (filters_ && entering.is_test && !filter_.lets_pass(entering.front, start)) {
    ++count_.dropped_by_filter;
    return frames_.drop(frame);
  }
  if (spec_.learns && macs_.forwards_to_ingress(std::span<const std::uint8_t, 12>(entering.front, 12), port_,
                                                start, count_.flooded))
    return frames_.drop(frame);
  Inside inside{frame, entering.size, entering.is_test, start};
  inside.ready += cost_of(entering.size).ingress;
  if (spec_.jitter_ns != 0) inside.ready += ticks(jitter());
  if (has_delays_) inside.ready += extra_delay(entering);
  if (lag_.is_there()) inside.hash = lag_.hash(ByteView(entering.front, without_fcs(entering.size).count));

  if (entering.is_test && nth(spec_.corrupt_every, nth_.corrupt))
    inside.frame = frames_.corrupted(inside.frame);
  Frame twin{};
  if (entering.is_test && nth(spec_.duplicate_every, nth_.duplicate)) twin = frames_.copy(inside.frame);
  go_on(inside);
  if (twin != Frame{}) {
    inside.frame = twin;
    go_on(inside);
  }
}

/// The capacity and the egress queue.
template <class Frames>
void Way<Frames>::forward(Inside inside) {
  if (!has_room(inside)) {
    ++count_.dropped_by_queue;
    return frames_.drop(inside.frame);
  }
  if (inside.is_test && nth(spec_.reorder_every, nth_.reorder)) {
    held_.push({inside, 0});
    return;
  }
  pass(inside);
}

/// Tail drop by bytes of frames that wait. One frame may always wait: without that a device that is slower
/// than its ingress by a little would lose every second frame.
template <class Frames>
bool Way<Frames>::has_room(const Inside& inside) {
  if (is_bare_cable_) return true;
  while (!waiting_.empty() && waiting_.front().first <= inside.ready) {
    waiting_bytes_ -= waiting_.front().second;
    waiting_.pop();
  }
  if (!inside.is_test) return true;
  if (recovery_.drops(inside.ready, {cost_of(inside.size).egress.ticks})) return false;
  const bool fits = waiting_bytes_ + inside.size.count <= std::max(spec_.buffer_bytes, inside.size.count);
  if (!fits) recovery_.overflowed(inside.ready);
  return fits;
}

/// Lets a frame pass those held back, and lets those go that enough have passed.
template <class Frames>
void Way<Frames>::pass(const Inside& inside) {
  serve(inside);
  if (held_.empty()) return;
  for (std::size_t i = 0; i < held_.size(); ++i) ++held_[i].passed;
  while (!held_.empty() && held_.front().passed >= spec_.reorder_by) {
    Inside next = held_.front().inside;
    held_.pop();
    next.ready = std::max(next.ready, inside.ready);
    serve(next);
  }
}

/// What a frame of `size` costs, worked out once for each run of equal sizes.
template <class Frames>
void Way<Frames>::work_out_cost(FrameBytes size) {
  const double frame_bits = static_cast<double>(size.count * 8);
  double busy = static_cast<double>(on_wire(size).count * 8) / egress_;
  if (spec_.capacity_frames_per_second != 0)
    busy = std::max(busy, 1.0 / static_cast<double>(spec_.capacity_frames_per_second));
  if (spec_.capacity_l2_bits_per_second != 0)
    busy = std::max(busy, frame_bits / static_cast<double>(spec_.capacity_l2_bits_per_second));
  const bool waits_for_all = spec_.kind == WaySpec::Kind::store_and_forward;
  cost_ = {.size = size,
           .egress = Period::of(busy * clock_.count),
           .ingress = ticks((waits_for_all ? frame_bits / ingress_ * 1e9 : 0) +
                            static_cast<double>(spec_.latency_ns)),
           .last_bit = ticks(frame_bits / egress_ * 1e9 + static_cast<double>(spec_.propagation_ns))};
}

/// The egress: one frame after the other, no faster than link, frame capacity and bit capacity allow.
template <class Frames>
void Way<Frames>::serve(const Inside& inside) {
  const Cost& cost = cost_of(inside.size);
  if (egress_free_.at < inside.ready) egress_free_ = {inside.ready};
  const Ticks start = egress_free_.at;
  egress_free_ += cost.egress;
  if (start > inside.ready && !is_bare_cable_) {
    waiting_.push({start, inside.size.count});
    waiting_bytes_ += inside.size.count;
  }
  leave(inside, start + cost.last_bit);
}

/// The receiving MAC and the tester's own receiver.
template <class Frames>
void Way<Frames>::leave(const Inside& inside, Ticks arrival) {
  if (inside.is_test && nth(spec_.crc_error_every, nth_.crc_error)) {
    ++count_.rx_crc_errors;
    return frames_.drop(inside.frame);
  }
  if (inside.is_test && nth(spec_.rx_miss_every, nth_.miss)) {
    ++count_.rx_missed;
    return frames_.drop(inside.frame);
  }
  if (spec_.egress_hold_ns == 0) return frames_.arrive(inside.frame, arrival);
  lagging_.push({inside, arrival});
  if (lagging_.size() > kHoldDepth)
    hand_over(lagging_.front().first, std::max(lagging_.front().second, arrival));
}

template <class Frames>
void Way<Frames>::hand_over(const Inside& inside, Ticks arrival) {
  frames_.arrive(inside.frame, arrival);
  lagging_.pop();
}

template <class Frames>
void Way<Frames>::settle_held(Ticks now) {
  while (delayed_.next() <= now) over_lag(delayed_.pop());
  while (on_members_.next() <= now) forward(on_members_.pop());
  while (!held_.empty() && held_.front().inside.ready + idle_ <= now) {
    Inside next = held_.front().inside;
    held_.pop();
    next.ready += idle_;
    serve(next);
  }
  while (!lagging_.empty() && lagging_.front().second + hold_ <= now)
    hand_over(lagging_.front().first, lagging_.front().second + hold_);
}

}  // namespace pktgen

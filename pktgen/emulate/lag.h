#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/period.h"
#include "base/units.h"
#include "emulate/ring.h"
#include "plan/device_spec.h"
#include "wire/hash_policy.h"

namespace pktgen {

/// The links of a LAG from the device to a second one that stores frames before it forwards them: which of
/// them a frame takes, its queue there, and when its last bit has come, or that it got lost.
///
/// A member that went down is used for `failover_ns` more, and what is sent to it, waits for it or is on its
/// way then is lost. After that the others share all frames, as Linux does it: the hash modulo how many they
/// are. Once it is up again it is used at once, but loses all for `rejoin_loss_ns`.
class Lag {
 public:
  Lag(const WaySpec& spec, TicksPerSecond clock)
      : policy_(spec.lag_policy),
        bits_per_tick_(static_cast<double>(spec.member_bits_per_second) / clock.count),
        buffer_bytes_(spec.member_buffer_bytes),
        failover_(ticks(spec.failover_ns, clock)),
        rejoin_loss_(ticks(spec.rejoin_loss_ns, clock)),
        down_for_(of_seconds(spec.member_down_for_s, clock)),
        down_member_(spec.down_member),
        members_(spec.lag_members) {
    for (std::size_t i = 0; i < members_.size(); ++i) members_[i].longer = ticks(spec.skew_ns * i, clock);
    for (const double at : spec.member_down_at_s) down_at_.push_back(of_seconds(at, clock));
  }

  bool is_there() const { return !members_.empty(); }

  /// Times at which a member goes down refer to this one, and the first test frame takes the first member in
  /// turn.
  void trial_starts(Ticks start) {
    trial_start_ = start;
    turn_ = 0;
  }

  std::uint32_t hash(ByteView front) const {
    return policy_ == HashPolicy::round_robin ? 0 : hash_of(policy_, front);
  }

  /// When a frame that comes at `ready`, no earlier than the one before, has reached the second device;
  /// nothing if it didn't. Frames that aren't test frames have room in every queue and take no turn.
  std::optional<Ticks> carry(FrameBytes size, bool is_test, std::uint32_t hash, Ticks ready) {
    const std::size_t chosen = choose(is_test, hash, ready);
    Member& member = members_[chosen];
    while (!member.waiting.empty() && member.waiting.front().first <= ready) {
      member.waiting_bytes -= member.waiting.front().second;
      member.waiting.pop();
    }
    if (is_test && member.waiting_bytes + size.count > std::max(buffer_bytes_, size.count)) return {};
    if (member.free.at < ready) member.free = {ready};
    const Ticks start = member.free.at;
    member.free += Period::of(static_cast<double>(on_wire(size).count * 8) / bits_per_tick_);
    if (start > ready) {
      member.waiting.push({start, size.count});
      member.waiting_bytes += size.count;
    }
    const double bits = static_cast<double>(size.count * 8);
    const Ticks arrival =
        start + Ticks{static_cast<std::uint64_t>(std::llround(bits / bits_per_tick_))} + member.longer;
    if (chosen == down_member_ && loses(ready, arrival)) return {};
    return arrival;
  }

 private:
  struct Member {
    Ticks longer{};  // than the first member takes
    FinePoint free{};
    Ring<std::pair<Ticks, std::uint64_t>> waiting;  // when each one's first bit leaves, and its bytes
    std::uint64_t waiting_bytes = 0;
  };

  static Ticks ticks(std::uint64_t nanoseconds, TicksPerSecond clock) {
    return of_seconds(static_cast<double>(nanoseconds) * 1e-9, clock);
  }
  static Ticks of_seconds(double time, TicksPerSecond clock) {
    return {static_cast<std::uint64_t>(std::llround(time * clock.count))};
  }

  /// One that the device knows to be down is passed over.
  std::size_t choose(bool is_test, std::uint32_t hash, Ticks now) {
    const bool is_known = members_.size() > 1 && is_known_to_be_down(now);
    const std::size_t usable = members_.size() - (is_known ? 1u : 0u);
    std::size_t place = hash % usable;
    if (policy_ == HashPolicy::round_robin) place = (is_test ? turn_++ : turn_) % usable;
    return place + (is_known && place >= down_member_ ? 1u : 0u);
  }

  bool is_known_to_be_down(Ticks now) const {
    return std::ranges::any_of(down_at_, [&](Ticks at) {
      const Ticks down = trial_start_ + at;
      return now >= down + failover_ && now < down + down_for_;
    });
  }

  /// Whether the member was down at some time between the two, or not yet ready again at the first.
  bool loses(Ticks from, Ticks to) const {
    return std::ranges::any_of(down_at_, [&](Ticks at) {
      const Ticks down = trial_start_ + at;
      return to >= down && from < down + down_for_ + rejoin_loss_;
    });
  }

  HashPolicy policy_;
  double bits_per_tick_;
  std::uint64_t buffer_bytes_;
  Ticks failover_, rejoin_loss_, down_for_;
  std::size_t down_member_;
  std::vector<Ticks> down_at_;
  std::vector<Member> members_;
  Ticks trial_start_{};
  std::uint64_t turn_ = 0;
};

}  // namespace pktgen

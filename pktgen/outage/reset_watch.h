#pragma once
#include <cstdint>
#include <vector>

#include "base/units.h"
#include "observe/snapshot.h"

namespace pktgen {

/// Looks on while a device is to be reset, and says when that may happen and when enough was seen. It only
/// saves time: what the reset was is counted exactly, after the trial.
class ResetWatch {
 public:
  enum class Step : std::uint8_t {
    nothing,
    may_reset,   ///< once: the device has forwarded for long enough
    has_enough,  ///< it was out and forwards again for long enough, or wasn't out within the wait
  };

  /// More than `margin` frames of a direction that didn't come mean that it is out.
  ResetWatch(Nanoseconds stable_for, Nanoseconds wait, std::uint64_t margin)
      : stable_for_(stable_for), wait_(wait), margin_(margin) {}

  /// Snapshots in the order of time.
  Step see(const Snapshot& snapshot);

  bool was_out() const { return was_out_; }

 private:
  static constexpr Nanoseconds kSilence = std::chrono::milliseconds(100);

  struct Way {
    std::uint64_t received = 0, most_missing = 0;
    Nanoseconds came_at{};  // when the newest frame was first seen
  };
  bool is_out(const Snapshot& snapshot);

  Nanoseconds stable_for_, wait_;
  std::uint64_t margin_;
  std::vector<Way> ways_{};
  bool may_reset_ = false, was_out_ = false;
  Nanoseconds since_{};  // the device may be reset, or the last trouble
};

}  // namespace pktgen

#pragma once
#include <cstdint>

#include "base/units.h"

namespace pktgen {

/// Watches one thing that moves only when it is asked to: a worker's rounds, what a send queue takes, what a
/// port counts as sent. Time is a parameter: whoever looks says when.
class StandstillWatch {
 public:
  /// `limit`: how long it may be asked without moving.
  explicit StandstillWatch(Ticks limit) : limit_(limit) {}

  /// `progress` changes whenever it moved, `demand` whenever it was asked. Whether it has stood still for the
  /// limit: what isn't asked doesn't stand still, and a long time without a look isn't held against it.
  bool look(Ticks now, std::uint64_t progress, std::uint64_t demand) {
    if (!has_looked_ || progress != progress_) {
      has_looked_ = true;
      progress_ = progress;
      demand_ = demand;
      since_ = kNever;
    } else if (since_ == kNever && demand != demand_) {
      since_ = now;
    }
    return since_ != kNever && now >= since_ + limit_;
  }

  /// Begins anew, for it had a reason not to move.
  void excuse() {
    has_looked_ = false;
    since_ = kNever;
  }

  /// The first look that found it asked and not moved; kNever: it moves, or isn't asked.
  Ticks since() const { return since_; }

 private:
  Ticks limit_;
  bool has_looked_ = false;
  std::uint64_t progress_ = 0, demand_ = 0;
  Ticks since_ = kNever;
};

}  // namespace pktgen

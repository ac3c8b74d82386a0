#pragma once
#include "base/units.h"

namespace pktgen {

/// A device that drops everything once it was overloaded, until no overload has been seen for a while. A
/// frame that comes before the one before it could have been served is of an overload that lasts.
class OverloadRecovery {
 public:
  /// Zero: it never does.
  explicit OverloadRecovery(Ticks takes) : takes_(takes) {}

  /// Whether a frame that comes now is dropped for that; serving it would take `service`.
  bool drops(Ticks now, Ticks service) {
    if (takes_.count == 0) return false;
    const bool is_too_soon = now < newest_ + service;
    newest_ = now;
    if (now >= until_) return false;
    if (is_too_soon) until_ = now + takes_;
    return true;
  }

  /// There was no room for a frame.
  void overflowed(Ticks now) { until_ = now + takes_; }

 private:
  Ticks takes_, newest_{}, until_{};
};

}  // namespace pktgen

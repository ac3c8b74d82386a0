#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "base/units.h"

namespace pktgen {

/// What one second of a test was like.
struct ServiceSecond {
  std::uint64_t sent = 0, received = 0;
  friend bool operator==(const ServiceSecond&, const ServiceSecond&) = default;
};

/// Cuts counts that go on into seconds of sending. What is under way at a second's end counts for the next
/// one.
class SecondCounter {
 public:
  /// The counts so far, `elapsed` after the start; looked at as often as wanted, at least once a second.
  void see(Nanoseconds elapsed, std::uint64_t sent, std::uint64_t received);

  /// Of all whole seconds in which something was sent.
  const std::vector<ServiceSecond>& seconds() const { return seconds_; }

 private:
  std::uint64_t counted_ = 0;  // seconds
  ServiceSecond so_far_;
  std::vector<ServiceSecond> seconds_;
};

/// The share of seconds in which a service was available, as ITU-T Y.1563 has it: more than half of a bad
/// second's frames are lost; ten bad ones in a row end the availability, from the first of them on, and ten
/// that aren't begin it again, likewise. Nothing for less than ten seconds, which can't tell.
std::optional<double> availability_of(const std::vector<ServiceSecond>& seconds);

}  // namespace pktgen

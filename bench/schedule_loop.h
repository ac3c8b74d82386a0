#pragma once
#include <cstdint>
#include <vector>

#include "pace/departure_wheel.h"
#include "pace/departures.h"

namespace pktgen::bench {

/// 15 million frames a second by a clock of 2.1 GHz.
inline constexpr TicksPerSecond kScheduleClock{2.1e9};
inline constexpr double kScheduleRate = 15e6, kScheduleDistance = 140;
inline constexpr std::uint32_t kFramesOfARound = 32;
inline constexpr Ticks kScheduleRound{kFramesOfARound * 140};

/// Which stream's frame is due when: many streams on one port, one after the other, each with its own due
/// times.
class ScheduleLoop {
 public:
  ScheduleLoop(std::size_t streams, Pace::Shape shape) : wheel_(streams, kScheduleDistance) {
    const double rate = kScheduleRate / static_cast<double>(streams);
    const Pace pace{.shape = shape,
                    .load = {rate},
                    .burst_frames = 4,
                    .line = {kScheduleRate},
                    .ramp_to = 2 * rate,
                    .ramp_over = std::chrono::hours(1)};
    for (std::uint64_t i = 0; i < streams; ++i) {
      streams_.emplace_back(pace, kScheduleClock, now_ + Ticks{i * 140});
      wheel_.add(static_cast<std::uint16_t>(i), streams_[i].next());
    }
    for (std::size_t i = 0; i < streams / 8; ++i) step();  // four frames of each
    frames_ = 0;
  }
  void step() {
    for (now_ += kScheduleRound; const auto popped = wheel_.pop(now_); ++frames_) {
      Departures& stream = streams_[popped->stream];
      stream.advance(84);
      wheel_.add(popped->stream, stream.next());
    }
  }
  std::uint64_t frames() const { return frames_; }

 private:
  Ticks now_{1'000'000'000'000};
  DepartureWheel wheel_;
  std::vector<Departures> streams_;
  std::uint64_t frames_ = 0;
};

}  // namespace pktgen::bench

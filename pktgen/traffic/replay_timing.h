#pragma once
#include <cstdint>
#include <optional>

#include "base/period.h"
#include "base/result.h"
#include "base/units.h"
#include "wire/link_model.h"
#include "wire/rewrite.h"

namespace pktgen {

/// What a person asked a replay to do with the frames of a file.
struct ReplaySpec {
  enum class Timing : std::uint8_t {
    recorded,  ///< as in the file, faster by `speed`
    load,      ///< at `load`: frames/s evenly, else each frame takes the time that its bits need
    fastest,   ///< all frames are due at once
  };
  Timing timing = Timing::recorded;
  double speed = 1.0;                      ///< of `recorded`: 2 halves the gaps; 0.001 to 1000000
  Load load{};                             ///< of `load`
  std::optional<std::uint64_t> loops = 1;  ///< how often the file is sent; none: for ever
  Rewriting rewriting{};
};

/// Refuses (plan) a speed or a load that can't be, and zero loops. A load in frames/s is held against the
/// line rate of the smallest frame, one in bits/s against that of the largest.
Result<void> check(const ReplaySpec& spec, LinkBitsPerSecond link);

/// When each frame is due, from the replay's beginning: never before the frame ahead of it, without drift.
class ReplayTiming {
 public:
  /// `spec` must be one that `check` takes.
  ReplayTiming(const ReplaySpec& spec, LinkBitsPerSecond link);

  /// When the next frame is due, which was recorded at `recorded`. One recorded before the frame ahead of it
  /// is due together with that. Fails (plan) beyond a hundred years, for then a recorded time is wrong.
  Result<Nanoseconds> next_due(Nanoseconds recorded, BufferBytes length);

  /// The next frame is the file's first again. With recorded timing the gap between is the file's mean gap:
  /// fails (plan) if the file had one frame only and so none.
  Result<void> begin_loop();

 private:
  Nanoseconds scaled(Nanoseconds recorded) const;
  Nanoseconds next_recorded(Nanoseconds recorded);
  Nanoseconds next_spaced(BufferBytes length);

  ReplaySpec::Timing timing_;
  double speed_;
  double frame_ns_ = 0, byte_ns_ = 0;          // of `load`: what a frame takes, and each of its bytes
  std::uint64_t overhead_ = 0;                 // bytes that count beside the frame's own
  FinePoint position_{Ticks{0}, 0x8000'0000};  // of `load`, in ns; half of one ahead, so that cutting rounds
  std::uint64_t frames_ = 0;                   // of this loop
  Nanoseconds first_{}, newest_{};             // recorded
  Nanoseconds loop_began_{};                   // due
};

}  // namespace pktgen

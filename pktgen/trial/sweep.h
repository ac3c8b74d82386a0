#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "trial/trial.h"

namespace pktgen {

/// The main job: each frame size once, at one load. If from some size on everything vanishes, it then looks
/// for the largest frame that still comes, with short trials at a low load.
///
/// A search asks and learns; it never waits, sends or prints.
class Sweep {
 public:
  struct Goal {
    std::vector<FrameBytes> sizes;  ///< ascending
    Trial each;                     ///< all but the size
  };

  /// The exact frame size at which frames begin to vanish, found by probes.
  struct Boundary {
    FrameBytes largest_that_came{}, smallest_that_vanished{};
    std::uint32_t probes = 0;
    friend bool operator==(const Boundary&, const Boundary&) = default;
  };

  explicit Sweep(Goal goal) : goal_(std::move(goal)) {}

  /// The next question; nothing when all is answered.
  std::optional<Trial> next() const;

  /// Whether the next question is a probe for the boundary rather than one of the sizes asked for.
  bool is_probing() const { return asked_ == goal_.sizes.size(); }

  void learn(const Trial& trial, const Outcome& outcome);

  /// The boundary, once found; nothing if no size vanished, or none came.
  std::optional<Boundary> boundary() const;

 private:
  bool has_edge() const { return came_.count != 0 && vanished_.count > came_.count; }

  Goal goal_;
  std::size_t asked_ = 0;
  FrameBytes came_{};      // the largest size of which all directions delivered something
  FrameBytes vanished_{};  // the smallest size above it of which a direction delivered nothing
  std::uint32_t probes_ = 0;
};

}  // namespace pktgen

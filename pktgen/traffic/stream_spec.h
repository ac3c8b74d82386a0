#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/units.h"
#include "wire/header_stack.h"
#include "wire/link_model.h"

namespace pktgen {

/// Which frame sizes a stream has, and in which shares.
struct SizeMix {
  struct Part {
    FrameBytes size{};
    std::uint32_t weight = 1;
  };
  enum class Order : std::uint8_t {
    in_turn,  ///< weighted round robin, spread evenly: after one cycle each size came exactly as often as
              ///< weighted
    random,   ///< independent draws, seeded
  };
  std::vector<Part> parts{};
  Order order = Order::in_turn;
};

/// How a field's value goes from frame to frame: a function of the frame's number in its stream.
struct Modifier {
  enum class Kind : std::uint8_t { count, list, random };
  std::string field;  ///< "ipv4.src" (wire/header_stack.h)
  Kind kind = Kind::count;
  std::uint64_t first = 0;  ///< of `count`: the value of frame 0; of `random`: the least value
  std::int64_t step = 1;    ///< of `count`
  std::uint64_t count = 0;  ///< of `count`: how many values before it wraps; of `random`: of how many
                            ///< values, from `first` up; 0: all that the field holds
  std::vector<std::uint64_t> values{};  ///< of `list`
  std::uint64_t seed = 1;               ///< of `random`
  bool carries = false;  ///< moves on once each time the modifier before it wraps: together all combinations
};

/// When a stream's frames are due.
struct Schedule {
  enum class Shape : std::uint8_t {
    constant,
    poisson,  ///< independent gaps, exponential, seeded; the mean is the load
    bursts,   ///< `burst_frames` back to back at line rate, then a gap such that the mean is the load
    ramp,     ///< from `load` to `ramp_to` in `ramp_over`, linear in frames a second; then stays there
  };
  Shape shape = Shape::constant;
  Load load{};
  std::uint32_t burst_frames = 32;
  std::optional<Nanoseconds>
      burst_gap{};  ///< instead of a mean: from a burst's last frame's end to the next burst
  Load ramp_to{};
  Nanoseconds ramp_over{};
  std::uint64_t seed = 1;
  Nanoseconds start_offset{};
  std::optional<Nanoseconds> duration{};  ///< none: the trial's, or for ever
  std::optional<std::uint64_t> frames{};  ///< ends after so many
};

/// One stream as a person asked for it. A MAC address of zero is nobody's: in an Ethernet header in front,
/// and as an ARP message's sender, it stands for the port's own, which is filled in once ports are open.
struct StreamSpec {
  std::string name;
  std::string place{};   ///< where it was asked for, for messages: "plan.toml:3:1: stream[0]", "stream"
  std::size_t port = 0;  ///< which of the two ports sends: 0 is a, 1 is b
  HeaderStack headers{};
  SizeMix sizes{};
  PayloadSpec payload{};
  std::vector<Modifier> modifiers{};
  Schedule schedule{};
  std::uint32_t prebuilt = 0;  ///< so many frames, without signature, are sent over and over; 0: each is new
};

}  // namespace pktgen

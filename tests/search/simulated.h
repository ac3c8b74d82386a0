#pragma once
#include <cmath>
#include <cstddef>
#include <functional>
#include <vector>

#include "base/random.h"
#include "search/run_search.h"

namespace pktgen {

/// Line rate of 64-byte frames at 10 Gb/s.
inline constexpr FramesPerSecond kLine{10e9 / 672};

/// What lies between the ports: a function of the question and of how many trials came before.
using Device = std::function<Reply(const Question&, std::size_t trial)>;

inline std::uint64_t frames_of(const Question& question) {
  if (question.burst_frames > 0) return question.burst_frames;
  return static_cast<std::uint64_t>(std::llround(question.load.count * seconds(question.duration)));
}

/// Forwards `frames_per_second` and drops what is above.
inline Device device_of_capacity(double frames_per_second) {
  return [=](const Question& question, std::size_t) {
    const std::uint64_t offered = frames_of(question);
    const auto can = static_cast<std::uint64_t>(std::llround(frames_per_second * seconds(question.duration)));
    return Reply{.offered = offered, .lost = offered > can ? offered - can : 0};
  };
}

/// `device`, but loads strictly between the two lose one frame in a hundred.
inline Device with_hole(Device device, double from, double to) {
  return [=](const Question& question, std::size_t trial) {
    Reply reply = device(question, trial);
    if (question.load.count > from && question.load.count < to && reply.lost == 0)
      reply.lost = reply.offered / 100;
    return reply;
  };
}

/// `device`, seen by a tester that falls short in a part of the trials, whatever the load.
inline Device sometimes_unmeasured(Device device, double part, std::uint64_t seed) {
  return [=](const Question& question, std::size_t trial) {
    Random random(seed * 1'000'003 + trial);
    const double drawn = static_cast<double>(random.next() >> 11) * 0x1p-53;
    return drawn < part ? Reply{.not_measured = "schedule-late"} : device(question, trial);
  };
}

/// A tester that can't offer more than `frames_per_second`.
inline Device tester_of_capacity(double frames_per_second, Device device) {
  return [=](const Question& question, std::size_t trial) {
    return question.load.count > frames_per_second ? Reply{.not_measured = "tester-could-not-send"}
                                                   : device(question, trial);
  };
}

/// How many of `frames` are lost if each is with `probability`, independently.
inline std::uint64_t lost_at_random(std::uint64_t frames, double probability, Random random) {
  // The distance to the next lost frame is geometric.
  std::uint64_t lost = 0;
  for (double at = 0;; ++lost) {
    const double drawn = (static_cast<double>(random.next() >> 11) + 0.5) * 0x1p-53;
    at += 1 + std::floor(std::log(drawn) / std::log1p(-probability));
    if (at > static_cast<double>(frames)) return lost;
  }
}

/// `device`, but of what it forwards each frame is lost with `probability`.
inline Device losing_at_random(Device device, double probability, std::uint64_t seed) {
  return [=](const Question& question, std::size_t trial) {
    Reply reply = device(question, trial);
    reply.lost += lost_at_random(reply.offered - reply.lost, probability, Random(seed * 1'000'003 + trial));
    return reply;
  };
}

/// Each frame lost with `probability`, independently.
inline Device randomly_losing(double probability, std::uint64_t seed) {
  return losing_at_random(
      [](const Question& question, std::size_t) { return Reply{.offered = frames_of(question)}; },
      probability, seed);
}

/// As `device_of_capacity`, but forwards `overloaded` frames a second once more than its capacity comes.
inline Device collapsing_device(double capacity, double overloaded) {
  return [=](const Question& question, std::size_t trial) {
    return device_of_capacity(question.load.count > capacity ? overloaded : capacity)(question, trial);
  };
}

/// Takes bursts at `line_rate`, forwards at `rate` and keeps `depth` frames meanwhile.
inline Device buffer_of(std::uint64_t depth, double rate, double line_rate) {
  return [=](const Question& question, std::size_t) {
    const auto burst = static_cast<double>(question.burst_frames);
    const double kept = burst * (1 - rate / line_rate) - static_cast<double>(depth);
    return Reply{.offered = question.burst_frames,
                 .lost = kept > 1e-6 ? static_cast<std::uint64_t>(std::ceil(kept)) : 0};
  };
}

/// Runs `search` on `device` for at most `trials` more trials.
template <Strategy S>
void run_on(Search<S>& search, const Device& device, std::size_t trials = 1'000'000) {
  std::size_t left = trials;
  const auto measure = [&](const Question& question) -> Result<std::optional<Reply>> {
    if (left-- == 0) return std::nullopt;
    return device(question, search.heard().size());
  };
  const auto done = run_search(search, measure, [](auto&&...) { return Result<void>(); });
  if (!done) std::abort();
}

/// A search that has run to its end.
template <Strategy S>
Search<S> searched(typename S::Goal goal, const Device& device, Limits limits = {}) {
  auto search = Search<S>::begin(std::move(goal), limits);
  if (!search) std::abort();
  run_on(*search, device);
  return std::move(*search);
}

/// The loads asked, in order, in whole frames a second.
inline std::vector<long> loads_asked(const std::vector<Heard>& heard) {
  std::vector<long> loads;
  for (const Heard& one : heard) loads.push_back(static_cast<long>(one.question.load.count));
  return loads;
}

}  // namespace pktgen

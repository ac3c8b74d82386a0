#pragma once
#include <array>
#include <vector>

#include "plan/plan.h"
#include "trial/trial.h"
#include "wire/frame.h"

namespace pktgen {

/// The headers of the frames of one direction. The plan's addresses are those of a>b; the other way they are
/// swapped. A MAC the plan doesn't name is the port's own.
FrameLayout layout_for(const Plan& plan, Direction direction, const std::array<MacAddress, 2>& macs);

/// A learning frame: shows a switch where the sender of `layout` lives, and belongs to no trial.
FrameTemplate learning_frame(const FrameLayout& layout);

/// How many frames `load` makes in `duration`; whole frames only.
std::uint64_t frames_in(FramesPerSecond load, Nanoseconds duration);

}  // namespace pktgen

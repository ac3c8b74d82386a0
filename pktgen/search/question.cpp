#include "search/question.h"

#include <fmt/format.h>

#include <cmath>

namespace pktgen {

FramesPerSecond whole_frames(FramesPerSecond load) { return {std::floor(load.count)}; }

std::string nonsense_in(const Reply& reply) {
  if (reply.offered == 0) return "no frame was offered";
  if (reply.lost > reply.offered)
    return fmt::format("{} frames were lost of {} offered", reply.lost, reply.offered);
  return {};
}

}  // namespace pktgen

#include "search/check.h"

#include <fmt/format.h>

#include <cmath>

#include "base/text.h"

namespace pktgen {

Result<void> check_load(std::string_view name, FramesPerSecond load) {
  if (std::isfinite(load.count) && load.count > 0) return {};
  return fail(ErrorKind::plan,
              fmt::format("{}: more than 0 frames a second are wanted, {} were found", name, load.count));
}

Result<void> check_duration(std::string_view name, Nanoseconds duration) {
  if (duration > Nanoseconds::zero() && duration <= kForever) return {};
  return fail(ErrorKind::plan, fmt::format("{}: a time above zero and up to {} is wanted, {} ns were found",
                                           name, print_time(kForever), duration.count()));
}

Result<void> check_ratio(std::string_view name, double ratio) {
  if (ratio >= 0 && ratio < 1) return {};
  return fail(ErrorKind::plan,
              fmt::format("{}: 0 or more and less than 1 is wanted, {} was found", name, ratio));
}

}  // namespace pktgen

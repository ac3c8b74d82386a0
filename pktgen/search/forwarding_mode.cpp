#include "search/forwarding_mode.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>

namespace pktgen {
namespace {

constexpr std::size_t kFewestSizes = 3;
constexpr double kQuarter = 0.25;

/// Within so many standard errors the slope lies 95 times of 100 (Student's t): few sizes tell their own
/// scatter badly.
double errors_wide(std::size_t sizes) {
  constexpr double kStudent[] = {12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23};
  const std::size_t freedom = sizes - 2;
  return freedom <= std::size(kStudent) ? kStudent[freedom - 1] : kStudent[std::size(kStudent) - 1];
}

double ns_per_byte(LinkBitsPerSecond link) { return 8e9 / static_cast<double>(link.count); }

/// The line and its error; the sizes must differ.
void fit_line(std::span<const LatencyOfSize> points, ForwardingFit& fit) {
  const auto count = static_cast<double>(points.size());
  double mean_x = 0, mean_y = 0;
  for (const LatencyOfSize& point : points) {
    mean_x += static_cast<double>(point.size.count) / count;
    mean_y += point.nanoseconds / count;
  }
  double xx = 0, xy = 0, rest = 0;
  for (const LatencyOfSize& point : points) {
    const double x = static_cast<double>(point.size.count) - mean_x;
    xx += x * x;
    xy += x * (point.nanoseconds - mean_y);
  }
  fit.slope = xy / xx;
  fit.intercept = mean_y - *fit.slope * mean_x;
  for (const LatencyOfSize& point : points) {
    const double at = *fit.intercept + *fit.slope * static_cast<double>(point.size.count);
    rest += (point.nanoseconds - at) * (point.nanoseconds - at);
  }
  fit.slope_error = std::sqrt(rest / (count - 2) / xx);
}

/// Why the line isn't to be looked at; empty: it is.
std::string obstacle(const LatencyPath& path) {
  if (path.in.count == 0 || path.out.count == 0) return "the links' speed isn't known";
  if (path.in != path.out) return "the links before and behind the device have different speeds";
  if (!path.tester_slope) return "what the tester itself adds a byte isn't known";
  return "";
}

}  // namespace

std::string_view name_of(ForwardingMode mode) {
  constexpr std::string_view kNames[] = {"store_and_forward", "cut_through", "not_told"};
  return kNames[static_cast<std::size_t>(mode)];
}

ForwardingFit fit_forwarding(std::span<const LatencyOfSize> points, const LatencyPath& path) {
  ForwardingFit fit{.sizes = points.size()};
  const auto size = [](const LatencyOfSize& point) { return point.size; };
  if (points.size() < kFewestSizes ||
      std::ranges::min(points, {}, size).size == std::ranges::max(points, {}, size).size) {
    fit.why_not = fmt::format("{} different sizes or more are wanted", kFewestSizes);
    return fit;
  }
  fit_line(points, fit);
  fit.why_not = obstacle(path);
  if (!fit.why_not.empty()) return fit;
  fit.serialisation = ns_per_byte(path.out);
  fit.device_slope = *fit.slope - *path.tester_slope - *fit.serialisation;
  const double room = *fit.serialisation * kQuarter;
  const double off = errors_wide(points.size()) * *fit.slope_error;
  if (off > room) {
    fit.why_not = fmt::format("the latencies scatter: the slope is {:.3g} ns a byte and may be off by {:.2g}",
                              *fit.slope, off);
    return fit;
  }
  if (std::abs(*fit.device_slope - *fit.serialisation) <= room) fit.mode = ForwardingMode::store_and_forward;
  else if (std::abs(*fit.device_slope) <= room) fit.mode = ForwardingMode::cut_through;
  else
    fit.why_not = fmt::format("the device's slope, {:.3g} ns a byte, is near neither 0 nor {:.3g}",
                              *fit.device_slope, *fit.serialisation);
  return fit;
}

}  // namespace pktgen

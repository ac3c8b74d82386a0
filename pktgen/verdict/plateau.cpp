#include "verdict/plateau.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "verdict/wording.h"

namespace pktgen {
namespace {

constexpr double kSame = 0.01;  // how far rates on a plateau may lie apart
constexpr std::size_t kFewest = 3;

/// One size at which less came, or was sent, than was asked.
struct Point {
  FrameBytes size{};
  FramesPerSecond rate{};
  LinkBitsPerSecond link{};
  bool ring_full = false;
};

bool has_rule(const TrialVerdict& v, std::string_view rule) {
  return std::ranges::any_of(v.findings, [=](const Finding& f) { return f.rule == rule; });
}

/// Calls `look(way, verdict, size)` for each trial of the direction that was measured.
template <class Look>
void for_each_way(std::span<const JudgedTrial> trials, Direction direction, const Look& look) {
  for (const JudgedTrial& t : trials) {
    for (std::size_t i = 0; i < t.verdicts.size() && i < t.trial.directions.size(); ++i) {
      if (t.trial.directions[i] != direction) continue;
      for (const DirectionOutcome& way : t.outcome.directions) {
        if (way.direction == direction) look(way, t.verdicts[i], t.trial.size);
      }
    }
  }
}

void sort_by_size(std::vector<Point>& points) {
  std::ranges::sort(points, {}, [](const Point& p) { return p.size.count; });
}

enum class Counted : std::uint8_t { frames, l1, l2 };

double value(const Point& p, Counted counted) {
  if (counted == Counted::frames) return p.rate.count;
  return counted == Counted::l1 ? l1_bits_per_second(p.rate, p.size) : l2_bits_per_second(p.rate, p.size);
}

/// (largest - smallest) / largest.
double spread(std::span<const Point> points, Counted counted) {
  double low = value(points[0], counted), high = low;
  for (const Point& p : points) {
    low = std::min(low, value(p, counted));
    high = std::max(high, value(p, counted));
  }
  return high > 0 ? (high - low) / high : 0;
}

std::string sizes_text(std::span<const Point> points) {
  return fmt::format("{} to {} bytes", points.front().size.count, points.back().size.count);
}

/// The speed of a slower Ethernet whose line rate this is, or zero.
double slower_ethernet(double l1, LinkBitsPerSecond link) {
  for (const double speed : {1e8, 1e9, 2.5e9, 5e9, 1e10, 2.5e10}) {
    if (speed < static_cast<double>(link.count) * 0.99 && std::abs(l1 / speed - 1) <= kSame) return speed;
  }
  return 0;
}

std::string speed_text(double speed) { return significant(speed / 1e9, 3) + " Gb/s"; }

/// Points from the largest size down, as far as they share one bit rate.
std::span<const Point> flat_end(std::span<const Point> points, Counted counted) {
  std::size_t first = points.size();
  while (first > 0 && spread(points.subspan(first - 1), counted) <= kSame) --first;
  return points.subspan(first);
}

/// Points from the smallest size up, as far as they share one frame rate.
std::span<const Point> flat_start(std::span<const Point> points) {
  std::size_t size = 0;
  while (size < points.size() && spread(points.first(size + 1), Counted::frames) <= kSame) ++size;
  return points.first(size);
}

/// The bit rate that the large sizes share: of the layer that holds for more of them.
struct Plateau {
  std::span<const Point> points;
  Counted counted = Counted::l2;
};

std::optional<Plateau> bit_plateau(std::span<const Point> points) {
  if (points.size() < kFewest) return std::nullopt;
  const Plateau l1{flat_end(points, Counted::l1), Counted::l1};
  const Plateau l2{flat_end(points, Counted::l2), Counted::l2};
  const bool more = l1.points.size() > l2.points.size();
  const bool tighter =
      l1.points.size() == l2.points.size() && spread(l1.points, l1.counted) < spread(l2.points, l2.counted);
  const Plateau best = more || tighter ? l1 : l2;
  return best.points.size() >= kFewest ? std::optional(best) : std::nullopt;
}

std::vector<Point> short_deliveries(std::span<const JudgedTrial> trials, Direction direction) {
  std::vector<Point> points;
  for_each_way(trials, direction, [&](const DirectionOutcome& way, const TrialVerdict& v, FrameBytes size) {
    const FramesPerSecond rate = delivered_rate(way);
    if (v.verdict != Verdict::fail || rate.count <= 0 || rate.count > way.load.count * (1 - kSame)) return;
    points.push_back({size, rate, way.link, false});
  });
  sort_by_size(points);
  return points;
}

std::vector<Point> short_sendings(std::span<const JudgedTrial> trials, Direction direction) {
  std::vector<Point> points;
  for_each_way(trials, direction, [&](const DirectionOutcome& way, const TrialVerdict& v, FrameBytes size) {
    if (!has_rule(v, "tester-could-not-send")) return;
    points.push_back({size, offered_rate(way), way.link, way.tx.ring_full > 0});
  });
  sort_by_size(points);
  return points;
}

}  // namespace

std::optional<Finding> delivered_plateau(std::span<const JudgedTrial> trials, Direction direction) {
  const std::vector<Point> points = short_deliveries(trials, direction);
  const auto plateau = bit_plateau(points);
  if (!plateau) return std::nullopt;
  const Point& last = plateau->points.back();
  const double l1 = value(last, Counted::l1);
  const double speed = slower_ethernet(l1, last.link);
  if (speed > 0 && spread(plateau->points, Counted::l1) <= kSame) {
    return Finding{"rate-plateau",
                   fmt::format("delivers {} L1 from {}: the line rate of a {} link, though ours says {}",
                               bits_text(l1), sizes_text(plateau->points), speed_text(speed),
                               speed_text(static_cast<double>(last.link.count))),
                   "look for a slower link on the way, or a rate-adapting module (10GBASE-T SFP+) whose "
                   "copper side came up slower",
                   Effect::note};
  }
  // A steady share of loss at line rate looks flat on L1 too; a bus carries frames without preamble and gap.
  if (plateau->counted == Counted::l1) return std::nullopt;
  return Finding{"rate-plateau",
                 fmt::format("delivers {} L2 whatever the frame size ({})",
                             bits_text(value(last, Counted::l2)), sizes_text(plateau->points)),
                 "look for a bus that is too narrow: a NIC in a PCIe slot with too few lanes or too old a "
                 "generation, a shared switch backplane, or a rate limit",
                 Effect::note};
}

std::optional<Finding> sent_plateau(std::span<const JudgedTrial> trials, Direction direction,
                                    const Criteria& criteria) {
  const std::vector<Point> points = short_sendings(trials, direction);
  const std::string& name = criteria.ports[direction == Direction::a_to_b ? 0 : 1].name;
  const std::string port = name.empty() ? "the sending port" : name;
  const std::span<const Point> slow = flat_start(points);
  if (slow.size() >= kFewest) {
    const bool ring = std::ranges::any_of(slow, [](const Point& p) { return p.ring_full; });
    const std::string same =
        fmt::format("sends {} from {} alike", rate_text(slow.front().rate), sizes_text(slow));
    if (ring) {
      return Finding{"sender-port-bound", same + fmt::format(": {} takes no more frames than that", port),
                     "a limit of that NIC or its driver in frames a second: the link isn't judged at these "
                     "sizes; use a faster NIC, more queues, or a lower load",
                     Effect::note};
    }
    return Finding{"sender-cpu-bound",
                   same + ", and its ring was never full: the sending core is the limit, not the link",
                   "give the sender more cores or a faster one; the link isn't judged at these sizes",
                   Effect::note};
  }
  const auto plateau = bit_plateau(points);
  if (!plateau) return std::nullopt;
  return Finding{
      "tester-rate-plateau",
      fmt::format("sends {} {} whatever the frame size ({}): {} takes no more",
                  bits_text(value(plateau->points.back(), plateau->counted)),
                  plateau->counted == Counted::l1 ? "L1" : "L2", sizes_text(plateau->points), port),
      "check that this NIC has all its PCIe lanes at full speed; move it to another slot", Effect::note};
}

}  // namespace pktgen

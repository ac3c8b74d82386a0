#include "verdict/load_plateau.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "verdict/wording.h"

namespace pktgen {
namespace {

constexpr double kLevel = 0.01;        // how far rates of one level may lie apart
constexpr double kLeastOffered = 1.1;  // the highest load over the lowest, before a level says anything
constexpr std::size_t kFewestLoads = 3;
constexpr double kFramesOfWaiting = 4;  // a device that only stores and forwards holds one or two

/// One direction of a trial, and what it loaded.
struct Way {
  const DirectionOutcome* outcome = nullptr;
  double delivered = 0;  // frames a second
};

/// The trials of one size and direction, loaded alone or with the other one.
struct Group {
  std::vector<Way> too_much;  // more was sent than came
  std::vector<Way> all_came;
};
struct Key {
  Direction direction = Direction::a_to_b;
  std::size_t ways = 1;
  FrameBytes size{};
  friend auto operator<=>(const Key&, const Key&) = default;
};

std::string where(const Key& key) {
  return fmt::format("{} bytes, {}{}", key.size.count, name_of(key.direction),
                     key.ways > 1 ? " of both" : "");
}

std::map<Key, Group> grouped(std::span<const JudgedTrial* const> trials) {
  std::map<Key, Group> groups;
  for (const JudgedTrial* const one : trials) {
    const JudgedTrial& t = *one;
    for (std::size_t i = 0; i < t.outcome.directions.size() && i < t.verdicts.size(); ++i) {
      const DirectionOutcome& way = t.outcome.directions[i];
      if (t.verdicts[i].verdict == Verdict::not_measured || way.tx.sent == 0) continue;
      Group& group = groups[{way.direction, t.outcome.directions.size(), t.trial.size}];
      const double delivered = delivered_rate(way).count;
      if (delivered < way.load.count * (1 - kLevel)) group.too_much.push_back({&way, delivered});
      else if (way.ledger.lost == 0) group.all_came.push_back({&way, delivered});
    }
  }
  return groups;
}

/// The rate that all of them share; nothing if they don't, or are too few or of one load to say.
std::optional<double> level_of(const std::vector<Way>& ways) {
  if (ways.size() < kFewestLoads) return std::nullopt;
  const auto [low, high] = std::ranges::minmax(ways, {}, &Way::delivered);
  const auto load = [](const Way& way) { return way.outcome->load.count; };
  const auto [least, most] = std::ranges::minmax(ways, {}, load);
  if (high.delivered - low.delivered > kLevel * high.delivered) return std::nullopt;
  if (load(most) < kLeastOffered * load(least)) return std::nullopt;
  return high.delivered;
}

/// Of half the frames, in the middle of the trials that were too much.
double waiting_of(const std::vector<Way>& ways) {
  std::vector<std::uint64_t> middles;
  for (const Way& way : ways) middles.push_back(way.outcome->latency.p50);
  std::ranges::sort(middles);
  return static_cast<double>(middles[middles.size() / 2]);
}

/// What holds the rate, in words: how long frames wait before it, beside those of a load that passes.
Finding tell(const Key& key, const Group& group, double level) {
  const auto load = [](const Way& way) { return way.outcome->load.count; };
  const auto [least, most] = std::ranges::minmax(group.too_much, {}, load);
  const std::string rate =
      fmt::format("{}: {} ({} L2) came whatever was offered, from {} to {}", where(key), rate_text({level}),
                  bits_text(level * static_cast<double>(key.size.count) * 8), rate_text({load(least)}),
                  rate_text({load(most)}));
  const bool has_latency =
      std::ranges::all_of(group.too_much, [](const Way& way) { return way.outcome->latency.samples > 0; });
  if (!has_latency || group.all_came.empty() || group.all_came[0].outcome->latency.samples == 0)
    return {"rate-limit", rate, "lower the load until all comes: what the frames wait then says what limits",
            Effect::note};
  const LatencySummary& quiet = group.all_came[0].outcome->latency;
  const double waited = waiting_of(group.too_much) - static_cast<double>(quiet.p50);
  const double a_frame = 1e9 / level;
  const auto noise = static_cast<double>(quiet.p99 - quiet.min);
  if (waited > kFramesOfWaiting * a_frame + 2 * noise)
    return {"capacity-limit",
            fmt::format("{}; frames waited {} ns in a full queue of about {} frames", rate,
                        thousands(static_cast<std::uint64_t>(waited)),
                        thousands(static_cast<std::uint64_t>(std::llround(waited / a_frame)))),
            "this is what the device or its egress can carry; pktgen burst measures the queue", Effect::note};
  if (noise > kFramesOfWaiting * a_frame)
    return {"rate-limit", rate + "; latencies vary too much to say whether frames wait before it",
            "pktgen burst tells a queue from none", Effect::note};
  return {"policer-limit",
          rate +
              "; no frame waited longer than at a load that passes: what exceeds is dropped at once, as a "
              "policer does, or a device without a queue",
          "look for a rate limit in the device's configuration; pktgen service tests a policer's rates",
          Effect::note};
}

/// One limit, and what it lets through at each size.
struct Limit {
  Key first{};
  Finding finding;
  std::map<FrameBytes, double> levels;  // frames a second
};

bool is_same(const Limit& limit, const Key& key, const Finding& finding) {
  return limit.finding.rule == finding.rule && limit.first.direction == key.direction &&
         limit.first.ways == key.ways;
}

/// Whether `figure` of each level is the same.
template <class Figure>
bool are_level(const std::map<FrameBytes, double>& levels, Figure figure) {
  const auto [low, high] = std::ranges::minmax_element(levels, {}, figure);
  return figure(*high) - figure(*low) <= kLevel * figure(*high);
}

double l2_bits(const std::pair<const FrameBytes, double>& level) {
  return level.second * static_cast<double>(level.first.count) * 8;
}
double frames(const std::pair<const FrameBytes, double>& level) { return level.second; }

/// The first size's words, then the other sizes' rates and what they have in common.
Finding all_sizes(Limit limit) {
  for (const auto& level : limit.levels)
    if (level.first != limit.first.size)
      limit.finding.because += fmt::format("; at {} bytes {} ({} L2)", level.first.count,
                                           rate_text({level.second}), bits_text(l2_bits(level)));
  if (limit.levels.size() < 2) return limit.finding;
  if (are_level(limit.levels, l2_bits)) limit.finding.because += ": it is bits that are limited";
  else if (are_level(limit.levels, frames)) limit.finding.because += ": it is frames that are limited";
  return limit.finding;
}

}  // namespace

std::vector<Finding> load_plateaus(std::span<const JudgedTrial* const> trials) {
  std::vector<Limit> limits;
  for (const auto& [key, group] : grouped(trials)) {
    const auto level = level_of(group.too_much);
    if (!level) continue;
    Finding finding = tell(key, group, *level);
    const auto same = std::ranges::find_if(
        limits, [&, &key = key](const Limit& limit) { return is_same(limit, key, finding); });
    if (same != limits.end()) same->levels.emplace(key.size, *level);
    else limits.push_back({key, std::move(finding), {{key.size, *level}}});
  }
  std::vector<Finding> found;
  for (Limit& limit : limits) found.push_back(all_sizes(std::move(limit)));
  return found;
}

std::vector<Finding> one_way_losses(std::span<const JudgedTrial* const> trials) {
  struct Losing {
    std::size_t trials = 0, a_to_b = 0, b_to_a = 0;
  };
  std::map<FrameBytes, Losing> sizes;
  for (const JudgedTrial* const one : trials) {
    const JudgedTrial& t = *one;
    if (t.outcome.directions.size() < 2) continue;
    const auto is_void = [](const TrialVerdict& v) { return v.verdict == Verdict::not_measured; };
    if (std::ranges::any_of(t.verdicts, is_void)) continue;
    Losing& losing = sizes[t.trial.size];
    std::size_t lost = 0;
    for (const DirectionOutcome& way : t.outcome.directions) {
      if (way.ledger.lost == 0) continue;
      ++lost;
      ++(way.direction == Direction::a_to_b ? losing.a_to_b : losing.b_to_a);
    }
    losing.trials += lost > 0 ? 1 : 0;
  }
  std::vector<Finding> found;
  for (const auto& [size, losing] : sizes) {
    if (losing.trials == 0 || (losing.a_to_b > 0) == (losing.b_to_a > 0)) continue;
    const Direction direction = losing.a_to_b > 0 ? Direction::a_to_b : Direction::b_to_a;
    found.push_back({"one-way-loses",
                     fmt::format("{} bytes: in each of the {} trials that lost frames only {} did",
                                 size.count, losing.trials, name_of(direction)),
                     "--direction each finds what each way carries alone", Effect::note});
  }
  return found;
}

}  // namespace pktgen

#include "outage/reset.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "outage/mean.h"
#include "search/check.h"

namespace pktgen {
namespace {

/// What one direction saw of a reset.
struct OneWay {
  Nanoseconds first{}, end{};
  std::uint64_t lost = 0;
  std::uint32_t outages = 0;
  bool link_stayed_up = true;
};

std::map<std::string, OneWay> by_direction(const std::vector<Outage>& outages) {
  std::map<std::string, OneWay> ways;
  for (const Outage& outage : outages) {
    OneWay& way = ways[outage.direction];
    if (way.outages++ == 0) way.first = outage.at;
    way.end = outage.at + outage.lasted;
    way.lost += outage.lost;
    way.link_stayed_up = way.link_stayed_up && outage.link_stayed_up;
  }
  return ways;
}

}  // namespace

Result<void> Reset::check(const Goal& goal) {
  if (auto checked = check_load("load", goal.load); !checked) return checked;
  if (auto checked = check_duration("stable_for", goal.stable_for); !checked) return checked;
  if (auto checked = check_duration("wait", goal.wait); !checked) return checked;
  if (goal.repetitions >= 1) return {};
  return fail(ErrorKind::plan, "repetitions: 1 or more is wanted, 0 was found");
}

std::optional<Question> Reset::next() const {
  if (resets_.size() + unmeasured_ >= goal_.repetitions) return std::nullopt;
  return Question{.load = goal_.load, .duration = goal_.stable_for * 2 + goal_.wait};
}

/// The direction that was out longer counts: the device has recovered when both have.
void Reset::learn(const Question&, const Reply& reply) {
  Figure figure{.outages = reply.outages};
  std::uint64_t told = 0, most_lost = 0;
  bool link_stayed_up = true;
  for (const auto& [direction, way] : by_direction(reply.outages)) {
    figure.by_timestamps = std::max(figure.by_timestamps, way.end - way.first);
    figure.most_in_a_direction = std::max(figure.most_in_a_direction, way.outages);
    most_lost = std::max(most_lost, way.lost);
    told += way.lost;
    link_stayed_up = link_stayed_up && way.link_stayed_up;
  }
  figure.lost_outside = reply.lost - std::min(reply.lost, told);
  if (link_stayed_up)
    figure.by_loss = Nanoseconds(std::llround(static_cast<double>(most_lost) * 1e9 / goal_.load.count));
  resets_.push_back(std::move(figure));
}

Reset::Answer Reset::answer() const {
  Answer answer{.resets = resets_,
                .unmeasured = unmeasured_,
                .resolution = Nanoseconds(std::llround(1e9 / goal_.load.count))};
  std::vector<Nanoseconds> times;
  for (const Figure& reset : resets_) times.push_back(reset.value());
  answer.mean = mean_of(times);
  if (times.empty()) return answer;
  answer.min = std::ranges::min(times);
  answer.max = std::ranges::max(times);
  return answer;
}

}  // namespace pktgen

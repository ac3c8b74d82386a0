#include "optics/module_timeline.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace pktgen {
namespace {

constexpr std::size_t kMostListed = 100, kMostNear = 4000, kRecent = 4;
constexpr double kStepDb = 1, kStillMovesDb = 0.1;

/// In dB; a step to or from no light is larger than any other.
double distance(double one, double other) {
  if ((one > 0) != (other > 0)) return 1000;
  return one > 0 ? std::abs(10 * std::log10(other / one)) : 0;
}

ModuleSample sample_of(Nanoseconds at, const Module& module) {
  ModuleSample sample{.at = at};
  for (const Reading& reading : module.diagnostics.readings)
    if (reading.value) sample.values.push_back({reading.monitor, reading.lane, *reading.value});
  return sample;
}

MonitorSpan& span_for(ModuleSpan& span, const MonitorSpan& one) {
  const auto same = std::ranges::find_if(span.monitors, [&](const MonitorSpan& known) {
    return known.monitor == one.monitor && known.lane == one.lane;
  });
  return same != span.monitors.end() ? *same : span.monitors.emplace_back(one);
}

/// `later` behind `earlier`.
void put_together(ModuleSpan& earlier, const ModuleSpan& later) {
  earlier.to = later.to;
  earlier.readings += later.readings;
  for (const MonitorSpan& one : later.monitors) {
    MonitorSpan& both = span_for(earlier, one);
    both.least = std::min(both.least, one.least);
    both.most = std::max(both.most, one.most);
    both.last = one.last;
  }
}

std::array<bool, 4> beyond(const Reading& reading) {
  const Crossings crossed = compare(reading).value_or(Crossings{});
  return {crossed.high_alarm, crossed.low_alarm, crossed.high_warning, crossed.low_warning};
}

bool is_high(Excursion::Limit limit) {
  return limit == Excursion::Limit::high_alarm || limit == Excursion::Limit::high_warning;
}

bool is_same(const Excursion& one, const Excursion& other) {
  return one.monitor == other.monitor && one.lane == other.lane && one.limit == other.limit;
}

}  // namespace

std::string name_of(Excursion::Limit limit) {
  constexpr const char* kNames[] = {"high alarm", "low alarm", "high warning", "low warning"};
  return kNames[static_cast<std::size_t>(limit)];
}

std::optional<double> fallen_db(const PowerStep& step) {
  if (step.from <= 0 || step.to <= 0) return std::nullopt;
  return 10 * std::log10(step.from / step.to);
}

NearReadings readings_near(const ModuleTimeline& timeline, Nanoseconds at) {
  const auto& all = timeline.near_losses;
  const auto behind = std::ranges::upper_bound(all, at, {}, &ModuleSample::at);
  return {.before = behind == all.begin() ? nullptr : &*std::prev(behind),
          .after = behind == all.end() ? nullptr : &*behind};
}

ModuleSpan span_of(const ModuleTimeline& timeline, Nanoseconds from, Nanoseconds to) {
  ModuleSpan all{.from = from, .to = to};
  for (const ModuleSpan& span : timeline.spans) {
    const Nanoseconds middle = span.from + (span.to - span.from) / 2;
    if (middle >= from && middle < to) put_together(all, span);
  }
  all.to = to;
  return all;
}

TimelineRecorder::TimelineRecorder(Nanoseconds interval, Nanoseconds every, std::size_t most_spans,
                                   Nanoseconds end)
    : every_(every), end_(end), most_spans_(most_spans) {
  timeline_.interval = interval;
}

void TimelineRecorder::add(Nanoseconds at, const Module& module) {
  ModuleSample sample = sample_of(at, module);
  add_to_spans(sample);
  for (const Reading& reading : module.diagnostics.readings) {
    if (!reading.value) continue;
    follow_limits(at, reading);
    if (reading.monitor == Monitor::tx_power || reading.monitor == Monitor::rx_power)
      follow_power(at, reading);
  }
  if (keeps_next_) keep(sample);
  keeps_next_ = false;
  recent_.push_back(std::move(sample));
  if (recent_.size() > kRecent) recent_.pop_front();
}

void TimelineRecorder::keep_near() {
  for (const ModuleSample& sample : recent_) keep(sample);
  keeps_next_ = true;
}

void TimelineRecorder::keep(const ModuleSample& sample) {
  auto& kept = timeline_.near_losses;
  if (kept.size() < kMostNear && (kept.empty() || kept.back().at < sample.at)) kept.push_back(sample);
}

void TimelineRecorder::add_to_spans(const ModuleSample& sample) {
  auto& spans = timeline_.spans;
  const Nanoseconds at = std::min(sample.at, end_ - Nanoseconds(1));
  if (spans.empty() || at >= spans.back().to) {
    if (spans.size() == most_spans_) {
      for (std::size_t i = 0; i < most_spans_; i += 2) {
        put_together(spans[i], spans[i + 1]);
        if (i != 0) spans[i / 2] = std::move(spans[i]);
      }
      spans.resize(most_spans_ / 2);
      every_ *= 2;
    }
    const Nanoseconds from = at - at % every_;
    spans.push_back({.from = from, .to = std::min(from + every_, end_)});
  }
  ModuleSpan now{.to = spans.back().to, .readings = 1};
  for (const ModuleSample::Value& one : sample.values)
    now.monitors.push_back({one.monitor, one.lane, one.value, one.value, one.value});
  put_together(spans.back(), now);
}

void TimelineRecorder::follow_limits(Nanoseconds at, const Reading& reading) {
  const std::array<bool, 4> is_beyond = beyond(reading);
  for (std::size_t i = 0; i < is_beyond.size(); ++i) {
    const Excursion now{.monitor = reading.monitor,
                        .lane = reading.lane,
                        .limit = static_cast<Excursion::Limit>(i),
                        .at = at,
                        .worst = *reading.value};
    const auto open = std::ranges::find_if(open_, [&](const Excursion& one) { return is_same(one, now); });
    if (open == open_.end() && !is_beyond[i]) continue;
    auto& listed = timeline_.excursions;
    if (open == open_.end()) {
      ++timeline_.all_excursions;
      open_.push_back(now);
      if (listed.size() < kMostListed) listed.push_back(now);
      continue;
    }
    const auto same = std::ranges::find_if(
        listed, [&](const Excursion& one) { return is_same(one, now) && one.at == open->at; });
    if (same != listed.end() && is_beyond[i])
      same->worst = is_high(now.limit) ? std::max(same->worst, now.worst) : std::min(same->worst, now.worst);
    if (is_beyond[i]) continue;
    if (same != listed.end()) same->until = at;
    open_.erase(open);
  }
}

void TimelineRecorder::follow_power(Nanoseconds at, const Reading& reading) {
  const double value = *reading.value;
  const auto known = std::ranges::find_if(
      levels_, [&](const Level& one) { return one.monitor == reading.monitor && one.lane == reading.lane; });
  if (known == levels_.end()) {
    levels_.push_back({reading.monitor, reading.lane, value, value});
    return;
  }
  const double before = std::exchange(known->last, value);
  if (known->moves) {
    // What goes on in the same direction is the same step, which is told with its end.
    known->moves = distance(before, value) > kStillMovesDb && (value < before) == (before < known->level);
    if (known->moves && known->is_listed)
      std::ranges::find_if(timeline_.steps.rbegin(), timeline_.steps.rend(), [&](const PowerStep& step) {
        return step.monitor == reading.monitor && step.lane == reading.lane;
      })->to = value;
    if (known->moves) return;
    known->level = before;
  }
  if (distance(known->level, value) < kStepDb) return;
  ++timeline_.all_steps;
  known->moves = true;
  known->is_listed = timeline_.steps.size() < kMostListed;
  if (known->is_listed) timeline_.steps.push_back({reading.monitor, reading.lane, at, known->level, value});
}

}  // namespace pktgen

#include "verdict/ladder.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>
#include <vector>

#include "link/link_wish.h"
#include "verdict/wording.h"

namespace pktgen {
namespace {

using Rungs = std::vector<const Rung*>;

/// "1G", "1G and 5G", "1G, 5G and 10G".
std::string speeds_text(const Rungs& rungs) {
  std::string text;
  for (std::size_t i = 0; i < rungs.size(); ++i) {
    if (i > 0) text += i + 1 == rungs.size() ? " and " : ", ";
    text += print_speed(rungs[i]->speed);
  }
  return text;
}

/// What several speeds show alike is told once, and without them if all show it.
void add_of_rungs(RunVerdict& run, std::span<const Rung> rungs) {
  std::vector<std::pair<Finding, Rungs>> told;
  for (const Rung& rung : rungs)
    for (const Finding& finding : rung.run.findings) {
      auto same = std::ranges::find(told, finding, &std::pair<Finding, Rungs>::first);
      if (same == told.end()) same = told.insert(told.end(), {finding, {}});
      same->second.push_back(&rung);
    }
  for (auto& [finding, at] : told) {
    if (at.size() < rungs.size())
      finding.because = fmt::format("at {}: {}", speeds_text(at), finding.because);
    run.findings.push_back(std::move(finding));
  }
}

void add_stopped(RunVerdict& run, std::span<const Rung> rungs) {
  for (const Rung& rung : rungs)
    if (!rung.stopped_by.empty())
      run.findings.push_back(
          {"speed-not-measured", fmt::format("at {}: {}", print_speed(rung.speed), rung.stopped_by),
           "look up whether both ends and the cable can this speed; leave it out of link-speeds if not",
           Effect::voids});
}

/// Of one speed: the limit of either direction, the smaller of the two.
std::optional<SizeLimit> limit_of(std::span<const JudgedTrial> trials, const Rung& rung) {
  std::optional<SizeLimit> limit;
  for (const Direction direction : {Direction::a_to_b, Direction::b_to_a})
    if (const auto one = size_limit(rung.of(trials), direction);
        one && (!limit || one->largest_that_came.count < limit->largest_that_came.count))
      limit = one;
  if (limit && rung.boundary)
    return SizeLimit{rung.boundary->largest_that_came, rung.boundary->smallest_that_vanished};
  return limit;
}

/// Whether frames of all sizes came through, be it with loss.
bool all_sizes_came(std::span<const JudgedTrial> trials, const Rung& rung) {
  return rung.count > 0 && std::ranges::all_of(rung.of(trials), [](const JudgedTrial& trial) {
           return std::ranges::all_of(trial.outcome.directions,
                                      [](const DirectionOutcome& way) { return way.ledger.delivered > 0; });
         });
}

/// Frames that are too large at some speeds, and came at others.
std::optional<Finding> size_by_speed(std::span<const JudgedTrial> trials, std::span<const Rung> rungs) {
  Rungs limited, free;
  std::optional<SizeLimit> least;
  for (const Rung& rung : rungs) {
    if (const auto limit = limit_of(trials, rung)) {
      limited.push_back(&rung);
      if (!least || limit->largest_that_came.count < least->largest_that_came.count) least = limit;
    } else if (all_sizes_came(trials, rung)) {
      free.push_back(&rung);
    }
  }
  if (limited.empty() || free.empty()) return std::nullopt;
  FrameBytes largest{};
  for (const JudgedTrial& trial : free.front()->of(trials)) largest = std::max(largest, trial.trial.size);
  const std::uint64_t came = least->largest_that_came.count;
  return Finding{
      "speed-frame-size-limit",
      fmt::format("frames above {} bytes are lost at {} only; at {} those of {} bytes came too", came,
                  speeds_text(limited), speeds_text(free), largest.count),
      fmt::format("keep to IP MTU {} at this speed, or link at another; then try newer firmware of "
                  "NIC and switch",
                  mtu_for(least->largest_that_came).count),
      Effect::note};
}

/// Speeds that fail for another reason than large frames, while others pass.
std::optional<Finding> loss_by_speed(std::span<const JudgedTrial> trials, std::span<const Rung> rungs) {
  Rungs failed, passed;
  for (const Rung& rung : rungs) {
    if (rung.run.verdict == Verdict::fail && !limit_of(trials, rung)) failed.push_back(&rung);
    if (rung.run.verdict == Verdict::pass) passed.push_back(&rung);
  }
  if (failed.empty() || passed.empty()) return std::nullopt;
  return Finding{"speed-loses",
                 fmt::format("{} failed while {} passed, over the same ports and cable", speeds_text(failed),
                             speeds_text(passed)),
                 "swap cable and modules and try this speed again; if it stays, it is a matter of the "
                 "firmware of NIC or switch at this speed",
                 Effect::note};
}

Verdict conclude(std::span<const Rung> rungs, const std::vector<Finding>& findings) {
  const auto any = [&](Verdict verdict) {
    return std::ranges::any_of(rungs, [=](const Rung& rung) { return rung.run.verdict == verdict; });
  };
  if (any(Verdict::fail)) return Verdict::fail;
  const bool is_void =
      std::ranges::any_of(findings, [](const Finding& f) { return f.effect == Effect::voids; });
  return is_void || rungs.empty() || any(Verdict::not_measured) ? Verdict::not_measured : Verdict::pass;
}

}  // namespace

RunVerdict judge_ladder(std::span<const JudgedTrial> trials, std::span<const Rung> rungs, bool interrupted) {
  RunVerdict run;
  if (interrupted)
    run.findings.push_back(
        {"interrupted",
         fmt::format("stopped by hand after {} trials, at {}; what was measured until then "
                     "is kept",
                     trials.size(), rungs.empty() ? "no speed" : print_speed(rungs.back().speed)),
         "run it again to the end for a verdict on all speeds", Effect::voids});
  add_stopped(run, rungs);
  auto by_size = size_by_speed(trials, rungs);
  auto by_loss = loss_by_speed(trials, rungs);
  if (by_size) run.findings.push_back(std::move(*by_size));
  if (by_loss) run.findings.push_back(std::move(*by_loss));
  add_of_rungs(run, rungs);
  run.verdict = conclude(rungs, run.findings);
  return run;
}

}  // namespace pktgen

#include "verdict/run_verdict.h"

#include <fmt/format.h>

#include <algorithm>

#include "verdict/flap.h"
#include "verdict/link_findings.h"
#include "verdict/plateau.h"
#include "verdict/wording.h"

namespace pktgen {
namespace {

Finding interrupted_finding(std::size_t trials) {
  return {"interrupted",
          fmt::format("stopped by hand after {} trial{}; what was measured until then is kept", trials,
                      trials == 1 ? "" : "s"),
          "run it again to the end for a verdict on all sizes", Effect::voids};
}

std::optional<Finding> flaps_of_trials(std::span<const JudgedTrial> trials, const Criteria& criteria) {
  std::size_t times = 0;
  std::string first;
  for (const JudgedTrial& t : trials) {
    const std::vector<Flap> flaps = flaps_of(t.outcome.link_downs);
    if (times == 0 && !flaps.empty())
      first = fmt::format("{} at t={} s of the trial with {} bytes, {}",
                          ends_text(flaps.front(), names_of(criteria)), seconds_text(flaps.front().at),
                          t.trial.size.count, for_text(flaps.front()));
    times += flaps.size();
  }
  return link_flapped(times, first);
}

/// What became of one size in one direction.
struct Fate {
  FrameBytes size{};
  bool came = false, vanished = false;
};

std::vector<Fate> fates(std::span<const JudgedTrial> trials, Direction direction) {
  std::vector<Fate> all;
  for (const JudgedTrial& t : trials) {
    for (std::size_t i = 0; i < std::min(t.verdicts.size(), t.trial.directions.size()); ++i) {
      if (t.trial.directions[i] != direction) continue;
      const Ledger ledger = direction_of(t.outcome, direction).ledger;
      all.push_back({t.trial.size, ledger.delivered > 0,
                     t.verdicts[i].verdict == Verdict::fail && ledger.delivered == 0});
    }
  }
  std::ranges::sort(all, {}, [](const Fate& f) { return f.size.count; });
  return all;
}

std::optional<Finding> frame_size_limit(std::span<const JudgedTrial> trials, Direction direction,
                                        const Criteria& criteria, const RunContext& context) {
  auto limit = size_limit(trials, direction);
  if (!limit) return std::nullopt;
  if (const auto& probed = context.boundary;
      probed && probed->largest_that_came >= limit->largest_that_came &&
      probed->smallest_that_vanished <= limit->smallest_that_vanished) {
    limit = {probed->largest_that_came, probed->smallest_that_vanished};
  }
  const std::uint64_t came = limit->largest_that_came.count, gone = limit->smallest_that_vanished.count;
  const std::string meaning = meaning_of(limit->largest_that_came, criteria.tagged);
  const std::string between = came + 1 == gone ? fmt::format("frames of {} bytes and more vanish", gone)
                                               : fmt::format("{} and more vanish", gone);
  const JudgedTrial& largest =
      *std::ranges::max_element(trials, {}, [](const JudgedTrial& t) { return t.trial.size.count; });
  const std::uint64_t wanted = mtu_for(largest.trial.size).count - (criteria.tagged ? kTag : 0);
  return Finding{"frame-size-limit",
                 fmt::format("the largest frame that came is {} bytes ({}); {}", came, meaning, between),
                 fmt::format("look for the hop whose MTU is below IP MTU {} (MikroTik: L2MTU) and raise it "
                             "there; the link itself is not the fault",
                             wanted),
                 Effect::note};
}

/// Adds what `look` sees in each direction; what both show alike is told once.
template <class Look>
void add_by_direction(RunVerdict& run, const Look& look) {
  const auto add = [&](std::string_view way, std::optional<Finding> finding) {
    if (!finding) return;
    finding->because = fmt::format("{}: {}", way, finding->because);
    run.findings.push_back(std::move(*finding));
  };
  std::optional<Finding> there = look(Direction::a_to_b), back = look(Direction::b_to_a);
  if (there && there == back) return add("both ways", std::move(there));
  add(name_of(Direction::a_to_b), std::move(there));
  add(name_of(Direction::b_to_a), std::move(back));
}

Verdict conclude(std::span<const JudgedTrial> trials, const std::vector<Finding>& findings) {
  bool any = false, failed = false, unmeasured = false;
  for (const JudgedTrial& t : trials) {
    for (const TrialVerdict& v : t.verdicts) {
      any = true;
      failed |= v.verdict == Verdict::fail;
      unmeasured |= v.verdict == Verdict::not_measured;
    }
  }
  for (const Finding& f : findings) {
    failed |= f.effect == Effect::fails;
    unmeasured |= f.effect == Effect::voids;
  }
  if (failed) return Verdict::fail;
  return unmeasured || !any ? Verdict::not_measured : Verdict::pass;
}

}  // namespace

std::string meaning_of(FrameBytes largest, bool tagged) {
  const std::uint64_t mtu = mtu_for(largest).count - (tagged ? kTag : 0);
  for (const std::uint64_t known : {std::uint64_t{1500}, std::uint64_t{9000}}) {
    if (mtu == known + kTag)
      return fmt::format("IP MTU {} with room for one {}tag", known, tagged ? "more " : "");
    if (mtu == known + 2 * kTag)
      return fmt::format("IP MTU {} with room for two {}tags", known, tagged ? "more " : "");
  }
  if (mtu == 1580) return "IP MTU 1580, as MikroTik's L2MTU 1580";
  return fmt::format("IP MTU {}", mtu);
}

std::optional<SizeLimit> size_limit(std::span<const JudgedTrial> trials, Direction direction) {
  const std::vector<Fate> all = fates(trials, direction);
  const auto first_gone = std::ranges::find_if(all, &Fate::vanished);
  if (first_gone == all.begin() || first_gone == all.end()) return std::nullopt;
  const bool rest_gone = std::none_of(first_gone, all.end(), [](const Fate& f) { return f.came; });
  const auto last_came =
      std::find_if(std::make_reverse_iterator(first_gone), all.rend(), [](const Fate& f) { return f.came; });
  if (!rest_gone || last_came == all.rend()) return std::nullopt;
  return SizeLimit{last_came->size, first_gone->size};
}

RunVerdict judge_run(std::span<const JudgedTrial> trials, const Criteria& criteria,
                     const RunContext& context) {
  RunVerdict run;
  if (context.interrupted) run.findings.push_back(interrupted_finding(trials.size()));
  if (trials.empty() && !context.interrupted) {
    run.findings.push_back({"nothing-measured", "no trial was run",
                            "ask for at least one frame size that fits the ports", Effect::voids});
  }
  add_by_direction(run, [&](Direction d) { return sent_plateau(trials, d, criteria); });
  if (auto flapped = flaps_of_trials(trials, criteria)) run.findings.push_back(std::move(*flapped));
  add_by_direction(run, [&](Direction d) { return frame_size_limit(trials, d, criteria, context); });
  add_by_direction(run, [&](Direction d) { return delivered_plateau(trials, d); });
  run.verdict = conclude(trials, run.findings);
  return run;
}

}  // namespace pktgen

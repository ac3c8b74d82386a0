#include "verdict/trial_verdict.h"

#include <algorithm>
#include <limits>

#include "verdict/rules.h"

namespace pktgen {
namespace {

FramesPerSecond per_second(std::uint64_t frames, Nanoseconds time) {
  if (time <= Nanoseconds::zero()) return {};
  return {static_cast<double>(frames) * 1e9 / static_cast<double>(time.count())};
}

Finding finding(const Rule& rule, Found&& found, Effect effect) {
  return {std::string(rule.name), std::move(found.because), std::move(found.next_step), effect};
}

bool has(const TrialVerdict& v, Effect effect) {
  return std::ranges::any_of(v.findings, [=](const Finding& f) { return f.effect == effect; });
}

/// Adds what is to be said of the tester; returns how many lost frames that could account for.
std::uint64_t ask_tester(const Evidence& e, TrialVerdict& v) {
  std::uint64_t explained = 0;
  for (const Rule& rule : tester_rules()) {
    std::optional<Found> found = rule.judge(e);
    if (!found) continue;
    explained += std::min(found->explains, std::numeric_limits<std::uint64_t>::max() - explained);
    v.findings.push_back(finding(rule, std::move(*found), rule.effect));
    if (rule.effect == Effect::ends) break;
  }
  return explained;
}

void ask_device(const Evidence& e, bool tester_fell_short, TrialVerdict& v) {
  const Ledger& l = e.ledger();
  const double missing = static_cast<double>(l.lost + l.rx_crc_errors + l.corrupted);
  const bool accepted = missing <= e.criteria.accepted_loss_ratio * static_cast<double>(l.sent);
  for (const Rule& rule : device_rules()) {
    if (tester_fell_short && rule.tester_explains) continue;
    std::optional<Found> found = rule.judge(e);
    if (!found) continue;
    const bool forgiven = rule.is_loss && accepted;
    v.findings.push_back(finding(rule, std::move(*found), forgiven ? Effect::note : rule.effect));
  }
}

Verdict conclude(const TrialVerdict& v) {
  if (has(v, Effect::ends)) return Verdict::not_measured;
  if (has(v, Effect::stands)) return Verdict::fail;
  if (has(v, Effect::voids)) return Verdict::not_measured;
  return has(v, Effect::fails) ? Verdict::fail : Verdict::pass;
}

}  // namespace

std::string_view name_of(Verdict verdict) {
  if (verdict == Verdict::pass) return "pass";
  return verdict == Verdict::fail ? "fail" : "not_measured";
}

FramesPerSecond offered_rate(const DirectionOutcome& way) {
  return per_second(way.tx.sent, way.sending_time);
}

FramesPerSecond delivered_rate(const DirectionOutcome& way) {
  return per_second(way.ledger.delivered, way.sending_time);
}

std::array<std::string, 2> names_of(const Criteria& criteria) {
  return {criteria.ports[0].name, criteria.ports[1].name};
}

std::string Evidence::port(std::size_t index) const {
  const std::string& name = index < criteria.ports.size() ? criteria.ports[index].name : std::string();
  if (!name.empty()) return name;
  return index == 0 ? "the first port" : "the second port";
}

TrialVerdict judge_trial(const Outcome& outcome, const DirectionOutcome& way, FrameBytes size,
                         const Criteria& criteria) {
  const Evidence evidence{outcome, way, size, criteria};
  TrialVerdict v;
  const std::uint64_t explained = ask_tester(evidence, v);
  if (!has(v, Effect::ends)) {
    const bool tester_fell_short = has(v, Effect::voids);
    if (tester_fell_short && way.ledger.lost > explained) {
      v.findings.push_back({"loss-beyond-tester",
                            "more frames are missing than all that the tester's own counters explain: this "
                            "is evidence against the link or the device; how much can't be said",
                            "first mend what is said of the tester, then run this frame size again",
                            Effect::note});
    }
    ask_device(evidence, tester_fell_short, v);
  }
  v.verdict = conclude(v);
  return v;
}

DirectionOutcome direction_of(const Outcome& outcome, Direction direction) {
  for (const DirectionOutcome& way : outcome.directions) {
    if (way.direction == direction) return way;
  }
  return {.direction = direction};
}

std::vector<TrialVerdict> judge_trial(const Trial& trial, const Outcome& outcome, const Criteria& criteria) {
  std::vector<TrialVerdict> verdicts;
  for (const Direction direction : trial.directions) {
    verdicts.push_back(judge_trial(outcome, direction_of(outcome, direction), trial.size, criteria));
  }
  return verdicts;
}

Criteria criteria_for(double tolerance_percent, bool tagged, const std::vector<PortFacts>& ports) {
  Criteria criteria{.tolerance_percent = tolerance_percent, .tagged = tagged};
  for (std::size_t i = 0; i < std::min(ports.size(), criteria.ports.size()); ++i) {
    criteria.ports[i] = {ports[i].name, ports[i].mtu, ports[i].driver, ports[i].card};
  }
  return criteria;
}

}  // namespace pktgen

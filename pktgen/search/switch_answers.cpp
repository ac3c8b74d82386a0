#include "search/switch_answers.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/text.h"
#include "search/size_verdict.h"
#include "verdict/wording.h"

namespace pktgen {
namespace {

class SwitchJudge {
 public:
  void weigh(Verdict verdict) {
    if (!verdict_ || verdict == Verdict::fail || *verdict_ == Verdict::pass) verdict_ = verdict;
  }
  void say(std::string rule, std::string because, std::string next_step, Effect effect = Effect::note) {
    findings_.push_back({std::move(rule), std::move(because), std::move(next_step), effect});
  }

  template <class Search>
  void add(const Search& found, std::string_view name) {
    weigh(verdict_of(found));
    if (!found.course.given_up.empty())
      say("trials-given-up",
          fmt::format("{}: {} trials couldn't be measured; the last: {}", name, found.course.given_up.size(),
                      found.course.given_up.back().reply.not_measured),
          "mend what it says, or slow it down with --learning-rate",
          verdict_of(found) == Verdict::not_measured ? Effect::voids : Effect::note);
  }

  void add_loads(const std::vector<SizeThroughput>& all, std::string_view name, bool must_come) {
    for (const SizeThroughput& found : all) {
      weigh(of_group(found, must_come));
      if (of_group(found, must_come) == Verdict::fail)
        say("nothing-passes", fmt::format("{}: no load passed at {} bytes", name, found.size.count),
            "see pktgen sweep at a low load: it says what is lost, and where", Effect::fails);
      if (!found.course.given_up.empty())
        say("trials-given-up",
            fmt::format("{}: {} trials couldn't be measured: {}", name, found.course.given_up.size(),
                        found.course.given_up.back().reply.not_measured),
            "see pktgen doctor for what keeps the tester from its work",
            of_group(found, must_come) == Verdict::not_measured ? Effect::voids : Effect::note);
    }
  }

  void add_vlans(const SwitchAnswers& answers) {
    if (!answers.vlan) return;
    weigh(verdict_of(*answers.vlan));
    for (const VlanCount& count : answers.vlan->counts)
      if (count.leaked > 0)
        say("vlan-leak",
            fmt::format("{}: {} of {} frames of VLAN {} came, though it was said to be isolated ({})",
                        name_of(count.direction), thousands(count.leaked), thousands(count.sent), count.vlan,
                        count.leaked_kinds),
            "look at the ports' VLAN memberships and ingress filtering; if they are right, the switch leaks",
            Effect::fails);
    if (!answers.vlan->not_measured.empty())
      say("vlans-not-measured", answers.vlan->not_measured, "let the frames come that must, then try again",
          Effect::voids);
  }

  RunVerdict end(bool interrupted) {
    RunVerdict run{.verdict = verdict_.value_or(Verdict::not_measured), .findings = std::move(findings_)};
    if (interrupted && run.verdict == Verdict::pass) run.verdict = Verdict::not_measured;
    return run;
  }

 private:
  std::optional<Verdict> verdict_;
  std::vector<Finding> findings_;
};

bool has(const SwitchAnswers& answers, std::string_view test) {
  return std::ranges::find(answers.asked, test) != answers.asked.end();
}

void add_notes(const SwitchAnswers& answers, SwitchJudge& judge) {
  for (const ForwardingOfWay& way : answers.mode)
    if (way.fit.mode == ForwardingMode::not_told)
      judge.say("mode-not-told", fmt::format("{}: {}", name_of(way.direction), way.fit.why_not),
                way.fit.why_not.starts_with("what the tester")
                    ? "put a cable in the switch's place, run --tests mode, and give what it says with "
                      "--tester-slope"
                    : "send more frames with --search-duration, or other --sizes");
  if (has(answers, "vlan") && answers.isolated_vlans.empty())
    judge.say("vlans-not-measured", "no VLAN was named that must not reach from one port to the other",
              "name some with --isolated-vlans");
  if (answers.ageing && !answers.ageing->answer.forgotten && !answers.ageing->heard.empty())
    judge.say(
        "ageing-beyond",
        fmt::format("addresses were still known after {}", print_time(answers.ageing->answer.remembered)),
        "look for longer with --longest-ageing");
  if (answers.ageing && answers.ageing->answer.contradicts_itself)
    judge.say("ageing-contradicts-itself", "a trial knew addresses that one before had forgotten sooner",
              "see whether something else speaks at the ports, or the table is full");
  std::string names;
  for (const OutOfReach& one : out_of_reach())
    names += fmt::format("{}{}", names.empty() ? "" : ", ", one.name);
  judge.say("needs-more-ports", fmt::format("not measured, for two ports of a NIC can't: {}", names),
            "see the table for what each needs");
}

void add_nothing_learned(const SwitchAnswers& answers, SwitchJudge& judge) {
  std::vector<std::string_view> tests;
  const auto look = [&](const auto& found, std::string_view name) {
    if (found && verdict_of(*found) == Verdict::fail) tests.push_back(name);
  };
  look(answers.ageing, "ageing");
  look(answers.capacity, "capacity");
  look(answers.learning_rate, "learning-rate");
  if (tests.empty()) return;
  judge.say(
      "nothing-learned",
      join(tests, ", ") + ": frames to addresses that were shown at the same port came through all the same",
      "see whether a switch that learns lies between the ports, and whether its table is full",
      Effect::fails);
}

}  // namespace

const std::vector<OutOfReach>& out_of_reach() {
  static const std::vector<OutOfReach> all{
      {"fully meshed", "5.1", "4 ports: with two it is forwarding both ways"},
      {"one-to-many, many-to-one", "5.2", "3 ports"},
      {"fully meshed over two devices", "5.3", "4 ports and a second switch"},
      {"partially meshed", "5.4", "4 ports"},
      {"congestion, head-of-line blocking", "5.5", "4 ports"},
      {"forward pressure", "5.6.3.2", "a port with gaps of 11 bytes; NICs keep 12"},
      {"errored frames", "5.9", "a port that sends damaged frames; NICs mend them"},
  };
  return all;
}

Verdict verdict_of(const AddressSearch<AddressCapacity>& found) {
  const AddressCapacity::Answer& answer = found.answer;
  if (found.course.ended != Ended::complete) return Verdict::not_measured;
  if (answer.is_exact || answer.reached_most) return Verdict::pass;
  return answer.lowest_failed && !answer.capacity && !answer.lowest_unmeasured ? Verdict::fail
                                                                               : Verdict::not_measured;
}

Verdict verdict_of(const AddressSearch<LearningRate>& found) {
  const LearningRate::Answer& answer = found.answer;
  if (found.course.ended != Ended::complete) return Verdict::not_measured;
  if (answer.is_within_precision) return Verdict::pass;
  return !answer.rate && answer.lowest_failed == found.goal.least ? Verdict::fail : Verdict::not_measured;
}

Verdict verdict_of(const AddressSearch<AgeingTime>& found) {
  const AgeingTime::Answer& answer = found.answer;
  if (found.course.ended != Ended::complete || !found.course.given_up.empty()) return Verdict::not_measured;
  if (answer.is_within_resolution)
    return answer.remembered == Nanoseconds::zero() ? Verdict::fail : Verdict::pass;
  return answer.remembered == found.goal.longest ? Verdict::pass : Verdict::not_measured;
}

Verdict verdict_of(const VlanCounts& seen) {
  const auto leaks = [](const VlanCount& count) { return count.leaked > 0; };
  if (std::ranges::any_of(seen.counts, leaks)) return Verdict::fail;
  return seen.not_measured.empty() ? Verdict::pass : Verdict::not_measured;
}

Verdict verdict_of(const ForwardingFit& fit) {
  return fit.mode == ForwardingMode::not_told ? Verdict::not_measured : Verdict::pass;
}

Verdict of_group(const SizeThroughput& found, bool must_come) {
  const Verdict verdict = verdict_of(found);
  return verdict == Verdict::fail && !must_come ? Verdict::pass : verdict;
}

RunVerdict judge_switch(const SwitchAnswers& answers, bool interrupted) {
  SwitchJudge judge;
  judge.add_loads(answers.forwarding, "forwarding", true);
  judge.add_loads(answers.broadcast, "broadcast", true);
  judge.add_loads(answers.multicast, "multicast", false);
  judge.add_vlans(answers);
  if (answers.ageing) judge.add(*answers.ageing, "ageing");
  if (answers.capacity) judge.add(*answers.capacity, "capacity");
  if (answers.learning_rate) judge.add(*answers.learning_rate, "learning rate");
  add_nothing_learned(answers, judge);
  if (answers.asked == std::vector<std::string>{"mode"} && !answers.mode.empty())
    judge.weigh(verdict_of(answers.mode.front().fit));  // nothing else was asked
  add_notes(answers, judge);
  return judge.end(interrupted);
}

}  // namespace pktgen

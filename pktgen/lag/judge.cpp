#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "base/text.h"
#include "lag/lag_answers.h"
#include "plan/lag_values.h"
#include "verdict/wording.h"

namespace pktgen {
namespace {

class LagJudge {
 public:
  void weigh(Verdict verdict) {
    if (!verdict_ || verdict == Verdict::fail || *verdict_ == Verdict::pass) verdict_ = verdict;
  }
  void say(std::string rule, std::string because, std::string next_step, Effect effect = Effect::note) {
    findings_.push_back({std::move(rule), std::move(because), std::move(next_step), effect});
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

std::string fields_text(const LagPlacement& placement) {
  return fmt::format("{} {}", placement.is_random ? "random" : "sequential", print_fields(placement.fields));
}

std::string evenness(const Distribution& seen) {
  return fmt::format(
      "the fullest member has {:.1f} % of {}, imbalance {:.2f}, chi-square {:.2f} where a fair "
      "hash stays below {:.2f} 99 times of 100",
      seen.largest_share * 100, thousands(seen.flows) + " flows", seen.imbalance, seen.chi2,
      seen.critical_chi2);
}

void judge_capacity(const LagAnswers& answers, LagJudge& judge) {
  if (!answers.capacity) return;
  const LagCapacity& capacity = *answers.capacity;
  judge.weigh(verdict_of(capacity));
  for (const FlowsThroughput* const found : {&capacity.one, &capacity.all})
    if (!found->not_measured.empty())
      judge.say("capacity-not-measured", fmt::format("{} flows: {}", found->flows, found->not_measured),
                "see pktgen doctor for what keeps the tester from its work", Effect::voids);
  if (capacity.is_limited_by_port())
    judge.say(
        "port-no-faster-than-a-flow",
        fmt::format("one flow passes at the port's own {}, so what more the LAG carries can't be seen",
                    rate_text(capacity.line_rate)),
        "use a port faster than a member, or members set to a lower speed; round robin of one flow looks "
        "the same, see --policy");
}

void judge_distribution(const LagAnswers& answers, LagJudge& judge) {
  const auto look = [&](const Distribution& seen, std::string_view from, Verdict verdict) {
    judge.weigh(verdict);
    if (verdict == Verdict::fail && seen.is_polarised())
      judge.say("polarised", fmt::format("{}: {}", from, evenness(seen)),
                "let the hash look at more fields of the traffic, or choose another policy", Effect::fails);
    else if (verdict == Verdict::fail)
      judge.say(
          "uneven-distribution", fmt::format("{}: {}", from, evenness(seen)),
          "see --tests fields for what the hash looks at; a number of members that isn't a power of two "
          "is uneven on many switches",
          Effect::fails);
  };
  if (answers.distribution) {
    const LagPlacement& placed = *answers.distribution;
    if (placed.distribution) look(*placed.distribution, fields_text(placed), verdict_of(placed));
    else judge.weigh(Verdict::not_measured);
    if (!placed.placement.not_measured().empty())
      judge.say("distribution-not-measured", placed.placement.not_measured(),
                "read the members' counters of the device and give them with --member-counts", Effect::voids);
    if (placed.placement.contradictions() > 0) {
      judge.weigh(Verdict::fail);
      judge.say("flows-change-members",
                fmt::format("{} times a flow lost frames beside a second overloaded member",
                            thousands(placed.placement.contradictions())),
                "a LAG must keep a flow on its member; see whether it rebalances (dynamic or adaptive load "
                "balancing), or something else loses frames",
                Effect::fails);
    }
  }
  if (answers.counted) look(*answers.counted, "the device's counters", verdict_of(*answers.counted));
}

void judge_fields(const LagAnswers& answers, LagJudge& judge) {
  bool any_in_hash = false, any_measured = false;
  for (const LagPlacement& field : answers.fields) {
    const FieldRole role = role_of(field);
    any_in_hash = any_in_hash || role == FieldRole::in_hash || role == FieldRole::polarised;
    any_measured = any_measured || role != FieldRole::not_measured;
    judge.weigh(role == FieldRole::not_measured ? Verdict::not_measured
                : role == FieldRole::polarised  ? Verdict::fail
                                                : Verdict::pass);
    if (role == FieldRole::polarised)
      judge.say("polarised", fmt::format("{}: {}", fields_text(field), evenness(*field.distribution)),
                "such values nearly all go to one member; see whether others do", Effect::fails);
    if (role == FieldRole::in_hash && !field.distribution->is_even())
      judge.say("uneven-field", fmt::format("{}: {}", fields_text(field), evenness(*field.distribution)),
                "traffic that differs in this field alone, with such values, uses the LAG unevenly");
    if (role == FieldRole::not_measured)
      judge.say("field-not-measured",
                fmt::format("{}: {}", fields_text(field), field.placement.not_measured()),
                "see the first of them", Effect::voids);
  }
  if (any_measured && !any_in_hash) {
    judge.weigh(Verdict::fail);
    judge.say("nothing-is-hashed", "no field that was varied moved a flow to another member",
              "see whether there is a LAG with more than one member up, and other --fields", Effect::fails);
  }
}

void judge_order(const LagAnswers& answers, LagJudge& judge) {
  for (const LagOrder& order : answers.reordering) {
    const Verdict verdict = verdict_of(order, answers.is_round_robin);
    judge.weigh(verdict);
    if (!order.not_measured.empty())
      judge.say("reordering-not-measured", fmt::format("{} flows: {}", order.flows, order.not_measured),
                "see pktgen doctor for what keeps the tester from its work", Effect::voids);
    if (verdict == Verdict::fail)
      judge.say("reordered-within-a-flow",
                fmt::format("{} of {} frames came behind a later one of their flow, in {} of {} flows",
                            thousands(order.seen.reordered), thousands(order.seen.arrivals),
                            thousands(order.reordered_flows), thousands(order.flows)),
                "a LAG that hashes keeps a flow on one member: see whether it sprays or rebalances; say "
                "--policy round-robin if that is meant",
                Effect::fails);
    const std::uint64_t by_three = order.seen.n_reordered[2];
    if (answers.is_round_robin && by_three > 0)
      judge.say(
          "tcp-takes-it-for-loss",
          fmt::format("{} of {} frames are 3-reordered: TCP with three duplicate acknowledgements sends "
                      "them again and slows down",
                      thousands(by_three), thousands(order.seen.arrivals)),
          "make the members' paths equally long, or hash flows");
  }
}

void judge_failover(const LagAnswers& answers, LagJudge& judge) {
  if (!answers.failover) return;
  const LagFailover& seen = *answers.failover;
  judge.weigh(verdict_of(seen, answers.longest_outage));
  if (!seen.not_measured.empty())
    judge.say("failover-not-measured", seen.not_measured,
              "see pktgen doctor for what keeps the tester from its work", Effect::voids);
  for (const EventCommand& command : seen.commands)
    if (!command.trouble.empty())
      judge.say("command-failed", fmt::format("--{}: {}", command.name, command.trouble),
                "try the command by hand; it is run without a shell", Effect::voids);
  std::uint64_t gone = 0;
  for (const LagOutage& outage : seen.outages) {
    gone += outage.flows_that_never_came_back;
    if (answers.longest_outage && outage.longest > *answers.longest_outage)
      judge.say("outage-too-long",
                fmt::format("at {} s a flow was silent for {} s, {} s are accepted", seconds_text(outage.at),
                            seconds_text(outage.longest), seconds_text(*answers.longest_outage)),
                "look at miimon, LACP's rate and the detection of links on both sides", Effect::fails);
  }
  if (gone > 0)
    judge.say("flows-never-came-back",
              fmt::format("{} flows lost all frames to the end of sending: nothing took their member over",
                          thousands(gone)),
              "send for longer with --duration, or see why the LAG keeps using a member that is down",
              Effect::fails);
  if (seen.not_measured.empty() && seen.outages.empty())
    judge.say("no-outage", "no frame was lost in the failover test",
              "make sure that a member that carried flows was taken away while frames were sent");
}

}  // namespace

std::string_view name_of(FieldRole role) {
  switch (role) {
    case FieldRole::not_in_hash:
      return "not_in_hash";
    case FieldRole::in_hash:
      return "in_hash";
    case FieldRole::polarised:
      return "polarised";
    case FieldRole::not_measured:
      return "not_measured";
  }
  return "?";
}

FieldRole role_of(const LagPlacement& placement) {
  if (!placement.distribution) return FieldRole::not_measured;
  if (placement.placement.members() == 1) return FieldRole::not_in_hash;
  return placement.distribution->is_polarised() ? FieldRole::polarised : FieldRole::in_hash;
}

std::optional<double> largest_share(const LagAnswers& answers) {
  if (!answers.capacity || !answers.member_rate || answers.capacity->is_limited_by_port()) return {};
  const auto& all = answers.capacity->all.throughput;
  if (!all || all->count <= 0) return {};
  return std::min(1.0, answers.member_rate->count / all->count);
}

Verdict verdict_of(const LagPlacement& distribution) {
  if (!distribution.distribution) return Verdict::not_measured;
  return distribution.distribution->is_even() ? Verdict::pass : Verdict::fail;
}

Verdict verdict_of(const Distribution& counted) { return counted.is_even() ? Verdict::pass : Verdict::fail; }

Verdict verdict_of(const LagCapacity& capacity) {
  const bool is_known = capacity.one.throughput && capacity.all.throughput && !capacity.is_limited_by_port();
  return is_known ? Verdict::pass : Verdict::not_measured;
}

Verdict verdict_of(const LagOrder& order, bool is_round_robin) {
  if (!order.not_measured.empty()) return Verdict::not_measured;
  return order.seen.reordered > 0 && !is_round_robin ? Verdict::fail : Verdict::pass;
}

Verdict verdict_of(const LagFailover& failover, std::optional<Nanoseconds> longest) {
  const bool has_trouble = std::ranges::any_of(
      failover.commands, [](const EventCommand& command) { return !command.trouble.empty(); });
  if (!failover.not_measured.empty() || has_trouble) return Verdict::not_measured;
  const bool fell_short = std::ranges::any_of(failover.outages, [&](const LagOutage& outage) {
    return outage.flows_that_never_came_back > 0 || (longest && outage.longest > *longest);
  });
  return fell_short ? Verdict::fail : Verdict::pass;
}

RunVerdict judge_lag(const LagAnswers& answers, bool interrupted) {
  LagJudge judge;
  judge_capacity(answers, judge);
  judge_distribution(answers, judge);
  judge_fields(answers, judge);
  judge_order(answers, judge);
  judge_failover(answers, judge);
  if (answers.predicted && answers.predicted->agreeing && answers.distribution) {
    if (*answers.predicted->agreeing < answers.flows)
      judge.say("not-as-predicted",
                fmt::format("{} of {} flows lie on the members that {} would choose",
                            thousands(*answers.predicted->agreeing), thousands(answers.flows),
                            name_of(answers.predicted->policy)),
                "the device hashes something else, or in another order");
  }
  if (answers.distribution || answers.capacity)
    if (!answers.counted)
      judge.say("no-member-counters",
                "what each member carried can't be seen from port b; shares are inferred from losses",
                "read the device's counters and give them with --member-counts");
  return judge.end(interrupted);
}

}  // namespace pktgen

#include "search/size_verdict.h"

#include <algorithm>
#include <fmt/format.h>

#include "verdict/wording.h"

namespace pktgen {
namespace {

std::string bytes_text(FrameBytes size) { return fmt::format("{} bytes", size.count); }

/// Whether a load that couldn't be measured leaves the answer open: none at or below it has failed.
bool is_open(const Throughput::Answer& answer) {
  if (!answer.lowest_unmeasured) return false;
  return !answer.lowest_failed || *answer.lowest_failed > *answer.lowest_unmeasured;
}

class Judge {
 public:
  explicit Judge(bool interrupted) : interrupted_(interrupted) {}

  template <class Result>
  void add(const Result& found) {
    weigh(verdict_of(found));
    given_up_ = verdict_of(found) == Verdict::not_measured ? Effect::voids : Effect::note;
    size_ = bytes_text(found.size);
    if (found.direction != "both" && !found.direction.empty()) size_ += ", " + found.direction;
    add_given_up(found.course);
    add_unfinished(found.course);
    if constexpr (requires { found.fell_short; }) add_fell_short(found.fell_short);
    if constexpr (requires { found.answer.inversions; }) add_holes(found.answer.inversions);
    add_own(found);
  }

  RunVerdict end(const SearchManner& manner) {
    RunVerdict run{.verdict = verdict_.value_or(Verdict::not_measured), .findings = std::move(findings_)};
    if (manner.interrupted && run.verdict == Verdict::pass) run.verdict = Verdict::not_measured;
    if (!unbuffered_.empty())
      run.findings.push_back(
          {"nothing-to-buffer",
           unbuffered_ +
               " bytes: line rate passes without loss, so no burst is too long (RFC 9004 section 5)",
           "nothing; a buffer shows where something is slower than its input", Effect::note});
    if (!manner.unlike_rfc2544.empty())
      run.findings.push_back(
          {"not-rfc2544", manner.unlike_rfc2544,
           "leave out --quick, --duration, --stable and --repetitions for a result that can be quoted",
           Effect::note});
    if (accepts_loss_)
      run.findings.push_back({"loss-accepted", "loss was accepted, so this isn't the throughput of RFC 2544",
                              "leave out --accepted-loss for that", Effect::note});
    return run;
  }

 private:
  void weigh(Verdict verdict) {
    if (!verdict_ || verdict == Verdict::fail || *verdict_ == Verdict::pass) verdict_ = verdict;
  }

  void add_holes(const std::vector<Inversion>& holes) {
    if (holes.empty()) return;
    findings_.push_back(
        {"not-monotonic",
         fmt::format("{}: {} failed although {} passed", size_, rate_text(holes.front().failed),
                     rate_text(holes.front().passed)),
         "look at that load alone: pktgen sweep --load; a bisection says little of such a device",
         Effect::note});
  }

  void add_given_up(const Course& course) {
    if (course.given_up.empty()) return;
    const Heard& first = course.given_up.front();
    findings_.push_back(
        {"trials-given-up",
         fmt::format("{}: {} couldn't be measured ({}), {} trials in all", size_,
                     rate_text(first.question.load), first.reply.not_measured, course.given_up.size()),
         "run pktgen sweep at that load, which says why; then lower what else the host does", given_up_});
  }

  void add_unfinished(const Course& course) {
    if (course.ended == Ended::complete || interrupted_) return;
    findings_.push_back({"search-unfinished",
                         fmt::format("{}: ended after {} trials, {}", size_, course.trials,
                                     course.ended == Ended::time_used_up ? "for its time was used up"
                                                                         : "for there were enough"),
                         "give it more time, or a coarser --precision", Effect::voids});
  }

  void add_fell_short(const std::optional<Heard>& trial) {
    if (!trial) return;
    findings_.push_back({"trials-fell-short",
                         fmt::format("{}: {} failed, whatever was lost ({})", size_,
                                     rate_text(trial->question.load), trial->reply.fell_short),
                         "run pktgen sweep at that load, which says what it was", Effect::note});
  }

  void add_own(const SizeThroughput& found) {
    accepts_loss_ = accepts_loss_ || found.goal.accepted_loss_ratio > 0;
    if (verdict_of(found) == Verdict::fail) add_nothing_passes();
  }

  void add_own(const SizeLatency& found) {
    std::uint64_t lost = 0;
    for (const LatencyAtLoad& point : found.points) lost += point.lost;
    if (lost > 0)
      findings_.push_back(
          {"lost-at-throughput",
           fmt::format("{}: {} lost in trials at the throughput and below", size_, frames_text(lost)),
           "rare loss needs longer trials to be seen: a longer --duration, or pktgen mlr", Effect::note});
  }

  void add_own(const SizeLoss&) {}

  void add_own(const SizeBurst& found) {
    if (!found.answer.is_applicable)
      unbuffered_ += fmt::format("{}{}", unbuffered_.empty() ? "" : ", ", found.size.count);
    if (found.answer.reached_limit)
      findings_.push_back({"burst-at-the-limit",
                           fmt::format("{}: a burst of {} frames lost nothing", size_,
                                       thousands(found.goal.max_burst_frames)),
                           "ask for more with --longest-burst, up to 30s", Effect::voids});
    if (found.answer.unmeasured > 0 && !found.answer.bursts.empty())
      findings_.push_back({"repetitions-missing",
                           fmt::format("{}: {} of {} repetitions couldn't be measured", size_,
                                       found.answer.unmeasured, found.goal.repetitions),
                           "lower what else the host does", Effect::note});
  }

  void add_own(const SizeMlr& found) {
    if (verdict_of(found) == Verdict::fail) add_nothing_passes();
    for (const Mlr::GoalAnswer& answer : found.answer.goals) add_holes(answer.inversions);
  }

  void add_nothing_passes() {
    findings_.push_back({"nothing-passes", size_ + ": no load passed, down to the precision",
                         "see pktgen sweep at a low load: it says what is lost, and where", Effect::fails});
  }

  bool interrupted_;
  bool accepts_loss_ = false;
  std::string size_, unbuffered_;
  Effect given_up_ = Effect::note;
  std::optional<Verdict> verdict_;
  std::vector<Finding> findings_;
};

}  // namespace

Verdict verdict_of(const SizeThroughput& found) {
  const Throughput::Answer& answer = found.answer;
  if (found.course.ended != Ended::complete || is_open(answer)) return Verdict::not_measured;
  if (!answer.throughput) return answer.lowest_failed ? Verdict::fail : Verdict::not_measured;
  return answer.is_within_precision ? Verdict::pass : Verdict::not_measured;
}

Verdict verdict_of(const SizeLatency& found) {
  const bool is_whole =
      found.course.ended == Ended::complete && found.course.given_up.empty() && !found.points.empty() &&
      std::ranges::all_of(found.points, [](const LatencyAtLoad& p) { return p.latency.has_value(); });
  return is_whole ? Verdict::pass : Verdict::not_measured;
}

Verdict verdict_of(const SizeLoss& found) {
  return found.course.ended == Ended::complete && found.course.given_up.empty() ? Verdict::pass
                                                                                : Verdict::not_measured;
}

Verdict verdict_of(const SizeBurst& found) {
  if (!found.answer.is_applicable) return Verdict::pass;
  return found.course.ended == Ended::complete && found.answer.mean_frames ? Verdict::pass
                                                                           : Verdict::not_measured;
}

Verdict verdict_of(const SizeMlr& found) {
  using enum Mlr::Irregular;
  const auto is_any = [&](auto... wanted) {
    return std::ranges::any_of(
        found.answer.goals, [&](const Mlr::GoalAnswer& goal) { return ((goal.irregular == wanted) || ...); });
  };
  if (found.answer.goals.empty() || is_any(not_measured, unfinished)) return Verdict::not_measured;
  return is_any(min_is_upper_bound) ? Verdict::fail : Verdict::pass;
}

RunVerdict judge_searches(const SearchAnswers& answers, const SearchManner& manner) {
  Judge judge(manner.interrupted);
  for (const auto& found : answers.throughput) judge.add(found);
  for (const auto& found : answers.latency) judge.add(found);
  for (const auto& found : answers.loss) judge.add(found);
  for (const auto& found : answers.burst) judge.add(found);
  for (const auto& found : answers.mlr) judge.add(found);
  return judge.end(manner);
}

}  // namespace pktgen

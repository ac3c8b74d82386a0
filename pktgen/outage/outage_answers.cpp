#include "outage/outage_answers.h"

#include <algorithm>
#include <fmt/format.h>

#include "verdict/wording.h"

namespace pktgen {
namespace {

std::string size_of(FrameBytes size) { return fmt::format("{} bytes", size.count); }

class OutageJudge {
 public:
  explicit OutageJudge(const OutageAnswers& answers) : answers_(answers) {}

  template <class Found>
  void add(const Found& found) {
    const Verdict verdict = verdict_of(found, answers_.limit);
    if (!verdict_ || verdict == Verdict::fail || *verdict_ == Verdict::pass) verdict_ = verdict;
    if (!found.course.given_up.empty())
      say("trials-given-up",
          fmt::format("{}: {} of {} repetitions couldn't be measured; the last: {}", size_of(found.size),
                      found.course.given_up.size(), found.goal.repetitions,
                      found.course.given_up.back().reply.not_measured),
          "mend what it says, then run it again", Effect::voids);
    if (found.answer.max && answers_.limit && *found.answer.max > *answers_.limit)
      say("slower-than-the-limit",
          fmt::format("{}: {} ns, where {} ns are allowed", size_of(found.size),
                      thousands(static_cast<std::uint64_t>(found.answer.max->count())),
                      thousands(static_cast<std::uint64_t>(answers_.limit->count()))),
          "read the device's log for that time", Effect::fails);
    add_own(found);
  }

  RunVerdict end(bool interrupted) {
    RunVerdict run{.verdict = verdict_.value_or(Verdict::not_measured), .findings = std::move(findings_)};
    if (interrupted && run.verdict == Verdict::pass) run.verdict = Verdict::not_measured;
    if (!not_applicable_.empty())
      run.findings.push_back({"nothing-to-recover-from",
                              not_applicable_ +
                                  " bytes: line rate passes without loss, so nothing overloads the device: "
                                  "recovery (RFC 2544 section 26.5) is not applicable",
                              "nothing; a device recovers where it is slower than its input", Effect::note});
    return run;
  }

 private:
  void say(std::string rule, std::string because, std::string next_step, Effect effect) {
    findings_.push_back({std::move(rule), std::move(because), std::move(next_step), effect});
  }

  void add_own(const SizeRecovery& found) {
    const Recovery::Answer& answer = found.answer;
    const std::string size = size_of(found.size);
    if (!answer.is_applicable)
      not_applicable_ += fmt::format("{}{}", not_applicable_.empty() ? "" : ", ", found.size.count);
    if (answer.without_loss > 0)
      say("no-loss-under-overload",
          fmt::format("{}: in {} of {} repetitions {} lost nothing, so there was nothing to recover from",
                      size, answer.without_loss, found.goal.repetitions, rate_text(answer.overload)),
          "the throughput is higher than was said, or a buffer held the overload: a longer --duration",
          Effect::note);
    if (answer.not_over > 0)
      say("not-recovered",
          fmt::format(
              "{}: in {} of {} repetitions frames were still lost at the end of {} s of half the load", size,
              answer.not_over, found.goal.repetitions, seconds_text(found.goal.relief_for)),
          "give it longer with --relief", Effect::voids);
    for (const Outage& one : answer.measured) {
      const double all =
          static_cast<double>(one.lasted.count()) / static_cast<double>(answer.resolution.count());
      if (one.lost == 0 || static_cast<double>(one.lost) * 2 >= all) continue;
      say("loss-here-and-there",
          fmt::format(
              "{}: {} were lost in the {} s after the step, fewer than half of those sent: the last of "
              "them needn't be of the overload",
              size, frames_text(one.lost), seconds_text(one.lasted)),
          "see pktgen sweep at half of the load: a device that loses there too has another fault",
          Effect::note);
      break;
    }
  }

  void add_own(const SizeReset& found) {
    std::uint64_t outside = 0;
    for (const Reset::Figure& reset : found.answer.resets) {
      outside += reset.lost_outside;
      if (reset.most_in_a_direction > 1) say_several(reset);
    }
    const bool some_down = std::ranges::any_of(found.answer.resets, [](const auto& r) { return !r.by_loss; });
    if (some_down)
      say("link-went-down",
          "a link of ours went down with the device, so nobody knows which frames were offered: only the "
          "timestamp method of RFC 6201 counts",
          "nothing; a device whose links stay up is measured by both methods", Effect::note);
    if (outside > 0)
      say("loss-outside",
          fmt::format("{} were lost apart from the interruptions; they are in no figure",
                      frames_text(outside)),
          "see pktgen sweep at that load: it says what is lost without a reset", Effect::note);
  }

  void say_several(const Reset::Figure& reset) {
    std::string each;
    for (const Outage& one : reset.outages)
      each += fmt::format("{}{} for {} s from {} s", each.empty() ? "" : ", ", one.direction,
                          seconds_text(one.lasted), seconds_text(one.at));
    say("several-interruptions",
        fmt::format("one reset, {} interruptions: {}; by timestamps it is told from the first's begin to the "
                    "last's end, by loss without the time between",
                    reset.outages.size(), each),
        "read the device's log: links, spanning tree and routing come up at different times", Effect::note);
  }

  const OutageAnswers& answers_;
  std::optional<Verdict> verdict_{};
  std::string not_applicable_{};
  std::vector<Finding> findings_{};
};

bool is_above(const std::optional<Nanoseconds>& time, const std::optional<Nanoseconds>& limit) {
  return time && limit && *time > *limit;
}

}  // namespace

Verdict verdict_of(const SizeRecovery& found, const std::optional<Nanoseconds>& limit) {
  const Recovery::Answer& answer = found.answer;
  const bool is_whole = found.course.ended == Ended::complete && answer.unmeasured == 0;
  if (!answer.is_applicable) return Verdict::pass;
  const auto at_least = answer.not_over > 0 ? std::optional(found.goal.relief_for * 9 / 10) : std::nullopt;
  if (is_above(answer.max, limit) || is_above(at_least, limit)) return Verdict::fail;
  return is_whole && answer.not_over == 0 ? Verdict::pass : Verdict::not_measured;
}

Verdict verdict_of(const SizeReset& found, const std::optional<Nanoseconds>& limit) {
  if (is_above(found.answer.max, limit)) return Verdict::fail;
  const bool is_whole = found.course.ended == Ended::complete && found.answer.unmeasured == 0;
  return is_whole ? Verdict::pass : Verdict::not_measured;
}

RunVerdict judge_outages(const OutageAnswers& answers, bool interrupted) {
  OutageJudge judge(answers);
  for (const SizeRecovery& found : answers.recovery) judge.add(found);
  for (const SizeReset& found : answers.reset) judge.add(found);
  return judge.end(interrupted);
}

}  // namespace pktgen

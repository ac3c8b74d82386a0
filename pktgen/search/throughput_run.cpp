#include "search/throughput_run.h"

#include <algorithm>
#include <fmt/format.h>

#include "verdict/wording.h"

namespace pktgen {
namespace {

std::string bytes_text(FrameBytes size) { return fmt::format("{} bytes", size.count); }

void add_holes(const SizeThroughput& found, std::vector<Finding>& findings) {
  if (found.answer.inversions.empty()) return;
  const Inversion& first = found.answer.inversions.front();
  findings.push_back(
      {"not-monotonic",
       fmt::format("{}: {} failed although {} passed", bytes_text(found.size), rate_text(first.failed),
                   rate_text(first.passed)),
       "look at that load alone: pktgen sweep --load; a bisection says little of such a device",
       Effect::note});
}

void add_given_up(const SizeThroughput& found, std::vector<Finding>& findings) {
  if (found.course.given_up.empty()) return;
  const Heard& first = found.course.given_up.front();
  findings.push_back(
      {"trials-given-up",
       fmt::format("{}: {} couldn't be measured ({}), {} loads in all", bytes_text(found.size),
                   rate_text(first.question.load), first.reply.not_measured, found.course.given_up.size()),
       "run pktgen sweep at that load, which says why; then lower what else the host does",
       verdict_of(found) == Verdict::not_measured ? Effect::voids : Effect::note});
}

/// Whether a load that couldn't be measured leaves the answer open: none at or below it has failed.
bool is_open(const Throughput::Answer& answer) {
  if (!answer.lowest_unmeasured) return false;
  return !answer.lowest_failed || *answer.lowest_failed > *answer.lowest_unmeasured;
}

void add_fell_short(const SizeThroughput& found, std::vector<Finding>& findings) {
  if (!found.fell_short) return;
  const Heard& trial = *found.fell_short;
  findings.push_back({"trials-fell-short",
                      fmt::format("{}: {} failed, whatever was lost ({})", bytes_text(found.size),
                                  rate_text(trial.question.load), trial.reply.fell_short),
                      "run pktgen sweep at that load, which says what it was", Effect::note});
}

void add_unfinished(const SizeThroughput& found, bool interrupted, std::vector<Finding>& findings) {
  if (found.course.ended == Ended::complete || interrupted) return;
  findings.push_back(
      {"search-unfinished",
       fmt::format(
           "{}: ended after {} trials, {}", bytes_text(found.size), found.course.trials,
           found.course.ended == Ended::time_used_up ? "for its time was used up" : "for there were enough"),
       "give it more time, or a coarser --precision", Effect::voids});
}

}  // namespace

std::optional<Heard> lowest_short(std::span<const Heard> heard) {
  std::optional<Heard> lowest;
  for (const Heard& trial : heard)
    if (!trial.reply.fell_short.empty() && (!lowest || trial.question.load < lowest->question.load))
      lowest = trial;
  return lowest;
}

Verdict verdict_of(const SizeThroughput& found) {
  const Throughput::Answer& answer = found.answer;
  if (found.course.ended != Ended::complete || is_open(answer)) return Verdict::not_measured;
  if (!answer.throughput) return answer.lowest_failed ? Verdict::fail : Verdict::not_measured;
  return answer.is_within_precision ? Verdict::pass : Verdict::not_measured;
}

RunVerdict judge_throughput(std::span<const SizeThroughput> sizes, const ThroughputManner& manner) {
  RunVerdict run{.verdict = sizes.empty() ? Verdict::not_measured : Verdict::pass, .findings = {}};
  bool accepts_loss = false;
  for (const SizeThroughput& found : sizes) {
    const Verdict verdict = verdict_of(found);
    if (verdict == Verdict::fail) run.verdict = Verdict::fail;
    else if (verdict == Verdict::not_measured && run.verdict == Verdict::pass) run.verdict = verdict;
    accepts_loss = accepts_loss || found.goal.accepted_loss_ratio > 0;
    add_given_up(found, run.findings);
    add_fell_short(found, run.findings);
    add_unfinished(found, manner.interrupted, run.findings);
    add_holes(found, run.findings);
    if (verdict == Verdict::fail)
      run.findings.push_back(
          {"nothing-passes", fmt::format("{}: no load passed, down to the precision", bytes_text(found.size)),
           "see pktgen sweep at a low load: it says what is lost, and where", Effect::fails});
  }
  if (manner.interrupted && run.verdict == Verdict::pass) run.verdict = Verdict::not_measured;
  if (manner.is_quick)
    run.findings.push_back({"not-rfc2544", "trials were shorter than the 60 s that RFC 2544 section 24 wants",
                            "leave out --quick and --duration for a result that can be quoted",
                            Effect::note});
  if (accepts_loss)
    run.findings.push_back({"loss-accepted", "loss was accepted, so this isn't the throughput of RFC 2544",
                            "leave out --accepted-loss for that", Effect::note});
  return run;
}

}  // namespace pktgen

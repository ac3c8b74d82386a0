#include "verdict/streams_verdict.h"

#include <algorithm>
#include <fmt/format.h>

#include "verdict/wording.h"

namespace pktgen {
namespace {

bool fell_short(const StreamOutcome& stream) {
  return stream.rx && (stream.missing != 0 || stream.rx->corrupted != 0 || stream.rx->duplicated != 0 ||
                       stream.rx->surplus != 0);
}

/// Nobody counted what arrived, so nothing is held against the way.
DirectionOutcome as_if_all_came(DirectionOutcome way) {
  way.ledger = {.sent = way.tx.sent, .delivered = way.tx.sent};
  return way;
}

std::vector<Finding> findings_of_late(const StreamsOutcome& outcome, const Criteria& criteria) {
  std::vector<Finding> findings;
  for (const StreamOutcome& stream : outcome.streams) {
    if (stream.sent_late == 0) continue;
    const double percent =
        100.0 * static_cast<double>(stream.sent_late) / static_cast<double>(stream.tx.sent);
    findings.push_back({"stream-late",
                        fmt::format("{}: {} of {} were handed over more than 1 ms after they were due, {} s "
                                    "at worst",
                                    stream.name, thousands(stream.sent_late), frames_text(stream.tx.sent),
                                    seconds_text(stream.largest_lag)),
                        "keep other work off the sender's core, or lower the load",
                        percent > criteria.tolerance_percent ? Effect::voids : Effect::note});
  }
  return findings;
}

/// A direction's verdict, told of each of its streams: one that lost nothing isn't blamed for its neighbour.
Verdict verdict_of(const StreamOutcome& stream, Verdict direction, bool a_stream_fell_short) {
  if (stream.tx.due == 0) return Verdict::not_measured;
  if (direction != Verdict::fail || !a_stream_fell_short) return direction;
  return fell_short(stream) ? Verdict::fail : Verdict::pass;
}

/// A stream that wasn't due once says nothing of the link.
std::vector<Finding> findings_of_silent(const StreamsOutcome& outcome) {
  std::vector<Finding> findings;
  for (const StreamOutcome& stream : outcome.streams)
    if (stream.tx.due == 0)
      findings.push_back({"stream-never-due",
                          fmt::format("{}: no frame was due in {} s of sending", stream.name,
                                      seconds_text(outcome.sending_time)),
                          "lengthen --duration, or let the stream start earlier", Effect::note});
  return findings;
}

Verdict worse(Verdict a, Verdict b) {
  if (a == Verdict::fail || b == Verdict::fail) return Verdict::fail;
  return a == Verdict::not_measured || b == Verdict::not_measured ? Verdict::not_measured : Verdict::pass;
}

}  // namespace

StreamsVerdict judge_streams(const StreamsOutcome& outcome, FrameBytes smallest, bool is_received,
                             const Criteria& criteria) {
  StreamsVerdict judged{.run = {.verdict = Verdict::pass, .findings = findings_of_late(outcome, criteria)},
                        .of_stream = std::vector<Verdict>(outcome.streams.size())};
  for (Finding& finding : findings_of_silent(outcome)) judged.run.findings.push_back(std::move(finding));
  const bool is_late = std::ranges::any_of(
      judged.run.findings, [](const Finding& finding) { return finding.effect == Effect::voids; });
  if (outcome.total.directions.empty()) judged.run.verdict = Verdict::not_measured;
  for (const DirectionOutcome& way : outcome.total.directions) {
    TrialVerdict verdict =
        judge_trial(outcome.total, is_received ? way : as_if_all_came(way), smallest, criteria);
    if (is_late && verdict.verdict == Verdict::pass) verdict.verdict = Verdict::not_measured;
    judged.run.verdict = worse(judged.run.verdict, verdict.verdict);
    for (Finding& finding : verdict.findings) {
      finding.because = fmt::format("{}: {}", name_of(way.direction), finding.because);
      judged.run.findings.push_back(std::move(finding));
    }
    const auto is_here = [&](const StreamOutcome& s) { return s.direction == way.direction; };
    const bool one_fell_short = std::ranges::any_of(
        outcome.streams, [&](const StreamOutcome& s) { return is_here(s) && fell_short(s); });
    for (std::size_t i = 0; i < outcome.streams.size(); ++i)
      if (is_here(outcome.streams[i]))
        judged.of_stream[i] = verdict_of(outcome.streams[i], verdict.verdict, one_fell_short);
  }
  return judged;
}

}  // namespace pktgen

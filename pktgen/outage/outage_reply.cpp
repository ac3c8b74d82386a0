#include "outage/outage_reply.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "search/trial_reply.h"
#include "verdict/wording.h"

namespace pktgen {
namespace {

/// Which rules void a trial although a link was down, when nobody can send.
bool is_of_a_dead_link(const Finding& finding) {
  return finding.rule == "tester-could-not-send" || finding.rule == "tx-counter-short" ||
         finding.rule == "sender-dropped";
}

std::string unsent_text(const char* which, const StreamOutcome& stream, double tolerance_percent) {
  const double most = static_cast<double>(stream.tx.due) * tolerance_percent / 100;
  if (static_cast<double>(stream.tx.unsent()) <= most) return "";
  return fmt::format("{} of {} of the {} couldn't be sent", thousands(stream.tx.unsent()),
                     frames_text(stream.tx.due), which);
}

/// How much later the last lost frame may have been due than if all had been sent.
Nanoseconds error_of(const StreamOutcome& stream) {
  return Nanoseconds(std::llround(static_cast<double>(stream.tx.unsent()) * 1e9 / stream.load.count));
}

bool was_down(const std::vector<LinkDown>& downs, const Silence& silence) {
  return std::ranges::any_of(downs, [&](const LinkDown& down) {
    return down.at < silence.to && (!down.lasted || down.at + *down.lasted > silence.from);
  });
}

std::vector<Outage> outages_of(const StreamOutcome& stream, const std::vector<LinkDown>& downs) {
  std::vector<Outage> all;
  for (const Silence& silence : stream.silences) {
    const bool is_down = was_down(downs, silence);
    const std::uint64_t lost = silence.first_after - std::min(silence.first_after, silence.last_before + 1);
    if (lost == 0 && !is_down) continue;  // late, but nothing is missing
    all.push_back({.direction = std::string(name_of(stream.direction)),
                   .at = silence.from,
                   .lasted = silence.to - silence.from,
                   .lost = lost,
                   .link_stayed_up = !is_down});
  }
  return all;
}

/// Why what one direction saw is no measurement; empty: it is one, or it saw nothing.
std::string no_reset(const ResetTrial& trial, const StreamsOutcome& outcome, const StreamOutcome& stream,
                     const std::vector<Outage>& outages) {
  const std::string_view way = name_of(stream.direction);
  if (stream.silences_beyond > 0)
    return fmt::format("{}: more than {} interruptions", way, stream.silences.size());
  if (!outages.empty() && outages.front().at < trial.stable_for)
    return fmt::format(
        "{}: the device stopped forwarding {} s after the start; {} s without loss are wanted before a reset",
        way, seconds_text(outages.front().at), seconds_text(trial.stable_for));
  if (!outages.empty()) {
    const auto before = std::ranges::find(stream.silences, outages.front().at, &Silence::from);
    if (before->missing_before > 0)
      return fmt::format("{}: {} were lost before the reset, at a load that the device should carry", way,
                         frames_text(before->missing_before));
  }
  Nanoseconds last = stream.last_missing_due.value_or(Nanoseconds{});
  if (!outages.empty()) last = std::max(last, outages.back().at + outages.back().lasted);
  const bool is_long_ago = outcome.sending_time - last >= trial.stable_for * 9 / 10;
  if (is_long_ago || last == Nanoseconds{}) return "";
  return fmt::format("{}: the device hasn't forwarded without loss for {} s after the reset", way,
                     seconds_text(trial.stable_for));
}

/// Why nothing was seen at all.
std::string nothing_seen(const StreamsOutcome& outcome) {
  std::uint64_t missing = 0;
  for (const StreamOutcome& stream : outcome.streams) missing += stream.missing;
  if (std::ranges::any_of(outcome.total.link_downs, [](const LinkDown& down) { return !down.lasted; }))
    return "a link went down and didn't come up again";
  return fmt::format("no reset was seen in {} s: there was no time in which no frame came ({} lost)",
                     seconds_text(outcome.sending_time), frames_text(missing));
}

}  // namespace

Reply recovery_reply(const OverloadTimes& times, const StreamsOutcome& outcome,
                     const std::vector<TrialVerdict>& verdicts) {
  Reply reply = reply_to({}, outcome.total, verdicts);
  const std::size_t half = outcome.streams.size() / 2;
  Outage outage{.direction = "both", .at = times.overload_for};
  std::uint64_t lost_in_overload = 0;
  for (std::size_t i = 0; i < outcome.streams.size() && reply.is_measured(); ++i) {
    const StreamOutcome& stream = outcome.streams[i];
    reply.not_measured = unsent_text(i < half ? "overload" : "half load", stream, times.tolerance_percent);
    if (i < half) {
      lost_in_overload += stream.missing;
      continue;
    }
    outage.lost += stream.missing;
    outage.error = std::max(outage.error, stream.missing > 0 ? error_of(stream) : Nanoseconds{});
    if (stream.missing > 0 && !stream.last_missing_due)
      reply.not_measured = "which lost frame was the last can't be told, with several receive queues";
    else if (stream.missing > 0)
      outage.lasted = std::max(outage.lasted, *stream.last_missing_due - times.overload_for);
  }
  if (!reply.is_measured() || lost_in_overload == 0) return reply;
  outage.is_over = outage.lasted * 10 <= times.relief_for * 9;
  reply.outages = {outage};
  return reply;
}

Outcome without_reset(const StreamsOutcome& outcome) {
  Outcome total = outcome.total;
  total.link_downs.clear();
  total.interrupted = false;
  return total;
}

Reply reset_reply(const ResetTrial& trial, const StreamsOutcome& outcome) {
  const Outcome total = without_reset(outcome);
  std::vector<TrialVerdict> verdicts;
  for (const DirectionOutcome& way : total.directions) {
    verdicts.push_back(judge_trial(total, way, trial.size, trial.criteria));
    TrialVerdict& verdict = verdicts.back();
    if (outcome.total.link_downs.empty()) continue;
    std::erase_if(verdict.findings, is_of_a_dead_link);
    const bool is_void = std::ranges::any_of(verdict.findings, [](const Finding& finding) {
      return finding.effect == Effect::voids || finding.effect == Effect::ends;
    });
    if (!is_void && verdict.verdict == Verdict::not_measured) verdict.verdict = Verdict::fail;
  }
  Reply reply = reply_to({}, total, verdicts);
  for (const StreamOutcome& stream : outcome.streams) {
    if (!reply.is_measured()) return reply;
    const std::vector<Outage> outages = outages_of(stream, outcome.total.link_downs);
    reply.not_measured = no_reset(trial, outcome, stream, outages);
    reply.outages.insert(reply.outages.end(), outages.begin(), outages.end());
  }
  if (reply.is_measured() && reply.outages.empty()) reply.not_measured = nothing_seen(outcome);
  if (!reply.is_measured()) reply.outages.clear();
  return reply;
}

}  // namespace pktgen

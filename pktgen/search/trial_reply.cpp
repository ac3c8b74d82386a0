#include "search/trial_reply.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "base/text.h"

namespace pktgen {
namespace {

// What these see is in the counts of a reply already.
constexpr std::array<std::string_view, 4> kLossRules{"crc-errors", "corrupted-frames", "device-drops",
                                                     "device-drops-everything"};

/// Whether the device failed by `finding`, apart from what it lost.
bool falls_short(const Question& question, const Finding& finding) {
  if (finding.effect != Effect::fails && finding.effect != Effect::stands) return false;
  if (question.burst_frames != 0 && finding.rule == "delivered-too-slowly") return false;
  return std::ranges::find(kLossRules, finding.rule) == kLossRules.end();
}

bool is_void(const Finding& finding) {
  return finding.effect == Effect::voids || finding.effect == Effect::ends;
}

/// The names of the findings that `counts` takes, each once.
template <class Counts>
void add_rules(const TrialVerdict& verdict, std::vector<std::string>& names, Counts counts) {
  for (const Finding& finding : verdict.findings) {
    const bool is_new = std::ranges::find(names, finding.rule) == names.end();
    if (is_new && counts(finding)) names.push_back(finding.rule);
  }
}

}  // namespace

Trial trial_for(const Question& question, Trial each) {
  each.load = {Load::Unit::frames_per_second, question.load.count};
  each.duration = question.duration;
  each.drain = std::max(each.drain, question.drain);
  if (question.burst_frames == 0) return each;
  const double frames = static_cast<double>(question.burst_frames) + 0.5;
  each.duration = Nanoseconds{std::llround(frames * 1e9 / question.load.count)};
  return each;
}

Reply reply_to(const Question& question, const Outcome& outcome, const std::vector<TrialVerdict>& verdicts) {
  std::vector<std::string> voids, failures;
  bool is_measured = true;
  for (const TrialVerdict& verdict : verdicts) {
    is_measured = is_measured && verdict.verdict != Verdict::not_measured;
    if (verdict.verdict == Verdict::not_measured) add_rules(verdict, voids, is_void);
    else add_rules(verdict, failures, [&](const Finding& finding) { return falls_short(question, finding); });
  }
  if (!is_measured) return {.not_measured = voids.empty() ? "no verdict" : join(voids, ", ")};

  Reply reply{.fell_short = join(failures, ", ")};
  for (const DirectionOutcome& way : outcome.directions) {
    if (question.burst_frames != 0 && way.tx.sent != question.burst_frames) {
      return {.not_measured = fmt::format("a burst of {} frames was asked for, {} were sent",
                                          question.burst_frames, way.tx.sent)};
    }
    reply.offered += way.tx.sent;
    reply.lost += way.ledger.lost + way.ledger.corrupted + way.ledger.rx_crc_errors;
  }
  return reply;
}

}  // namespace pktgen

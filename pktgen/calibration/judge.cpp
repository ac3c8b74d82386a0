#include "calibration/judge.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string_view>

#include "base/text.h"
#include "verdict/wording.h"

namespace pktgen {
namespace {

// Want of speed: a lower load mends it. What else voids a trial is bad luck, or never gets better. Frames
// that come ever later have waited in our own rings; a device that is too slow runs full and loses some.
constexpr std::array<std::string_view, 7> kWantOfSpeed{
    "tester-could-not-send", "tester-could-not-receive", "tx-counter-short",    "sender-dropped",
    "receiver-refused",      "tester-pauses-peer",       "delivered-too-slowly"};

bool is_want_of_speed(const std::string& rule) {
  return std::ranges::find(kWantOfSpeed, rule) != kWantOfSpeed.end();
}

bool is_void(const Finding& finding) {
  return finding.effect == Effect::voids || finding.effect == Effect::ends;
}

void add_new(std::vector<std::string>& all, const std::string& one) {
  if (std::ranges::find(all, one) == all.end()) all.push_back(one);
}

/// What no cable does to frames, and no tester to itself.
std::vector<std::string> signs_of(const DirectionOutcome& way, const TrialVerdict& verdict,
                                  bool has_many_queues) {
  std::vector<std::string> signs;
  for (const Finding& finding : verdict.findings) {
    if (finding.effect == Effect::ends || finding.rule == "interrupted") return {};
    const bool is_of_way = finding.effect == Effect::fails || finding.effect == Effect::stands;
    // Pause frames that our own receiver sent are the tester's.
    const bool is_own = finding.rule == "peer-pauses-us" && way.receiver.tx_pause > 0;
    if (is_of_way && !is_own && !is_want_of_speed(finding.rule))
      signs.push_back(fmt::format("{}, {}", finding.rule, finding.because));
  }
  const auto add = [&](std::uint64_t count, std::string_view what) {
    if (count > 0) signs.push_back(fmt::format("{} {}", frames_text(count), what));
  };
  const Ledger& l = way.ledger;
  add(l.duplicated, "came twice");
  add(l.surplus, "carried numbers that were never sent");
  if (!has_many_queues) add(l.reordered, "came out of order");
  add(l.foreign[static_cast<std::size_t>(Foreign::stp)], "of a spanning tree came");
  for (std::string& sign : signs) sign = fmt::format("{}: {}", name_of(way.direction), sign);
  return signs;
}

}  // namespace

CableReply reply_on_cable(const Outcome& outcome, const std::vector<TrialVerdict>& verdicts,
                          bool has_many_queues) {
  CableReply said;
  std::vector<std::string> slow, useless;
  for (const TrialVerdict& verdict : verdicts)
    for (const Finding& finding : verdict.findings) {
      const bool is_slow = is_want_of_speed(finding.rule) || finding.rule == "peer-pauses-us";
      if (is_slow && finding.effect != Effect::note) add_new(slow, finding.rule);
      else if (is_void(finding)) add_new(useless, finding.rule);
    }
  for (std::size_t i = 0; i < std::min(outcome.directions.size(), verdicts.size()); ++i) {
    const DirectionOutcome& way = outcome.directions[i];
    for (std::string& sign : signs_of(way, verdicts[i], has_many_queues))
      said.signs.push_back(std::move(sign));
    said.reply.offered += way.tx.sent;
    said.reply.lost += way.ledger.lost + way.ledger.corrupted + way.ledger.rx_crc_errors;
  }
  said.reply.not_measured = join(useless, ", ");
  if (useless.empty()) said.reply.fell_short = join(slow, ", ");
  return said;
}

}  // namespace pktgen

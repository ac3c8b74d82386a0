#include "soak/judge.h"

#include <algorithm>
#include <fmt/format.h>

#include "verdict/flap.h"
#include "verdict/link_findings.h"
#include "verdict/streams_verdict.h"
#include "verdict/wording.h"

namespace pktgen {
namespace {

/// Damaged frames are held against the bit error ratio, a link that went down is a finding of its own, and
/// what was counted until somebody stopped it counts: the rules about a trial shan't see them.
StreamsOutcome as_a_trial(StreamsOutcome outcome) {
  outcome.total.interrupted = false;
  outcome.total.link_downs.clear();
  for (DirectionOutcome& way : outcome.total.directions) {
    Ledger& ledger = way.ledger;
    ledger.delivered += ledger.corrupted + ledger.rx_crc_errors;
    ledger.corrupted = ledger.rx_crc_errors = 0;
  }
  return outcome;
}

/// Of the frames whose FCS the receiving MAC checked, from destination MAC to FCS.
std::uint64_t checked_bits(const StreamsOutcome& outcome, const DirectionOutcome& way) {
  std::uint64_t sent = 0, bytes = 0;
  for (const StreamOutcome& stream : outcome.streams)
    if (stream.direction == way.direction) {
      sent += stream.tx.sent;
      bytes += stream.bytes;
    }
  const Ledger& ledger = way.ledger;
  const std::uint64_t checked = ledger.delivered + ledger.corrupted + ledger.rx_crc_errors;
  if (sent == 0) return 0;
  if (bytes % sent == 0) return checked * (bytes / sent) * 8;
  // Of a mix of sizes the mean counts, for which of them are missing isn't known.
  return static_cast<std::uint64_t>(static_cast<double>(bytes) / static_cast<double>(sent) *
                                    static_cast<double>(checked) * 8);
}

void conclude(SoakWay& way, Nanoseconds time, double ber) {
  way.upper = ber_upper_95(way.seen);
  way.lower = ber_lower_95(way.seen);
  way.answer = answer_of(way.seen, ber);
  const double rate = seconds(time) > 0 ? static_cast<double>(way.seen.bits) / seconds(time) : 0;
  if (rate <= 0) return;
  const double needed = bits_to_show(way.seen.errors, ber);
  way.seconds_to_show = needed / rate;
  way.seconds_left = std::max(0.0, needed - static_cast<double>(way.seen.bits)) / rate;
}

std::string name_of(const SoakWay& way) {
  return way.direction ? std::string(name_of(*way.direction)) : "both ways";
}

std::string time_text(double time) {
  if (time < 120) return fmt::format("{:.0f} s", time);
  return time < 7200 ? fmt::format("{:.1f} min", time / 60) : fmt::format("{:.1f} h", time / 3600);
}

Finding finding_of(const SoakWay& way, const SoakGoal& goal) {
  const std::string ber = significant(goal.ber, 3);
  if (!way.upper)
    return {"ber-not-shown", fmt::format("{}: no bits came that could be checked", name_of(way)),
            "mend what loses the frames first", goal.must_show ? Effect::voids : Effect::note};
  const std::string seen =
      fmt::format("{}: {} error{} in {} bits: BER < {} at 95 %", name_of(way), thousands(way.seen.errors),
                  way.seen.errors == 1 ? "" : "s", thousands(way.seen.bits), significant(*way.upper, 3));
  if (way.answer == BerAnswer::shown)
    return {"ber-shown", seen + fmt::format(", so {} is shown", ber), "nothing", Effect::note};
  if (way.answer == BerAnswer::refuted)
    return {
        "ber-refuted",
        seen + fmt::format(" and > {}: worse than the {} that is wanted", significant(*way.lower, 3), ber),
        "clean or swap the last cable or module before the receiving port, one at a time", Effect::fails};
  return {"ber-not-shown", seen + fmt::format("; {} is neither shown nor refuted yet", ber),
          fmt::format("run {} in all: so long it takes at this rate, without another error",
                      time_text(way.seconds_to_show.value_or(0))),
          goal.must_show ? Effect::voids : Effect::note};
}

std::optional<Finding> flaps_of_run(const StreamsOutcome& outcome, const Criteria& criteria) {
  const std::vector<Flap> flaps = flaps_of(outcome.total.link_downs);
  if (flaps.empty()) return std::nullopt;
  const Flap& first = flaps.front();
  return link_flapped(flaps.size(), fmt::format("{} at t={} s, {}", ends_text(first, names_of(criteria)),
                                                seconds_text(first.at), for_text(first)));
}

void add_notes(const StreamsOutcome& outcome, std::vector<Finding>& findings) {
  const auto note = [&](const char* rule, std::string because, const char* next_step) {
    findings.push_back({rule, std::move(because), next_step, Effect::note});
  };
  const SoakOutcome& soak = *outcome.soak;
  const std::uint64_t all = soak.all_events[0] + soak.all_events[1];
  if (all > soak.events.size())
    note("events-not-listed",
         fmt::format("{} losses, of which the first {} are told one by one", thousands(all),
                     thousands(soak.events.size())),
         "the intervals have all of them, as counts");
  if (soak.merged > 1)
    note("intervals-merged", fmt::format("{} intervals at a time are told as one", soak.merged),
         "give --every a longer time for intervals of equal length");
  if (soak.unmatched > 0)
    note("very-late-frames",
         fmt::format("{} came when the loss they were missing from was forgotten: they are delivered, and "
                     "still in the frames of the list of losses",
                     frames_text(soak.unmatched)),
         "trust the counts of the run, not the sum of the list");
}

void judge_bit_errors(const StreamsOutcome& outcome, const SoakGoal& goal, SoakVerdict& out) {
  Nanoseconds longest{};
  for (const DirectionOutcome& way : outcome.total.directions) {
    const Ledger& ledger = way.ledger;
    SoakWay one{.direction = way.direction,
                .seen = {checked_bits(outcome, way), ledger.rx_crc_errors + ledger.corrupted},
                .lost = ledger.lost};
    conclude(one, way.sending_time, goal.ber);
    out.both.seen.bits += one.seen.bits;
    out.both.seen.errors += one.seen.errors;
    out.both.lost += one.lost;
    longest = std::max(longest, way.sending_time);
    out.run.findings.push_back(finding_of(one, goal));
    if (one.lost > 0)
      out.run.findings.push_back({"lost-without-crc",
                                  fmt::format("{}: {} never came, and no port counted them as damaged: they "
                                              "aren't taken for bit errors",
                                              name_of(one), frames_text(one.lost)),
                                  "look for queues and links that drop; if the receiving port's driver "
                                  "doesn't count CRC errors, for a bad cable too",
                                  Effect::note});
    out.ways.push_back(one);
  }
  conclude(out.both, longest, goal.ber);
}

}  // namespace

SoakVerdict judge_soak(const StreamsOutcome& outcome, FrameBytes smallest, const SoakGoal& goal,
                       const Criteria& criteria) {
  SoakVerdict out{.run = judge_streams(as_a_trial(outcome), smallest, true, criteria).run,
                  .ways = {},
                  .both = {},
                  .moves = moves_of(*outcome.soak)};
  if (outcome.total.interrupted)
    out.run.findings.insert(out.run.findings.begin(),
                            {"interrupted",
                             fmt::format("stopped by hand after {} s; what was measured until then is told",
                                         seconds_text(outcome.sending_time)),
                             "run it again to its end", Effect::voids});
  if (auto flapped = flaps_of_run(outcome, criteria)) out.run.findings.push_back(std::move(*flapped));
  judge_bit_errors(outcome, goal, out);
  for (Finding& finding : findings_of_modules(outcome, out.moves, criteria))
    out.run.findings.push_back(std::move(finding));
  add_notes(outcome, out.run.findings);
  const bool is_refuted = std::ranges::find(out.ways, BerAnswer::refuted, &SoakWay::answer) != out.ways.end();
  if (is_refuted || !outcome.total.link_downs.empty()) out.run.verdict = Verdict::fail;
  const bool is_void =
      std::ranges::find(out.run.findings, Effect::voids, &Finding::effect) != out.run.findings.end();
  if (out.run.verdict == Verdict::pass && is_void) out.run.verdict = Verdict::not_measured;
  return out;
}

}  // namespace pktgen

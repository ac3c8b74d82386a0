#include "verdict/listen_verdict.h"

#include <algorithm>
#include <fmt/format.h>

#include "verdict/flap.h"
#include "verdict/wording.h"

namespace pktgen {
namespace {

/// What keeps the counts from being what came.
void add_shortfalls(const ListenOutcome& outcome, std::vector<Finding>& findings) {
  for (std::size_t i = 0; i < outcome.ports.size(); ++i) {
    const HeardPort& port = outcome.ports[i];
    const PortCounters& counted = port.counters;
    const char* const name = i == 0 ? "the first port" : "the second port";
    if (counted.rx_missed + counted.rx_no_buffer != 0)
      findings.push_back(
          {"tester-could-not-receive",
           fmt::format("{} dropped {} before they could be counted (rx_missed {}, rx_no_buffer "
                       "{})",
                       name, frames_text(counted.rx_missed + counted.rx_no_buffer),
                       thousands(counted.rx_missed), thousands(counted.rx_no_buffer)),
           "free the core that receives, or lower the load", Effect::voids});
    if (port.untracked != 0)
      findings.push_back({"streams-untracked",
                          fmt::format("{} got {} of more streams than there was room for", name,
                                      frames_text(port.untracked)),
                          "send fewer streams at once", Effect::voids});
    if (port.capture_missed != 0)
      findings.push_back({"capture-too-slow",
                          fmt::format("{} of {} that the filter took at {} were not written",
                                      frames_text(port.capture_missed),
                                      thousands(port.capture_missed + port.captured), name),
                          "capture to a faster disk or to /dev/shm, or narrow the filter", Effect::note});
    if (port.unanswered != 0)
      findings.push_back({"answer-not-sent",
                          fmt::format("{} questions at {} were not answered: the port had no room to send",
                                      thousands(port.unanswered), name),
                          "ask more slowly", Effect::note});
  }
  if (outcome.standstill)
    findings.push_back({"stalled-worker", describe(*outcome.standstill, "") + "; listening ended there",
                        "keep other work off its core; if it hangs, read dmesg for the port's device",
                        Effect::voids});
  else if (outcome.stalled)
    findings.push_back({"stalled-worker", "a worker stood still while frames could come",
                        "keep other work off its core, then run again", Effect::voids});
}

void add_failures(const ListenOutcome& outcome, std::vector<Finding>& findings) {
  for (const Flap& flap : flaps_of(outcome.link_downs))
    findings.push_back({"link-flapped",
                        fmt::format("a link went down {:.6f} s after the start{}", seconds(flap.at),
                                    flap.is_seen_at_both() ? ", seen at both ends" : ""),
                        "look at the plug, the module and the cable", Effect::fails});
  for (std::size_t i = 0; i < outcome.ports.size(); ++i)
    if (const std::uint64_t errors = outcome.ports[i].counters.rx_crc_errors; errors != 0)
      findings.push_back({"crc-errors",
                          fmt::format("{} came damaged at {} (rx_crc_errors)", frames_text(errors),
                                      i == 0 ? "the first port" : "the second port"),
                          "clean or change the cable and the module", Effect::fails});
  for (const HeardStream& stream : outcome.streams)
    if (stream.begun_again != 0)
      findings.push_back({"sender-began-again",
                          fmt::format("the sender of stream {} began anew {} times; each time was counted by "
                                      "itself",
                                      stream.number, stream.begun_again),
                          "start the receiver anew for each run of the sender", Effect::note});
}

bool has(const std::vector<Finding>& findings, Effect effect) {
  return std::ranges::any_of(findings, [=](const Finding& finding) { return finding.effect == effect; });
}

}  // namespace

Verdict verdict_of(const HeardStream& stream) {
  return stream.missing + stream.duplicated != 0 ? Verdict::fail : Verdict::pass;
}

RunVerdict judge_listening(const ListenOutcome& outcome) {
  RunVerdict run{.verdict = Verdict::pass, .findings = {}};
  add_shortfalls(outcome, run.findings);
  add_failures(outcome, run.findings);
  if (outcome.streams.empty())
    run.findings.push_back({"no-streams", "no frame of a pktgen stream came",
                            "start pktgen send at the other end, and look at the link", Effect::voids});
  const bool is_short = std::ranges::any_of(
      outcome.streams, [](const HeardStream& s) { return verdict_of(s) == Verdict::fail; });
  if (has(run.findings, Effect::voids)) run.verdict = Verdict::not_measured;
  else if (is_short || has(run.findings, Effect::fails)) run.verdict = Verdict::fail;
  return run;
}

}  // namespace pktgen

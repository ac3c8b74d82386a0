#include "verdict/replay_verdict.h"

#include <fmt/format.h>

namespace pktgen {
namespace {

constexpr Nanoseconds kMostLag = std::chrono::milliseconds(1);

double milliseconds(Nanoseconds time) { return seconds(time) * 1e3; }

/// What keeps a replay from being what was asked for.
std::vector<Finding> shortfalls(const ReplayOutcome& outcome, bool keeps_time) {
  std::vector<Finding> found;
  if (const auto& still = outcome.standstill)
    found.push_back(
        {still->what == Standstill::What::worker ? "stalled-worker" : "port-stands-still",
         describe(*still, still->which == 0 ? "the port" : "the other port") +
             "; the replay was ended a second later",
         "run again, which starts the port anew; if it stands still again, read dmesg for its device",
         Effect::ends});
  if (outcome.sent == 0)
    found.push_back({"nothing-sent", "no frame was handed over to the port",
                     "look at the file's first frame and at the duration", Effect::ends});
  if (outcome.sender.counts_tx && outcome.sender.tx_frames < outcome.sent)
    found.push_back(
        {"tx-counter-short",
         fmt::format("the port took {} frames and sent {}", outcome.sent, outcome.sender.tx_frames),
         "look for frames that the port's driver refuses: MTU, offloads, flow control", Effect::voids});
  if (keeps_time && outcome.largest_lag > kMostLag && outcome.late_by_file != 0)
    found.push_back({"file-too-slow",
                     fmt::format("{} frames were due before they were read; up to {:.3g} ms late",
                                 outcome.late_by_file, milliseconds(outcome.largest_lag)),
                     "copy the file to a faster disk or to /dev/shm, or lower the speed", Effect::voids});
  else if (keeps_time && outcome.largest_lag > kMostLag)
    found.push_back({"replay-late",
                     fmt::format("frames were up to {:.3g} ms late; the port took less than was due {} times "
                                 "and had no buffer {} times",
                                 milliseconds(outcome.largest_lag), outcome.refused, outcome.no_buffer),
                     "lower the load or the speed, or free the core that sends", Effect::voids});
  return found;
}

}  // namespace

RunVerdict judge_replay(const ReplayOutcome& outcome, bool keeps_time) {
  RunVerdict run{.verdict = Verdict::pass, .findings = shortfalls(outcome, keeps_time)};
  for (const Finding& finding : run.findings)
    if (finding.effect != Effect::note) run.verdict = Verdict::not_measured;
  if (!outcome.link_downs.empty()) {
    run.findings.push_back(
        {"link-flapped",
         fmt::format("a link went down {:.6f} s after the start", seconds(outcome.link_downs.front().at)),
         "look at the plug, the module and the cable", Effect::fails});
    run.verdict = Verdict::fail;
  }
  if (outcome.sender.rx_pause != 0) {
    run.findings.push_back(
        {"peer-pauses-us", fmt::format("the far side sent {} pause frames", outcome.sender.rx_pause),
         "turn flow control off at the far port, or find what it can't keep up with", Effect::fails});
    run.verdict = Verdict::fail;
  }
  if (outcome.interrupted)
    run.findings.push_back({"interrupted", "stopped by hand before the end", "run it again", Effect::note});
  return run;
}

}  // namespace pktgen

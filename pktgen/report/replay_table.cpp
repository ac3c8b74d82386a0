#include "report/replay_table.h"

#include <cmath>
#include <fmt/format.h>

#include "verdict/wording.h"

namespace pktgen {
namespace {

constexpr double kMostPercent = 100.01;  // line rate and 100 ppm of a clock

}  // namespace

ReplayFigures figures_of(const ReplayOutcome& outcome) {
  ReplayFigures figures;
  const double time = seconds(outcome.sending_time);
  if (outcome.sent < 2 || time <= 0) return figures;
  // The time is that between the first frame and the last: one gap less than there are frames.
  const double gaps = static_cast<double>(outcome.sent - 1) / static_cast<double>(outcome.sent);
  const double frames = static_cast<double>(outcome.sent) * gaps,
               bytes = static_cast<double>(outcome.bytes) * gaps;
  figures.rate = FramesPerSecond{frames / time};
  figures.l2_bits_per_second = bytes * 8 / time;
  figures.l1_bits_per_second = (bytes + frames * (kPreambleAndSfd + kInterFrameGap)) * 8 / time;
  if (outcome.link.count == 0) return figures;
  figures.load_percent = *figures.l1_bits_per_second / static_cast<double>(outcome.link.count) * 100;
  // Faster than the link: the port's rings took the frames, and nobody knows how fast they left.
  if (*figures.load_percent > kMostPercent) return {};
  return figures;
}

Table make_replay_table(const ReplayRecord& replay, Verdict verdict) {
  const ReplayOutcome& outcome = replay.outcome;
  const ReplayFigures figures = figures_of(outcome);
  const auto number = [](const std::optional<double>& value, double unit, int digits) {
    return value ? fmt::format("{:.{}f}", *value / unit, digits) : std::string("-");
  };
  Table table{.columns = {{"sent", "frames"},
                          {"bytes", "with FCS"},
                          {"loops", ""},
                          {"time", "s"},
                          {"rate", "frames/s"},
                          {"L1", "Gb/s"},
                          {"of line", "%"},
                          {"latest", "ms"},
                          {"port sent", "frames"},
                          {"other got", "frames"},
                          {"verdict", "", false}}};
  table.rows.push_back(
      {{thousands(outcome.sent), thousands(outcome.bytes), std::to_string(replay.loops),
        fmt::format("{:.6f}", seconds(outcome.sending_time)),
        figures.rate ? thousands(static_cast<std::uint64_t>(std::llround(figures.rate->count))) : "-",
        number(figures.l1_bits_per_second, 1e9, 3), number(figures.load_percent, 1, 2),
        fmt::format("{:.3f}", seconds(outcome.largest_lag) * 1e3),
        outcome.sender.counts_tx ? thousands(outcome.sender.tx_frames) : "-",
        thousands(outcome.receiver.rx_frames), verdict_text(verdict)},
       verdict});
  return table;
}

std::string replay_conclusion(const ReplayRecord& replay, Verdict verdict) {
  const ReplayOutcome& outcome = replay.outcome;
  const std::string sent = fmt::format("{} frames were sent", thousands(outcome.sent));
  const std::string_view end = outcome.interrupted ? "; stopped by hand"
                               : outcome.all_sent  ? ""
                                                   : "; the time was up";
  if (verdict == Verdict::pass) return fmt::format("Pass: {}, each when it was due{}.", sent, end);
  if (verdict == Verdict::fail)
    return fmt::format("Fail: {}, but not over a link that kept up{}.", sent, end);
  return fmt::format("Not measured: {}, but not as was asked{}.", sent, end);
}

}  // namespace pktgen

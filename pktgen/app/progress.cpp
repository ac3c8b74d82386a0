#include "app/progress.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utility>

namespace pktgen {
namespace {

constexpr std::chrono::milliseconds kInterval{100};
constexpr std::size_t kBar = 20, kNarrow = 80;

std::size_t terminal_columns() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : kNarrow;
}

double share_done(const Snapshot& snapshot) {
  if (snapshot.duration.count() <= 0) return 1;
  return std::clamp(seconds(snapshot.elapsed) / seconds(snapshot.duration), 0.0, 1.0);
}

/// What was sent and hasn't come; the frames on their way are among them, so it is no verdict yet.
std::string missing_text(std::uint64_t sent, std::uint64_t received) {
  if (sent == 0 || received >= sent) return "0 missing";
  const std::uint64_t missing = sent - received;
  return fmt::format("{} missing ({:.4g} %)", missing,
                     100.0 * static_cast<double>(missing) / static_cast<double>(sent));
}

}  // namespace

std::string progress_line(const Trial& trial, TrialPlace place, const Snapshot& snapshot,
                          std::size_t columns) {
  const double done = share_done(snapshot);
  const auto filled = static_cast<std::size_t>(done * kBar);
  std::string line =
      fmt::format("{} {:>5} B [{:#<{}}{:.<{}}] {:3.0f} %",
                  place.is_probe ? std::string("probe") : fmt::format("{:>2}/{}", place.number, place.of),
                  trial.size.count, "", filled, "", kBar - filled, done * 100);
  for (std::size_t i = 0; i < snapshot.directions.size() && i < trial.directions.size(); ++i) {
    const Snapshot::OneWay& way = snapshot.directions[i];
    const double elapsed = std::min(seconds(snapshot.elapsed), seconds(snapshot.duration));
    const double rate = elapsed > 0 ? static_cast<double>(way.sent) / elapsed : 0;
    line += fmt::format("  {} {:.3f} Mfps, {}", name_of(trial.directions[i]), rate / 1e6,
                        missing_text(way.sent, way.received));
  }
  return line.size() > columns ? line.substr(0, columns) : line;
}

std::string replay_line(const Snapshot& snapshot, std::size_t columns) {
  const std::uint64_t sent = snapshot.directions.empty() ? 0 : snapshot.directions[0].sent;
  const double elapsed = seconds(snapshot.elapsed);
  std::string line = fmt::format("{:8.1f} s  {} frames sent, {:.3f} Mfps", elapsed, sent,
                                 elapsed > 0 ? static_cast<double>(sent) / elapsed / 1e6 : 0.0);
  if (snapshot.duration.count() != 0) line += fmt::format("  {:3.0f} %", share_done(snapshot) * 100);
  return line.size() > columns ? line.substr(0, columns) : line;
}

std::string streams_line(const Snapshot& snapshot, std::size_t columns) {
  const double elapsed = seconds(snapshot.elapsed);
  std::string line = fmt::format("{:8.1f} s", elapsed);
  if (snapshot.duration < kForever) line += fmt::format("  {:3.0f} %", share_done(snapshot) * 100);
  for (const Snapshot::OneWay& way : snapshot.directions)
    line += fmt::format("  {} sent, {:.3f} Mfps, {}", way.sent,
                        elapsed > 0 ? static_cast<double>(way.sent) / elapsed / 1e6 : 0.0,
                        missing_text(way.sent, way.received));
  return line.size() > columns ? line.substr(0, columns) : line;
}

std::string soak_line(const Snapshot& snapshot, std::size_t columns) {
  const auto time = [](Nanoseconds t) {
    const auto whole = static_cast<std::uint64_t>(t / std::chrono::seconds(1));
    return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
  };
  std::string line = time(snapshot.elapsed);
  if (snapshot.duration < kForever)
    line += fmt::format(", {} left", time(std::max(Nanoseconds{}, snapshot.duration - snapshot.elapsed)));
  line += fmt::format("  {} loss{}", snapshot.loss_events, snapshot.loss_events == 1 ? "" : "es");
  for (const Snapshot::OneWay& way : snapshot.directions)
    line += fmt::format("  {} sent, {}", way.sent, missing_text(way.sent, way.received));
  return line.size() > columns ? line.substr(0, columns) : line;
}

std::string heard_line(const Snapshot& snapshot, std::size_t columns) {
  const double elapsed = seconds(snapshot.elapsed);
  std::string line = fmt::format("{:8.1f} s", elapsed);
  for (const Snapshot::OneWay& way : snapshot.directions)
    line += fmt::format("  {} frames came, {:.3f} Mfps", way.received,
                        elapsed > 0 ? static_cast<double>(way.received) / elapsed / 1e6 : 0.0);
  return line.size() > columns ? line.substr(0, columns) : line;
}

Progress::Progress() : is_terminal_(isatty(STDERR_FILENO) == 1) {}

/// Whether it is time for another line.
bool Progress::is_due() {
  const auto now = std::chrono::steady_clock::now();
  if (!is_terminal_ || now < next_) return false;
  next_ = now + kInterval;
  is_shown_ = true;
  return true;
}

/// Once a trial: what follows is the same.
void Progress::sound(const std::string& alarm) {
  if (alarm.empty()) has_sounded_ = false;
  if (alarm.empty() || std::exchange(has_sounded_, true)) return;
  clear();
  fmt::print(stderr, "pktgen: {}; this trial ends here and is not measured\n", alarm);
}

void Progress::print(const std::string& line) {
  fmt::print(stderr, "\r\x1b[K{}", line);
  std::fflush(stderr);
}

void Progress::show(const Trial& trial, TrialPlace place, const Snapshot& snapshot) {
  sound(snapshot.alarm);
  if (is_due()) print(progress_line(trial, place, snapshot, terminal_columns() - 1));
}

void Progress::show_replay(const Snapshot& snapshot) {
  sound(snapshot.alarm);
  if (is_due()) print(replay_line(snapshot, terminal_columns() - 1));
}

void Progress::show_streams(const Snapshot& snapshot) {
  sound(snapshot.alarm);
  if (is_due()) print(streams_line(snapshot, terminal_columns() - 1));
}

void Progress::show_soak(const Snapshot& snapshot) {
  if (is_due()) print(soak_line(snapshot, terminal_columns() - 1));
}

void Progress::show_heard(const Snapshot& snapshot) {
  sound(snapshot.alarm);
  if (is_due()) print(heard_line(snapshot, terminal_columns() - 1));
}

void Progress::clear() {
  if (!is_shown_) return;
  fmt::print(stderr, "\r\x1b[K");
  std::fflush(stderr);
  is_shown_ = false;
}

}  // namespace pktgen

#pragma once
#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "rig/measurer.h"
#include "rig/standstill_guard.h"
#include "worker/replay_worker.h"
#include "worker/rx_worker.h"

namespace pktgen {

/// One replay from ready to counted, on any lab (rig/rig.h): this thread reads the file ahead while workers
/// send and empty the other port.
template <class L>
class ReplayRun {
 public:
  ReplayRun(L& lab, ReplayScript& script, const Watch& watch) : lab_(lab), script_(script), watch_(watch) {}

  Result<ReplayOutcome> run(Nanoseconds duration) {
    if (auto ready = lab_.make_ready(); !ready) return tl::make_unexpected(ready.error());
    if (auto filled = top_up(); !filled) return tl::make_unexpected(filled.error());
    for (std::size_t i : {0u, 1u}) baseline_[i] = lab_.port(i).counters();
    const TickScale scale = lab_.scale();
    const Ticks start = lab_.now() + scale.ticks(kSettle);
    ReplayWorker<Port>& tx = tx_.emplace(lab_.port(0), queue_, start, scale);
    std::vector<Task> tasks{Task::of(tx)};
    const Expected nothing{.signature_at = 0, .payload = {}};
    for (std::size_t i : {0u, 1u})
      tasks.push_back(Task::of(
          receivers_[i].emplace(lab_.port(i), StreamTable(kLearningStream), nothing, Capture(0, 0), scale)));
    lab_.trial_starts(start);
    lab_.start(tasks, {1});
    auto sent = send(tx, start, duration);
    lab_.run(lab_.now() + scale.ticks(kDrain));
    lab_.stop();
    if (!sent) return tl::make_unexpected(sent.error());
    return lab_.hangs() ? leave_behind() : take_stock(tx, start);
  }

 private:
  using Port = typename L::Port;
  static constexpr Nanoseconds kSettle = std::chrono::milliseconds(10);
  static constexpr Nanoseconds kDrain = std::chrono::milliseconds(200);
  static constexpr std::size_t kReadAhead = std::size_t{64} << 20;  // at 10 Gb/s a tenth of a second

  /// Reads until the queue is full or the file at its end.
  Result<void> top_up() {
    while (!is_read_) {
      const auto filled = script_.fill(queue_);
      if (!filled) return tl::make_unexpected(filled.error());
      if (*filled == ReplayScript::Filled::to_the_brim) return {};
      is_read_ = *filled == ReplayScript::Filled::all;
    }
    return {};
  }

  /// Until the last frame is handed over, the time is up or somebody asks to stop.
  Result<void> send(ReplayWorker<Port>& tx, Ticks start, Nanoseconds duration) {
    const Ticks ends = duration.count() == 0 ? kNever : start + lab_.scale().ticks(duration);
    Result<void> read;
    StandstillGuard<L> guard(lab_, start);
    while (!tx.ended() && !guard.is_given_up()) {
      lab_.run(std::min(ends, lab_.now() + lab_.slice()));
      if (read) read = top_up();
      const bool stands_still =
          guard.look({SentSoFar{tx.count().sent.read(), tx.count().refused.read()}, SentSoFar{}});
      standstill_ = guard.found();
      show(tx, start, duration, guard.alarm());
      is_interrupted_ = is_interrupted_ || watch_.stop.stop_requested();
      const bool is_to_end = !read || is_interrupted_ || stands_still || lab_.now() >= ends;
      is_cut_short_ = is_cut_short_ || (!tx.ended() && is_to_end);
      if (is_cut_short_) {
        tx.ask_to_end();
        lab_.run(lab_.now() + lab_.slice());
      }
    }
    return read;
  }

  void show(const ReplayWorker<Port>& tx, Ticks start, Nanoseconds duration, const std::string& alarm) const {
    Snapshot snapshot{.elapsed = {}, .duration = duration, .directions = {}, .alarm = alarm};
    if (const Ticks now = lab_.now(); now > start)
      snapshot.elapsed = Nanoseconds(lab_.scale().nanoseconds(now - start));
    snapshot.directions.push_back({.due = tx.count().sent.read(), .sent = tx.count().sent.read()});
    watch_.show(snapshot);
  }

  ReplayOutcome take_stock(const ReplayWorker<Port>& tx, Ticks start) {
    const ReplayCounters& count = tx.count();
    const auto nanoseconds = [&](Ticks ticks) { return Nanoseconds(lab_.scale().nanoseconds(ticks)); };
    const Ticks ended = std::max(start, Ticks{count.ended_at_ticks.read()});
    ReplayOutcome out{.sent = count.sent.read(), .refused = count.refused.read(), .link_downs = {}};
    out.bytes = count.bytes.read() + out.sent * kFcs;
    out.no_buffer = count.no_buffer.read();
    out.late_by_file = count.late_by_file.read();
    out.largest_lag = nanoseconds({count.largest_lag_ticks.read()});
    out.sending_time = nanoseconds(ended - start);
    out.sender = lab_.port(0).counters().since(baseline_[0]);
    out.receiver = lab_.port(1).counters().since(baseline_[1]);
    out.link = lab_.facts()[0].link;
    out.link_downs = lab_.link_downs(start, ended);
    out.all_sent = !is_cut_short_;
    out.interrupted = is_interrupted_;
    out.standstill = standstill_;
    return out;
  }

  /// A worker never came back: what it may still count isn't read.
  ReplayOutcome leave_behind() const {
    ReplayOutcome out{.link = lab_.facts()[0].link, .link_downs = {}};
    out.standstill = standstill_.value_or(Standstill{});
    out.standstill->hangs = true;
    return out;
  }

  L& lab_;
  ReplayScript& script_;
  const Watch& watch_;
  FrameQueue queue_{kReadAhead};
  std::optional<ReplayWorker<Port>> tx_{};
  std::array<std::optional<RxWorker<Port>>, 2> receivers_{};
  std::array<PortCounters, 2> baseline_{};
  std::optional<Standstill> standstill_{};
  bool is_read_ = false, is_cut_short_ = false, is_interrupted_ = false;
};

}  // namespace pktgen

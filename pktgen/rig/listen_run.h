#pragma once
#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "rig/measurer.h"
#include "rig/tally.h"
#include "worker/listener.h"

namespace pktgen {

/// Listening from ready to counted, on any lab (rig/rig.h): workers receive, this thread writes what the
/// filter took.
template <class L>
class ListenRun {
 public:
  ListenRun(L& lab, const ListenRequest& request, const Watch& watch)
      : lab_(lab), request_(request), watch_(watch) {}

  Result<ListenOutcome> run() {
    if (auto ready = lab_.make_ready(); !ready) return tl::make_unexpected(ready.error());
    const TickScale scale = lab_.scale();
    for (std::size_t i : {0u, 1u}) {
      baseline_[i] = lab_.port(i).counters();
      addresses_[i] = request_.answers_for;
      addresses_[i].mac = lab_.macs()[i];
    }
    start_ = lab_.now();
    std::vector<Task> tasks;
    for (std::size_t i : {0u, 1u}) {
      if (request_.filter != nullptr) queues_[i] = std::make_unique<FrameQueue>(kQueue);
      const bool answers = !request_.answers_for.ipv4.empty() || !request_.answers_for.ipv6.empty();
      listeners_[i] = std::make_unique<Listener<Port>>(
          lab_.port(i),
          typename Listener<Port>::Duties{.answers_for = answers ? &addresses_[i] : nullptr,
                                          .filter = request_.filter,
                                          .captured = queues_[i].get(),
                                          .start = start_},
          scale);
      tasks.push_back(Task::of(*listeners_[i]));
    }
    lab_.trial_starts(start_);
    lab_.start(tasks, scale.ticks(kQuantum));
    listen();
    const bool steady = lab_.stop();
    write_captured();
    return take_stock(steady);
  }

 private:
  using Port = typename L::Port;
  static constexpr std::size_t kQueue = std::size_t{64} << 20;
  static constexpr Nanoseconds kQuantum = std::chrono::microseconds(1);

  void listen() {
    const bool ends = request_.duration < kForever;
    const Ticks end = ends ? start_ + lab_.scale().ticks(request_.duration) : kNever;
    while (lab_.now() < end && !watch_.stop.stop_requested()) {
      lab_.run(std::min(end, lab_.now() + lab_.slice()));
      write_captured();
      show();
    }
  }

  /// Leaves what it can't write: then the queue fills, and the listener counts.
  void write_captured() {
    for (std::size_t i = 0; i < request_.ports; ++i) {
      if (!queues_[i]) continue;
      for (; queues_[i]->look() == FrameQueue::State::ready; queues_[i]->pop()) {
        const QueuedFrame frame = queues_[i]->front();
        if (request_.keep(i, frame.due + Nanoseconds(static_cast<std::int64_t>(nanoseconds(start_))),
                          frame.bytes))
          captured_[i] += 1;
        else failed_[i] += 1;
      }
    }
  }

  void show() const {
    Snapshot snapshot{.elapsed = Nanoseconds(nanoseconds(lab_.now() - start_)),
                      .duration = request_.duration,
                      .directions = {}};
    for (std::size_t i = 0; i < request_.ports; ++i)
      snapshot.directions.push_back({.received = listeners_[i]->count().frames.read()});
    watch_.show(snapshot);
  }

  ListenOutcome take_stock(bool steady) {
    ListenOutcome out{.streams = {},
                      .ports = {},
                      .link_downs = lab_.link_downs(start_, lab_.now()),
                      .time = Nanoseconds(nanoseconds(lab_.now() - start_)),
                      .interrupted = watch_.stop.stop_requested(),
                      .stalled = !steady};
    for (std::size_t i = 0; i < request_.ports; ++i) {
      out.ports.push_back(stock_of(i));
      const std::size_t first = out.streams.size();
      for (const auto& track : listeners_[i]->tracks()) out.streams.push_back(stock_of(i, *track));
      std::ranges::sort(out.streams.begin() + static_cast<std::ptrdiff_t>(first), out.streams.end(), {},
                        &HeardStream::number);
    }
    return out;
  }

  HeardPort stock_of(std::size_t port) const {
    const ListenCounters& count = listeners_[port]->count();
    HeardPort out{.frames = count.frames.read()};
    out.bytes = count.bytes.read() + out.frames * kFcs;
    for (std::size_t kind = 0; kind < kForeignKinds; ++kind) out.foreign[kind] = count.foreign[kind].read();
    out.untracked = count.untracked.read();
    out.answered = count.answered.read();
    out.unanswered = count.unanswered.read();
    out.captured = captured_[port];
    out.capture_missed = count.capture_missed.read() + failed_[port];
    out.counters = lab_.port(port).counters().since(baseline_[port]);
    return out;
  }

  static HeardStream stock_of(std::size_t port, const HeardTrack& track) {
    const SequenceTracker::Seen seen = track.sequence.so_far();
    return {.port = port,
            .number = track.number,
            .frames = track.frames,
            .bytes = track.bytes + track.frames * kFcs,
            .different = seen.firsts() + track.earlier_different,
            .missing = track.missing() + track.earlier_missing,
            .duplicated = seen.duplicated + track.earlier_duplicated,
            .reordered = seen.reordered + track.earlier_reordered,
            .begun_again = track.begun_again,
            .delay_variation = summary_of(track.variation)};
  }

  std::uint64_t nanoseconds(Ticks ticks) const { return lab_.scale().nanoseconds(ticks); }

  L& lab_;
  const ListenRequest& request_;
  const Watch& watch_;
  std::array<LocalAddresses, 2> addresses_{};
  std::array<std::unique_ptr<FrameQueue>, 2> queues_{};
  std::array<std::unique_ptr<Listener<Port>>, 2> listeners_{};
  std::array<PortCounters, 2> baseline_{};
  std::array<std::uint64_t, 2> captured_{}, failed_{};
  Ticks start_{};
};

}  // namespace pktgen

#pragma once
#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "rig/measurer.h"
#include "rig/standstill_guard.h"
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
    const bool answers = !request_.answers_for.ipv4.empty() || !request_.answers_for.ipv6.empty();
    for (std::size_t i : {0u, 1u})
      for (std::size_t q = 0; q < lab_.queues().rx; ++q) {
        FrameQueue* captured = nullptr;
        if (request_.filter != nullptr)
          captured = queues_[i].emplace_back(std::make_unique<FrameQueue>(kQueue / lab_.queues().rx)).get();
        listeners_[i].push_back(std::make_unique<Listener<Port>>(
            lab_.port(i, q),
            typename Listener<Port>::Duties{.answers_for = answers ? &addresses_[i] : nullptr,
                                            .filter = request_.filter,
                                            .captured = captured,
                                            .start = start_},
            scale));
        tasks.push_back(Task::of(*listeners_[i].back()));
      }
    lab_.trial_starts(start_);
    lab_.start(tasks, scale.ticks(kQuantum));
    listen();
    const bool steady = lab_.stop();
    if (lab_.hangs()) return leave_behind();
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
    StandstillGuard<L> guard(lab_, start_);
    while (lab_.now() < end && !watch_.stop.stop_requested() && !guard.look({})) {
      lab_.run(std::min(end, lab_.now() + lab_.slice()));
      write_captured();
      show();
    }
    standstill_ = guard.found();
    if (standstill_) show(guard.alarm());
  }

  /// A worker never came back: what it may still count isn't read.
  ListenOutcome leave_behind() const {
    ListenOutcome out{.streams = {},
                      .ports = std::vector<HeardPort>(request_.ports),
                      .link_downs = {},
                      .stalled = true,
                      .standstill = standstill_.value_or(Standstill{})};
    out.standstill->hangs = true;
    return out;
  }

  /// Leaves what it can't write: then the queue fills, and the listener counts.
  void write_captured() {
    for (std::size_t i = 0; i < request_.ports; ++i)
      for (const auto& queue : queues_[i])
        for (; queue->look() == FrameQueue::State::ready; queue->pop()) {
          const QueuedFrame frame = queue->front();
          const Nanoseconds arrival = frame.due + Nanoseconds(static_cast<std::int64_t>(nanoseconds(start_)));
          if (request_.keep(i, arrival, frame.bytes)) captured_[i] += 1;
          else failed_[i] += 1;
        }
  }

  void show(const std::string& alarm = {}) const {
    Snapshot snapshot{.elapsed = Nanoseconds(nanoseconds(lab_.now() - start_)),
                      .duration = request_.duration,
                      .directions = {},
                      .alarm = alarm};
    for (std::size_t i = 0; i < request_.ports; ++i) {
      snapshot.directions.push_back({});
      for (const auto& listener : listeners_[i])
        snapshot.directions.back().received += listener->count().frames.read();
    }
    watch_.show(snapshot);
  }

  ListenOutcome take_stock(bool steady) {
    ListenOutcome out{.streams = {},
                      .ports = {},
                      .link_downs = lab_.link_downs(start_, lab_.now()),
                      .time = Nanoseconds(nanoseconds(lab_.now() - start_)),
                      .interrupted = watch_.stop.stop_requested(),
                      .stalled = !steady,
                      .standstill = standstill_};
    for (std::size_t i = 0; i < request_.ports; ++i) {
      out.ports.push_back(stock_of(i));
      std::map<std::uint16_t, std::vector<const HeardTrack*>> by_number;
      for (const auto& listener : listeners_[i])
        for (const auto& track : listener->tracks()) by_number[track->number].push_back(track.get());
      for (const auto& [number, parts] : by_number) out.streams.push_back(stock_of(i, parts));
    }
    return out;
  }

  HeardPort stock_of(std::size_t port) const {
    HeardPort out;
    for (const auto& listener : listeners_[port]) {
      const ListenCounters& count = listener->count();
      out.frames += count.frames.read();
      out.bytes += count.bytes.read() + count.frames.read() * kFcs;
      for (std::size_t kind = 0; kind < kForeignKinds; ++kind)
        out.foreign[kind] += count.foreign[kind].read();
      out.untracked += count.untracked.read();
      out.answered += count.answered.read();
      out.unanswered += count.unanswered.read();
      out.capture_missed += count.capture_missed.read();
    }
    out.captured = captured_[port];
    out.capture_missed += failed_[port];
    out.counters = lab_.port(port).counters().since(baseline_[port]);
    return out;
  }

  /// A stream as the queues of a port saw it together.
  static HeardStream stock_of(std::size_t port, const std::vector<const HeardTrack*>& parts) {
    HeardStream out{.port = port, .number = parts[0]->number};
    std::vector<const SequenceTracker*> sequences;
    LatencyHistogram variation;
    std::uint64_t lowest = parts[0]->lowest, highest = parts[0]->highest;
    for (const HeardTrack* const part : parts) {
      sequences.push_back(&part->sequence);
      variation.add(part->variation);
      lowest = std::min(lowest, part->lowest);
      highest = std::max(highest, part->highest);
      out.frames += part->frames;
      out.bytes += part->bytes + part->frames * kFcs;
      out.different += part->earlier_different;
      out.missing += part->earlier_missing;
      out.duplicated += part->earlier_duplicated;
      out.reordered += part->earlier_reordered;
      out.begun_again = std::max(out.begun_again, part->begun_again);
    }
    const SequenceTracker::Seen seen = SequenceTracker::joint(sequences, ~std::uint64_t{0});
    out.different += seen.firsts();
    out.missing += highest - lowest + 1 - seen.firsts();
    out.duplicated += seen.duplicated;
    out.reordered += seen.reordered;
    out.delay_variation = summary_of(variation);
    return out;
  }

  std::uint64_t nanoseconds(Ticks ticks) const { return lab_.scale().nanoseconds(ticks); }

  L& lab_;
  const ListenRequest& request_;
  const Watch& watch_;
  std::array<LocalAddresses, 2> addresses_{};
  std::array<std::vector<std::unique_ptr<FrameQueue>>, 2> queues_{};         // queue by queue
  std::array<std::vector<std::unique_ptr<Listener<Port>>>, 2> listeners_{};  // queue by queue
  std::array<PortCounters, 2> baseline_{};
  std::array<std::uint64_t, 2> captured_{}, failed_{};
  Ticks start_{};
  std::optional<Standstill> standstill_{};
};

}  // namespace pktgen

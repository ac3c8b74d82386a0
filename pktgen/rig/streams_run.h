#pragma once
#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "rig/layout.h"
#include "rig/measurer.h"
#include "rig/port_sender.h"
#include "rig/stream_layout.h"
#include "rig/tally.h"
#include "worker/rx_worker.h"

namespace pktgen {

/// One send of streams from ready to counted, on any lab (rig/rig.h).
template <class L>
class StreamsRun {
 public:
  /// Streams have the numbers from `first_number` on, in their order.
  StreamsRun(L& lab, const StreamsRequest& request, std::uint16_t first_number, const Watch& watch)
      : lab_(lab), request_(request), first_number_(first_number), watch_(watch) {}

  Result<StreamsOutcome> run() {
    if (auto ready = lab_.make_ready(); !ready) return tl::make_unexpected(ready.error());
    auto laid_out = StreamLayout::make(request_, lab_.facts(), lab_.macs());
    if (!laid_out) return tl::make_unexpected(laid_out.error());
    layout_ = std::move(*laid_out);
    learn();
    for (std::size_t i : {0u, 1u}) baseline_[i] = lab_.port(i).counters();
    make_workers();
    send();
    drain();
    const bool steady = lab_.stop();
    return take_stock(steady);
  }

 private:
  using Port = typename L::Port;
  static constexpr Nanoseconds kSettle = std::chrono::milliseconds(10);
  static constexpr Nanoseconds kQuiet = std::chrono::milliseconds(20);
  static constexpr Nanoseconds kHurriedDrain = std::chrono::milliseconds(200);

  void learn();
  void make_workers();
  PortSender<Port> sender_of(std::size_t port);
  void send();
  void drain();
  bool all_came() const;
  void show() const;
  StreamsOutcome take_stock(bool steady);
  DirectionOutcome stock_of(std::size_t port, const PortCounters& sender, const PortCounters& receiver) const;
  StreamOutcome stock_of_stream(std::size_t stream) const;
  bool sends(std::size_t port) const { return senders_[port].has_value(); }

  L& lab_;
  const StreamsRequest& request_;
  std::uint16_t first_number_;
  const Watch& watch_;
  StreamLayout layout_;
  std::array<std::optional<PortSender<Port>>, 2> senders_{};
  std::array<std::unique_ptr<RxWorker<Port>>, 2> receivers_{};
  std::array<PortCounters, 2> baseline_{};
  Ticks start_{};
  bool is_interrupted_ = false;
};

/// Shows a switch the addresses of both sides before anything counts, and lets it settle.
template <class L>
void StreamsRun<L>::learn() {
  for (const StreamLayout::Neighbours& both : layout_.neighbours()) {
    const FrameLayout there{.stack = Stack::eth, .src_mac = both.src, .dst_mac = both.dst};
    lab_.port(both.port).send_control(learning_frame(there).bytes, lab_.now());
    if (!request_.is_received || (both.dst[0] & 1) != 0) continue;
    const FrameLayout back{.stack = Stack::eth, .src_mac = both.dst, .dst_mac = both.src};
    lab_.port(1 - both.port).send_control(learning_frame(back).bytes, lab_.now());
  }
  lab_.wait(lab_.now() + lab_.scale().ticks(kSettle));
}

/// Tables first, for taking the memory of a long run takes long; then the start is set.
template <class L>
void StreamsRun<L>::make_workers() {
  const TickScale scale = lab_.scale();
  std::vector<StreamTable> tables;
  for (std::size_t i : {0u, 1u}) tables.push_back(layout_.table_at(i, first_number_));
  start_ = lab_.now() + scale.ticks(kSettle);
  for (std::size_t i : {0u, 1u}) {
    Expected expected = layout_.expected_at(i);
    if (request_.duration < kForever) expected.sending_ends = start_ + scale.ticks(request_.duration);
    receivers_[i] = std::make_unique<RxWorker<Port>>(lab_.port(i), std::move(tables[i]), std::move(expected),
                                                     layout_.capture(), scale);
    if (!layout_.of_port(i).empty()) senders_[i].emplace(sender_of(i));
  }
}

template <class L>
PortSender<typename L::Port> StreamsRun<L>::sender_of(std::size_t port) {
  const TickScale scale = lab_.scale();
  const Ticks end = start_ + scale.ticks(request_.duration);
  const auto number = [&](std::size_t i) { return static_cast<std::uint16_t>(first_number_ + i); };
  if (layout_.is_one_of_a_kind(port)) {
    const std::size_t i = layout_.of_port(port)[0];
    const StreamLayout::Laid& only = layout_.at(i);
    const BuiltFrame& frame = only.program->variants()[0].frame;
    lab_.port(port).use_template({.bytes = frame.bytes, .signature_at = frame.signature_at});
    return PortSender<Port>(std::make_unique<TxWorker<Port>>(
        lab_.port(port), FrameSource(number(i), std::make_unique<StreamProgram>(*only.program), scale),
        Departures(only.rate.pace, scale.clock(), start_, end), layout_.capture(), scale));
  }
  std::vector<typename StreamSender<Port>::Stream> streams;
  for (const std::size_t i : layout_.of_port(port)) {
    const Ticks begins = start_ + scale.ticks(layout_.phase_of(i));
    streams.push_back({.program = *layout_.at(i).program,
                       .departures = Departures(layout_.at(i).rate.pace, scale.clock(), begins, end),
                       .number = number(i)});
  }
  lab_.port(port).use_payloads(layout_.images(port));
  const double distance = scale.clock().count / layout_.load_of(port).count;
  return PortSender<Port>(std::make_unique<StreamSender<Port>>(lab_.port(port), std::move(streams), distance,
                                                               layout_.capture(), scale));
}

template <class L>
void StreamsRun<L>::send() {
  std::vector<Task> tasks;
  double fastest = 1;
  for (std::size_t i : {0u, 1u}) {
    if (sends(i)) tasks.push_back(senders_[i]->task());
    fastest = std::max(fastest, layout_.load_of(i).count);
  }
  for (auto& receiver : receivers_) tasks.push_back(Task::of(*receiver));
  lab_.trial_starts(start_);
  const double quantum = lab_.scale().clock().count / fastest * kBurst / 2;
  lab_.start(tasks, {std::max<std::uint64_t>(1, static_cast<std::uint64_t>(quantum))});
  const auto ended = [](const auto& sender) { return !sender || sender->ended(); };
  while (!std::ranges::all_of(senders_, ended)) {
    lab_.run(lab_.now() + lab_.slice());
    show();
    if (watch_.stop.stop_requested() && !std::exchange(is_interrupted_, true))
      for (auto& sender : senders_)
        if (sender) sender->ask_to_end();
  }
}

/// Until all that was sent has come and nothing more comes, or the time is up.
template <class L>
void StreamsRun<L>::drain() {
  const TickScale scale = lab_.scale();
  const Nanoseconds most = is_interrupted_ ? std::min(request_.drain, kHurriedDrain) : request_.drain;
  const Ticks quiet = scale.ticks(kQuiet), earliest = lab_.now() + quiet;
  const Ticks drained = lab_.now() + scale.ticks(request_.is_received ? most : kQuiet);
  while (lab_.now() < drained) {
    lab_.run(std::min(drained, lab_.now() + lab_.slice()));
    show();
    Ticks newest{};
    for (const auto& receiver : receivers_)
      newest = std::max(newest, Ticks{receiver->count().newest_ticks.read()});
    const bool is_quiet = lab_.now() > earliest && lab_.now() > newest + quiet;
    if (is_quiet && (all_came() || watch_.stop.stop_requested())) return;
  }
}

template <class L>
bool StreamsRun<L>::all_came() const {
  for (std::size_t i : {0u, 1u})
    if (sends(i) && receivers_[1 - i]->count().received.read() < senders_[i]->total().sent) return false;
  return true;
}

template <class L>
void StreamsRun<L>::show() const {
  Snapshot snapshot{.elapsed = {}, .duration = request_.duration, .directions = {}};
  if (const Ticks now = lab_.now(); now > start_)
    snapshot.elapsed = Nanoseconds(lab_.scale().nanoseconds(now - start_));
  for (std::size_t i : {0u, 1u}) {
    if (!sends(i)) continue;
    const StreamCount count = senders_[i]->total();
    snapshot.directions.push_back(
        {.due = count.due(), .sent = count.sent, .received = receivers_[1 - i]->count().received.read()});
  }
  watch_.show(snapshot);
}

template <class L>
StreamsOutcome StreamsRun<L>::take_stock(bool steady) {
  std::array<PortCounters, 2> counted;
  for (std::size_t i : {0u, 1u}) counted[i] = lab_.port(i).counters().since(baseline_[i]);
  StreamsOutcome out;
  Ticks ended = start_;
  for (std::size_t i : {0u, 1u}) {
    if (!sends(i)) continue;
    ended = std::max(ended, senders_[i]->newest_due() + senders_[i]->newest_lag());
    out.total.directions.push_back(stock_of(i, counted[i], counted[1 - i]));
    out.total.directions.back().stalled = !steady;
    out.sending_time = std::max(out.sending_time, out.total.directions.back().sending_time);
    out.pacing[i] = summary_of(senders_[i]->pacing().errors());
  }
  out.total.link_downs = lab_.link_downs(start_, ended);
  out.total.interrupted = is_interrupted_;
  for (std::size_t i = 0; i < layout_.size(); ++i) out.streams.push_back(stock_of_stream(i));
  return out;
}

/// All streams that a port sent. What was asked is what became due, so that any schedule is held against
/// itself: all of it, in the time that it takes.
template <class L>
DirectionOutcome StreamsRun<L>::stock_of(std::size_t port, const PortCounters& sender,
                                         const PortCounters& receiver) const {
  const TickScale scale = lab_.scale();
  const PortSender<Port>& worker = *senders_[port];
  const StreamCount total = worker.total();
  DirectionOutcome out{.direction = port == 0 ? Direction::a_to_b : Direction::b_to_a,
                       .link = lab_.facts()[port].link};
  out.tx = {
      .due = total.due(), .sent = total.sent, .no_buffer = total.no_buffer, .ring_full = total.ring_full};
  RxTally rx;
  LatencyHistogram latency;
  for (std::size_t i = 0; i < layout_.of_port(port).size(); ++i) {
    const StreamTrack& track = receivers_[1 - port]->streams().at(layout_.of_port(port)[i]);
    rx += tally_of(track, worker.count(i).sent);
    latency.add(track.latency);
  }
  out.latency = summary_of(latency);
  out.sender = sender;
  out.receiver = receiver;
  out.ledger = make_ledger(total.sent, rx, receiver, foreign_of(receivers_[1 - port]->count()));
  out.largest_lag = Nanoseconds(scale.nanoseconds(total.largest_lag));
  out.tx_samples = samples_of(worker.samples());
  if (request_.is_received) out.rx_samples = samples_of(receivers_[1 - port]->samples());
  if (total.due() == 0) return out;
  const double gap = scale.clock().count / layout_.load_of(port).count;
  const Ticks asked = worker.newest_due() - start_ + Ticks{static_cast<std::uint64_t>(gap)};
  out.load = {static_cast<double>(total.due()) * scale.clock().count / static_cast<double>(asked.count)};
  out.sending_time = Nanoseconds(scale.nanoseconds(asked + worker.newest_lag()));
  return out;
}

template <class L>
StreamOutcome StreamsRun<L>::stock_of_stream(std::size_t stream) const {
  const StreamLayout::Laid& laid = layout_.at(stream);
  const std::size_t port = laid.spec.port;
  const auto place = std::ranges::find(layout_.of_port(port), stream) - layout_.of_port(port).begin();
  const StreamCount count = senders_[port]->count(static_cast<std::size_t>(place));
  StreamOutcome out{.name = laid.spec.name,
                    .direction = port == 0 ? Direction::a_to_b : Direction::b_to_a,
                    .load = laid.rate.mean};
  out.tx = {
      .due = count.due(), .sent = count.sent, .no_buffer = count.no_buffer, .ring_full = count.ring_full};
  out.bytes = count.bytes + count.sent * kFcs;
  out.sent_late = count.late;
  out.largest_lag = Nanoseconds(lab_.scale().nanoseconds(count.largest_lag));
  if (!request_.is_received) return out;
  const StreamTrack& track = receivers_[1 - port]->streams().at(stream);
  out.rx = tally_of(track, count.sent);
  out.missing = count.sent - std::min(count.sent, out.rx->delivered + out.rx->corrupted);
  out.latency = summary_of(track.latency);
  return out;
}

}  // namespace pktgen

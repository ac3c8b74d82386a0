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
#include "rig/standstill_guard.h"
#include "rig/soak_watch.h"
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
    auto laid_out = StreamLayout::make(request_, lab_.facts(), lab_.macs(), lab_.queues().tx);
    if (!laid_out) return tl::make_unexpected(laid_out.error());
    layout_ = std::move(*laid_out);
    if (request_.soak && lab_.queues().rx != 1)
      return fail(ErrorKind::plan,
                  "a soak sees gaps in the numbers where all frames of a port come to one "
                  "queue; leave rx-queues at 1");
    if (request_.introduces) learn();
    for (std::size_t i : {0u, 1u}) baseline_[i] = lab_.port(i).counters();
    make_workers();
    send();
    drain();
    const bool steady = lab_.stop();
    if (soak_)
      for (std::size_t i : {0u, 1u}) soak_->witness_at(i)->finish(receivers_[i][0]->streams());
    return lab_.hangs() ? leave_behind() : take_stock(steady);
  }

 private:
  using Port = typename L::Port;
  static constexpr Nanoseconds kSettle = std::chrono::milliseconds(10);
  static constexpr Nanoseconds kQuiet = std::chrono::milliseconds(20);
  static constexpr Nanoseconds kHurriedDrain = std::chrono::milliseconds(200);

  void learn();
  void make_workers();
  PortSender<Port> sender_of(std::size_t port, std::size_t queue);
  void send();
  void drain();
  StreamCount sent_by(std::size_t port) const;
  std::vector<Snapshot::OneStream> each_stream() const;
  std::uint64_t received_by(std::size_t port) const;
  bool all_came() const;
  std::array<SentSoFar, 2> sent_so_far() const;
  Ticks next_look() const;
  void look();
  void show(const std::string& alarm = {}) const;
  StreamsOutcome take_stock(bool steady);
  StreamsOutcome leave_behind() const;
  DirectionOutcome stock_of(std::size_t port, const PortCounters& sender, const PortCounters& receiver) const;
  StreamOutcome stock_of_stream(std::size_t stream) const;
  SoakOutcome stock_of_soak(const StreamsOutcome& out, const std::array<PortCounters, 2>& counted);
  StreamCount count_of(std::size_t laid) const;
  std::optional<Nanoseconds> due_of(std::size_t laid, std::uint64_t sequence) const;
  std::optional<Nanoseconds> last_missing(std::size_t laid) const;
  void add_silences(std::size_t laid, StreamOutcome& out) const;
  Departures departures_of(std::size_t laid) const;
  RxTally received_of(std::size_t laid, LatencyHistogram& latency) const;
  ForeignCounts foreign_at(std::size_t port) const;
  std::optional<Reordering> reordering_from(std::size_t port) const;
  void add_missing(std::size_t laid, std::vector<MissingRun>& runs) const;
  bool sends(std::size_t port) const { return !senders_[port].empty(); }

  L& lab_;
  const StreamsRequest& request_;
  std::uint16_t first_number_;
  const Watch& watch_;
  StreamLayout layout_;
  std::array<std::vector<PortSender<Port>>, 2> senders_{};                   // queue by queue
  std::array<std::vector<std::unique_ptr<RxWorker<Port>>>, 2> receivers_{};  // queue by queue
  std::unique_ptr<SoakWatch<L>> soak_{};
  std::array<PortCounters, 2> baseline_{};
  Ticks start_{};
  bool is_interrupted_ = false;
  std::optional<Standstill> standstill_{};
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
  const std::size_t queues = lab_.queues().rx;
  std::vector<StreamTable> tables;
  for (std::size_t i : {0u, 1u})
    for (std::size_t q = 0; q < queues; ++q) tables.push_back(layout_.table_at(i, first_number_));
  start_ = lab_.now() + scale.ticks(kSettle);
  const bool ends = request_.duration < kForever;
  if (request_.soak)
    soak_ = std::make_unique<SoakWatch<L>>(
        lab_, *request_.soak, layout_,
        typename SoakWatch<L>::Times{.start = start_,
                                     .end = ends ? start_ + scale.ticks(request_.duration) : kNever,
                                     .settle = request_.drain});
  for (std::size_t i : {0u, 1u}) {
    Expected expected = layout_.expected_at(i);
    if (ends) expected.sending_ends = start_ + scale.ticks(request_.duration);
    for (std::size_t q = 0; q < queues; ++q)
      receivers_[i].push_back(
          std::make_unique<RxWorker<Port>>(lab_.port(i, q), std::move(tables[i * queues + q]), expected,
                                           layout_.capture(), scale, soak_ ? soak_->witness_at(i) : nullptr));
    for (std::size_t q = 0; q < layout_.lanes(i).size(); ++q) senders_[i].push_back(sender_of(i, q));
  }
}

template <class L>
Departures StreamsRun<L>::departures_of(std::size_t laid) const {
  const TickScale scale = lab_.scale();
  return {layout_.at(laid).rate.pace, scale.clock(), start_ + scale.ticks(layout_.phase_of(laid)),
          start_ + scale.ticks(request_.duration)};
}

template <class L>
PortSender<typename L::Port> StreamsRun<L>::sender_of(std::size_t port, std::size_t queue) {
  const TickScale scale = lab_.scale();
  const std::vector<std::size_t>& lane = layout_.lanes(port)[queue];
  const auto number = [&](std::size_t i) { return static_cast<std::uint16_t>(first_number_ + i); };
  Port& out = lab_.port(port, queue);
  if (layout_.is_one_of_a_kind(lane)) {
    const StreamProgram& program = *layout_.at(lane[0]).program;
    const BuiltFrame& frame = program.variants()[0].frame;
    out.use_template({.bytes = frame.bytes, .signature_at = frame.signature_at});
    auto own = std::make_unique<StreamProgram>(program);
    const std::uint32_t prebuilt = layout_.at(lane[0]).spec.prebuilt;
    FrameSource source = prebuilt != 0 ? FrameSource(std::make_unique<PrebuiltFrames>(*own, prebuilt), scale)
                                       : FrameSource(number(lane[0]), std::move(own), scale);
    return PortSender<Port>(std::make_unique<TxWorker<Port>>(out, std::move(source), departures_of(lane[0]),
                                                             layout_.capture(), scale));
  }
  std::vector<typename StreamSender<Port>::Stream> streams;
  for (const std::size_t i : lane)
    streams.push_back(
        {.program = *layout_.at(i).program, .departures = departures_of(i), .number = number(i)});
  out.use_payloads(layout_.images(port));
  return PortSender<Port>(std::make_unique<StreamSender<Port>>(
      out, std::move(streams), scale.clock().count / layout_.load_of(lane).count, layout_.capture(), scale));
}

template <class L>
void StreamsRun<L>::send() {
  std::vector<Task> tasks;
  double fastest = 1;
  for (std::size_t i : {0u, 1u}) {
    for (auto& sender : senders_[i]) tasks.push_back(sender.task());
    fastest = std::max(fastest, layout_.load_of(layout_.of_port(i)).count);
  }
  for (auto& at_port : receivers_)
    for (auto& receiver : at_port) tasks.push_back(Task::of(*receiver));
  lab_.trial_starts(start_);
  const double quantum = lab_.scale().clock().count / fastest * kBurst / 2;
  lab_.start(tasks, {std::max<std::uint64_t>(1, static_cast<std::uint64_t>(quantum))});
  const auto ended = [](const auto& of_port) {
    return std::ranges::all_of(of_port, [](const auto& sender) { return sender.ended(); });
  };
  StandstillGuard<L> guard(lab_, start_);
  while (!std::ranges::all_of(senders_, ended) && !guard.is_given_up()) {
    lab_.run(next_look());
    look();
    const bool stands_still = guard.look(sent_so_far());
    show(guard.alarm());
    is_interrupted_ = is_interrupted_ || watch_.stop.stop_requested();
    if (!is_interrupted_ && !stands_still) continue;
    for (auto& of_port : senders_)
      for (auto& sender : of_port) sender.ask_to_end();
  }
  standstill_ = guard.found();
}

template <class L>
std::array<SentSoFar, 2> StreamsRun<L>::sent_so_far() const {
  std::array<SentSoFar, 2> all;
  for (std::size_t i : {0u, 1u}) {
    const StreamCount count = sent_by(i);
    all[i] = {count.sent, count.ring_full};
  }
  return all;
}

/// Until all that was sent has come and nothing more comes, or the time is up.
template <class L>
void StreamsRun<L>::drain() {
  const TickScale scale = lab_.scale();
  const Nanoseconds most =
      is_interrupted_ || standstill_ ? std::min(request_.drain, kHurriedDrain) : request_.drain;
  const Ticks quiet = scale.ticks(kQuiet), earliest = lab_.now() + quiet;
  const Ticks drained = lab_.now() + scale.ticks(request_.is_received ? most : kQuiet);
  while (lab_.now() < drained) {
    lab_.run(std::min(drained, lab_.now() + lab_.slice()));
    if (soak_) soak_->take_captured();
    show();
    Ticks newest{};
    for (const auto& at_port : receivers_)
      for (const auto& receiver : at_port)
        newest = std::max(newest, Ticks{receiver->count().newest_ticks.read()});
    const bool is_quiet = lab_.now() > earliest && lab_.now() > newest + quiet;
    if (is_quiet && (all_came() || watch_.stop.stop_requested())) return;
  }
}

template <class L>
StreamCount StreamsRun<L>::sent_by(std::size_t port) const {
  StreamCount sent;
  for (const auto& sender : senders_[port]) sent += sender.total();
  return sent;
}

template <class L>
std::uint64_t StreamsRun<L>::received_by(std::size_t port) const {
  std::uint64_t received = 0;
  for (const auto& receiver : receivers_[port]) received += receiver->count().received.read();
  return received;
}

template <class L>
bool StreamsRun<L>::all_came() const {
  for (std::size_t i : {0u, 1u})
    if (sends(i) && received_by(1 - i) < sent_by(i).sent) return false;
  return true;
}

template <class L>
std::vector<Snapshot::OneStream> StreamsRun<L>::each_stream() const {
  std::vector<Snapshot::OneStream> all(request_.streams.size());
  for (std::size_t i = 0; i < layout_.size(); ++i) {
    Snapshot::OneStream& stream = all[layout_.at(i).stream];
    stream.sent += count_of(i).sent;
    for (const auto& receiver : receivers_[1 - layout_.at(i).spec.port])
      stream.received += receiver->streams().at(i).received.read();
  }
  return all;
}

/// In virtual time nothing happens between looks, and a slow run of days has many of them.
template <class L>
Ticks StreamsRun<L>::next_look() const {
  if (!soak_) return lab_.now() + lab_.slice();
  constexpr double kFramesALook = 1000;
  Ticks slice = lab_.slice();
  const double load =
      std::max({1e-3, layout_.load_of(layout_.of_port(0)).count, layout_.load_of(layout_.of_port(1)).count});
  const double many = lab_.scale().clock().count / load * kFramesALook;
  if (lab_.clock().is_virtual) slice.count = std::max(slice.count, static_cast<std::uint64_t>(many));
  const Ticks next = soak_->next_look(slice);
  if (watch_.at_least_every >= kForever) return next;
  const std::uint64_t every = lab_.scale().ticks(watch_.at_least_every).count;
  const std::uint64_t gone = lab_.now() < start_ ? 0 : (lab_.now() - start_).count;
  return std::min(next, start_ + Ticks{gone - gone % every + every});
}

template <class L>
void StreamsRun<L>::look() {
  if (!soak_) return;
  const auto counted = [&] {
    return std::array{lab_.port(0).counters().since(baseline_[0]),
                      lab_.port(1).counters().since(baseline_[1])};
  };
  soak_->look({sent_by(0).sent, sent_by(1).sent}, counted);
}

template <class L>
void StreamsRun<L>::show(const std::string& alarm) const {
  Snapshot snapshot{.elapsed = {}, .duration = request_.duration, .directions = {}, .alarm = alarm};
  if (const Ticks now = lab_.now(); now > start_)
    snapshot.elapsed = Nanoseconds(lab_.scale().nanoseconds(now - start_));
  for (std::size_t i : {0u, 1u}) {
    if (!sends(i)) continue;
    const StreamCount count = sent_by(i);
    snapshot.directions.push_back({.due = count.due(), .sent = count.sent, .received = received_by(1 - i)});
  }
  if (soak_) snapshot.loss_events = soak_->events();
  if (request_.shows_streams) snapshot.streams = each_stream();
  watch_.show(snapshot);
}

}  // namespace pktgen

#include "rig/streams_stock.h"

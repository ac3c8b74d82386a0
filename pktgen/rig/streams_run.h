#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "plan/ready_streams.h"
#include "rig/layout.h"
#include "rig/measurer.h"
#include "rig/port_sender.h"
#include "rig/tally.h"
#include "traffic/size_sequence.h"
#include "traffic/stream_rate.h"
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
    if (auto laid_out = lay_out(); !laid_out) return tl::make_unexpected(laid_out.error());
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
  static constexpr std::size_t kMostLearnt = 64;  // pairs of addresses that a switch is shown

  /// A stream on its way to a port's sender.
  struct Laid {
    StreamSpec spec;
    StreamRate rate;
    std::optional<StreamProgram> program{};
  };

  Result<void> lay_out();
  Result<void> lay_out_port(std::size_t port);
  Result<void> check_sum(std::size_t port) const;
  void learn();
  void make_workers();
  std::unique_ptr<RxWorker<Port>> receiver_at(std::size_t port);
  bool is_one_of_a_kind(std::size_t port) const;
  std::uint64_t phase_of(std::size_t place, std::size_t port) const;
  PortSender<Port> sender_of(std::size_t port, Ticks start);
  void send();
  void drain();
  bool all_came() const;
  void show() const;
  StreamsOutcome take_stock(bool steady);
  DirectionOutcome stock_of(std::size_t port, const PortCounters& sender, const PortCounters& receiver) const;
  StreamOutcome stock_of_stream(std::size_t stream) const;
  std::uint64_t expected_frames(const Laid& laid) const;
  FramesPerSecond load_of(std::size_t port) const;
  bool sends(std::size_t port) const { return senders_[port].has_value(); }

  L& lab_;
  const StreamsRequest& request_;
  std::uint16_t first_number_;
  const Watch& watch_;
  std::vector<Laid> laid_;                        // in the request's order
  std::array<std::vector<std::size_t>, 2> of_{};  // which of them each port sends
  std::array<std::optional<PortSender<Port>>, 2> senders_{};
  std::array<std::unique_ptr<RxWorker<Port>>, 2> receivers_{};
  std::array<PortCounters, 2> baseline_{};
  Ticks start_{};
  bool is_interrupted_ = false;
};

/// What each port is to send; refused if its link can't carry it, or frames can't be so.
template <class L>
Result<void> StreamsRun<L>::lay_out() {
  const auto facts = lab_.facts();
  const auto macs = lab_.macs();
  for (const StreamSpec& asked : request_.streams) {
    Laid laid{.spec = asked, .rate = {}};
    fill_macs(laid.spec.headers, macs[asked.port], macs[1 - asked.port]);
    auto rate = stream_rate(laid.spec.schedule, laid.spec.sizes, facts[asked.port].link,
                            static_cast<std::uint16_t>(laid_.size()));
    if (!rate) return within(asked.place, std::move(rate.error()));
    laid.rate = *rate;
    of_[asked.port].push_back(laid_.size());
    laid_.push_back(std::move(laid));
  }
  for (std::size_t port : {0u, 1u})
    if (auto laid_out = lay_out_port(port); !laid_out) return laid_out;
  return {};
}

template <class L>
Result<void> StreamsRun<L>::lay_out_port(std::size_t port) {
  if (of_[port].empty()) return {};
  std::vector<StreamSpec> specs;
  for (const std::size_t stream : of_[port]) specs.push_back(laid_[stream].spec);
  if (auto fits = check_sum(port); !fits) return fits;
  auto payloads = plan_payloads(specs);
  if (!payloads) return tl::make_unexpected(std::move(payloads.error()));
  for (std::size_t i = 0; i < specs.size(); ++i) {
    auto program = StreamProgram::make(specs[i], payloads->payload_of[i]);
    if (!program) return tl::make_unexpected(std::move(program.error()));
    laid_[of_[port][i]].program = std::move(*program);
  }
  const BuiltFrame& frame = laid_[of_[port][0]].program->variants()[0].frame;
  if (is_one_of_a_kind(port))
    lab_.port(port).use_template({.bytes = frame.bytes, .signature_at = frame.signature_at});
  else lab_.port(port).use_payloads(std::move(payloads->images));
  return {};
}

/// All streams of a port together must fit its link whenever one more begins.
template <class L>
Result<void> StreamsRun<L>::check_sum(std::size_t port) const {
  constexpr double kClockTolerance = 1e-4;  // IEEE 802.3: 100 ppm
  const auto link = static_cast<double>(lab_.facts()[port].link.count);
  const auto l1 = [](const Laid& laid) {
    return laid.rate.mean.count * mean_wire_bytes(laid.spec.sizes) * 8;
  };
  const auto runs_at = [](const Schedule& schedule, Nanoseconds time) {
    return schedule.start_offset <= time &&
           (!schedule.duration || time < schedule.start_offset + *schedule.duration);
  };
  for (const std::size_t beginning : of_[port]) {
    const Nanoseconds time = laid_[beginning].spec.schedule.start_offset;
    double sum = 0;
    for (const std::size_t stream : of_[port])
      if (runs_at(laid_[stream].spec.schedule, time)) sum += l1(laid_[stream]);
    if (link == 0 || sum <= link * (1 + kClockTolerance)) continue;
    return fail(
        ErrorKind::plan,
        fmt::format("streams of port {} together are {:.3f} Gb/s L1 at {} s, but the link carries {:g} "
                    "Gb/s; lower their loads, or start some later",
                    port == 0 ? "a" : "b", sum / 1e9, seconds(time), link / 1e9));
  }
  return {};
}

/// Shows a switch the addresses of both sides before anything counts, and lets it settle.
template <class L>
void StreamsRun<L>::learn() {
  std::set<std::pair<MacAddress, MacAddress>> shown;
  for (const Laid& laid : laid_) {
    const auto& eth = std::get<EthernetHeader>(laid.spec.headers.front());
    if (shown.size() == kMostLearnt || !shown.emplace(eth.src, eth.dst).second) continue;
    const FrameLayout there{.stack = Stack::eth, .src_mac = eth.src, .dst_mac = eth.dst};
    lab_.port(laid.spec.port).send_control(learning_frame(there).bytes, lab_.now());
    if (!request_.is_received || (eth.dst[0] & 1) != 0) continue;
    const FrameLayout back{.stack = Stack::eth, .src_mac = eth.dst, .dst_mac = eth.src};
    lab_.port(1 - laid.spec.port).send_control(learning_frame(back).bytes, lab_.now());
  }
  lab_.wait(lab_.now() + lab_.scale().ticks(kSettle));
}

template <class L>
std::uint64_t StreamsRun<L>::expected_frames(const Laid& laid) const {
  constexpr double kMost = 1e15;
  const Nanoseconds time = std::min(request_.duration, laid.spec.schedule.duration.value_or(kForever));
  const double by_time = std::min(kMost, laid.rate.most.count * seconds(time) * 1.02 + 1000);
  const double by_count = laid.spec.schedule.frames ? static_cast<double>(*laid.spec.schedule.frames) : kMost;
  return static_cast<std::uint64_t>(std::min(by_time, by_count));
}

template <class L>
std::unique_ptr<RxWorker<typename L::Port>> StreamsRun<L>::receiver_at(std::size_t port) {
  StreamTable table(first_number_);
  Expected expected{.signature_at = 0, .length = kLargestFrame.count, .sending_ends = kNever, .payload = {}};
  if (request_.duration < kForever) expected.sending_ends = start_ + lab_.scale().ticks(request_.duration);
  bool lengths_differ = false;
  for (const Laid& laid : laid_) {
    expected.lengths.push_back(laid.program->lengths());
    if (laid.spec.port == port) {
      table.add_nobody();
      continue;
    }
    const std::uint64_t window = SequenceTracker::kWidestWindow / std::bit_ceil(laid_.size());
    table.add(expected_frames(laid), true, window);
    const std::size_t at = laid.program->signature_at();
    auto& others = expected.other_places;
    if (expected.signature_at == 0) expected.signature_at = at;
    else if (at != expected.signature_at && std::ranges::find(others, at) == others.end())
      others.push_back(at);
    for (const StreamProgram::Variant& variant : laid.program->variants()) {
      lengths_differ = lengths_differ ||
                       (expected.length != kLargestFrame.count && expected.length != variant.shape.length);
      expected.length = std::min<std::size_t>(expected.length, variant.shape.length);
    }
  }
  if (!lengths_differ) expected.lengths.clear();
  return std::make_unique<RxWorker<Port>>(lab_.port(port), std::move(table), std::move(expected),
                                          Capture(0, 0), lab_.scale());
}

/// One stream of evenly sent frames of one size: what the faster loop sends.
template <class L>
bool StreamsRun<L>::is_one_of_a_kind(std::size_t port) const {
  const Laid& first = laid_[of_[port][0]];
  return of_[port].size() == 1 && first.program->variants().size() == 1 &&
         first.rate.pace.shape == Pace::Shape::constant;
}

/// Even streams of a port take turns: each begins a part of its own gap later than the one before, for all at
/// once would be a burst.
template <class L>
std::uint64_t StreamsRun<L>::phase_of(std::size_t place, std::size_t port) const {
  const StreamRate& rate = laid_[of_[port][place]].rate;
  if (rate.pace.shape != Pace::Shape::constant) return 0;
  const double share = static_cast<double>(place) / static_cast<double>(of_[port].size());
  return static_cast<std::uint64_t>(lab_.scale().clock().count / rate.mean.count * share);
}

template <class L>
PortSender<typename L::Port> StreamsRun<L>::sender_of(std::size_t port, Ticks start) {
  const Ticks end = start + lab_.scale().ticks(request_.duration);
  if (is_one_of_a_kind(port)) {
    Laid& only = laid_[of_[port][0]];
    FrameSource source(static_cast<std::uint16_t>(first_number_ + of_[port][0]),
                       std::make_unique<StreamProgram>(*only.program), lab_.scale());
    return PortSender<Port>(std::make_unique<TxWorker<Port>>(
        lab_.port(port), std::move(source), Departures(only.rate.pace, lab_.scale().clock(), start, end),
        Capture(0, 0), lab_.scale()));
  }
  std::vector<typename StreamSender<Port>::Stream> streams;
  for (const std::size_t i : of_[port]) {
    Laid& laid = laid_[i];
    streams.push_back({.program = *laid.program,
                       .departures = Departures(laid.rate.pace, lab_.scale().clock(),
                                                start + Ticks{phase_of(streams.size(), port)}, end),
                       .number = static_cast<std::uint16_t>(first_number_ + i)});
  }
  return PortSender<Port>(std::make_unique<StreamSender<Port>>(
      lab_.port(port), std::move(streams), lab_.scale().clock().count / load_of(port).count, lab_.scale()));
}

template <class L>
void StreamsRun<L>::make_workers() {
  for (std::size_t i : {0u, 1u}) receivers_[i] = receiver_at(i);  // first: their memory takes time
  start_ = lab_.now() + lab_.scale().ticks(kSettle);
  for (std::size_t i : {0u, 1u})
    if (!of_[i].empty()) senders_[i].emplace(sender_of(i, start_));
}

template <class L>
void StreamsRun<L>::send() {
  std::vector<Task> tasks;
  double fastest = 1;
  for (std::size_t i : {0u, 1u}) {
    if (sends(i)) tasks.push_back(senders_[i]->task());
    fastest = std::max(fastest, load_of(i).count);
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
FramesPerSecond StreamsRun<L>::load_of(std::size_t port) const {
  FramesPerSecond load;
  for (const std::size_t stream : of_[port]) load += laid_[stream].rate.mean;
  return load;
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
  for (std::size_t i = 0; i < laid_.size(); ++i) out.streams.push_back(stock_of_stream(i));
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
  for (std::size_t i = 0; i < of_[port].size(); ++i) {
    const StreamTrack& track = receivers_[1 - port]->streams().at(of_[port][i]);
    rx += tally_of(track, worker.count(i).sent);
  }
  out.sender = sender;
  out.receiver = receiver;
  out.ledger = make_ledger(total.sent, rx, receiver, foreign_of(receivers_[1 - port]->count()));
  out.largest_lag = Nanoseconds(scale.nanoseconds(total.largest_lag));
  if (total.due() == 0) return out;
  const double gap = scale.clock().count / load_of(port).count;
  const Ticks asked = worker.newest_due() - start_ + Ticks{static_cast<std::uint64_t>(gap)};
  out.load = {static_cast<double>(total.due()) * scale.clock().count / static_cast<double>(asked.count)};
  out.sending_time = Nanoseconds(scale.nanoseconds(asked + worker.newest_lag()));
  return out;
}

template <class L>
StreamOutcome StreamsRun<L>::stock_of_stream(std::size_t stream) const {
  const Laid& laid = laid_[stream];
  const std::size_t port = laid.spec.port;
  const auto place = std::ranges::find(of_[port], stream) - of_[port].begin();
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

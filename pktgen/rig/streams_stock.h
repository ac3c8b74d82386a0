#pragma once
#include "rig/streams_run.h"

// What a send left behind: the second half of StreamsRun.

namespace pktgen {

template <class L>
StreamsOutcome StreamsRun<L>::take_stock(bool steady) {
  std::array<PortCounters, 2> counted;
  for (std::size_t i : {0u, 1u}) counted[i] = lab_.port(i).counters().since(baseline_[i]);
  StreamsOutcome out;
  Ticks ended = start_;
  for (std::size_t i : {0u, 1u}) {
    if (!sends(i)) continue;
    LatencyHistogram pacing;
    for (const auto& sender : senders_[i]) {
      ended = std::max(ended, sender.newest_due() + sender.newest_lag());
      pacing.add(sender.pacing().errors());
    }
    out.total.directions.push_back(stock_of(i, counted[i], counted[1 - i]));
    out.total.directions.back().stalled = !steady;
    out.sending_time = std::max(out.sending_time, out.total.directions.back().sending_time);
    out.pacing[i] = summary_of(pacing);
    out.reordering[i] = reordering_from(i);
  }
  out.total.link_downs = lab_.link_downs(start_, ended);
  out.total.interrupted = is_interrupted_;
  out.total.standstill = standstill_;
  for (std::size_t i = 0; i < request_.streams.size(); ++i) out.streams.push_back(stock_of_stream(i));
  if (soak_) out.soak = stock_of_soak(out, counted);
  return out;
}

/// A worker never came back: what it may still count isn't read.
template <class L>
StreamsOutcome StreamsRun<L>::leave_behind() const {
  StreamsOutcome out;
  out.total.standstill = standstill_.value_or(Standstill{});
  out.total.standstill->hangs = true;
  for (std::size_t i : {0u, 1u})
    if (sends(i))
      out.total.directions.push_back({.direction = i == 0 ? Direction::a_to_b : Direction::b_to_a,
                                      .link = lab_.facts()[i].link,
                                      .stalled = true});
  for (const StreamSpec& spec : request_.streams)
    out.streams.push_back(
        {.name = spec.name, .direction = spec.port == 0 ? Direction::a_to_b : Direction::b_to_a});
  return out;
}

template <class L>
SoakOutcome StreamsRun<L>::stock_of_soak(const StreamsOutcome& out,
                                         const std::array<PortCounters, 2>& counted) {
  std::array<std::uint64_t, 2> newest_due_ns{};
  for (std::size_t i : {0u, 1u})
    for (const auto& sender : senders_[i])
      newest_due_ns[i] = std::max(newest_due_ns[i], lab_.scale().nanoseconds(sender.newest_due()));
  SoakOutcome soak = soak_->finish(out.sending_time, counted, newest_due_ns,
                                   [&](std::size_t laid) { return count_of(laid).sent; });
  soak.intervals = intervals_of(soak_->series(), out.total.link_downs);
  return soak;
}

/// All streams that a port sent. What was asked is what became due, so that any schedule is held against
/// itself: all of it, in the time that it takes.
template <class L>
DirectionOutcome StreamsRun<L>::stock_of(std::size_t port, const PortCounters& sender,
                                         const PortCounters& receiver) const {
  const TickScale scale = lab_.scale();
  const StreamCount total = sent_by(port);
  DirectionOutcome out{.direction = port == 0 ? Direction::a_to_b : Direction::b_to_a,
                       .link = lab_.facts()[port].link};
  out.tx = {
      .due = total.due(), .sent = total.sent, .no_buffer = total.no_buffer, .ring_full = total.ring_full};
  RxTally rx;
  LatencyHistogram latency;
  for (const std::size_t i : layout_.of_port(port)) rx += received_of(i, latency);
  out.latency = summary_of(latency);
  out.sender = sender;
  out.receiver = receiver;
  if (request_.is_received) out.ledger = make_ledger(total.sent, rx, receiver, foreign_at(1 - port));
  out.largest_lag = Nanoseconds(scale.nanoseconds(total.largest_lag));
  out.tx_samples = samples_of(senders_[port][0].samples());
  if (request_.is_received) out.rx_samples = samples_of(receivers_[1 - port][0]->samples());
  if (total.due() == 0) return out;
  Ticks due{}, left{};
  for (const auto& worker : senders_[port]) {
    due = std::max(due, worker.newest_due());
    left = std::max(left, worker.newest_due() + worker.newest_lag());
  }
  const double gap = scale.clock().count / layout_.load_of(layout_.of_port(port)).count;
  const Ticks asked = due - start_ + Ticks{static_cast<std::uint64_t>(gap)};
  out.load = {static_cast<double>(total.due()) * scale.clock().count / static_cast<double>(asked.count)};
  out.sending_time = Nanoseconds(scale.nanoseconds(asked + (left - due)));
  return out;
}

/// What one queue sent of a stream.
template <class L>
StreamCount StreamsRun<L>::count_of(std::size_t laid) const {
  const std::size_t port = layout_.at(laid).spec.port;
  for (std::size_t q = 0; q < senders_[port].size(); ++q) {
    const auto& lane = layout_.lanes(port)[q];
    const auto place = std::ranges::find(lane, laid);
    if (place != lane.end()) return senders_[port][q].count(static_cast<std::size_t>(place - lane.begin()));
  }
  return {};
}

/// What came of that, at all queues of the other port together.
template <class L>
RxTally StreamsRun<L>::received_of(std::size_t laid, LatencyHistogram& latency) const {
  std::vector<const SequenceTracker*> parts;
  RxTally rx;
  for (const auto& receiver : receivers_[1 - layout_.at(laid).spec.port]) {
    const StreamTrack& track = receiver->streams().at(laid);
    parts.push_back(&track.sequence);
    latency.add(track.latency);
    if (soak_) latency.add(soak_->witness_at(1 - layout_.at(laid).spec.port)->earlier(laid));
    rx.late += track.late;
  }
  const SequenceTracker::Seen seen = SequenceTracker::joint(parts, count_of(laid).sent);
  rx.delivered = seen.delivered;
  rx.corrupted = seen.corrupted;
  rx.duplicated = seen.duplicated;
  rx.reordered = seen.reordered;
  rx.surplus = seen.surplus;
  return rx;
}

/// At all queues of the other port together; in which order two queues got theirs can't be told.
template <class L>
std::optional<Reordering> StreamsRun<L>::reordering_from(std::size_t port) const {
  ReorderTally all;
  bool is_measured = false;
  for (const auto& receiver : receivers_[1 - port])
    if (const ReorderTally* const tally = receiver->streams().reordering()) {
      all.add(*tally);
      is_measured = true;
    }
  return is_measured ? std::optional(summary_of(all)) : std::nullopt;
}

/// Numbers of each queue's part of a stream stand for themselves: where it has several, runs of them follow
/// each other.
template <class L>
void StreamsRun<L>::add_missing(std::size_t laid, std::vector<MissingRun>& runs) const {
  constexpr std::size_t kMostRuns = 1000;
  std::vector<const SequenceTracker*> parts;
  for (const auto& receiver : receivers_[1 - layout_.at(laid).spec.port])
    parts.push_back(&receiver->streams().at(laid).sequence);
  for (const auto& run : SequenceTracker::missing(parts, count_of(laid).sent, kMostRuns))
    runs.push_back({run.first, run.count});
}

/// When the frame of that number was due, had all been sent: the sender's own schedule once more. Nothing
/// where frames aren't evenly spaced, for then it isn't known in one step.
template <class L>
std::optional<Nanoseconds> StreamsRun<L>::due_of(std::size_t laid, std::uint64_t sequence) const {
  constexpr std::uint64_t kStep = 1u << 31;
  const StreamLayout::Laid& stream = layout_.at(laid);
  const StreamProgram::Variant* const only = stream.program->only_variant();
  if (stream.rate.pace.shape != Pace::Shape::constant || only == nullptr) return std::nullopt;
  Departures departures = departures_of(laid);
  while (sequence > 0) {
    const std::uint64_t step = std::min(sequence, kStep);
    departures.advance(only->wire_bytes, static_cast<std::uint32_t>(step));
    sequence -= step;
  }
  if (departures.finished()) return std::nullopt;
  return Nanoseconds(lab_.scale().nanoseconds(departures.next() - start_));
}

template <class L>
std::optional<Nanoseconds> StreamsRun<L>::last_missing(std::size_t laid) const {
  std::vector<const SequenceTracker*> parts;
  for (const auto& receiver : receivers_[1 - layout_.at(laid).spec.port])
    parts.push_back(&receiver->streams().at(laid).sequence);
  const auto highest = SequenceTracker::highest_missing(parts, count_of(laid).sent);
  return highest ? due_of(laid, *highest) : std::nullopt;
}

/// Of one queue of the other port; a stream that comes to several is silent at each of them most of the time.
template <class L>
void StreamsRun<L>::add_silences(std::size_t laid, StreamOutcome& out) const {
  const auto& at_port = receivers_[1 - layout_.at(laid).spec.port];
  if (at_port.size() != 1) return;
  const ArrivalGaps& gaps = at_port[0]->streams().at(laid).gaps;
  const std::uint64_t start_ns = lab_.scale().nanoseconds(start_);
  const auto since_start = [&](std::uint64_t at_ns) { return Nanoseconds(at_ns - start_ns); };
  for (const SilentTime& gap : gaps.gaps())
    out.silences.push_back(
        {.from = since_start(gap.from_ns),
         .to = since_start(gap.to_ns),
         .last_before = gap.last_before,
         .first_after = gap.first_after,
         .missing_before = gap.last_before + 1 - std::min(gap.last_before + 1, gap.came_before)});
  out.silences_beyond += gaps.beyond();
}

template <class L>
ForeignCounts StreamsRun<L>::foreign_at(std::size_t port) const {
  ForeignCounts all{};
  for (const auto& receiver : receivers_[port]) {
    const ForeignCounts counts = foreign_of(receiver->count());
    for (std::size_t kind = 0; kind < all.size(); ++kind) all[kind] += counts[kind];
  }
  return all;
}

template <class L>
StreamOutcome StreamsRun<L>::stock_of_stream(std::size_t stream) const {
  const StreamSpec& spec = request_.streams[stream];
  StreamOutcome out{.name = spec.name, .direction = spec.port == 0 ? Direction::a_to_b : Direction::b_to_a};
  StreamCount count;
  RxTally rx;
  LatencyHistogram latency;
  for (const std::size_t i : layout_.of_port(spec.port)) {
    if (layout_.at(i).stream != stream) continue;
    out.load += layout_.at(i).rate.mean;
    count += count_of(i);
    rx += received_of(i, latency);
    if (request_.tells_missing) add_missing(i, out.missing_runs);
    if (!request_.is_received) continue;
    out.last_missing_due = std::max(out.last_missing_due, last_missing(i));
    add_silences(i, out);
  }
  out.tx = {
      .due = count.due(), .sent = count.sent, .no_buffer = count.no_buffer, .ring_full = count.ring_full};
  out.bytes = count.bytes + count.sent * kFcs;
  out.sent_late = count.late;
  out.largest_lag = Nanoseconds(lab_.scale().nanoseconds(count.largest_lag));
  if (!request_.is_received) return out;
  out.rx = rx;
  out.missing = count.sent - std::min(count.sent, rx.delivered + rx.corrupted);
  out.latency = summary_of(latency);
  return out;
}

}  // namespace pktgen

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
  }
  out.total.link_downs = lab_.link_downs(start_, ended);
  out.total.interrupted = is_interrupted_;
  out.total.standstill = standstill_;
  for (std::size_t i = 0; i < request_.streams.size(); ++i) out.streams.push_back(stock_of_stream(i));
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

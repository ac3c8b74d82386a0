#pragma once
#include <algorithm>
#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "rig/measurer.h"
#include "rig/soak_stock.h"
#include "rig/stream_layout.h"
#include "rig/tally.h"
#include "worker/loss_witness.h"

namespace pktgen {

/// Looks after a long run of streams on any lab (rig/streams_run.h): cuts it into intervals while frames
/// flow, and hands on what came around each loss.
template <class L>
class SoakWatch {
 public:
  using Port = typename L::Port;
  struct Times {
    Ticks start{}, end = kNever;  ///< of sending
    Nanoseconds settle{};         ///< how late a frame may come and not be lost
  };

  SoakWatch(L& lab, const SoakRequest& request, const StreamLayout& layout, const Times& times)
      : lab_(lab), request_(request), layout_(layout), times_(times), series_(request.most_intervals) {
    const TickScale scale = lab.scale();
    every_ = scale.ticks(request.every);
    next_cut_ = times.start + every_;
    skip_last_cut();
    const WitnessDuties duties{.streams = layout.size(),
                               .most_events = request.most_events,
                               .before = request.frames_before,
                               .after = request.frames_after,
                               .longest = layout.longest(),
                               .settle = scale.ticks(times.settle)};
    for (std::size_t i : {0u, 1u}) witnesses_[i] = std::make_unique<LossWitness<Port>>(lab.port(i), duties);
  }

  LossWitness<Port>* witness_at(std::size_t port) { return witnesses_[port].get(); }

  /// Until when workers may run before `look` has something to do; `slice` ahead at most.
  Ticks next_look(Ticks slice) const {
    return is_asked_ ? lab_.now() + lab_.slice() : std::min(lab_.now() + slice, next_cut_);
  }

  /// While sending; counts are from the beginning, of each sending port.
  template <class Counted>
  void look(const std::array<std::uint64_t, 2>& sent, const Counted& counted) {
    take_captured();
    if (is_asked_ && std::ranges::all_of(witnesses_, [](const auto& w) { return w->has_cut(); })) {
      is_asked_ = false;
      add(asked_at_, asked_sent_, asked_counted_);
    }
    const Ticks now = lab_.now();
    if (is_asked_ || now < next_cut_) return;
    while (next_cut_ <= now) next_cut_ += every_;
    skip_last_cut();
    is_asked_ = true;
    asked_at_ = Nanoseconds(lab_.scale().nanoseconds(now - times_.start));
    asked_sent_ = sent;
    asked_counted_ = counted();
    for (const auto& witness : witnesses_) witness->ask_for_cut();
  }

  void take_captured() {
    for (std::size_t i : {0u, 1u})
      witnesses_[i]->hand_over([&](const WitnessedGap& gap) { hand_on(i, gap); });
  }

  std::uint64_t events() const { return witnesses_[0]->events() + witnesses_[1]->events(); }

  /// Once all workers have stopped. Streams, as they were laid out, sent `sent_of(laid)` frames.
  template <class SentOf>
  SoakOutcome finish(Nanoseconds end, const std::array<PortCounters, 2>& counted,
                     const std::array<std::uint64_t, 2>& newest_due_ns, const SentOf& sent_of) {
    take_captured();
    SoakOutcome out;
    std::array<std::uint64_t, 2> sent{};
    for (std::size_t i = 0; i < layout_.size(); ++i) sent[layout_.at(i).spec.port] += sent_of(i);
    add(std::max(end, series_.intervals().empty() ? Nanoseconds{} : series_.intervals().back().end), sent,
        counted, true);
    newest_due_ns_ = newest_due_ns;
    for (auto& ids : captured_) std::ranges::sort(ids);
    for (std::size_t i : {0u, 1u}) add_events(out, i, sent_of);
    std::ranges::stable_sort(out.events, {}, &LossEvent::at);
    out.merged = series_.merged();
    out.captured = captured_[0].size() + captured_[1].size();
    return out;
  }
  const IntervalSeries& series() const { return series_; }

 private:
  /// What would be left behind a cut and is less than half an interval belongs to the one before.
  void skip_last_cut() {
    if (times_.end != kNever && next_cut_ + Ticks{every_.count / 2} > times_.end) next_cut_ = kNever;
  }

  /// `is_last`: what is missing now is missing for good, behind the highest number too.
  void add(Nanoseconds end, const std::array<std::uint64_t, 2>& sent,
           const std::array<PortCounters, 2>& counted, bool is_last = false) {
    std::array<IntervalCounts, 2> counts;
    std::array<LatencyHistogram, 2> latency;
    for (std::size_t way : {0u, 1u}) {
      const WitnessCut& cut = witnesses_[1 - way]->cut();
      const std::uint64_t missing =
          is_last ? sent[way] - std::min(sent[way], cut.seen.firsts()) : cut.missing;
      counts[way] = counts_of(sent[way], cut.seen, missing, counted[way], counted[1 - way]);
      latency[way] = cut.latency;
    }
    series_.add(end, counts, latency);
  }

  GapPlace place_of(std::size_t receiver, std::size_t laid) const {
    return {.receiver = receiver,
            .stream = layout_.at(laid).stream,
            .start_ns = lab_.scale().nanoseconds(times_.start),
            .newest_due_ns = newest_due_ns_[1 - receiver]};
  }

  void hand_on(std::size_t receiver, const WitnessedGap& gap) {
    if (!request_.keep) return;
    const LossEvent event = event_of(gap.gap, place_of(receiver, gap.gap.stream));
    if (request_.keep({.event = event, .before = gap.before, .frames = samples_of(gap.frames)}))
      captured_[receiver].push_back(gap.gap.id);
  }

  template <class SentOf>
  void add_events(SoakOutcome& out, std::size_t receiver, const SentOf& sent_of) {
    const LossWitness<Port>& witness = *witnesses_[receiver];
    const LossLog& log = witness.log();
    const std::size_t way = 1 - receiver;
    out.all_events[way] = log.events();
    out.all_frames[way] = log.frames();
    out.unmatched += log.unmatched();
    for (const Gap& gap : log.kept()) {
      out.events.push_back(event_of(gap, place_of(receiver, gap.stream)));
      out.events.back().is_captured = std::ranges::binary_search(captured_[receiver], gap.id);
    }
    for (std::size_t i = 0; i < layout_.size(); ++i) {
      if (layout_.at(i).spec.port != way) continue;
      const std::uint64_t next = witness.next(i), sent = sent_of(i);
      if (sent <= next) continue;
      Gap tail{.stream = i, .first = next, .last = sent - 1, .missing = sent - next};
      if (next != 0) tail.before = witness.newest(i);
      out.events.push_back(event_of(tail, place_of(receiver, i)));
      ++out.all_events[way];
      out.all_frames[way] += tail.missing;
    }
  }

  L& lab_;
  const SoakRequest& request_;
  const StreamLayout& layout_;
  Times times_;
  IntervalSeries series_;
  std::array<std::unique_ptr<LossWitness<Port>>, 2> witnesses_{};  // of what arrives at each port
  Ticks every_{}, next_cut_{};
  bool is_asked_ = false;
  Nanoseconds asked_at_{};
  std::array<std::uint64_t, 2> asked_sent_{}, newest_due_ns_{};
  std::array<PortCounters, 2> asked_counted_{};
  std::array<std::vector<std::uint64_t>, 2> captured_{};  // ids of gaps whose frames were kept
};

}  // namespace pktgen

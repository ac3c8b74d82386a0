#pragma once
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/counter.h"
#include "base/period.h"
#include "track/capture.h"
#include "track/latency_histogram.h"
#include "track/loss_log.h"
#include "track/sequence_tracker.h"
#include "track/stream_table.h"
#include "wire/signature_run.h"
#include "worker/port_concept.h"

namespace pktgen {

/// What a witness is to remember.
struct WitnessDuties {
  std::size_t streams = 0;            ///< of the receiver's table
  std::size_t most_events = 0;        ///< gaps kept whole
  std::size_t before = 0, after = 0;  ///< frames kept of those around a gap
  std::size_t longest = 0;            ///< of the frames, without FCS
  Ticks settle{};                     ///< after this time a gap isn't filled any more
};

/// A gap, and the frames that came around it.
struct WitnessedGap {
  enum class State : std::uint8_t { free, filling, settling, ready };
  explicit WitnessedGap(const WitnessDuties& duties) : frames(duties.before + duties.after, duties.longest) {}

  std::atomic<State> state{State::free};  ///< `ready`: the control thread's, until it says `free`
  Gap gap{};
  Capture frames;
  std::size_t before = 0;  ///< of the frames, came before the gap
  std::size_t wanted = 0;  ///< frames, until it is full
  Ticks settled{};
};

/// What all frames of a receiver came to, from one cut to the next but for the latency.
struct WitnessCut {
  SequenceTracker::Seen seen{};  ///< from the beginning
  std::uint64_t missing = 0;     ///< numbers below the highest that came
  LatencyHistogram latency{};    ///< since the cut before
};

/// Looks over a receiver's shoulder in a long run: notes each gap in the numbers with its neighbours, keeps
/// the frames around it, and hands over counts when it is asked to. It holds the newest frames back from
/// being released, so nothing is copied while nothing is lost. Nothing is allocated either.
template <RxPort Port>
class LossWitness {
 public:
  using Frame = typename Port::Frame;

  LossWitness(Port& port, const WitnessDuties& duties)
      : port_(port),
        duties_(duties),
        log_(duties.most_events),
        newest_(duties.streams),
        next_(duties.streams),
        earlier_(duties.streams) {
    held_.reserve(duties.before + kBurst);
    if (duties.before + duties.after == 0) return;
    for (auto& slot : slots_) slot = std::make_unique<WitnessedGap>(duties);
  }

  /// Before each step.
  void begin(StreamTable& streams, Ticks now) {
    if (asked_.load(std::memory_order_acquire) != cuts_.load(std::memory_order_relaxed)) [[unlikely]]
      make_cut(streams);
    now_ = now;
    if (settling_ != 0) [[unlikely]]
      settle();
  }

  /// Whether no frame of a burst follows a gap or comes late, so that nothing is to be seen one by one.
  bool is_plain(StreamTable& streams, const SignatureBurst& burst, std::uint32_t count) const {
    for (std::uint32_t from = 0, to = 0; from < count; from = to) {
      const StreamTrack& track = *streams.find(burst.stream(from));
      const std::uint64_t first = track.sequence.next() - from;
      for (to = from; to < count && burst.stream(to) == burst.stream(from); ++to)
        if (burst.sequences()[to] != first + to) return false;
    }
    return true;
  }

  /// The newest of a plain burst's frames of one stream.
  void booked(std::size_t stream, const SeenFrame& newest) { newest_[stream] = newest; }

  /// Frame `index` of a burst, of which the tracker knew nothing yet when `expected` was the next number.
  void saw(std::uint32_t index, std::size_t stream, const SeenFrame& frame, std::uint64_t expected,
           bool is_first) {
    if (!is_first) return;
    if (frame.number < expected) return late(stream, frame.number);
    if (frame.number > expected) gap(index, stream, frame, expected);
    newest_[stream] = frame;
  }

  /// Takes the frames of a burst, in place of the port: it gets back those that were held longest.
  template <class Arrival>
  void keep(std::span<Frame> burst, const Arrival& arrival_ns) {
    const std::size_t held = held_.size();
    for (std::size_t i = 0; i < burst.size(); ++i) held_.push_back({burst[i], arrival_ns(i)});
    for (std::size_t i = 0; i < triggers_; ++i) capture(trigger_[i], held);
    triggers_ = 0;
    if (filling_ != nullptr) fill(std::max(held, begun_at_));
    begun_at_ = 0;
    release(held_.size() - std::min(held_.size(), duties_.before));
  }

  /// Once the receiver has stopped: what is under way is as good as it will be, and no frame is held.
  void finish(StreamTable& streams) {
    if (filling_ != nullptr) end_filling();
    now_ = kNever;
    settle();
    make_cut(streams);
    for (std::size_t i = 0; i < duties_.streams; ++i)
      if (const StreamTrack* const track = streams.track(i)) next_[i] = track->sequence.next();
    release(held_.size());
  }

  // For the control thread.

  /// Asks for a cut; `has_cut` says when it was made, and then `cut` holds until the next one is asked for.
  void ask_for_cut() { asked_.fetch_add(1, std::memory_order_release); }
  bool has_cut() const {
    return cuts_.load(std::memory_order_acquire) == asked_.load(std::memory_order_relaxed);
  }
  const WitnessCut& cut() const { return cut_; }
  std::uint64_t events() const { return events_.read(); }  ///< so far

  /// Shows each gap that is ready to `take`, in their order.
  template <class Take>
  void hand_over(const Take& take) {
    while (WitnessedGap* const next = oldest_ready()) {
      take(*next);
      next->state.store(State::free, std::memory_order_release);
    }
  }

  // Once the receiver has stopped.

  const LossLog& log() const { return log_; }
  const SeenFrame& newest(std::size_t stream) const { return newest_[stream]; }
  std::uint64_t next(std::size_t stream) const { return next_[stream]; }  ///< one above the highest number
  /// Latency of a stream's frames up to the newest cut.
  const LatencyHistogram& earlier(std::size_t stream) const { return earlier_[stream]; }

 private:
  using State = WitnessedGap::State;
  struct Held {
    Frame frame{};
    std::uint64_t arrival_ns = 0;
  };
  struct Trigger {
    std::uint32_t index = 0;
    std::uint64_t gap = 0;
  };
  static constexpr std::size_t kSlots = 8;

  WitnessedGap* oldest_ready() const {
    WitnessedGap* oldest = nullptr;
    for (const auto& slot : slots_)
      if (slot && slot->state.load(std::memory_order_acquire) == State::ready &&
          (oldest == nullptr || slot->gap.id < oldest->gap.id))
        oldest = slot.get();
    return oldest;
  }
  void make_cut(StreamTable& streams);
  void gap(std::uint32_t index, std::size_t stream, const SeenFrame& frame, std::uint64_t expected);
  void late(std::size_t stream, std::uint64_t number) {
    log_.filled(stream, number);
    events_ += log_.events() - events_.read();
  }
  void capture(const Trigger& trigger, std::size_t held);
  void fill(std::size_t from);
  void end_filling();
  void settle();
  void release(std::size_t count);

  Port& port_;
  WitnessDuties duties_;
  LossLog log_;
  std::vector<SeenFrame> newest_;  // by stream
  std::vector<std::uint64_t> next_;
  std::vector<LatencyHistogram> earlier_;
  std::vector<Held> held_;  // oldest first
  std::array<Trigger, kBurst> trigger_{};
  std::size_t triggers_ = 0;
  std::array<std::unique_ptr<WitnessedGap>, kSlots> slots_{};
  WitnessedGap* filling_ = nullptr;
  std::size_t begun_at_ = 0;  // from where on the frames of this burst come behind the gap
  std::size_t settling_ = 0;  // slots
  Ticks now_{};
  WitnessCut cut_{};
  Counter events_;
  alignas(64) std::atomic<std::uint64_t> asked_{0};
  std::atomic<std::uint64_t> cuts_{0};
};

template <RxPort Port>
void LossWitness<Port>::make_cut(StreamTable& streams) {
  cut_.seen = {};
  cut_.missing = 0;
  cut_.latency.empty();
  for (std::size_t i = 0; i < duties_.streams; ++i) {
    StreamTrack* const track = streams.track(i);
    if (track == nullptr) continue;
    cut_.seen += track->sequence.so_far();
    cut_.missing += track->sequence.missing();
    cut_.latency.add(track->latency);
    earlier_[i].add(track->latency);
    track->latency.empty();
  }
  cuts_.store(asked_.load(std::memory_order_relaxed), std::memory_order_release);
}

template <RxPort Port>
void LossWitness<Port>::gap(std::uint32_t index, std::size_t stream, const SeenFrame& frame,
                            std::uint64_t expected) {
  Gap gap{.stream = stream, .first = expected, .last = frame.number - 1, .after = frame};
  if (expected != 0) gap.before = newest_[stream];
  const std::uint64_t id = log_.add(gap);
  events_ += log_.events() - events_.read();
  if (triggers_ < trigger_.size()) trigger_[triggers_++] = {index, id};
}

/// One at a time: a gap among the frames behind another one is seen in that one's frames.
template <RxPort Port>
void LossWitness<Port>::capture(const Trigger& trigger, std::size_t held) {
  if (filling_ != nullptr) return;
  const auto is_free = [](const auto& slot) {
    return slot && slot->state.load(std::memory_order_acquire) == State::free;
  };
  const auto slot = std::ranges::find_if(slots_, is_free);
  const Gap* const gap = log_.find(trigger.gap);
  if (slot == slots_.end() || gap == nullptr) return;
  filling_ = slot->get();
  filling_->state.store(State::filling, std::memory_order_relaxed);
  filling_->gap = *gap;
  filling_->frames.take_back(filling_->frames.size());
  begun_at_ = held + trigger.index;
  filling_->before = std::min(begun_at_, duties_.before);
  filling_->wanted = filling_->before + duties_.after;
  for (std::size_t i = begun_at_ - filling_->before; i < begun_at_; ++i)
    filling_->frames.keep(port_.view(held_[i].frame), held_[i].arrival_ns);
}

template <RxPort Port>
void LossWitness<Port>::fill(std::size_t from) {
  for (std::size_t i = from; i < held_.size() && filling_->frames.size() < filling_->wanted; ++i)
    filling_->frames.keep(port_.view(held_[i].frame), held_[i].arrival_ns);
  if (filling_->frames.size() == filling_->wanted) end_filling();
}

template <RxPort Port>
void LossWitness<Port>::end_filling() {
  filling_->settled = now_ + duties_.settle;
  filling_->state.store(State::settling, std::memory_order_relaxed);
  filling_ = nullptr;
  ++settling_;
}

/// A gap that was filled meanwhile was none.
template <RxPort Port>
void LossWitness<Port>::settle() {
  for (const auto& slot : slots_) {
    if (!slot || slot->state.load(std::memory_order_relaxed) != State::settling || slot->settled > now_)
      continue;
    --settling_;
    const Gap* const gap = log_.find(slot->gap.id);
    if (gap != nullptr) slot->gap = *gap;
    slot->state.store(gap != nullptr ? State::ready : State::free, std::memory_order_release);
  }
}

template <RxPort Port>
void LossWitness<Port>::release(std::size_t count) {
  std::array<Frame, kBurst> burst;
  for (std::size_t done = 0; done < count;) {
    const std::size_t some = std::min<std::size_t>(count - done, kBurst);
    for (std::size_t i = 0; i < some; ++i) burst[i] = held_[done + i].frame;
    port_.release(std::span(burst).first(some));
    done += some;
  }
  held_.erase(held_.begin(), held_.begin() + static_cast<std::ptrdiff_t>(count));
}

}  // namespace pktgen

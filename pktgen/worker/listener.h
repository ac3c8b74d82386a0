#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/counter.h"
#include "base/period.h"
#include "track/latency_histogram.h"
#include "track/sequence_tracker.h"
#include "traffic/frame_queue.h"
#include "wire/foreign.h"
#include "wire/pcap_filter.h"
#include "wire/responder.h"
#include "wire/signature.h"
#include "worker/port_concept.h"
#include "worker/signature_place.h"

namespace pktgen {

/// What a running listener tells.
struct alignas(64) ListenCounters {
  Counter frames, bytes;  ///< bytes without FCS
  Counter ours, untracked, answered, unanswered, capture_missed;
  std::array<Counter, kForeignKinds> foreign;
};

/// One stream of whoever sends.
struct HeardTrack {
  static constexpr std::uint64_t kWindow = std::uint64_t{1} << 20;

  std::uint16_t number = 0;
  std::uint64_t frames = 0, bytes = 0;
  std::uint64_t lowest = 0, highest = 0, newest_due_ns = 0;
  std::uint64_t newest_delay_ns = 0;
  SequenceTracker sequence{~std::uint64_t{0}, false, kWindow};
  LatencyHistogram variation;
  std::uint64_t earlier_missing = 0, earlier_different = 0, earlier_duplicated = 0, earlier_reordered = 0;
  std::uint64_t begun_again = 0;

  std::uint64_t different() const { return sequence.so_far().firsts(); }
  std::uint64_t missing() const { return frames == 0 ? 0 : highest - lowest + 1 - different(); }

  /// A duplicate or a frame overtaken was due before the newest; one that was due later and has a lower
  /// number is of a sender that began anew.
  void on(const Signature& signature, std::uint64_t now_ns, std::size_t length) {
    const std::uint64_t later_by = (signature.due_ns - newest_due_ns) & k48Bits;
    const bool is_later = later_by != 0 && later_by < k48Bits / 2;
    if (frames != 0 && signature.sequence < highest && is_later) begin_again();
    const bool is_first = frames == 0 || different() == 0;
    lowest = is_first ? signature.sequence : std::min(lowest, signature.sequence);
    highest = is_first ? signature.sequence : std::max(highest, signature.sequence);
    sequence.on(signature.sequence);
    const std::uint64_t delay_ns = now_ns - signature.due_ns;
    if (!is_first) {
      const std::uint64_t grew_by = (delay_ns - newest_delay_ns) & k48Bits;
      variation.record_times(std::min(grew_by, (0 - grew_by) & k48Bits), 1);
    }
    newest_delay_ns = delay_ns;
    if (is_first || is_later) newest_due_ns = signature.due_ns;
    frames += 1;
    bytes += length;
  }

 private:
  void begin_again() {
    const SequenceTracker::Seen seen = sequence.so_far();
    earlier_missing += missing();
    earlier_different += seen.firsts();
    earlier_duplicated += seen.duplicated;
    earlier_reordered += seen.reordered;
    begun_again += 1;
    sequence.reset();
  }
};

/// Receives whatever comes: counts it by stream and kind, answers questions, and hands on what a filter
/// takes.
template <class Port>
class Listener {
 public:
  /// What it does beside counting; a null pointer: not that.
  struct Duties {
    const LocalAddresses* answers_for = nullptr;
    const PcapFilter* filter = nullptr;
    FrameQueue* captured = nullptr;  ///< what the filter takes, by its arrival since `start`
    Ticks start{};
  };

  Listener(Port& port, Duties duties, TickScale scale) : port_(port), duties_(duties), scale_(scale) {
    for (std::size_t i = 0; i < kMostStreams; ++i) tracks_.push_back(std::make_unique<HeardTrack>());
    track_of_.resize(std::size_t{1} << 16);
  }

  std::uint32_t step(Ticks now) {
    std::array<typename Port::Frame, kBurst> burst;
    const std::uint32_t received = port_.receive(burst, now);
    if (received == 0) return 0;
    const auto frames = std::span(burst).first(received);
    for (const auto frame : frames) judge(frame, port_.arrival(frame, now), now);
    port_.release(frames);
    return received;
  }
  Ticks next() const { return port_.next_arrival(); }

  const ListenCounters& count() const { return count_; }
  /// Meaningful once stopped.
  std::span<const std::unique_ptr<HeardTrack>> tracks() const { return std::span(tracks_).first(used_); }

 private:
  static constexpr std::size_t kMostStreams = 256;
  static constexpr std::uint16_t kNone = 0xffff;

  void judge(typename Port::Frame frame, Ticks arrival, Ticks now) {
    const ByteView bytes = port_.view(frame);
    const std::size_t length = port_.length(frame);
    count_.frames += 1;
    count_.bytes += length;
    Signature signature;
    const SignatureState state = places_.find(bytes, signature);
    if (state == SignatureState::ours) hear(signature, scale_.nanoseconds(arrival), length);
    else foreign(state == SignatureState::damaged ? Foreign::damaged : classify_foreign(bytes));
    if (duties_.captured != nullptr && duties_.filter->matches(bytes)) capture(bytes, arrival);
    if (duties_.answers_for != nullptr && state != SignatureState::ours) reply(bytes, now);
  }

  void hear(const Signature& signature, std::uint64_t now_ns, std::size_t length) {
    if (signature.stream == kLearningStream) return;
    count_.ours += 1;
    std::uint16_t& place = track_of_[signature.stream];
    if (place == 0) {
      if (used_ == tracks_.size()) {
        count_.untracked += 1;
        return;
      }
      tracks_[used_]->number = signature.stream;
      place = static_cast<std::uint16_t>(++used_);
    }
    tracks_[place - 1u]->on(signature, now_ns, length);
  }

  void capture(ByteView bytes, Ticks arrival) {
    const MutableBytes room = duties_.captured->room_for(bytes.size());
    if (room.empty()) {
      count_.capture_missed += 1;
      return;
    }
    std::ranges::copy(bytes, room.begin());
    duties_.captured->publish(Nanoseconds(static_cast<std::int64_t>(
        arrival > duties_.start ? scale_.nanoseconds(arrival - duties_.start) : 0)));
  }

  void reply(ByteView bytes, Ticks now) {
    const std::size_t length = answer(*duties_.answers_for, bytes, reply_);
    if (length == 0) return;
    const bool is_sent = port_.send_control(ByteView(reply_).first(length), now);
    (is_sent ? count_.answered : count_.unanswered) += 1;
  }

  void foreign(Foreign kind) { count_.foreign[static_cast<std::size_t>(kind)] += 1; }

  Port& port_;
  Duties duties_;
  TickScale scale_;
  SignaturePlaces places_;
  std::vector<std::unique_ptr<HeardTrack>> tracks_;
  std::vector<std::uint16_t> track_of_;  // by stream number, one more than its place; 0: none yet
  std::size_t used_ = 0;
  std::array<std::uint8_t, kLargestFrame.count> reply_{};
  ListenCounters count_;
};

}  // namespace pktgen

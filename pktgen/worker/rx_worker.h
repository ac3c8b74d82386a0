#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "base/counter.h"
#include "base/period.h"
#include "track/capture.h"
#include "track/stream_table.h"
#include "traffic/frame_lengths.h"
#include "wire/foreign.h"
#include "wire/signature_run.h"
#include "worker/loss_witness.h"
#include "worker/port_concept.h"

namespace pktgen {

/// What a running receiver tells; the rest is read once it has stopped.
struct alignas(64) RxCounters {
  Counter received;      ///< test frames of this trial, each number once
  Counter newest_ticks;  ///< arrival of the newest of them
  std::array<Counter, kForeignKinds> foreign;
};

/// What the receiver expects of the frames of its direction.
struct Expected {
  std::size_t signature_at = 0;             ///< where a signature lies, in most frames
  std::vector<std::size_t> other_places{};  ///< where it lies in those with other headers
  std::size_t length = 0;               ///< without FCS; a shorter frame is damaged, a longer one was padded
  std::vector<FrameLengths> lengths{};  ///< of each stream, where they differ; `length` is the least then
  Ticks sending_ends{};                 ///< what arrives later is late
  std::vector<std::uint8_t> payload;    ///< the whole template if every byte is to be compared, else empty
};

/// Receives, knows its own frames by their signature, and counts the others apart.
template <RxPort Port>
class RxWorker {
 public:
  /// A `witness`, if there is one, sees the gaps in the numbers and takes the frames.
  RxWorker(Port& port, StreamTable streams, Expected expected, Capture capture, TickScale scale,
           LossWitness<Port>* witness = nullptr)
      : port_(port),
        streams_(std::move(streams)),
        expected_(std::move(expected)),
        capture_(std::move(capture)),
        scale_(scale),
        witness_(witness) {}

  /// Takes at most one burst; returns how many frames came.
  std::uint32_t step(Ticks now) {
    if (witness_ != nullptr) witness_->begin(streams_, now);
    std::array<typename Port::Frame, kBurst> burst;
    const std::uint32_t received = port_.receive(burst, now);
    if (received == 0) return 0;
    const auto frames = std::span<const typename Port::Frame>(burst).first(received);
    if (are_usual(frames, now) && has_no_gap(received)) [[likely]]
      book(received);
    else
      for (index_ = 0; index_ < received; ++index_) judge(frames[index_], port_.arrival(frames[index_], now));
    count_.newest_ticks += port_.arrival(frames.back(), now).count - count_.newest_ticks.read();
    const auto done = std::span(burst).first(received);
    if (witness_ == nullptr) port_.release(done);
    else witness_->keep(done, [&](std::size_t i) { return scale_.nanoseconds(port_.arrival(done[i], now)); });
    return received;
  }

  /// When the next frame is known to come.
  Ticks next() const { return port_.next_arrival(); }

  const RxCounters& count() const { return count_; }
  const StreamTable& streams() const { return streams_; }
  StreamTable& streams() { return streams_; }  ///< once it has stopped
  const Capture& samples() const { return capture_; }

 private:
  /// Reads a burst. True if all its frames are ours, whole and in time, as nearly all bursts are; if not,
  /// nothing has been counted yet.
  bool are_usual(std::span<const typename Port::Frame> frames, Ticks now) {
    if (!capture_.full() || !expected_.payload.empty()) [[unlikely]]
      return false;
    const std::size_t least = std::max(expected_.length, expected_.signature_at + kSignatureBytes);
    const Ticks ends = expected_.sending_ends;
    const TickScale scale = scale_;
    for (std::uint32_t i = 0; i < frames.size(); ++i) {
      const ByteView bytes = port_.view(frames[i]);
      const Ticks arrival = port_.arrival(frames[i], now);
      if (bytes.size() < least || arrival > ends) [[unlikely]]
        return false;
      signatures_.load(i, bytes.data() + likely_place(bytes));
      arrived_ns_[i] = scale.nanoseconds(arrival);
    }
    return signatures_.read(static_cast<std::uint32_t>(frames.size())) && are_known(frames.size()) &&
           (expected_.lengths.empty() || are_whole(frames));
  }

  /// Where the magic stands, of the places that there are.
  std::size_t likely_place(ByteView bytes) const {
    const auto has_magic = [&](std::size_t at) {
      return at + kSignatureBytes <= bytes.size() && load_be16(&bytes[at]) == kSignatureMagic;
    };
    if (expected_.other_places.empty() || has_magic(expected_.signature_at)) [[likely]]
      return expected_.signature_at;
    for (const std::size_t at : expected_.other_places)
      if (has_magic(at)) return at;
    return expected_.signature_at;
  }

  bool are_whole(std::span<const typename Port::Frame> frames) {
    for (std::uint32_t i = 0; i < frames.size(); ++i)
      if (port_.length(frames[i]) < length_of(signatures_.stream(i), signatures_.sequences()[i]))
        return false;
    return true;
  }

  /// Of a known stream's frame.
  std::size_t length_of(std::uint16_t stream, std::uint64_t sequence) {
    if (expected_.lengths.empty()) return expected_.length;
    return expected_.lengths[streams_.index_of(stream)].at(sequence);
  }

  bool has_no_gap(std::uint32_t count) {
    return witness_ == nullptr || witness_->is_plain(streams_, signatures_, count);
  }

  bool are_known(std::size_t count) {
    if (signatures_.are_of_one_stream()) return streams_.find(signatures_.stream(0)) != nullptr;
    for (std::uint32_t i = 0; i < count; ++i)
      if (streams_.find(signatures_.stream(i)) == nullptr) return false;
    return true;
  }

  /// Frames of one stream in a row are booked together.
  void book(std::uint32_t count) {
    std::uint64_t firsts = 0;
    for (std::uint32_t from = 0, to = 0; from < count; from = to) {
      const std::uint16_t stream = signatures_.stream(from);
      if (signatures_.are_of_one_stream()) to = count;
      while (to < count && signatures_.stream(to) == stream) ++to;
      StreamTrack& track = *streams_.find(stream);
      const auto numbers = std::span(signatures_.sequences()).subspan(from, to - from);
      track.gaps.on_many(std::span(arrived_ns_).subspan(from, to - from), numbers,
                         track.sequence.so_far().firsts());
      const std::uint64_t of_this =
          track.order ? book_in_order(track, from, to) : track.sequence.on_many(numbers);
      track.received += of_this;
      firsts += of_this;
      track.latency.record_many(std::span(arrived_ns_).subspan(from, to - from),
                                std::span(signatures_.dues_ns()).subspan(from, to - from));
      if (witness_ != nullptr)
        witness_->booked(streams_.index_of(stream), {.number = signatures_.sequences()[to - 1],
                                                     .due_ns = signatures_.dues_ns()[to - 1],
                                                     .arrival_ns = arrived_ns_[to - 1]});
    }
    count_.received += firsts;
  }

  /// Returns how many are the first of their number.
  std::uint64_t book_in_order(StreamTrack& track, std::uint32_t from, std::uint32_t to) {
    std::uint64_t firsts = 0;
    for (std::uint32_t i = from; i < to; ++i) {
      if (!track.sequence.on(signatures_.sequences()[i])) continue;
      streams_.note_order(track, signatures_.sequences()[i], arrived_ns_[i]);
      ++firsts;
    }
    return firsts;
  }

  /// One frame, whatever it is.
  void judge(typename Port::Frame frame, Ticks arrival) {
    const ByteView bytes = port_.view(frame);
    Signature signature;
    const SignatureState state = find_signature(bytes, signature);
    if (state != SignatureState::ours)
      return foreign(state == SignatureState::damaged ? Foreign::damaged : classify_foreign(bytes));
    StreamTrack* const track = streams_.find(signature.stream);
    if (track == nullptr) return signature.stream == kLearningStream ? void() : foreign(Foreign::stale);
    const bool is_whole =
        port_.length(frame) >= length_of(signature.stream, signature.sequence) && payload_matches(bytes);
    const std::uint64_t now_ns = scale_.nanoseconds(arrival);
    capture_.keep(bytes, now_ns);
    track->gaps.on_many({&now_ns, 1}, {&signature.sequence, 1}, track->sequence.so_far().firsts());
    const std::uint64_t expected = track->sequence.next();
    const bool is_first =
        is_whole ? track->sequence.on(signature.sequence) : track->sequence.on_damaged(signature.sequence);
    if (is_first) note_first(*track, signature.sequence, arrival);
    track->latency.record(now_ns, signature.due_ns);
    if (witness_ != nullptr)
      witness_->saw(index_, streams_.index_of(signature.stream),
                    {.number = signature.sequence, .due_ns = signature.due_ns, .arrival_ns = now_ns},
                    expected, is_first);
  }

  /// The first copy of a number came.
  void note_first(StreamTrack& track, std::uint64_t sequence, Ticks arrival) {
    if (track.order) streams_.note_order(track, sequence, scale_.nanoseconds(arrival));
    track.late += arrival > expected_.sending_ends ? 1u : 0u;
    track.received += 1u;
    count_.received += 1u;
  }

  /// Looks in all places, and takes the best that it finds.
  SignatureState find_signature(ByteView bytes, Signature& signature) const {
    SignatureState found = signature_in(bytes, expected_.signature_at, signature);
    for (std::size_t i = 0; found != SignatureState::ours && i < expected_.other_places.size(); ++i)
      found = std::min(found, signature_in(bytes, expected_.other_places[i], signature));
    return found;
  }
  static SignatureState signature_in(ByteView bytes, std::size_t at, Signature& signature) {
    if (bytes.size() < at + kSignatureBytes) return SignatureState::absent;
    return read_signature(&bytes[at], signature);
  }

  /// Compares all bytes but the signature with the template's; true if that wasn't asked for.
  bool payload_matches(ByteView bytes) const {
    const auto& wanted = expected_.payload;
    if (wanted.empty()) return true;
    const std::size_t behind = expected_.signature_at + kSignatureBytes;
    return bytes.size() >= wanted.size() &&
           std::memcmp(bytes.data(), wanted.data(), expected_.signature_at) == 0 &&
           std::memcmp(bytes.data() + behind, wanted.data() + behind, wanted.size() - behind) == 0;
  }

  void foreign(Foreign kind) { count_.foreign[static_cast<std::size_t>(kind)] += 1; }

  Port& port_;
  StreamTable streams_;
  Expected expected_;
  Capture capture_;
  TickScale scale_;
  LossWitness<Port>* witness_;
  std::uint32_t index_ = 0;    // of the frame at hand in its burst
  SignatureBurst signatures_;  // of the burst at hand
  std::array<std::uint64_t, kBurst> arrived_ns_{};
  RxCounters count_;
};

}  // namespace pktgen

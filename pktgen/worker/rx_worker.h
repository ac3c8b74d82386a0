#pragma once
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
#include "wire/foreign.h"
#include "wire/signature.h"
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
  std::size_t signature_at = 0;
  std::size_t length = 0;             ///< without FCS; a shorter frame is damaged, a longer one was padded
  Ticks sending_ends{};               ///< what arrives later is late
  std::vector<std::uint8_t> payload;  ///< the whole template if every byte is to be compared, else empty
};

/// Receives, knows its own frames by their signature, and counts the others apart.
template <RxPort Port>
class RxWorker {
 public:
  RxWorker(Port& port, StreamTable streams, Expected expected, Capture capture, TickScale scale)
      : port_(port),
        streams_(std::move(streams)),
        expected_(std::move(expected)),
        capture_(std::move(capture)),
        scale_(scale) {}

  /// Takes at most one burst; returns how many frames came.
  std::uint32_t step(Ticks now) {
    std::array<typename Port::Frame, kBurst> burst;
    const std::uint32_t received = port_.receive(burst, now);
    if (received == 0) return 0;
    const auto frames = std::span(burst).first(received);
    Batch batch;
    for (const auto frame : frames) judge(frame, port_.arrival(frame, now), batch);
    book(batch);
    count_.newest_ticks += port_.arrival(frames.back(), now).count - count_.newest_ticks.read();
    port_.release(frames);
    return received;
  }

  /// When the next frame is known to come.
  Ticks next() const { return port_.next_arrival(); }

  const RxCounters& count() const { return count_; }
  const StreamTable& streams() const { return streams_; }
  const Capture& samples() const { return capture_; }

 private:
  /// Frames of one stream that came in time and whole: nearly all there are, and booked together.
  struct Batch {
    StreamTrack* track = nullptr;
    std::uint32_t count = 0;
    std::array<std::uint64_t, kBurst> sequences, latencies_ns;
  };

  void judge(typename Port::Frame frame, Ticks arrival, Batch& batch) {
    const ByteView bytes = port_.view(frame);
    Signature signature;
    const bool fits = bytes.size() >= expected_.signature_at + kSignatureBytes;
    const SignatureState state =
        fits ? read_signature(bytes.data() + expected_.signature_at, signature) : SignatureState::absent;
    if (state != SignatureState::ours) [[unlikely]]
      return foreign(state == SignatureState::damaged ? Foreign::damaged : classify_foreign(bytes));
    StreamTrack* const track = streams_.find(signature.stream);
    if (track == nullptr) [[unlikely]]
      return signature.stream == kLearningStream ? void() : foreign(Foreign::stale);
    const bool is_whole = port_.length(frame) >= expected_.length && payload_matches(bytes);
    const std::uint64_t now_ns = scale_.nanoseconds(arrival);
    if (!capture_.full()) [[unlikely]]
      capture_.keep(bytes, now_ns);
    if (track != batch.track || !is_whole || arrival > expected_.sending_ends) [[unlikely]]
      book(batch);
    if (!is_whole || arrival > expected_.sending_ends) [[unlikely]]
      return book_unusual(*track, signature, now_ns, is_whole, arrival);
    batch.track = track;
    batch.sequences[batch.count] = signature.sequence;
    batch.latencies_ns[batch.count++] = latency_of(now_ns, signature);
  }

  /// The stamp holds 48 bits of ns; a difference in their upper half is a time before the stamp.
  static std::uint64_t latency_of(std::uint64_t now_ns, const Signature& signature) {
    return (now_ns - signature.due_ns) & k48Bits;
  }

  void book(Batch& batch) {
    if (batch.count == 0) return;
    const auto latencies = std::span(batch.latencies_ns).first(batch.count);
    count_.received += batch.track->sequence.on_many(std::span(batch.sequences).first(batch.count));
    batch.track->latency.record_many(latencies);
    batch.count = 0;
  }

  void book_unusual(StreamTrack& track, const Signature& signature, std::uint64_t now_ns, bool is_whole,
                    Ticks arrival) {
    const bool is_first =
        is_whole ? track.sequence.on(signature.sequence) : track.sequence.on_damaged(signature.sequence);
    track.late += is_first && arrival > expected_.sending_ends ? 1u : 0u;
    count_.received += is_first ? 1u : 0u;
    track.latency.record(latency_of(now_ns, signature));
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
  RxCounters count_;
};

}  // namespace pktgen

#pragma once
#include <algorithm>
#include <atomic>
#include <bit>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <vector>

#include "base/bytes.h"
#include "base/counter.h"
#include "base/units.h"

namespace pktgen {

/// A frame read ahead.
struct QueuedFrame {
  Nanoseconds due{};  ///< from the replay's beginning
  ByteView bytes;     ///< valid until `pop`
  /// The first since the queue ran dry: if it is due already, the file was too slow, not the port.
  bool after_dry = false;
};

/// Frames on their way from one thread that reads a file to one that sends: a ring of bytes, taken once;
/// neither side waits, locks or allocates. Whoever sends and finds nothing learns which side is late:
/// `dry` means that the reader is behind; a frame that is `ready`, due and not taken by the port means the
/// port. Fill it before the sender starts, for the wait for the first frame counts as well.
class FrameQueue {
 public:
  enum class State : std::uint8_t {
    ready,  ///< `front` is the next frame
    dry,    ///< nothing yet, and more will come
    ended,  ///< nothing, and nothing will come
  };

  /// Room for `bytes`, rounded up to a power of two, 128 KiB at least: a frame takes its length and up to 31
  /// bytes more.
  explicit FrameQueue(std::size_t bytes)
      : bytes_(std::bit_ceil(std::max(bytes, kLeastBytes))), mask_(bytes_.size() - 1) {}

  /// Reader: where to write the next frame of `length` bytes, 1 to 32 KiB; empty while there is no room.
  MutableBytes room_for(std::size_t length) {
    assert(length != 0 && length <= kLongestFrame);
    const std::size_t at = written_ & mask_, to_end = bytes_.size() - at, whole = whole_entry(length);
    const std::size_t skipped = whole > to_end ? to_end : 0;
    if (!has_room(skipped + whole)) return {};
    if (skipped != 0) {
      store_head(at, {.length = kSkip});
      written_ += skipped;
    }
    length_ = static_cast<std::uint32_t>(length);
    return {&bytes_[(written_ & mask_) + sizeof(Head)], length};
  }

  /// Reader: hands over the frame for which `room_for` gave room last.
  void publish(Nanoseconds due) {
    store_head(written_ & mask_, {.due_ns = due.count(), .length = length_});
    written_ += whole_entry(length_);
    tail_.store(written_, std::memory_order_release);
  }

  /// Reader: no more frames will come.
  void finish() { tail_.fetch_or(kFinished, std::memory_order_release); }

  /// Sender: whether there is a frame. Finding nothing, though more will come, begins a dry spell.
  State look() {
    if (read_ == (known_tail_ & ~kFinished)) known_tail_ = tail_.load(std::memory_order_acquire);
    if (read_ == (known_tail_ & ~kFinished)) {
      if ((known_tail_ & kFinished) != 0) return State::ended;
      if (!is_dry_) dry_spells_ += 1;
      is_dry_ = true;
      return State::dry;
    }
    if (load_head(read_ & mask_).length == kSkip) read_ += bytes_.size() - (read_ & mask_);
    return State::ready;
  }

  /// Sender: the next frame, after `look` said ready.
  QueuedFrame front() const {
    const std::size_t at = read_ & mask_;
    const Head head = load_head(at);
    return {.due = Nanoseconds(head.due_ns),
            .bytes = {&bytes_[at + sizeof(Head)], head.length},
            .after_dry = is_dry_};
  }

  /// Sender: done with the front; its room is the reader's again.
  void pop() {
    read_ += whole_entry(load_head(read_ & mask_).length);
    is_dry_ = false;
    head_.store(read_, std::memory_order_release);
  }

  /// How often the sender came and found nothing though more was to come, each spell once; for any thread.
  std::uint64_t dry_spells() const { return dry_spells_.read(); }

 private:
  struct Head {
    std::int64_t due_ns = 0;
    std::uint32_t length = 0, unused = 0;
  };
  // Positions count bytes and never wrap; entries begin at multiples of 16, so the last bit of one is free.
  static constexpr std::size_t kAlignment = sizeof(Head), kLongestFrame = 32768, kLeastBytes = 131072;
  static constexpr std::uint64_t kFinished = 1;
  static constexpr std::uint32_t kSkip = 0xffff'ffff;  // nothing more before the ring's end
  static_assert(kAlignment == 16);

  static std::size_t whole_entry(std::size_t length) {
    return sizeof(Head) + (length + kAlignment - 1) / kAlignment * kAlignment;
  }
  bool has_room(std::size_t bytes) {
    if (written_ + bytes - known_head_ <= bytes_.size()) return true;
    known_head_ = head_.load(std::memory_order_acquire);
    return written_ + bytes - known_head_ <= bytes_.size();
  }
  void store_head(std::size_t at, const Head& head) { std::memcpy(&bytes_[at], &head, sizeof head); }
  Head load_head(std::size_t at) const {
    Head head;
    std::memcpy(&head, &bytes_[at], sizeof head);
    return head;
  }

  std::vector<std::uint8_t> bytes_;
  std::size_t mask_;
  // Each side's own, with what it knows of the other, on cache lines apart.
  alignas(64) std::uint64_t written_ = 0;
  std::uint64_t known_head_ = 0;
  std::uint32_t length_ = 0;
  alignas(64) std::uint64_t read_ = 0;
  std::uint64_t known_tail_ = 0;
  bool is_dry_ = false;
  Counter dry_spells_;
  alignas(64) std::atomic<std::uint64_t> tail_{0};
  alignas(64) std::atomic<std::uint64_t> head_{0};
};

}  // namespace pktgen

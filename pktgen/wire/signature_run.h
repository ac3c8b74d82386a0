#pragma once
#include <array>
#include <cstdint>
#include <cstring>

#include "wire/signature.h"

namespace pktgen {

/// The signatures of up to 32 frames of one stream in a row, worked out together: what differs from frame to
/// frame is their last ten bytes.
class SignatureRun {
 public:
  static constexpr std::uint32_t kMost = 32;

  /// For numbers from `sequence` on; frame i is due at `due_fine + i * step_fine`, in 2^-16 ns, which is
  /// rounded down to nanoseconds.
  void make(std::uint16_t stream, std::uint64_t sequence, std::uint64_t due_fine, std::uint64_t step_fine);

  /// Writes the first `count` signatures, number i to where `at(i)` says, as `stamp` would.
  template <class At>
  void write(std::uint32_t count, const At& at) const {
    const std::uint32_t same = count < same_head_ ? count : same_head_;
    const std::uint64_t head = head_, next_head = next_head_;
    for (std::uint32_t i = 0; i < same; ++i) write_one(head, i, at(i));
    for (std::uint32_t i = same; i < count; ++i) write_one(next_head, i, at(i));
  }

 private:
  void write_one(std::uint64_t head, std::uint32_t i, std::uint8_t* at) const {
    std::memcpy(at, &head, 8);
    std::memcpy(at + 8, &tails_[i], 8);
    std::memcpy(at + 16, &checks_[i], 2);
  }

  std::uint64_t head_ = 0, next_head_ = 0;
  std::uint32_t same_head_ = 0;  // this many frames from the front have the first head
  alignas(64) std::array<std::uint64_t, kMost> tails_{};
  alignas(64) std::array<std::uint16_t, kMost> checks_{};
};

/// The signatures of up to 32 frames of any streams, worked out together.
class SignatureMix {
 public:
  static constexpr std::uint32_t kMost = 32;

  /// Frame `i` is to have this signature.
  void set(std::uint32_t i, const Signature& signature) {
    heads_[i] = signature_detail::head_of(signature.stream, signature.sequence);
    tails_[i] = __builtin_bswap64((signature.sequence & 0xffff) << 48 | (signature.due_ns & k48Bits));
  }
  /// Once all are set.
  void make();
  /// Writes the signature of frame `i`, as `stamp` would.
  void write(std::uint32_t i, std::uint8_t* at) const {
    std::memcpy(at, &heads_[i], 8);
    std::memcpy(at + 8, &tails_[i], 8);
    std::memcpy(at + 16, &checks_[i], 2);
  }

 private:
  alignas(64) std::array<std::uint64_t, kMost> heads_{}, tails_{};
  alignas(64) std::array<std::uint16_t, kMost> checks_{};
};

/// The signatures of a burst of up to 32 frames, read together.
class SignatureBurst {
 public:
  static constexpr std::uint32_t kMost = 32;

  /// Takes the 18 bytes at `at` as those of frame `i`.
  void load(std::uint32_t i, const std::uint8_t* at) {
    std::uint16_t check;
    std::memcpy(&heads_[i], at, 8);
    std::memcpy(&tails_[i], at + 8, 8);
    std::memcpy(&check, at + 16, 2);
    checks_[i] = check;
  }

  /// Judges the first `count` frames that were loaded; true if each of them is ours. The rest has a meaning
  /// only then.
  bool read(std::uint32_t count);
  bool are_of_one_stream() const { return are_of_one_stream_; }
  std::uint16_t stream(std::uint32_t i) const {
    return __builtin_bswap16(static_cast<std::uint16_t>(heads_[i] >> 16));
  }
  const std::array<std::uint64_t, kMost>& sequences() const { return sequences_; }
  const std::array<std::uint64_t, kMost>& dues_ns() const { return dues_ns_; }

 private:
  alignas(64) std::array<std::uint64_t, kMost> heads_{}, tails_{}, checks_{}, sequences_{}, dues_ns_{};
  bool are_of_one_stream_ = false;
};

}  // namespace pktgen

#pragma once
#include <cstdint>
#include <cstring>

#include "base/bytes.h"

namespace pktgen {

/// The mark in each test frame, 18 bytes behind the last header, big-endian:
/// magic 2, stream 2, sequence 6 (218 days at 14.88 Mfps), due time in ns 6 (modulo 78 hours), check 2.
///
/// The check makes the ones' complement sum of the 18 bytes a constant, so a stamped frame's UDP or TCP
/// checksum stays that of its template: stamping never touches the headers.
struct Signature {
  std::uint16_t stream = 0;
  std::uint64_t sequence = 0;  ///< 48 bits
  std::uint64_t due_ns = 0;    ///< 48 bits; when the frame was due to leave, on the tester's clock
};

inline constexpr std::size_t kSignatureBytes = 18;
inline constexpr std::uint16_t kSignatureMagic = 0x7067;  // "pg"
inline constexpr std::uint16_t kSignatureSum = 0xa55a;    // neither zero of ones' complement arithmetic
inline constexpr std::uint64_t k48Bits = (std::uint64_t{1} << 48) - 1;

/// The stream number of learning frames: ours, but no part of any trial.
inline constexpr std::uint16_t kLearningStream = 0xffff;

/// What the bytes where a signature should lie turned out to be.
enum class SignatureState : std::uint8_t { ours, damaged, absent };

namespace signature_detail {
/// A ones' complement sum is the same in either byte order but for a final swap (RFC 1071 section 2B), so
/// words are summed as the machine loads them, two at a time.
constexpr std::uint64_t halves(std::uint64_t words) { return (words & 0xffff'ffff) + (words >> 32); }

inline constexpr std::uint16_t kNativeSum = (kSignatureSum >> 8 | kSignatureSum << 8) & 0xffff;

/// The 16-bit word that makes `sum`, below 2^35, the signature's: the difference to a number that has the
/// wanted remainder modulo 65535 and is larger, folded. Each fold keeps the remainder; the third carries
/// nothing.
constexpr std::uint16_t completing(std::uint64_t sum) {
  constexpr std::uint64_t kLarger = kNativeSum + (std::uint64_t{0xffff} << 20);
  const std::uint64_t left = kLarger - sum;
  const std::uint64_t once = (left & 0xffff'ffff) + (left >> 32);
  const std::uint64_t twice = (once & 0xffff) + (once >> 16);
  return static_cast<std::uint16_t>((twice & 0xffff) + (twice >> 16));
}

/// Whether a sum of words is the signature's, in ones' complement: equal modulo 65535, for neither is zero.
/// A remainder compared with zero costs one multiplication; folding costs eight operations.
constexpr bool sums_up(std::uint64_t sum) { return (sum + (0xffff - kNativeSum)) % 0xffff == 0; }
inline constexpr std::uint16_t kNativeMagic = (kSignatureMagic >> 8 | kSignatureMagic << 8) & 0xffff;
}  // namespace signature_detail

namespace signature_detail {
/// The first 8 bytes as the machine loads them: equal for 65,536 frames in a row.
inline std::uint64_t head_of(std::uint16_t stream, std::uint64_t sequence) {
  return __builtin_bswap64(static_cast<std::uint64_t>(kSignatureMagic) << 48 |
                           static_cast<std::uint64_t>(stream) << 32 | ((sequence >> 16) & 0xffff'ffff));
}
}  // namespace signature_detail

/// Writes `signature` at `at`, where 18 bytes must be free.
inline void stamp(std::uint8_t* at, const Signature& signature) {
  using namespace signature_detail;
  const std::uint64_t tail = (signature.sequence & 0xffff) << 48 | (signature.due_ns & k48Bits);
  const std::uint64_t a = head_of(signature.stream, signature.sequence), b = __builtin_bswap64(tail);
  const std::uint16_t check = completing(halves(a) + halves(b));
  std::memcpy(at, &a, 8);
  std::memcpy(at + 8, &b, 8);
  std::memcpy(at + 16, &check, 2);
}

/// Whose the 18 bytes at `at` are, and what they say if they are ours: one matching byte is not a match, the
/// sum must be right as well.
inline SignatureState read_signature(const std::uint8_t* at, Signature& signature) {
  using namespace signature_detail;
  std::uint64_t a, b;
  std::uint16_t check;
  std::memcpy(&a, at, 8);
  std::memcpy(&b, at + 8, 8);
  std::memcpy(&check, at + 16, 2);
  if ((a & 0xffff) != kNativeMagic) return SignatureState::absent;
  if (!sums_up(halves(a) + halves(b) + check)) return SignatureState::damaged;
  const std::uint64_t head = __builtin_bswap64(a), tail = __builtin_bswap64(b);
  signature.stream = static_cast<std::uint16_t>(head >> 32);
  signature.sequence = (head & 0xffff'ffff) << 16 | tail >> 48;
  signature.due_ns = tail & k48Bits;
  return SignatureState::ours;
}

}  // namespace pktgen

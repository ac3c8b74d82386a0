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
/// The big-endian 16-bit words of the signature, summed as the machine loads them: a ones' complement sum
/// is the same in either byte order but for a final swap (RFC 1071 section 2B).
inline std::uint64_t native_sum(const std::uint8_t* p) {
  std::uint64_t a, b;
  std::uint16_t c;
  std::memcpy(&a, p, 8);
  std::memcpy(&b, p + 8, 8);
  std::memcpy(&c, p + 16, 2);
  const std::uint64_t sum = (a & 0xffff'ffff) + (a >> 32) + (b & 0xffff'ffff) + (b >> 32) + c;
  return sum;
}
constexpr std::uint32_t fold(std::uint64_t sum) {
  sum = (sum & 0xffff) + ((sum >> 16) & 0xffff) + (sum >> 32);
  sum = (sum & 0xffff) + (sum >> 16);
  return static_cast<std::uint32_t>((sum & 0xffff) + (sum >> 16));
}
inline constexpr std::uint16_t kNativeSum = (kSignatureSum >> 8 | kSignatureSum << 8) & 0xffff;
inline constexpr std::uint16_t kNativeMagic = (kSignatureMagic >> 8 | kSignatureMagic << 8) & 0xffff;
}  // namespace signature_detail

/// Writes `signature` at `at`, where 18 bytes must be free.
inline void stamp(std::uint8_t* at, const Signature& signature) {
  using namespace signature_detail;
  const std::uint64_t head = static_cast<std::uint64_t>(kSignatureMagic) << 48 |
                             static_cast<std::uint64_t>(signature.stream) << 32 |
                             ((signature.sequence >> 16) & 0xffff'ffff);
  const std::uint64_t tail = (signature.sequence & 0xffff) << 48 | (signature.due_ns & k48Bits);
  const std::uint64_t a = __builtin_bswap64(head), b = __builtin_bswap64(tail);
  const std::uint32_t sum = fold((a & 0xffff'ffff) + (a >> 32) + (b & 0xffff'ffff) + (b >> 32));
  // sum + check == kNativeSum in ones' complement: check = kNativeSum + ~sum, with the carry brought round.
  const std::uint32_t check = kNativeSum + (~sum & 0xffff);
  const auto folded = static_cast<std::uint16_t>((check & 0xffff) + (check >> 16));
  std::memcpy(at, &a, 8);
  std::memcpy(at + 8, &b, 8);
  std::memcpy(at + 16, &folded, 2);
}

/// Whose the 18 bytes at `at` are: one matching byte is not a match, the sum must be right as well.
inline SignatureState signature_state(const std::uint8_t* at) {
  using namespace signature_detail;
  std::uint16_t magic;
  std::memcpy(&magic, at, 2);
  if (magic != kNativeMagic) return SignatureState::absent;
  return fold(native_sum(at)) == kNativeSum ? SignatureState::ours : SignatureState::damaged;
}

/// Reads the signature at `at`; meaningful only if `signature_state` said ours.
inline Signature read_signature(const std::uint8_t* at) {
  return {load_be16(at + 2), load_be48(at + 4), load_be48(at + 10)};
}

}  // namespace pktgen

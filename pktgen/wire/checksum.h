#pragma once
#include <cstdint>

#include "base/bytes.h"

namespace pktgen {

/// Adds `bytes` to a running ones' complement sum (RFC 1071); an odd last byte counts as a high byte.
inline std::uint64_t ones_complement_add(std::uint64_t sum, ByteView bytes) {
  std::size_t i = 0;
  for (; i + 1 < bytes.size(); i += 2) sum += load_be16(&bytes[i]);
  if (i < bytes.size()) sum += static_cast<std::uint64_t>(bytes[i]) << 8;
  return sum;
}

/// Folds a running sum to 16 bits.
constexpr std::uint16_t ones_complement_fold(std::uint64_t sum) {
  sum = (sum & 0xffff'ffff) + (sum >> 32);
  sum = (sum & 0xffff) + (sum >> 16);
  sum = (sum & 0xffff) + (sum >> 16);
  return static_cast<std::uint16_t>((sum & 0xffff) + (sum >> 16));
}

/// The Internet checksum of what was summed (RFC 1071), to be stored big-endian.
constexpr std::uint16_t internet_checksum(std::uint64_t sum) {
  return static_cast<std::uint16_t>(~ones_complement_fold(sum));
}

}  // namespace pktgen

#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace pktgen {

using ByteView = std::span<const std::uint8_t>;
using MutableBytes = std::span<std::uint8_t>;

static_assert(std::endian::native == std::endian::little, "network order is made with byte swaps");

/// Big-endian reads and writes at an address the caller has checked.
inline std::uint16_t load_be16(const std::uint8_t* p) {
  std::uint16_t v;
  std::memcpy(&v, p, sizeof v);
  return __builtin_bswap16(v);
}
inline std::uint32_t load_be32(const std::uint8_t* p) {
  std::uint32_t v;
  std::memcpy(&v, p, sizeof v);
  return __builtin_bswap32(v);
}
inline std::uint64_t load_be48(const std::uint8_t* p) {
  return static_cast<std::uint64_t>(load_be16(p)) << 32 | load_be32(p + 2);
}
inline void store_be16(std::uint8_t* p, std::uint16_t v) {
  v = __builtin_bswap16(v);
  std::memcpy(p, &v, sizeof v);
}
inline void store_be32(std::uint8_t* p, std::uint32_t v) {
  v = __builtin_bswap32(v);
  std::memcpy(p, &v, sizeof v);
}
inline void store_be48(std::uint8_t* p, std::uint64_t v) {
  store_be16(p, static_cast<std::uint16_t>(v >> 32));
  store_be32(p + 2, static_cast<std::uint32_t>(v));
}

}  // namespace pktgen

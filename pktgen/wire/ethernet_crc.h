#pragma once
#include <array>
#include <cstdint>

#include "base/bytes.h"

namespace pktgen {

namespace crc_detail {
consteval std::array<std::uint32_t, 256> table() {
  std::array<std::uint32_t, 256> entries{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t rest = i;
    for (int bit = 0; bit < 8; ++bit) rest = rest >> 1 ^ ((rest & 1) != 0 ? 0xedb8'8320u : 0u);
    entries[i] = rest;
  }
  return entries;
}
inline constexpr std::array<std::uint32_t, 256> kTable = table();
}  // namespace crc_detail

/// The CRC of a frame from its destination MAC on (IEEE 802.3 section 3.2.9). As an FCS it lies behind the
/// frame, least significant byte first.
constexpr std::uint32_t ethernet_crc(ByteView frame) {
  std::uint32_t rest = 0xffff'ffff;
  for (const std::uint8_t byte : frame) rest = rest >> 8 ^ crc_detail::kTable[(rest ^ byte) & 0xff];
  return ~rest;
}

/// Whether the last four bytes are the FCS of those before: by chance in one of 2^32 frames.
constexpr bool ends_in_fcs(ByteView bytes) {
  // A frame with its FCS behind leaves the same rest whatever it holds.
  return bytes.size() > 4 && ethernet_crc(bytes) == 0x2144'df1c;
}

}  // namespace pktgen

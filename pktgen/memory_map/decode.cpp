#include "memory_map/decode.h"

#include <algorithm>
#include <fmt/format.h>

#include "memory_map/cmis.h"
#include "memory_map/monitors.h"
#include "optics/sff8024.h"
#include "memory_map/sff8472.h"
#include "memory_map/sff8636.h"

namespace pktgen {
namespace {

tl::unexpected<Error> unreadable(std::string_view why) {
  return fail(ErrorKind::not_measured,
              fmt::format("module unreadable: {}; see that it is plugged in fully, then read it again", why));
}

std::optional<MemoryMap> map_of(std::uint8_t identifier) {
  if (identifier == 0x02 || identifier == 0x03 || identifier == 0x0b) return MemoryMap::sff8472;
  if (is_qsfp(identifier)) return MemoryMap::sff8636;
  if (is_cmis(identifier)) return MemoryMap::cmis;
  return std::nullopt;
}

/// A name of bytes that don't print is shown as \xNN.
bool has_odd_bytes(const std::optional<std::string>& text) {
  return text && text->find("\\x") != std::string::npos;
}

/// Noise: no sum is right and the names don't print. One alone is a blemish of a real module.
bool is_noise(const Module& module) {
  return !module.sums.empty() && std::ranges::none_of(module.sums, &StoredSum::is_right) &&
         has_odd_bytes(module.vendor) && has_odd_bytes(module.part);
}

Module decode(const ModuleMemory& memory, MemoryMap map) {
  switch (map) {
    case MemoryMap::sff8472:
      return decode_sff8472(sfp_a0h(memory), sfp_a2h(memory));
    case MemoryMap::sff8636:
      return decode_sff8636(lower_page(memory), upper_page(memory, 0), upper_page(memory, 3));
    case MemoryMap::cmis:
      break;
  }
  return decode_cmis(memory);
}

}  // namespace

Result<Module> decode_module(const ModuleMemory& memory) {
  const ByteView bytes = memory.flat;
  if (bytes.empty()) return unreadable("not one byte was read at address A0h");
  const ByteView first = bytes.first(std::min<std::size_t>(bytes.size(), 96));
  if (first.size() > 1)
    if (const std::string why = why_no_values(first); !why.empty()) return unreadable("of its bytes " + why);
  const std::uint8_t identifier = bytes[0];
  const auto map = map_of(identifier);
  if (!map)
    return unreadable(
        fmt::format("its first byte is 0x{:02x} ({}), whose memory isn't known here; SFP "
                    "(SFF-8472), QSFP (SFF-8636) and CMIS are",
                    identifier, identifier_code(identifier).name));
  Module module = decode(memory, *map);
  if (is_noise(module)) return unreadable("no checksum is right and its names don't print");
  return module;
}

}  // namespace pktgen

#include "eeprom/module_access.h"

#include <algorithm>
#include <utility>

namespace pktgen {
namespace {

constexpr std::size_t kHalfPage = 128, kTwoHalves = 256;
constexpr unsigned kLanePage = 0x11;                        // CMIS: flags and monitors of the lanes
constexpr MemoryPart kSfpMonitors{kTwoWireA2h, 0, 96, 22};  // SFF-8472: values, conditions, flags

enum class Family : std::uint8_t { sfp, qsfp, paged };

/// What isn't known is read as an SFP, whose first page all have.
Family family_of(const ModuleMemory& memory) {
  const std::uint8_t identifier = memory.flat.empty() ? 0 : memory.flat[0];
  if (is_qsfp(identifier)) return Family::qsfp;
  return is_cmis(identifier) ? Family::paged : Family::sfp;
}

/// The bytes where the memory keeps a part; longer than it was if need be.
std::uint8_t* place_of(ModuleMemory& memory, const MemoryPart& part) {
  const auto in = [&](std::vector<std::uint8_t>& bytes, std::size_t offset) {
    if (bytes.size() < offset + part.count) bytes.resize(offset + part.count);
    return bytes.data() + offset;
  };
  const bool is_flat = memory.flat.size() >= flat_offset(part) + part.count;
  if (is_flat || flat_offset(part) + part.count <= kTwoHalves) return in(memory.flat, flat_offset(part));
  if (part.two_wire_address == kTwoWireA2h) return in(memory.second, part.first);
  return in(memory.upper[part.page], part.first - kHalfPage);
}

Result<void> read_into(ModuleMemory& memory, const ModuleAccess& access, MemoryPart part) {
  const auto bytes = access.read(part);
  if (!bytes) return tl::make_unexpected(bytes.error());
  part.count = std::min(part.count, bytes->size());
  std::ranges::copy(bytes->begin(), bytes->begin() + static_cast<std::ptrdiff_t>(part.count),
                    place_of(memory, part));
  return {};
}

/// In one piece, as far as the driver shows it.
Result<ModuleMemory> read_flat(const ModuleAccess& access, std::size_t most) {
  ModuleMemory memory;
  for (std::size_t at = 0; at < most; at += kHalfPage) {
    MemoryPart part{.first = at % kTwoHalves, .count = std::min(kHalfPage, most - at)};
    const bool is_sfp = family_of(memory) == Family::sfp;
    if (at >= kTwoHalves && is_sfp) part.two_wire_address = kTwoWireA2h;
    else if (at >= kTwoHalves) part = {.page = static_cast<unsigned>(at / kHalfPage - 1), .first = kHalfPage};
    if (is_sfp && at >= 2 * kTwoHalves) break;
    const auto bytes = access.read(part);
    if (!bytes && at == 0) return tl::make_unexpected(bytes.error());
    if (!bytes) break;
    memory.flat.insert(memory.flat.end(), bytes->begin(), bytes->end());
    if (bytes->size() < part.count) break;
  }
  return memory;
}

std::vector<MemoryPart> pages_of(const ModuleMemory& memory) {
  constexpr MemoryPart kUpper{.first = kHalfPage};
  constexpr unsigned kFlatBit = 0x04, kCmisFlatBit = 0x80;  // of byte 2: there is page 00h alone
  const auto page = [&](unsigned number) { return MemoryPart{.page = number, .first = kHalfPage}; };
  const unsigned status = memory.flat.size() > 2 ? memory.flat[2] : 0;
  switch (family_of(memory)) {
    case Family::sfp:
      return {
          kUpper, {.two_wire_address = kTwoWireA2h}, {.two_wire_address = kTwoWireA2h, .first = kHalfPage}};
    case Family::qsfp:
      if ((status & kFlatBit) != 0) return {kUpper};
      return {kUpper, page(3)};
    case Family::paged:
      break;
  }
  if ((status & kCmisFlatBit) != 0) return {kUpper};
  return {kUpper, page(1), page(2), page(kLanePage)};
}

}  // namespace

std::size_t flat_offset(const MemoryPart& part) {
  if (part.two_wire_address == kTwoWireA2h) return kTwoHalves + part.first;
  return part.page * kHalfPage + part.first;
}

Result<ModuleMemory> read_memory(const ModuleAccess& access) {
  if (access.flat_bytes) return read_flat(access, *access.flat_bytes);
  ModuleMemory memory;
  if (auto lower = read_into(memory, access, {}); !lower) return tl::make_unexpected(lower.error());
  for (const MemoryPart& part : pages_of(memory)) static_cast<void>(read_into(memory, access, part));
  return memory;
}

Result<void> read_monitors_again(ModuleMemory& memory, const ModuleAccess& access) {
  ModuleMemory now = memory;
  const Family family = family_of(memory);
  const bool has_a2h = memory.flat.size() > kTwoHalves || !memory.second.empty();
  if (family == Family::sfp && !has_a2h) return {};
  const MemoryPart first = family == Family::sfp ? kSfpMonitors : MemoryPart{};
  if (auto done = read_into(now, access, first); !done) return done;
  const bool has_lanes = family == Family::paged && memory.upper.contains(kLanePage);
  if (has_lanes)
    if (auto done = read_into(now, access, {.page = kLanePage, .first = kHalfPage}); !done) return done;
  memory = std::move(now);
  return {};
}

ModuleAccess access_to(ModuleMemory memory) {
  return {.read = [memory = std::move(memory)](const MemoryPart& part) -> Result<std::vector<std::uint8_t>> {
    const bool is_a2h = part.two_wire_address == kTwoWireA2h;
    const PageView page = is_a2h                   ? sfp_a2h(memory)
                          : part.page != 0         ? upper_page(memory, part.page)
                          : part.first < kHalfPage ? lower_page(memory)
                                                   : upper_page(memory, 0);
    const ByteView bytes = page.bytes(part.first, part.count);
    if (bytes.empty()) return fail(ErrorKind::not_measured, "this part of the module's memory isn't there");
    return std::vector<std::uint8_t>(bytes.begin(), bytes.end());
  }};
}

}  // namespace pktgen

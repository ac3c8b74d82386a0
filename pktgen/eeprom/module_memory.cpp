#include "eeprom/module_memory.h"

#include <algorithm>
#include <fmt/format.h>

namespace pktgen {
namespace {

constexpr std::size_t kHalf = 128, kWhole = 256;

bool prints(std::uint8_t byte) { return byte >= 0x20 && byte < 0x7f; }

PageView part_of(ByteView bytes, std::size_t from, std::size_t count, std::size_t first) {
  if (from >= bytes.size()) return {};
  return PageView(bytes.subspan(from, std::min(count, bytes.size() - from)), first);
}

}  // namespace

bool PageView::holds(std::size_t at, std::size_t count) const {
  return at >= first_ && at - first_ <= bytes_.size() && bytes_.size() - (at - first_) >= count;
}

std::optional<std::uint8_t> PageView::u8(std::size_t at) const {
  if (!holds(at)) return std::nullopt;
  return bytes_[at - first_];
}

std::optional<std::uint16_t> PageView::be16(std::size_t at) const {
  if (!holds(at, 2)) return std::nullopt;
  return load_be16(&bytes_[at - first_]);
}

std::optional<std::uint32_t> PageView::be32(std::size_t at) const {
  if (!holds(at, 4)) return std::nullopt;
  return load_be32(&bytes_[at - first_]);
}

bool PageView::bit(std::size_t at, unsigned bit) const {
  return (unsigned{u8(at).value_or(0)} >> bit & 1U) != 0;
}

std::optional<std::string> PageView::text(std::size_t at, std::size_t count) const {
  if (!holds(at, count)) return std::nullopt;
  ByteView field = bytes(at, count);
  if (only_byte(field) == 0xff) return std::nullopt;
  const auto pads = [](std::uint8_t byte) { return byte == ' ' || byte == 0; };
  while (!field.empty() && pads(field.back())) field = field.first(field.size() - 1);
  while (!field.empty() && pads(field.front())) field = field.subspan(1);
  std::string out;
  for (const std::uint8_t byte : field)
    out += prints(byte) ? std::string(1, static_cast<char>(byte)) : fmt::format("\\x{:02x}", byte);
  return out;
}

std::optional<std::uint8_t> PageView::sum(std::size_t first, std::size_t last) const {
  if (!holds(first, last - first + 1)) return std::nullopt;
  unsigned sum = 0;
  for (const std::uint8_t byte : bytes(first, last - first + 1)) sum += byte;
  return static_cast<std::uint8_t>(sum);
}

ByteView PageView::bytes(std::size_t at, std::size_t count) const {
  if (!holds(at)) return {};
  const ByteView rest = bytes_.subspan(at - first_);
  return rest.first(std::min(count, rest.size()));
}

std::optional<std::uint8_t> only_byte(ByteView bytes) {
  if (bytes.empty() || std::ranges::any_of(bytes, [&](std::uint8_t byte) { return byte != bytes[0]; }))
    return std::nullopt;
  return bytes[0];
}

bool is_text(ByteView bytes) { return !bytes.empty() && std::ranges::all_of(bytes, prints); }

bool is_qsfp(std::uint8_t identifier) {
  constexpr std::uint8_t kCodes[] = {0x0c, 0x0d, 0x11};
  return std::ranges::find(kCodes, identifier) != std::end(kCodes);
}

bool is_cmis(std::uint8_t identifier) {
  constexpr std::uint8_t kCodes[] = {0x18, 0x19, 0x1a, 0x1b, 0x1e, 0x1f, 0x20, 0x21};
  return std::ranges::find(kCodes, identifier) != std::end(kCodes);
}

PageView sfp_a0h(const ModuleMemory& memory) { return part_of(memory.flat, 0, kWhole, 0); }

PageView sfp_a2h(const ModuleMemory& memory) {
  if (!memory.second.empty()) return part_of(memory.second, 0, kWhole, 0);
  return part_of(memory.flat, kWhole, kWhole, 0);
}

PageView lower_page(const ModuleMemory& memory) { return part_of(memory.flat, 0, kHalf, 0); }

PageView upper_page(const ModuleMemory& memory, unsigned number) {
  const auto found = memory.upper.find(number);
  if (found != memory.upper.end()) return part_of(found->second, 0, kHalf, kHalf);
  return part_of(memory.flat, kHalf * (std::size_t{number} + 1), kHalf, kHalf);
}

}  // namespace pktgen

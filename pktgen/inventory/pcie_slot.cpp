#include "inventory/pcie_slot.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <system_error>
#include <vector>

#include "host/pci_function.h"
#include "inventory/sysfs_text.h"

namespace pktgen {
namespace {

namespace fs = std::filesystem;

unsigned lanes_of(const std::string& path) {
  const auto lanes = read_integer(path);
  return lanes && *lanes >= 1 && *lanes <= 32 ? static_cast<unsigned>(*lanes)
                                              : 0;  // a hidden one reads 0, 255
}

PcieLink read_link(const std::string& folder, const std::string& which) {
  const PcieLink link{generation_of(read_first_line(folder + "/" + which + "_link_speed")),
                      lanes_of(folder + "/" + which + "_link_width")};
  return link.is_known() ? link : PcieLink{};
}

bool is_pci_address(const std::string& name) {
  return name.size() == 12 && name[4] == ':' && name[7] == ':' && name[10] == '.';
}

/// The folders of the bridges above a device, the nearest first.
std::vector<fs::path> bridges_above(const std::string& folder) {
  std::vector<fs::path> bridges;
  std::error_code error;
  fs::path place = fs::canonical(folder, error);
  if (error) return bridges;
  for (place = place.parent_path(); is_pci_address(place.filename().string()); place = place.parent_path())
    bridges.push_back(place);
  return bridges;
}

std::uint32_t little_endian(const std::string& bytes, std::size_t at, std::size_t count) {
  std::uint32_t value = 0;
  for (std::size_t i = count; i-- > 0;) value = value << 8U | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

/// Where the PCI Express capability begins; nothing if there is none in the bytes that were readable.
std::optional<std::size_t> express_capability(const std::string& config) {
  constexpr std::size_t kStatus = 0x06, kFirst = 0x34, kHeader = 0x40, kLength = 0x14;
  constexpr unsigned kHasList = 0x10, kExpress = 0x10, kMostCapabilities = 48;
  if (config.size() <= kHeader || (little_endian(config, kStatus, 2) & kHasList) == 0) return std::nullopt;
  std::size_t at = little_endian(config, kFirst, 1) & 0xfcU;
  for (unsigned seen = 0; seen < kMostCapabilities && at >= kHeader && at + 2 <= config.size(); ++seen) {
    if (little_endian(config, at, 1) == kExpress)
      return at + kLength <= config.size() ? std::optional(at) : std::nullopt;
    at = little_endian(config, at + 1, 1) & 0xfcU;
  }
  return std::nullopt;
}

void read_cuts(const std::string& config, PcieSlot& slot) {
  const auto at = express_capability(config);
  if (!at) return;
  const std::uint32_t control = little_endian(config, *at + 0x08, 2);
  const unsigned payload = control >> 5U & 7U, read = control >> 12U & 7U;
  constexpr unsigned kLast = 5;  // 4096 bytes; 6 and 7 are reserved
  if (payload <= kLast) slot.max_payload = 128U << payload;
  if (read <= kLast) slot.max_read = 128U << read;
  slot.read_boundary = (little_endian(config, *at + 0x10, 2) & 8U) != 0 ? 128 : 64;
}

}  // namespace

unsigned generation_of(std::string_view link_speed) {
  constexpr std::array<double, 6> kSpeeds{2.5, 5, 8, 16, 32, 64};
  double speed = 0;
  std::from_chars(link_speed.data(), link_speed.data() + link_speed.size(), speed);
  for (std::size_t i = 0; i < kSpeeds.size(); ++i)
    if (speed == kSpeeds[i]) return static_cast<unsigned>(i) + 1;
  return 0;
}

PcieSlot read_pcie_slot(const std::string& root, const std::string& address) {
  const std::string folder = folder_of_function(root, address);
  PcieSlot slot;
  slot.now = read_link(folder, "current");
  slot.card_can = read_link(folder, "max");
  slot.narrowest = slot.now;
  const std::vector<fs::path> bridges = bridges_above(folder);
  if (!bridges.empty()) slot.slot_can = read_link(bridges.front().string(), "max");
  for (const fs::path& bridge : bridges) {
    const PcieLink link = read_link(bridge.string(), "current");
    if (!link.is_known() || !slot.narrowest.is_known() ||
        encoded_bits_per_second(link) >= encoded_bits_per_second(slot.narrowest))
      continue;
    slot.narrowest = link;
    slot.narrowest_at = bridge.filename().string();
  }
  read_cuts(read_text(folder + "/config"), slot);
  return slot;
}

}  // namespace pktgen

#include "host/interface.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <optional>
#include <system_error>

#include "base/text.h"

namespace pktgen {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kUp = 0x1;         // IFF_UP
constexpr std::int64_t kEthernetType = 1;  // ARPHRD_ETHER

fs::path place_of(const std::string& sysfs, std::string_view name) {
  return fs::path(sysfs) / "class" / "net" / name;
}

/// A file's first line; nothing if the kernel has nothing to say, as of the speed of a port that is down.
std::optional<std::string> read_line(const fs::path& path) {
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line)) return std::nullopt;
  return line;
}

std::optional<std::int64_t> read_number(const fs::path& path) {
  const auto line = read_line(path);
  if (!line) return std::nullopt;
  const bool is_hex = line->starts_with("0x");
  std::int64_t number = 0;
  const char* first = line->data() + (is_hex ? 2 : 0);
  const auto [end, error] = std::from_chars(first, line->data() + line->size(), number, is_hex ? 16 : 10);
  if (error != std::errc{} || end == first) return std::nullopt;
  return number;
}

std::uint64_t read_count(const fs::path& path) {
  return static_cast<std::uint64_t>(std::max<std::int64_t>(0, read_number(path).value_or(0)));
}

std::string link_target(const fs::path& path) {
  std::error_code error;
  const auto target = fs::read_symlink(path, error);
  return error ? std::string{} : target.filename().string();
}

/// Virtual devices have no driver link; their uevent knows the kind ("DEVTYPE=bridge"), veth has neither.
std::string driver_of(const fs::path& place) {
  if (auto driver = link_target(place / "device" / "driver"); !driver.empty()) return driver;
  std::ifstream uevent(place / "uevent");
  for (std::string line; std::getline(uevent, line);)
    if (line.starts_with("DEVTYPE=")) return line.substr(8);
  return {};
}

bool is_there(const std::string& sysfs, std::string_view name) {
  std::error_code error;
  const bool is_plain = !name.empty() && name.find('/') == std::string_view::npos && !name.starts_with('.');
  return is_plain && fs::is_directory(place_of(sysfs, name), error);
}

tl::unexpected<Error> no_such(const std::string& sysfs, std::string_view name) {
  const auto names = interface_names(sysfs);
  const std::vector<std::string_view> known(names.begin(), names.end());
  std::string all;
  for (const std::string& one : names) all += (all.empty() ? "" : ", ") + one;
  if (known.empty())
    return fail(ErrorKind::port, fmt::format("no interface {}: this machine has none", in_quotes(name)));
  return fail(ErrorKind::port, fmt::format("no interface {}; did you mean {}? there are: {}", in_quotes(name),
                                           nearest(name, known), all));
}

}  // namespace

std::vector<std::string> interface_names(const std::string& sysfs) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(fs::path(sysfs) / "class" / "net", error))
    if (entry.is_directory(error)) names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  return names;
}

Result<InterfaceFacts> read_interface(const std::string& sysfs, std::string_view name) {
  if (!is_there(sysfs, name)) return no_such(sysfs, name);
  const fs::path place = place_of(sysfs, name);
  InterfaceFacts facts;
  facts.name = name;
  facts.up = (static_cast<std::uint64_t>(read_number(place / "flags").value_or(0)) & kUp) != 0;
  facts.carrier = read_number(place / "carrier").value_or(0) == 1;
  facts.is_ethernet = read_number(place / "type").value_or(0) == kEthernetType;
  facts.mtu = {read_count(place / "mtu")};
  facts.link = {read_count(place / "speed") * 1'000'000};
  facts.mac = read_line(place / "address").value_or("");
  facts.driver = driver_of(place);
  facts.master = link_target(place / "master");
  facts.numa_node = static_cast<int>(read_number(place / "device" / "numa_node").value_or(-1));
  if (const auto downs = read_number(place / "carrier_down_count"); downs && *downs >= 0)
    facts.carrier_downs = static_cast<std::uint64_t>(*downs);
  const auto vendor = read_line(place / "device" / "vendor"), device = read_line(place / "device" / "device");
  if (vendor && device && vendor->starts_with("0x") && device->starts_with("0x"))
    facts.pci_id = vendor->substr(2) + ":" + device->substr(2);
  return facts;
}

Result<InterfaceCounters> read_interface_counters(const std::string& sysfs, std::string_view name) {
  if (!is_there(sysfs, name)) return no_such(sysfs, name);
  const fs::path place = place_of(sysfs, name) / "statistics";
  return InterfaceCounters{.rx_frames = read_count(place / "rx_packets"),
                           .tx_frames = read_count(place / "tx_packets"),
                           .rx_dropped = read_count(place / "rx_dropped"),
                           .tx_dropped = read_count(place / "tx_dropped"),
                           .rx_errors = read_count(place / "rx_errors"),
                           .tx_errors = read_count(place / "tx_errors"),
                           .rx_crc_errors = read_count(place / "rx_crc_errors"),
                           .rx_missed = read_count(place / "rx_missed_errors")};
}

bool has_carrier(const std::string& sysfs, std::string_view name) {
  return read_number(place_of(sysfs, name) / "carrier").value_or(0) == 1;
}

}  // namespace pktgen

#include "host/pci_function.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace pktgen {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 3> kUserspaceDrivers{"vfio-pci", "igb_uio", "uio_pci_generic"};

std::string read_word(const std::string& path) {
  std::ifstream file(path);
  std::string word;
  file >> word;
  return word;
}

/// The last part of what a link points to; empty without the link.
std::string target_of(const std::string& link) {
  std::error_code error;
  const fs::path target = fs::read_symlink(link, error);
  return error ? "" : target.filename().string();
}

std::string without_0x(std::string_view text) {
  return std::string(text.starts_with("0x") ? text.substr(2) : text);
}

int node_of(const std::string& path) {
  std::ifstream file(path);
  int node = -1;
  return file >> node ? node : -1;
}

}  // namespace

std::string folder_of_function(const std::string& root, const std::string& address) {
  return root + "/sys/bus/pci/devices/" + address;
}

std::optional<PciFunction> read_function(const std::string& root, const std::string& address) {
  const std::string folder = folder_of_function(root, address);
  std::error_code error;
  if (!fs::exists(folder, error)) return std::nullopt;
  return PciFunction{
      .address = address,
      .id = without_0x(read_word(folder + "/vendor")) + ":" + without_0x(read_word(folder + "/device")),
      .driver = target_of(folder + "/driver"),
      .numa_node = node_of(folder + "/numa_node"),
      .pci_class = read_word(folder + "/class")};
}

std::vector<PciFunction> network_functions(const std::string& root) {
  constexpr std::string_view kNetwork = "0x02";
  std::vector<PciFunction> functions;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder_of_function(root, ""), error)) {
    if (!read_word(entry.path().string() + "/class").starts_with(kNetwork)) continue;
    if (auto function = read_function(root, entry.path().filename().string()))
      functions.push_back(std::move(*function));
  }
  std::ranges::sort(functions, {}, &PciFunction::address);
  return functions;
}

bool is_for_userspace(std::string_view driver) {
  return std::ranges::find(kUserspaceDrivers, driver) != kUserspaceDrivers.end();
}

}  // namespace pktgen

#include "dpdk/pci.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <string_view>
#include <system_error>
#include <unistd.h>

namespace pktgen {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kDevices = "/sys/bus/pci/devices/";
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

PciFunction read_function(const std::string& folder, const std::string& address) {
  return {.address = address,
          .id = without_0x(read_word(folder + "/vendor")) + ":" + without_0x(read_word(folder + "/device")),
          .driver = target_of(folder + "/driver"),
          .numa_node = node_of(folder + "/numa_node")};
}

std::string list_of(const std::vector<PciFunction>& functions) {
  std::string text;
  for (const PciFunction& function : functions)
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", function.address,
                        function.driver.empty() ? "no driver" : function.driver);
  return text.empty() ? "none" : text;
}

/// Access to the file through which vfio gives the function away.
Result<void> check_access(const std::string& root, const PciFunction& function) {
  if (function.driver != "vfio-pci") return {};
  const std::string group = target_of(root + std::string(kDevices) + function.address + "/iommu_group");
  const std::string file = root + "/dev/vfio/" + group;
  const std::string without_iommu = root + "/dev/vfio/noiommu-" + group;
  const auto may_use = [](const std::string& path) { return access(path.c_str(), R_OK | W_OK) == 0; };
  if (group.empty() || may_use(file) || may_use(without_iommu)) return {};
  return fail(ErrorKind::environment,
              fmt::format("{}: no permission for {}; run as root, or give it to this user: chown {} {}",
                          function.address, file, geteuid(), file));
}

}  // namespace

std::vector<PciFunction> network_functions(const std::string& root) {
  constexpr std::string_view kNetwork = "0x02";
  std::vector<PciFunction> functions;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(root + std::string(kDevices), error)) {
    const std::string folder = entry.path().string();
    if (read_word(folder + "/class").starts_with(kNetwork))
      functions.push_back(read_function(folder, entry.path().filename().string()));
  }
  std::ranges::sort(functions, {}, &PciFunction::address);
  return functions;
}

Result<PciFunction> check_pci_port(const std::string& root, const std::string& address) {
  const std::string folder = root + std::string(kDevices) + address;
  std::error_code error;
  if (!fs::exists(folder, error))
    return fail(ErrorKind::port, fmt::format("{}: there is no such PCI device; network devices here: {}",
                                             address, list_of(network_functions(root))));
  const PciFunction function = read_function(folder, address);
  if (std::ranges::find(kUserspaceDrivers, function.driver) == kUserspaceDrivers.end())
    return fail(
        ErrorKind::port,
        fmt::format("{} is bound to {}; bind it with: scripts/bind vfio-pci {}", address,
                    function.driver.empty() ? "no driver" : "the kernel driver " + function.driver, address));
  if (auto may = check_access(root, function); !may) return tl::make_unexpected(may.error());
  return function;
}

}  // namespace pktgen

#include "dpdk/pci.h"

#include <filesystem>
#include <fmt/format.h>
#include <system_error>
#include <unistd.h>

namespace pktgen {
namespace {

namespace fs = std::filesystem;

/// The last part of what a link points to; empty without the link.
std::string target_of(const std::string& link) {
  std::error_code error;
  const fs::path target = fs::read_symlink(link, error);
  return error ? "" : target.filename().string();
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
  const std::string group = target_of(folder_of_function(root, function.address) + "/iommu_group");
  const std::string file = root + "/dev/vfio/" + group;
  const std::string without_iommu = root + "/dev/vfio/noiommu-" + group;
  const auto may_use = [](const std::string& path) { return access(path.c_str(), R_OK | W_OK) == 0; };
  if (group.empty() || may_use(file) || may_use(without_iommu)) return {};
  return fail(ErrorKind::environment,
              fmt::format("{}: no permission for {}; run as root, or give it to this user: chown {} {}",
                          function.address, file, geteuid(), file));
}

}  // namespace

Result<PciFunction> check_pci_port(const std::string& root, const std::string& address) {
  const auto function = read_function(root, address);
  if (!function)
    return fail(ErrorKind::port, fmt::format("{}: there is no such PCI device; network devices here: {}",
                                             address, list_of(network_functions(root))));
  if (!is_for_userspace(function->driver))
    return fail(ErrorKind::port,
                fmt::format("{} is bound to {}; bind it with: pktgen bind {}", address,
                            function->driver.empty() ? "no driver" : "the kernel driver " + function->driver,
                            address));
  if (auto may = check_access(root, *function); !may) return tl::make_unexpected(may.error());
  return *function;
}

}  // namespace pktgen

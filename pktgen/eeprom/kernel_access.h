#pragma once
#include <functional>
#include <string>

#include "base/result.h"
#include "eeprom/module_access.h"
#include "eeprom/netlink_pages.h"

namespace pktgen {

/// How the kernel is asked: ethtool's requests by ioctl, which answer 0 or errno, and by netlink.
struct ModuleKernel {
  std::function<int(const std::string& interface, void* command)> ethtool;
  NetlinkExchange netlink;
};

/// The kernel of this machine.
ModuleKernel this_kernel();

/// Asks for the module of a kernel interface, by ioctl (ETHTOOL_GMODULEINFO, ETHTOOL_GMODULEEEPROM), and page
/// by page where the driver knows no other way or the module is a CMIS one. Fails (port) if there is no such
/// interface, (environment) without permission, (not measured) if the driver can't read modules or none
/// answers.
Result<ModuleAccess> open_kernel_module(const std::string& interface, ModuleKernel kernel);

}  // namespace pktgen

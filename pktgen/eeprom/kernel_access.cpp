#include "eeprom/kernel_access.h"

#include <linux/ethtool.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <fmt/format.h>

namespace pktgen {
namespace {

using Part = std::vector<std::uint8_t>;

int ask_by_ioctl(const std::string& interface, void* command) {
  if (interface.empty() || interface.size() >= IFNAMSIZ) return ENODEV;
  const int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return errno;
  ifreq request{};
  std::ranges::copy(interface, request.ifr_name);
  request.ifr_data = static_cast<char*>(command);
  const int error = ioctl(fd, SIOCETHTOOL, &request) < 0 ? errno : 0;
  close(fd);
  return error;
}

tl::unexpected<Error> refused(int error) {
  switch (error) {
    case EPERM:
    case EACCES:
      return fail(ErrorKind::environment, "no permission to read its module; run as root (CAP_NET_ADMIN)");
    case EOPNOTSUPP:
      return fail(
          ErrorKind::not_measured,
          "its driver can't read modules, or the port has no cage (copper, virtual); read the module in "
          "another host and give the dump: pktgen optics FILE");
    default:
      return fail(ErrorKind::not_measured,
                  fmt::format("no module answers ({}); see that one is plugged in fully, then read it again",
                              std::strerror(error)));
  }
}

/// ethtool's structure ends in an array of unknown length; this gives it one.
struct EepromRead {
  std::uint32_t cmd = ETHTOOL_GMODULEEEPROM, magic = 0, offset = 0, len = 0;
  std::array<std::uint8_t, 128> bytes{};
};
static_assert(offsetof(EepromRead, bytes) == sizeof(ethtool_eeprom));

Result<Part> read_by_ioctl(const ModuleKernel& kernel, const std::string& interface, const MemoryPart& part) {
  EepromRead request;
  request.offset = static_cast<std::uint32_t>(flat_offset(part));
  request.len = static_cast<std::uint32_t>(std::min(part.count, request.bytes.size()));
  if (const int error = kernel.ethtool(interface, &request); error != 0) return refused(error);
  const std::size_t count = std::min<std::size_t>(request.len, request.bytes.size());
  return Part(request.bytes.begin(), request.bytes.begin() + static_cast<std::ptrdiff_t>(count));
}

ModuleAccess by_pages(const std::string& interface, const ModuleKernel& kernel) {
  return {.read = [=](const MemoryPart& part) -> Result<Part> {
    auto bytes = read_page(kernel.netlink, interface, part);
    if (!bytes) return refused(bytes.error());
    return std::move(*bytes);
  }};
}

}  // namespace

ModuleKernel this_kernel() { return {.ethtool = ask_by_ioctl, .netlink = exchange_with_kernel}; }

Result<ModuleAccess> open_kernel_module(const std::string& interface, ModuleKernel kernel) {
  ethtool_modinfo info{};
  info.cmd = ETHTOOL_GMODULEINFO;
  const int error = kernel.ethtool(interface, &info);
  if (error == ENODEV && if_nametoindex(interface.c_str()) == 0)
    return fail(ErrorKind::port, "there is no such interface; ip link lists those there are");
  ModuleAccess pages = by_pages(interface, kernel);
  if (error == EOPNOTSUPP) {
    if (const auto first = pages.read({.count = 1}); !first) return tl::make_unexpected(first.error());
    return pages;
  }
  if (error != 0) return refused(error);
  ModuleAccess flat{.flat_bytes = info.eeprom_len,
                    .read = [interface, kernel = std::move(kernel)](const MemoryPart& part) {
                      return read_by_ioctl(kernel, interface, part);
                    }};
  const auto first = flat.read({.count = 1});
  if (!first) return tl::make_unexpected(first.error());
  const bool has_pages = !first->empty() && is_cmis(first->front()) && pages.read({.count = 1});
  return has_pages ? pages : flat;
}

}  // namespace pktgen

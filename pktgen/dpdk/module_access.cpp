#include "dpdk/module_access.h"

#include <fmt/format.h>

#include <rte_errno.h>
#include <rte_ethdev.h>

#include "dpdk/eal.h"
#include "dpdk/open_port.h"
#include "dpdk/pci.h"

namespace pktgen {
namespace {

constexpr std::size_t kMegabytes = 64;  // no queue is set up

tl::unexpected<Error> no_module(std::uint16_t port, int error) {
  const std::string driver = driver_of_port(port);
  if (error == -ENOTSUP || error == -ENOSYS)
    return fail(ErrorKind::not_measured,
                fmt::format("the driver {} can't read modules; read it in another host, or before binding "
                            "(ethtool -m IFACE raw on), and give the dump: pktgen optics FILE",
                            driver));
  // i40e answers so for an empty cage, for twisted pair, and for firmware that keeps its bus to itself.
  const std::string_view hint = driver == "net_i40e" && error == -EINVAL
                                    ? "; an X710 whose firmware is old needs a newer NVM image for it"
                                    : "";
  return fail(
      ErrorKind::not_measured,
      fmt::format("no module answers the driver {} ({}); see that the port has a cage (no RJ45 of its own) "
                  "and a module that is plugged in fully, then read it again{}",
                  driver, rte_strerror(-error), hint));
}

}  // namespace

Result<ModuleAccess> open_port_module(const std::string& device) {
  std::uint16_t port = 0;
  if (rte_eth_dev_get_port_by_name(device.c_str(), &port) != 0)
    return fail(ErrorKind::port, "DPDK drives no device of this name");
  rte_eth_dev_module_info info{};
  if (const int error = rte_eth_dev_get_module_info(port, &info); error != 0) return no_module(port, error);
  return ModuleAccess{.flat_bytes = info.eeprom_len,
                      .read = [port](const MemoryPart& part) -> Result<std::vector<std::uint8_t>> {
                        std::vector<std::uint8_t> bytes(part.count);
                        rte_dev_eeprom_info wanted{};
                        wanted.data = bytes.data();
                        wanted.offset = static_cast<std::uint32_t>(flat_offset(part));
                        wanted.length = static_cast<std::uint32_t>(part.count);
                        if (const int error = rte_eth_dev_get_module_eeprom(port, &wanted); error != 0)
                          return no_module(port, error);
                        return bytes;
                      }};
}

Result<ModuleMemory> read_port_module(const PortName& port) {
  EalOptions options;
  options.memory_megabytes = kMegabytes;
  options.crew.control_core = allowed_cores().front();
  const bool is_pci = port.kind == PortName::Kind::pci;
  if (is_pci) options.pci.push_back(port.name);
  if (is_pci)
    if (const auto function = check_pci_port("", port.name); !function)
      return tl::make_unexpected(function.error());
  const auto eal = Eal::start(options);
  if (!eal) return tl::make_unexpected(eal.error());
  const auto id = is_pci ? (*eal)->find_port(port.name) : (*eal)->add_device(port.name);
  if (!id) return tl::make_unexpected(id.error());
  const auto access = open_port_module(device_name(port));
  if (!access) return tl::make_unexpected(access.error());
  return read_memory(*access);
}

std::string device_name(const PortName& port) { return port.name.substr(0, port.name.find(',')); }

}  // namespace pktgen

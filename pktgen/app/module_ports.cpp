#include "app/module_ports.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "app/staged_module.h"
#include "dpdk/module_access.h"
#include "eeprom/dump_file.h"
#include "eeprom/kernel_access.h"
#include "host/pci_function.h"
#include "plan/device_spec.h"
#include "plan/profile.h"
#include "rig/module_watch.h"

namespace pktgen {
namespace {

/// The kernel's interface on a PCI function; empty: there is none.
std::string interface_on(const std::string& address) {
  std::error_code error;
  const std::filesystem::directory_iterator entry(folder_of_function("", address) + "/net", error);
  return error || entry == std::filesystem::directory_iterator() ? "" : entry->path().filename().string();
}

Result<ModuleMemory> read_by_kernel(const std::string& interface) {
  const auto access = open_kernel_module(interface, this_kernel());
  if (!access) return tl::make_unexpected(access.error());
  return read_memory(*access);
}

Result<DeviceSpec> device_of(const std::string& device_file) {
  return device_file.empty() ? DeviceSpec{} : load_device(device_file);
}

/// The memory that a device file names; an empty one where it names none.
Result<ModuleMemory> emulated_memory(const DeviceSpec& device) {
  if (device.module_eeprom.empty()) return ModuleMemory{};
  return load_dump(device.module_eeprom);
}

/// That of a port of the emulated device, if the device file names a memory.
Result<std::optional<ModuleAccess>> emulated_module(const std::string& device_file, std::size_t port) {
  const auto device = device_of(device_file);
  if (!device) return tl::make_unexpected(device.error());
  auto memory = emulated_memory(*device);
  if (!memory) return tl::make_unexpected(memory.error());
  if (memory->flat.empty()) return std::optional<ModuleAccess>();
  auto staged = staged_access(std::move(*memory), device->module_course, port);
  if (!staged) return within(device_file, staged.error());
  return std::optional(std::move(*staged));
}

Result<ModuleMemory> read_emulated(const std::string& device_file) {
  const auto device = device_of(device_file);
  if (!device) return tl::make_unexpected(device.error());
  auto memory = emulated_memory(*device);
  if (memory && memory->flat.empty())
    return fail(ErrorKind::not_measured,
                "no module is in this port; name the file of one's memory in the device file, [module] "
                "eeprom = \"module.bin\", and give it with --device FILE");
  return memory;
}

Result<ModuleMemory> read_of(const PortName& port, const std::string& device_file) {
  if (port.kind == PortName::Kind::emulated) return read_emulated(device_file);
  if (port.kind == PortName::Kind::interface) return read_by_kernel(port.name);
  if (port.kind == PortName::Kind::pci)
    if (const std::string interface = interface_on(port.name); !interface.empty())
      return read_by_kernel(interface);
  return read_port_module(port);
}

/// Whether the profile of an opened port lets its driver be asked.
bool may_ask(const std::vector<PmdProfile>& profiles, const PortFacts& port) {
  const auto profile = std::ranges::find(profiles, port.profile, &PmdProfile::name);
  return profile == profiles.end() || profile->module.eeprom;
}

}  // namespace

Result<ModuleMemory> read_module(const PortName& port, const std::string& device_file) {
  auto memory = read_of(port, device_file);
  const bool says_it = !memory && port.kind == PortName::Kind::pci &&
                       memory.error().message.find(port.name) != std::string::npos;
  if (!memory && !says_it) return within(port.text, memory.error());
  return memory;
}

Result<std::unique_ptr<Measurer>> with_modules(const Plan& plan, std::unique_ptr<Measurer> measurer) {
  ModuleAccesses modules;
  const auto profiles = load_profiles(plan.pmd_config_directory);
  if (!profiles) return tl::make_unexpected(profiles.error());
  const std::vector<PortFacts> facts = measurer->ports();
  for (std::size_t i = 0; i < std::min({modules.size(), plan.ports.size(), facts.size()}); ++i) {
    const PortName& port = plan.ports[i];
    if (port.kind == PortName::Kind::emulated) {
      auto staged = emulated_module(plan.device_file, i);
      if (!staged) return tl::make_unexpected(staged.error());
      modules[i] = std::move(*staged);
      continue;
    }
    if (!may_ask(*profiles, facts[i])) continue;
    auto access = port.kind == PortName::Kind::interface ? open_kernel_module(port.name, this_kernel())
                                                         : open_port_module(device_name(port));
    if (access) modules[i] = std::move(*access);
  }
  return watch_modules(std::move(measurer), modules, plan.dom_interval);
}

}  // namespace pktgen

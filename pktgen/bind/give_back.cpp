#include "bind/give_back.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <system_error>

#include "bind/record_store.h"
#include "host/interface.h"
#include "host/pci_function.h"
#include "inventory/network.h"
#include "inventory/sysfs_text.h"

namespace pktgen {
namespace {

constexpr std::chrono::milliseconds kPause{100};
constexpr int kPausesForInterface = 100;  // a card with firmware takes seconds to be probed
constexpr int kPausesForName = 20;        // udev gives the name, where there is one

bool exists(const std::string& path) {
  std::error_code error;
  return std::filesystem::exists(path, error);
}

bool has_driver(const std::string& root, const std::string& driver) {
  return exists(root + "/sys/bus/pci/drivers/" + driver);
}

bool has_address(const HostNetwork& network, const std::string& interface, const std::string& address) {
  return std::ranges::any_of(network.addresses, [&](const InterfaceAddress& one) {
    return one.interface == interface && fmt::format("{}/{}", one.address, one.prefix) == address;
  });
}

/// The interface with the MAC of before; a driver that makes one up leaves a single interface to choose.
std::optional<std::string> find_interface(const std::string& root, const std::string& address,
                                          const InterfaceBefore& before) {
  const std::vector<std::string> names = interfaces_of_function(root, address);
  for (const std::string& name : names)
    if (const auto facts = read_interface(root + "/sys", name); facts && facts->mac == before.mac)
      return name;
  if (names.size() == 1) return names.front();
  return std::nullopt;
}

Result<std::string> wait_for_interface(const Kernel& kernel, const std::string& address,
                                       const InterfaceBefore& before) {
  for (int i = 0, named = 0; i < kPausesForInterface; ++i) {
    const auto name = find_interface(kernel.root, address, before);
    if (name && (*name == before.name || ++named > kPausesForName)) return *name;
    kernel.rest(kPause);
  }
  return fail(ErrorKind::port,
              fmt::format("its interface {} didn't come back in 10 s; dmesg tells more, and pktgen unbind {} "
                          "tries again",
                          before.name, address));
}

Result<void> settle(const Kernel& kernel, const PortBefore& before) {
  for (const InterfaceBefore& one : before.interfaces) {
    const auto now = wait_for_interface(kernel, before.address, one);
    if (!now) return tl::make_unexpected(now.error());
    for (const Step& step : steps_to_settle(kernel.root, *now, one))
      if (auto done = carry_out(kernel, step); !done)
        return fail(ErrorKind::port,
                    fmt::format("is with {} again, but {}; pktgen unbind {} tries again, and deleting {} "
                                "gives it up",
                                before.driver, done.error().message, before.address,
                                RecordStore(kernel.root).file_of(before.address)));
  }
  return {};
}

/// Whoever the kernel picks will do where nobody is remembered, but for those that give the port away.
bool is_back(const std::string& driver, const PortBefore& before) {
  if (before.driver.empty() && before.bound_to.empty()) return !driver.empty() && !is_for_userspace(driver);
  return driver == before.driver;
}

}  // namespace

bool is_persistent(const std::string& root, const std::string& address) {
  return exists(root + "/etc/driverctl.d/pci-" + address);
}

std::vector<Step> steps_to_give_back(const std::string& root, const PortBefore& before) {
  const std::string folder = folder_of_function("", before.address);
  std::vector<Step> steps;
  if (before.is_persistent || is_persistent(root, before.address))
    steps.push_back(run_step({"driverctl", "unset-override", before.address}));
  const auto now = read_function(root, before.address);
  std::string override_now = read_override(root, before.address);
  const auto set_override = [&](const std::string& driver) {
    if (override_now != driver) steps.push_back(write_step(folder + "/driver_override", driver));
    override_now = driver;
  };
  const std::string driver_now = now ? now->driver : "";
  if (!is_back(driver_now, before)) {
    if (!before.driver.empty() && !has_driver(root, before.driver))
      steps.push_back(run_step({"modprobe", before.driver}));
    set_override(before.driver);
    if (!driver_now.empty()) steps.push_back(write_step(folder + "/driver/unbind", before.address));
    if (!before.driver.empty() || before.bound_to.empty())
      steps.push_back(write_step("/sys/bus/pci/drivers_probe", before.address));
  }
  set_override(before.driver_override);
  return steps;
}

std::vector<Step> steps_to_settle(const std::string& root, const std::string& now,
                                  const InterfaceBefore& before) {
  std::vector<Step> steps;
  const auto link = [&](const std::string& name, std::vector<std::string> words) {
    std::vector<std::string> command{"ip", "link", "set", "dev", name};
    command.insert(command.end(), words.begin(), words.end());
    steps.push_back(run_step(std::move(command)));
  };
  const auto facts = read_interface(root + "/sys", now);
  bool is_up = facts && facts->up;
  if (now != before.name) {
    if (is_up) link(now, {"down"});
    is_up = false;
    link(now, {"name", before.name});
  }
  if (!facts || facts->mtu != before.mtu) link(before.name, {"mtu", std::to_string(before.mtu.count)});
  if (is_up != before.up) link(before.name, {before.up ? "up" : "down"});
  const HostNetwork network = read_network(root);
  for (const std::string& one : before.addresses)
    if (!has_address(network, now, one))
      steps.push_back(run_step({"ip", "address", "replace", one, "dev", before.name}));
  for (const std::string& one : before.routes) {
    std::vector<std::string> command{"ip", one.find(':') == std::string::npos ? "-4" : "-6", "route",
                                     "replace"};
    for (std::string& word : words_of(one)) command.push_back(std::move(word));
    command.insert(command.end(), {"dev", before.name});
    steps.push_back(run_step(std::move(command)));
  }
  return steps;
}

Result<void> give_back(const Kernel& kernel, const PortBefore& before) {
  const std::vector<Step> steps = steps_to_give_back(kernel.root, before);
  for (const Step& step : steps) {
    const bool is_probe = step.file.ends_with("/drivers_probe");
    if (auto done = carry_out(kernel, step); !done && !is_probe) return done;
  }
  const auto now = read_function(kernel.root, before.address);
  const std::string driver = now ? now->driver : "";
  if (!is_back(driver, before))
    return fail(ErrorKind::port,
                fmt::format("wanted {} back, found {}; dmesg tells why, and pktgen unbind {} tries again",
                            before.driver.empty() ? "a driver of the kernel" : before.driver,
                            driver.empty() ? "no driver" : driver, before.address));
  return settle(kernel, before);
}

Result<void> give_back_port(const Kernel& kernel, const std::string& address) {
  const RecordStore store(kernel.root);
  auto before = store.load(address);
  if (!before) return tl::make_unexpected(before.error());
  store.unmark(address);
  if (exists(folder_of_function(kernel.root, address))) {
    PortBefore unknown;
    unknown.address = address;
    if (auto given = give_back(kernel, before->value_or(unknown)); !given)
      return within(address, given.error());
  }
  store.remove(address);
  return {};
}

}  // namespace pktgen

#include "bind/bind_port.h"

#include <fmt/format.h>

#include "bind/give_back.h"
#include "host/pci_function.h"

namespace pktgen {
namespace {

Result<void> keep_record(const Kernel& kernel, const RecordStore& store, const Nic& nic,
                         const std::string& driver) {
  auto old = store.load(nic.address);
  if (!old) return tl::make_unexpected(old.error());
  PortBefore before = read_before(kernel.root, nic, driver);
  const bool is_undone = *old && before.driver == (*old)->driver &&
                         before.driver_override == (*old)->driver_override;  // by hand: then it says nothing
  if (*old && !is_undone) {
    if (auto given = give_back(kernel, **old); !given) return given;
    before = std::move(**old);
    before.bound_to = driver;
    before.is_persistent = false;
  }
  return store.save(before);
}

Result<void> bind_one(const Kernel& kernel, const Nic& nic, const std::string& driver) {
  const std::vector<Step> steps = steps_to_bind(kernel.root, nic.address, driver);
  for (const Step& step : steps) {
    const bool is_probe = &step == &steps.back();
    // the probe's own error says less than who has the port afterwards
    if (auto done = carry_out(kernel, step); !done && !is_probe) return done;
  }
  const auto now = read_function(kernel.root, nic.address);
  if (now && now->driver == driver) return {};
  const std::string found = now && !now->driver.empty() ? now->driver : "none";
  return fail(ErrorKind::port, fmt::format("wanted the driver {}, found {}; dmesg tells why", driver, found));
}

/// All ports, the untouched ones too: of those the record goes.
tl::unexpected<Error> put_back(const Kernel& kernel, std::span<const Nic> nics, const std::string& address,
                               const Error& error) {
  std::string message = fmt::format("{}: {}", address, error.message);
  bool is_whole = true;
  for (const Nic& nic : nics) {
    const auto given = give_back_port(kernel, nic.address);
    is_whole = is_whole && given;
    if (!given) message += "; to put it back failed: " + given.error().message;
  }
  return fail(error.kind, is_whole ? message + "; all was put back" : message);
}

}  // namespace

std::vector<Step> steps_to_bind(const std::string& root, const std::string& address,
                                const std::string& driver) {
  const std::string folder = folder_of_function("", address);
  const auto now = read_function(root, address);
  std::vector<Step> steps{write_step(folder + "/driver_override", driver)};
  if (now && !now->driver.empty()) steps.push_back(write_step(folder + "/driver/unbind", address));
  steps.push_back(write_step("/sys/bus/pci/drivers_probe", address));
  return steps;
}

Result<void> bind_ports(const Kernel& kernel, std::span<const Nic> nics, const std::string& driver) {
  const RecordStore store(kernel.root);
  for (const Nic& nic : nics)
    if (const auto kept = keep_record(kernel, store, nic, driver); !kept)
      return put_back(kernel, nics.first(static_cast<std::size_t>(&nic - nics.data())), nic.address,
                      kept.error());
  for (const Nic& nic : nics) {
    const auto bound = bind_one(kernel, nic, driver);
    if (!bound) return put_back(kernel, nics, nic.address, bound.error());
  }
  return {};
}

}  // namespace pktgen

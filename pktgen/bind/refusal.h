#pragma once
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "inventory/nic.h"
#include "plan/profile.h"

namespace pktgen {

/// What a person wants of a bind.
struct BindWish {
  std::string driver = "vfio-pci";
  std::vector<std::string> force{};  ///< words of kForceWords
  std::string ssh_connection{};      ///< as SSH_CONNECTION has it: "PEER PORT ADDRESS PORT"; empty: none
};

/// The obstacles that --force may name; "driver": one that the port's profile doesn't list.
inline constexpr std::string_view kForceWords[] = {"default-route", "session", "member", "address",
                                                   "route",         "group",   "driver"};

/// The NIC that a person means: "0000:01:00.0", "01:00.0", "eth1" or "if:eth1". Fails (port), naming those
/// there are, and for a device that is no network card.
Result<Nic> find_port(const std::string& root, std::span<const Nic> nics, std::string_view word);

/// Whether the driver may have the port, `together` with those others. Fails with each obstacle that isn't
/// forced and what to do: (environment) if the host lacks something, (port) if the port is in use.
Result<void> check_bind(const std::string& root, const Nic& nic, const PmdProfile& profile,
                        const BindWish& wish, std::span<const std::string> together);

/// Fails (environment) if the kernel hasn't loaded the driver, with the line that does.
Result<void> check_driver(const std::string& root, const std::string& driver);

}  // namespace pktgen

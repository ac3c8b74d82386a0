#pragma once
#include <net/if.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/units.h"

namespace pktgen {

/// An interface's name as the kernel takes it: no allocation, so that it can be used after a fork.
using KernelName = std::array<char, IFNAMSIZ>;

/// Fails (port) if the name is too long for the kernel.
Result<KernelName> kernel_name(std::string_view name);

/// Some of the kernel's offload switches: which ones are meant, and whether each is asked for.
struct Offloads {
  static constexpr std::size_t kWords = 4;  // 128 switches; Linux 6.x has about 70
  std::uint32_t words = 0;                  ///< how many words this kernel has
  std::array<std::uint32_t, kWords> meant{}, on{};
  bool any() const;
};

/// What the functions below answer: 0, or the kernel's errno. They allocate nothing and call only what is
/// safe between fork and exit.
using Errno = int;

/// Zero if there is no such interface.
MtuBytes read_mtu(const KernelName& name);
Errno set_mtu(const KernelName& name, MtuBytes mtu);
Errno set_promiscuous(const KernelName& name, bool on);
/// As an administrator set it; what packet sockets ask for on their own isn't seen.
bool is_promiscuous(const KernelName& name);

/// The offloads that change frames on their way to a packet socket (GRO, LRO, GSO, TSO, checksums) and are
/// active now and changeable, each with what an administrator asked for. None if the device has no switches.
Offloads changing_offloads(const KernelName& name);
/// Sets all that are meant to `on`.
Errno set_offloads(const KernelName& name, const Offloads& offloads);
/// Of those that are meant, the ones still active.
Offloads still_active(const KernelName& name, const Offloads& offloads);

/// Takes an interface for this process: a descriptor to keep, which a fork keeps too, or -1 if another
/// process of this network namespace has it.
int claim(const KernelName& name);

/// The kernel driver's own name ("veth", "igc"); empty if it doesn't say.
std::string driver_name(const KernelName& name);

/// The firmware's version as the driver puts it ("9.20 0x8000d8c5 1.3353.0"); empty if it doesn't say.
std::string firmware_version(const KernelName& name);

/// Whose pause frames count and the FEC in force, as --pause and --fec spell them; empty: the driver doesn't
/// say, or has none.
std::string pause_in_force(const KernelName& name);
std::string fec_in_force(const KernelName& name);

/// Whether the IP stack forwards what arrives at the interface: 0 or 1; nothing if there is no such stack.
enum class IpVersion : std::uint8_t { v4 = 4, v6 = 6 };
std::optional<bool> is_forwarding(const KernelName& name, IpVersion version);
Errno set_forwarding(const KernelName& name, IpVersion version, bool on);

}  // namespace pktgen

#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "host/interface.h"

namespace pktgen {

/// What the kernel's tables say, as text: /proc/net/route, ipv6_route, tcp and tcp6.
struct NetworkTables {
  std::string route, ipv6_route, tcp, tcp6;
};

/// One address of an interface, as text: "192.0.2.2", "2001:db8::2".
struct InterfaceAddress {
  std::string interface, address;
  int prefix = -1;           ///< bits of its network; -1: not known
  bool is_permanent = true;  ///< false: of IPv6, given for a time (by a router's word, DHCP)
};

/// Reads the tables of this network namespace; `procfs` is where procfs lies ("/proc"). A missing table is
/// an empty one.
NetworkTables read_network_tables(const std::string& procfs);

/// The addresses of all interfaces of this network namespace.
std::vector<InterfaceAddress> read_addresses();

/// Whether the default route of IPv4 or IPv6 goes through the interface.
bool has_default_route(std::string_view name, const NetworkTables& tables);

/// An established TCP connection of this machine.
struct OpenConnection {
  std::uint16_t port = 0;  ///< at our end
  std::string peer;        ///< its address
  bool is_ssh() const { return port == 22; }
};

/// The first connection with an address of the interface at our end; nothing if there is none.
std::optional<OpenConnection> open_connection(std::string_view name, const NetworkTables& tables,
                                              const std::vector<InterfaceAddress>& addresses);

/// "an ssh session with 192.0.2.1".
std::string describe(const OpenConnection& connection);

/// "0A0200C0" of procfs is "192.0.2.10", as the kernel prints 32-bit words in the host's byte order; 32
/// digits are IPv6. Empty for anything else.
std::string address_of(std::string_view hex);

/// Whether a measurement may have the interface: it must be an Ethernet interface that is up, belong to no
/// bridge or bond, and carry neither the default route nor an open TCP connection (an ssh session), for
/// traffic at line rate would cut them off. Fails (port) with the reason and what to do.
Result<void> check_free(const InterfaceFacts& facts, const NetworkTables& tables,
                        const std::vector<InterfaceAddress>& addresses);

}  // namespace pktgen

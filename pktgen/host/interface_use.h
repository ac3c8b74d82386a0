#pragma once
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
};

/// Reads the tables of this network namespace; `procfs` is where procfs lies ("/proc"). A missing table is
/// an empty one.
NetworkTables read_network_tables(const std::string& procfs);

/// The addresses of all interfaces of this network namespace.
std::vector<InterfaceAddress> read_addresses();

/// Whether a measurement may have the interface: it must be an Ethernet interface that is up, belong to no
/// bridge or bond, and carry neither the default route nor an open TCP connection (an ssh session), for
/// traffic at line rate would cut them off. Fails (port) with the reason and what to do.
Result<void> check_free(const InterfaceFacts& facts, const NetworkTables& tables,
                        const std::vector<InterfaceAddress>& addresses);

}  // namespace pktgen

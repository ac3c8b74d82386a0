#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "host/interface_use.h"

namespace pktgen {

/// A route of an interface, as people write it: "192.0.2.0/24", "default via 192.0.2.1".
struct InterfaceRoute {
  std::string interface, route;
  std::uint32_t metric = 0;  ///< the lower wins
  bool is_static = false;    ///< somebody's own: it doesn't come with an address or by a router's word
};

/// Addresses and routes of a whole network namespace.
struct HostNetwork {
  NetworkTables tables;
  std::vector<InterfaceAddress> addresses;
  std::vector<InterfaceRoute>
      routes;  ///< of the tables that procfs shows; no local, broadcast or multicast ones
};

/// Reads ROOT/proc/net. On the running machine (`root` empty) addresses come from the kernel; in a copied
/// tree from fib_trie, whose local addresses belong to the interface of the narrowest route without gateway
/// that holds them (one without such a route is left out), and from if_inet6.
HostNetwork read_network(const std::string& root);

/// An interface that lies over a port's, or the port's own.
struct Attachment {
  std::string interface;
  std::string kind;  ///< "bond", "bridge", "vlan", "team" ... as the kernel says; empty: the port's own
  std::vector<std::string> addresses, routes;
};

/// The interface, and all that lie over it (bonds, bridges, VLANs, ... of any depth), each once.
std::vector<Attachment> attachments(const std::string& root, const std::string& interface,
                                    const HostNetwork& network);

}  // namespace pktgen

#include "inventory/network.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <fmt/format.h>
#include <optional>
#include <sstream>

#include "base/text.h"
#include "host/interface.h"
#include "inventory/sysfs_text.h"

namespace pktgen {
namespace {

template <class Number>
std::optional<Number> parse_hex(std::string_view text) {
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, 16);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::vector<std::vector<std::string>> lines_of(const std::string& table) {
  std::vector<std::vector<std::string>> lines;
  std::istringstream in(table);
  for (std::string line; std::getline(in, line);)
    if (auto words = words_of(line); !words.empty()) lines.push_back(std::move(words));
  return lines;
}

/// A line of /proc/net/route; words of 32 bits as the kernel prints them, in the host's byte order.
struct Route4 {
  std::string interface, destination_hex, gateway_hex;
  std::uint32_t destination = 0, mask = 0, metric = 0;
  bool has_gateway() const { return gateway_hex != "00000000"; }
};

std::vector<Route4> routes_of_ipv4(const std::string& table) {
  std::vector<Route4> routes;
  for (const auto& words : lines_of(table)) {  // Iface Destination Gateway Flags RefCnt Use Metric Mask ...
    if (words.size() < 8) continue;
    const auto destination = parse_hex<std::uint32_t>(words[1]), mask = parse_hex<std::uint32_t>(words[7]);
    std::uint32_t metric = 0;
    std::from_chars(words[6].data(), words[6].data() + words[6].size(), metric);
    if (destination && mask) routes.push_back({words[0], words[1], words[2], *destination, *mask, metric});
  }
  return routes;
}

std::string ipv6_of(std::string_view digits) {
  std::array<std::uint8_t, 16> bytes{};
  if (digits.size() != 2 * bytes.size()) return {};
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto byte = parse_hex<unsigned>(digits.substr(2 * i, 2));
    if (!byte) return {};
    bytes[i] = static_cast<std::uint8_t>(*byte);
  }
  return print_ipv6(bytes);
}

std::string route_text(const std::string& destination, int prefix, const std::string& gateway) {
  const std::string to = prefix == 0 ? "default" : fmt::format("{}/{}", destination, prefix);
  return gateway.empty() ? to : fmt::format("{} via {}", to, gateway);
}

void add_ipv6_routes(const std::string& table, std::vector<InterfaceRoute>& routes) {
  constexpr std::uint32_t kReject = 0x0200, kLocalOrAnycast = 0x80100000, kByRouter = 0x00040000;
  constexpr std::uint32_t kMetricOfPrefix = 256;  // of the route that comes with an address
  for (const auto& words : lines_of(table)) {     // to, prefix, from, prefix, gateway, ..., flags, interface
    if (words.size() < 10 || words[0].starts_with("ff")) continue;
    const auto prefix = parse_hex<int>(words[1]);
    const auto flags = parse_hex<std::uint32_t>(words[8]);
    if (!prefix || !flags || (*flags & (kReject | kLocalOrAnycast)) != 0) continue;
    const bool has_gateway = words[4].find_first_not_of('0') != std::string::npos;
    const std::uint32_t metric = parse_hex<std::uint32_t>(words[5]).value_or(0);
    const bool is_static = (*flags & kByRouter) == 0 && (has_gateway || metric != kMetricOfPrefix);
    routes.push_back({words[9], route_text(ipv6_of(words[0]), *prefix, has_gateway ? ipv6_of(words[4]) : ""),
                      metric, is_static});
  }
}

/// The addresses that fib_trie calls local: a line "|-- 192.0.2.10", then "/32 host LOCAL".
std::vector<std::string> local_addresses(const std::string& trie) {
  std::vector<std::string> addresses;
  std::string leaf;
  for (const auto& words : lines_of(trie)) {
    if (words.size() > 1 && words[0] == "|--") leaf = words[1];
    const bool is_local = words.size() > 2 && words[0] == "/32" && words[1] == "host" && words[2] == "LOCAL";
    if (is_local && std::ranges::find(addresses, leaf) == addresses.end()) addresses.push_back(leaf);
  }
  return addresses;
}

/// As /proc/net/route would print it.
std::optional<std::uint32_t> word_of(const std::string& address) {
  const auto bytes = parse_ipv4(address);
  if (!bytes) return std::nullopt;
  return std::bit_cast<std::uint32_t>(*bytes);
}

std::vector<InterfaceAddress> addresses_in(const std::string& root, const std::vector<Route4>& routes) {
  std::vector<InterfaceAddress> addresses;
  for (const std::string& address : local_addresses(read_text(root + "/proc/net/fib_trie"))) {
    const auto word = word_of(address);
    const Route4* narrowest = nullptr;
    for (const Route4& route : routes) {
      const bool holds = word && !route.has_gateway() && (*word & route.mask) == route.destination;
      if (holds && (narrowest == nullptr || std::popcount(route.mask) > std::popcount(narrowest->mask)))
        narrowest = &route;
    }
    if (narrowest != nullptr)
      addresses.push_back({narrowest->interface, address, std::popcount(narrowest->mask)});
  }
  for (const auto& words : lines_of(read_text(root + "/proc/net/if_inet6")))
    if (words.size() > 5)
      addresses.push_back({words[5], ipv6_of(words[0]), parse_hex<int>(words[2]).value_or(-1)});
  return addresses;
}

bool comes_with_address(const Route4& route, const std::vector<InterfaceAddress>& addresses) {
  return std::ranges::any_of(addresses, [&](const InterfaceAddress& one) {
    const auto word = word_of(one.address);
    return one.interface == route.interface && word && one.prefix == std::popcount(route.mask) &&
           (*word & route.mask) == route.destination;
  });
}

/// index, prefix, scope, flags (IFA_F_PERMANENT is 80), interface
void mark_passing(const std::string& if_inet6, std::vector<InterfaceAddress>& addresses) {
  constexpr std::uint32_t kPermanent = 0x80;
  for (const auto& words : lines_of(if_inet6)) {
    if (words.size() < 6 || (parse_hex<std::uint32_t>(words[4]).value_or(kPermanent) & kPermanent) != 0)
      continue;
    for (InterfaceAddress& one : addresses)
      if (one.interface == words[5] && one.address == ipv6_of(words[0])) one.is_permanent = false;
  }
}

std::vector<std::string> uppers_of(const std::string& folder) {
  constexpr std::string_view kUpper = "upper_";
  std::vector<std::string> uppers;
  for (const std::string& name : names_in(folder))
    if (name.starts_with(kUpper)) uppers.push_back(name.substr(kUpper.size()));
  const std::string master = link_name(folder + "/master");
  if (!master.empty() && std::ranges::find(uppers, master) == uppers.end()) uppers.push_back(master);
  return uppers;
}

}  // namespace

HostNetwork read_network(const std::string& root) {
  HostNetwork network{.tables = read_network_tables(root + "/proc"), .addresses = {}, .routes = {}};
  const std::vector<Route4> routes = routes_of_ipv4(network.tables.route);
  network.addresses = root.empty() ? read_addresses() : addresses_in(root, routes);
  mark_passing(read_text(root + "/proc/net/if_inet6"), network.addresses);
  for (const Route4& route : routes)
    network.routes.push_back({route.interface,
                              route_text(address_of(route.destination_hex), std::popcount(route.mask),
                                         route.has_gateway() ? address_of(route.gateway_hex) : ""),
                              route.metric,
                              route.has_gateway() || !comes_with_address(route, network.addresses)});
  add_ipv6_routes(network.tables.ipv6_route, network.routes);
  return network;
}

std::vector<Attachment> attachments(const std::string& root, const std::string& interface,
                                    const HostNetwork& network) {
  std::vector<std::string> names{interface};
  std::vector<Attachment> found;
  for (std::size_t i = 0; i < names.size(); ++i) {  // grows while it goes: each name once
    const std::string name = names[i];
    Attachment one{.interface = name, .kind = "", .addresses = {}, .routes = {}};
    const auto facts = read_interface(root + "/sys", name);
    if (i != 0 && facts) one.kind = facts->driver.empty() ? "interface" : facts->driver;
    for (const InterfaceAddress& address : network.addresses)
      if (address.interface == name) one.addresses.push_back(address.address);
    for (const InterfaceRoute& route : network.routes)
      if (route.interface == name) one.routes.push_back(route.route);
    found.push_back(std::move(one));
    for (std::string& upper : uppers_of(fmt::format("{}/sys/class/net/{}", root, name)))
      if (std::ranges::find(names, upper) == names.end()) names.push_back(std::move(upper));
  }
  return found;
}

}  // namespace pktgen

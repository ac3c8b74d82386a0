#include "host/interface_use.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <ifaddrs.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>

namespace pktgen {
namespace {

std::string read_all(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream in(line);
  return {std::istream_iterator<std::string>(in), {}};
}

template <class Found>
bool any_line(const std::string& table, Found found) {
  std::istringstream in(table);
  for (std::string line; std::getline(in, line);)
    if (found(words_of(line))) return true;
  return false;
}

std::uint16_t port_of(std::string_view hex) {
  std::uint16_t port = 0;
  std::from_chars(hex.data(), hex.data() + hex.size(), port, 16);
  return port;
}

/// The bits that are set in a mask; -1 without one.
int prefix_of(const sockaddr* mask) {
  if (mask == nullptr) return -1;
  const bool is_v4 = mask->sa_family == AF_INET;
  const std::size_t at = is_v4 ? offsetof(sockaddr_in, sin_addr) : offsetof(sockaddr_in6, sin6_addr);
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(mask) + at;
  int bits = 0;
  for (std::size_t i = 0; i < (is_v4 ? sizeof(in_addr) : sizeof(in6_addr)); ++i)
    bits += std::popcount(bytes[i]);
  return bits;
}

}  // namespace

NetworkTables read_network_tables(const std::string& procfs) {
  return {.route = read_all(procfs + "/net/route"),
          .ipv6_route = read_all(procfs + "/net/ipv6_route"),
          .tcp = read_all(procfs + "/net/tcp"),
          .tcp6 = read_all(procfs + "/net/tcp6")};
}

std::vector<InterfaceAddress> read_addresses() {
  std::vector<InterfaceAddress> addresses;
  ifaddrs* all = nullptr;
  if (getifaddrs(&all) != 0) return addresses;
  for (const ifaddrs* one = all; one != nullptr; one = one->ifa_next) {
    if (one->ifa_addr == nullptr) continue;
    const int family = one->ifa_addr->sa_family;
    if (family != AF_INET && family != AF_INET6) continue;
    const std::size_t at =
        family == AF_INET ? offsetof(sockaddr_in, sin_addr) : offsetof(sockaddr_in6, sin6_addr);
    std::array<char, INET6_ADDRSTRLEN> text{};
    inet_ntop(family, reinterpret_cast<const char*>(one->ifa_addr) + at, text.data(), text.size());
    addresses.push_back({one->ifa_name, text.data(), prefix_of(one->ifa_netmask)});
  }
  freeifaddrs(all);
  return addresses;
}

bool has_default_route(std::string_view name, const NetworkTables& tables) {
  // Iface Destination Gateway Flags RefCnt Use Metric Mask ...
  const bool v4 = any_line(tables.route, [&](const auto& words) {
    return words.size() > 7 && words[0] == name && words[1] == "00000000" && words[7] == "00000000";
  });
  // destination, its prefix length, ..., flags, interface; a default that rejects hangs on lo
  const bool v6 = any_line(tables.ipv6_route, [&](const auto& words) {
    return words.size() > 9 && words[9] == name && words[1] == "00" &&
           words[0].find_first_not_of('0') == std::string::npos;
  });
  return v4 || v6;
}

std::string address_of(std::string_view hex) {
  std::array<std::uint32_t, 4> words{};
  if (hex.size() != 8 && hex.size() != 32) return {};
  for (std::size_t i = 0; i < hex.size() / 8; ++i)
    std::from_chars(hex.data() + 8 * i, hex.data() + 8 * i + 8, words[i], 16);
  std::array<char, INET6_ADDRSTRLEN> text{};
  const bool is_v4 = hex.size() == 8 || (words[0] == 0 && words[1] == 0 && words[2] == htonl(0xffff));
  const void* bytes = hex.size() == 32 && is_v4 ? &words[3] : &words[0];
  inet_ntop(is_v4 ? AF_INET : AF_INET6, bytes, text.data(), text.size());
  return text.data();
}

std::optional<OpenConnection> open_connection(std::string_view name, const NetworkTables& tables,
                                              const std::vector<InterfaceAddress>& addresses) {
  std::optional<OpenConnection> found;
  const auto is_ours = [&](const std::string& local) {
    return std::ranges::any_of(
        addresses, [&](const auto& one) { return one.interface == name && one.address == local; });
  };
  const auto matches = [&](const std::vector<std::string>& words) {  // sl local_address rem_address st ...
    if (words.size() < 4 || words[3] != "01") return false;          // 01: established
    const std::string_view local = words[1], remote = words[2];
    const auto colon = local.find(':'), remote_colon = remote.find(':');
    if (colon == std::string_view::npos || remote_colon == std::string_view::npos) return false;
    if (!is_ours(address_of(local.substr(0, colon)))) return false;
    found = {port_of(local.substr(colon + 1)), address_of(remote.substr(0, remote_colon))};
    return true;
  };
  if (!any_line(tables.tcp, matches)) any_line(tables.tcp6, matches);
  return found;
}

std::string describe(const OpenConnection& connection) {
  const std::string what =
      connection.is_ssh() ? "an ssh session" : fmt::format("a TCP connection (port {})", connection.port);
  return fmt::format("{} with {}", what, connection.peer);
}

Result<void> check_free(const InterfaceFacts& facts, const NetworkTables& tables,
                        const std::vector<InterfaceAddress>& addresses) {
  const auto refuse = [&](std::string reason) {
    return fail(ErrorKind::port, fmt::format("interface {} {}", facts.name, std::move(reason)));
  };
  if (!facts.is_ethernet) return refuse("is no Ethernet interface; name one that is");
  if (!facts.master.empty())
    return refuse(
        fmt::format("belongs to {}, which would forward what arrives; take it out first: ip link set "
                    "{} nomaster",
                    facts.master, facts.name));
  if (has_default_route(facts.name, tables))
    return refuse("carries the default route; traffic at line rate would cut this machine off: name another");
  if (const auto connection = open_connection(facts.name, tables, addresses))
    return refuse(fmt::format("carries {}, which traffic at line rate would cut off: name another",
                              describe(*connection)));
  if (!facts.up) return refuse(fmt::format("is down; bring it up first: ip link set {} up", facts.name));
  return {};
}

}  // namespace pktgen

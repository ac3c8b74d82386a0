#include "inventory/network.h"

#include <gtest/gtest.h>

#include "support/machine_tree.h"

namespace pktgen {
namespace {

HostNetwork network_of(const std::string& files) { return read_network(MachineTree(files).root().string()); }

std::vector<std::string> routes_of(const std::string& files) {
  std::vector<std::string> said;
  for (const InterfaceRoute& one : network_of(files).routes) said.push_back(one.interface + " " + one.route);
  return said;
}

std::vector<std::string> addresses_of(const std::string& files) {
  std::vector<std::string> said;
  for (const InterfaceAddress& one : network_of(files).addresses)
    said.push_back(one.interface + " " + one.address);
  return said;
}

const std::string kTwoRoutes =
    "proc/net/route: Iface Destination Gateway Flags RefCnt Use Metric Mask\n"
    "proc/net/route: eth0 000000C0 00000000 0001 0 0 0 000000FF\n"
    "proc/net/route: eth1 000200C0 00000000 0001 0 0 0 00FFFFFF\n"
    "proc/net/route: eth2 0A0200C0 010200C0 0007 0 0 0 FFFFFFFF\n";

TEST(HostNetwork, ReadsRoutesOfIpv4) {
  EXPECT_EQ(routes_of(kTwoRoutes), (std::vector<std::string>{"eth0 192.0.0.0/8", "eth1 192.0.2.0/24",
                                                             "eth2 192.0.2.10/32 via 192.0.2.1"}));
}

TEST(HostNetwork, GivesAnAddressToTheNarrowestRouteWithoutGateway) {
  const std::string leaf = "proc/net/fib_trie:            |-- ";
  const std::string local = "\nproc/net/fib_trie:               /32 host LOCAL\n";
  EXPECT_EQ(addresses_of(kTwoRoutes + leaf + "192.0.2.10" + local + leaf + "192.9.9.9" + local + leaf +
                         "192.0.2.10" + local + leaf + "10.0.0.1" + local),
            (std::vector<std::string>{"eth1 192.0.2.10", "eth0 192.9.9.9"}));
}

TEST(HostNetwork, TakesNoBroadcastAddressForAnAddress) {
  EXPECT_TRUE(addresses_of(kTwoRoutes + "proc/net/fib_trie:   |-- 192.0.2.255\n"
                                        "proc/net/fib_trie:      /32 link BROADCAST\n")
                  .empty());
}

TEST(HostNetwork, ReadsAddressesOfIpv6) {
  EXPECT_EQ(addresses_of("proc/net/if_inet6: 20010db8000000000000000000000010 02 40 00 80     eth1\n"),
            std::vector<std::string>{"eth1 2001:db8::10"});
}

TEST(HostNetwork, ReadsRoutesOfIpv6ButLocalMulticastAndRejectingOnes) {
  const std::string zero(32, '0'), net = "20010db8000000000000000000000000",
                                   gateway = net.substr(0, 31) + "1";
  const auto line = [&](const std::string& to, const std::string& prefix, const std::string& via,
                        const std::string& flags, const std::string& interface) {
    return "proc/net/ipv6_route: " + to + " " + prefix + " " + zero + " 00 " + via +
           " 00000100 00000001 00000000 " + flags + " " + interface + "\n";
  };
  EXPECT_EQ(
      routes_of(line(net, "40", zero, "00000001", "eth1") + line(zero, "00", gateway, "00000003", "eth1") +
                line(gateway, "80", zero, "80200001", "eth1") +
                line("ff" + std::string(30, '0'), "08", zero, "00000001", "eth1") +
                line(zero, "00", zero, "00200200", "lo")),
      (std::vector<std::string>{"eth1 2001:db8::/64", "eth1 default via 2001:db8::1"}));
}

TEST(HostNetwork, IsEmptyWithoutTables) {
  EXPECT_TRUE(network_of("proc/").routes.empty());
  EXPECT_TRUE(network_of("proc/").addresses.empty());
  EXPECT_TRUE(routes_of("proc/net/route: eth0 zz\nproc/net/route: eth0 g 0 0 0 0 0 0\n").empty());
}

TEST(Attachments, AreAllThatLiesOverAnInterfaceEachOnce) {
  const std::string net = "sys/class/net/";
  const MachineTree machine(
      net + "eth1/upper_bond0/\n" + net + "eth1/master -> ../bond0\n" + net + "bond0/uevent: DEVTYPE=bond\n" +
      net + "bond0/upper_vlan7/\n" + net + "bond0/upper_br0/\n" + net + "vlan7/uevent: DEVTYPE=vlan\n" + net +
      "vlan7/upper_br0/\n" + net + "br0/uevent: DEVTYPE=bridge\n" + net + "br0/upper_eth1/\n");
  std::vector<std::string> said;
  for (const Attachment& one : attachments(machine.root().string(), "eth1", {}))
    said.push_back(one.interface + " " + one.kind);
  EXPECT_EQ(said, (std::vector<std::string>{"eth1 ", "bond0 bond", "br0 bridge", "vlan7 vlan"}));
}

}  // namespace
}  // namespace pktgen

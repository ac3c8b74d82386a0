#include "host/interface_use.h"

#include <gtest/gtest.h>

namespace pktgen {
namespace {

InterfaceFacts idle_port() {
  InterfaceFacts facts;
  facts.name = "eth1";
  facts.up = facts.carrier = facts.is_ethernet = true;
  return facts;
}

constexpr const char* kRouteHead =
    "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n";
constexpr const char* kTcpHead =
    "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt\n";

NetworkTables with_route(const std::string& line) {
  NetworkTables tables;
  tables.route = kRouteHead + line;
  return tables;
}

std::string reason(const Result<void>& refused) { return refused ? "free" : refused.error().message; }

TEST(CheckFree, TakesAnInterfaceThatNobodyNeeds) {
  const auto tables = with_route(
      "eth0\t00000000\t010200C0\t0003\t0\t0\t0\t00000000\t0\t0\t0\n"
      "eth1\t000200C0\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0\n");
  EXPECT_EQ(reason(check_free(idle_port(), tables, {{"eth1", "192.0.2.2"}})), "free");
}

TEST(CheckFree, RefusesTheDefaultRoute) {
  const auto refused =
      check_free(idle_port(), with_route("eth1\t00000000\t010200C0\t0003\t0\t0\t0\t00000000\t0\t0\t0\n"), {});
  EXPECT_EQ(reason(refused),
            "interface eth1 carries the default route; traffic at line rate would cut this machine off: name "
            "another");
  EXPECT_EQ(refused.error().kind, ErrorKind::port);
}

TEST(CheckFree, RefusesTheDefaultRouteOfIpv6) {
  const std::string zeros(32, '0');
  NetworkTables tables;
  tables.ipv6_route = zeros + " 00 " + zeros +
                      " 00 fe800000000000000000000000000001 00000400 00000001 00000000 "
                      "00000003     eth1\n";
  EXPECT_NE(reason(check_free(idle_port(), tables, {})), "free");
  tables.ipv6_route =
      zeros + " 00 " + zeros + " 00 " + zeros + " ffffffff 00000001 00000000 00200200       lo\n";
  EXPECT_EQ(reason(check_free(idle_port(), tables, {})), "free");
}

TEST(CheckFree, RefusesAnInterfaceWithAnSshSession) {
  NetworkTables tables;
  tables.tcp = std::string(kTcpHead) + "   0: 020200C0:0016 076433C6:C350 01 00000000:00000000 00:00000000\n";
  EXPECT_EQ(reason(check_free(idle_port(), tables, {{"eth0", "192.0.2.9"}, {"eth1", "192.0.2.2"}})),
            "interface eth1 carries an ssh session with 198.51.100.7, which traffic at line rate would cut "
            "off: name "
            "another");
  EXPECT_EQ(reason(check_free(idle_port(), tables, {{"eth0", "192.0.2.2"}})), "free");
}

TEST(CheckFree, RefusesASessionThatTheKernelListsAsIpv6) {
  NetworkTables tables;
  tables.tcp6 =
      std::string(kTcpHead) +
      "   0: 0000000000000000FFFF0000020200C0:0016 0000000000000000FFFF0000076433C6:C350 01 0:0 00:0\n";
  EXPECT_NE(reason(check_free(idle_port(), tables, {{"eth1", "192.0.2.2"}})), "free");
  tables.tcp6 =
      std::string(kTcpHead) +
      "   0: B80D0120000000000000000002000000:1F90 B80D0120000000000000000001000000:C350 01 0:0 00:0\n";
  EXPECT_EQ(reason(check_free(idle_port(), tables, {{"eth1", "2001:db8::2"}})),
            "interface eth1 carries a TCP connection (port 8080) with 2001:db8::1, which traffic at line "
            "rate would "
            "cut off: name another");
}

TEST(CheckFree, DoesNotMindListeningSockets) {
  NetworkTables tables;
  tables.tcp = std::string(kTcpHead) + "   0: 020200C0:0016 00000000:0000 0A 00000000:00000000 00:00000000\n";
  EXPECT_EQ(reason(check_free(idle_port(), tables, {{"eth1", "192.0.2.2"}})), "free");
}

TEST(CheckFree, RefusesWhatIsDownOrNoEthernetOrPartOfABridge) {
  InterfaceFacts facts = idle_port();
  facts.up = false;
  EXPECT_EQ(reason(check_free(facts, {}, {})),
            "interface eth1 is down; bring it up first: ip link set eth1 up");
  facts = idle_port();
  facts.is_ethernet = false;
  EXPECT_EQ(reason(check_free(facts, {}, {})), "interface eth1 is no Ethernet interface; name one that is");
  facts = idle_port();
  facts.master = "br0";
  EXPECT_EQ(
      reason(check_free(facts, {}, {})),
      "interface eth1 belongs to br0, which would forward what arrives; take it out first: ip link set eth1 "
      "nomaster");
}

}  // namespace
}  // namespace pktgen

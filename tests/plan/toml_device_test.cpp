#include <chrono>
#include <cmath>
#include <gtest/gtest.h>

#include "plan/device_spec.h"

namespace pktgen {
namespace {

std::string message(std::string_view text) {
  const auto device = parse_device(text, "device.toml");
  if (device) return "no error";
  EXPECT_EQ(device.error().kind, ErrorKind::plan);
  EXPECT_EQ(device.error().message.find('\n'), std::string::npos);
  return device.error().message;
}

TEST(DeviceFile, AnEmptyOneIsAPerfectCable) {
  const auto device = parse_device("", "device.toml");
  ASSERT_TRUE(device);
  EXPECT_EQ(device->seed, 1U);
  for (const WaySpec& way : device->ways) {
    EXPECT_EQ(way.link, 10_Gbps);
    EXPECT_EQ(way.kind, WaySpec::Kind::cable);
    EXPECT_EQ(way.max_frame_bytes, 9022U);
    EXPECT_EQ(way.drop_every, 0U);
    EXPECT_EQ(way.ageing_s, 300U);
  }
}

constexpr std::string_view kEveryKey = R"(
seed = 7
[link]
bits_per_second = 2.5e9
propagation_ns = 6
clock_ppm = -50
[device]
kind = "switch"
latency_ns = 8
egress_bits_per_second = 1_000_000_000
buffer_bytes = 10
max_frame_bytes = 1518
capacity_frames_per_second = 11
capacity_l2_bits_per_second = 7_000_000_000
learns = true
ageing_s = 12
table_entries = 26
learns_per_second = 27
jitter_ns = 28
overload_recovery_ns = 33
blocks_broadcast = true
blocks_multicast = true
broadcast_limit_frames_per_second = 29
multicast_limit_frames_per_second = 30
carried_vlans = [32, 31]
policer_l2_bits_per_second = 26
policer_burst_bytes = 27
[[device.vlan]]
id = 100
latency_ns = 28
policer_l2_bits_per_second = 29e6
policer_burst_bytes = 30
[[device.vlan]]
id = 200
[fault]
drop_every = 13
drop_probability = 0.25
duplicate_every = 14
reorder_every = 15
reorder_by = 16
corrupt_every = 17
crc_error_every = 18
vlan_leak_every = 33
delay_every = 31
delay_by_ns = 32
flap_at_s = [3, 0.5]
flap_for_s = 0.2
reset_at_s = [1, 2]
reset_for_s = 0.3
[chatter]
lldp = 19
stp = 20
arp = 21
ipv6_nd = 22
[tester]
tx_capacity_frames_per_second = 23
rx_miss_every = 24
pause_received = true
egress_hold_ns = 25
[module]
eeprom = "sfp.bin"
)";

TEST(DeviceFile, EveryKeyReachesBothDirections) {
  const auto device = parse_device(kEveryKey, "lab/device.toml");
  ASSERT_TRUE(device) << device.error().message;
  EXPECT_EQ(device->seed, 7U);
  EXPECT_EQ(device->module_eeprom, "lab/sfp.bin");
  for (const WaySpec& way : device->ways) {
    EXPECT_EQ(way.link, LinkBitsPerSecond{2'500'000'000});
    EXPECT_EQ(way.propagation_ns, 6U);
    EXPECT_EQ(way.clock_ppm, -50);
    EXPECT_EQ(way.kind, WaySpec::Kind::store_and_forward);
    EXPECT_EQ(way.latency_ns, 8U);
    EXPECT_EQ(way.egress_bits_per_second, 1'000'000'000U);
    EXPECT_EQ(way.buffer_bytes, 10U);
    EXPECT_EQ(way.max_frame_bytes, 1518U);
    EXPECT_EQ(way.capacity_frames_per_second, 11U);
    EXPECT_EQ(way.capacity_l2_bits_per_second, 7'000'000'000U);
    EXPECT_TRUE(way.learns);
    EXPECT_EQ(way.ageing_s, 12U);
    EXPECT_EQ(way.table_entries, 26U);
    EXPECT_EQ(way.learns_per_second, 27U);
    EXPECT_EQ(way.jitter_ns, 28U);
    EXPECT_TRUE(way.blocks_broadcast);
    EXPECT_TRUE(way.blocks_multicast);
    EXPECT_EQ(way.broadcast_limit_frames_per_second, 29U);
    EXPECT_EQ(way.multicast_limit_frames_per_second, 30U);
    EXPECT_EQ(way.carried_vlans, (std::vector<double>{31, 32}));
    EXPECT_EQ(way.vlan_leak_every, 33U);
    EXPECT_EQ(way.policer_l2_bits_per_second, 26U);
    EXPECT_EQ(way.policer_burst_bytes, 27U);
    EXPECT_EQ(way.vlans, (std::vector<VlanSpec>{{100, 28, 29'000'000, 30}, {200, 0, 0, 12'176}}));
    EXPECT_EQ(way.delay_every, 31U);
    EXPECT_EQ(way.delay_by_ns, 32U);
    EXPECT_EQ(way.drop_every, 13U);
    EXPECT_EQ(way.drop_probability, 0.25);
    EXPECT_EQ(way.duplicate_every, 14U);
    EXPECT_EQ(way.reorder_every, 15U);
    EXPECT_EQ(way.reorder_by, 16U);
    EXPECT_EQ(way.corrupt_every, 17U);
    EXPECT_EQ(way.crc_error_every, 18U);
    EXPECT_EQ(way.flap_at_s, (std::vector<double>{0.5, 3}));
    EXPECT_EQ(way.flap_for_s, 0.2);
    EXPECT_EQ(way.reset_at_s, (std::vector<double>{1, 2}));
    EXPECT_EQ(way.reset_for_s, 0.3);
    EXPECT_EQ(way.overload_recovery_ns, 33U);
    EXPECT_EQ(way.lldp, 19U);
    EXPECT_EQ(way.stp, 20U);
    EXPECT_EQ(way.arp, 21U);
    EXPECT_EQ(way.ipv6_nd, 22U);
    EXPECT_EQ(way.tx_capacity_frames_per_second, 23U);
    EXPECT_EQ(way.rx_miss_every, 24U);
    EXPECT_TRUE(way.pause_received);
    EXPECT_EQ(way.egress_hold_ns, 25U);
  }
}
TEST(DeviceFile, ADirectionOverridesFlatOrByTableWhereverItStands) {
  const auto device = parse_device(
      "[a_to_b]\ndrop_every = 3\n[b_to_a.fault]\ndrop_every = 0\n"
      "[b_to_a.device]\nlatency_ns = 9\n[fault]\ndrop_every = 1000\nreorder_every = 4\n",
      "device.toml");
  ASSERT_TRUE(device) << device.error().message;
  EXPECT_EQ(device->ways[0].drop_every, 3U);
  EXPECT_EQ(device->ways[1].drop_every, 0U);
  EXPECT_EQ(device->ways[0].latency_ns, 0U);
  EXPECT_EQ(device->ways[1].latency_ns, 9U);
  EXPECT_EQ(device->ways[0].reorder_every, 4U);
  EXPECT_EQ(device->ways[1].reorder_every, 4U);
}
TEST(DeviceFile, AnUnknownNameIsToldWithItsPlaceAndTheNearest) {
  EXPECT_EQ(message("[fault]\ndrop_evry = 3"),
            "device.toml:2:1: unknown key \"drop_evry\"; the nearest known name is \"drop_every\"");
  EXPECT_EQ(message("[falt]"),
            "device.toml:1:2: unknown table \"falt\"; the nearest known name is \"fault\"");
  EXPECT_EQ(message("[a_to_b.falt]\n").substr(0, 28), "device.toml:1:9: unknown tab");
  EXPECT_EQ(message("[a_to_c]"),
            "device.toml:1:2: unknown table \"a_to_c\"; the nearest known name is \"a_to_b\"");
  EXPECT_EQ(message("[fault.more]").substr(0, 29), "device.toml:1:8: unknown tabl");
  EXPECT_EQ(message("[module]\neprom = \"x\""),
            "device.toml:2:1: unknown key \"eprom\"; the nearest known name is \"eeprom\"");
}
TEST(DeviceFile, AKeyInTheWrongTableIsToldItsTable) {
  EXPECT_EQ(message("drop_every = 3"),
            "device.toml:1:1: drop_every doesn't belong here; it is a key of [fault]");
  EXPECT_EQ(message("[a_to_b.device]\nlldp = 3"),
            "device.toml:2:1: lldp doesn't belong here; it is a key of [chatter]");
}
TEST(DeviceFile, AValueOfTheWrongTypeOrOutOfRangeSaysWhatIsWanted) {
  EXPECT_EQ(message("[fault]\ndrop_probability = 1.5"),
            "device.toml:2:20: drop_probability wants a number from 0 to 1, found the number 1.5");
  EXPECT_EQ(message("[fault]\ndrop_probability = nan"),
            "device.toml:2:20: drop_probability wants a number from 0 to 1, found the number nan");
  EXPECT_EQ(
      message("[fault]\ndrop_every = 2.5"),
      "device.toml:2:14: drop_every wants a whole number from 0 to 1000000000000000, found the number 2.5");
  EXPECT_EQ(message("[fault]\nreorder_by = 0"),
            "device.toml:2:14: reorder_by wants a whole number from 1 to 1000000, found the integer 0");
  EXPECT_EQ(message("[link]\nbits_per_second = 0"),
            "device.toml:2:19: bits_per_second wants a whole number from 1000 to 1000000000000, found the "
            "integer 0");
  EXPECT_EQ(message("[device]\nkind = \"hub\""),
            "device.toml:2:8: kind wants \"cable\", \"switch\" or \"cut_through\", found the string \"hub\"");
  EXPECT_EQ(message("[device]\nlearns = 1"),
            "device.toml:2:10: learns wants true or false, found the integer 1");
  EXPECT_EQ(message("[device]\ncarried_vlans = 10"),
            "device.toml:2:17: carried_vlans wants an array of numbers like [10, 20], found the integer 10");
  EXPECT_EQ(message("[device]\ncarried_vlans = [10.5]"),
            "device.toml:2:18: carried_vlans wants a whole number from 1 to 4094, found the number 10.5");
  EXPECT_EQ(message("[fault]\nflap_at_s = 1"),
            "device.toml:2:13: flap_at_s wants an array of times like [0.5, 2], found the integer 1");
  EXPECT_EQ(message("[fault]\nflap_at_s = [1, -1]"),
            "device.toml:2:17: flap_at_s wants a number from 0 to 86400, found the integer -1");
  EXPECT_EQ(message("seed = -1"),
            "device.toml:1:8: seed wants a whole number, zero or more, found the integer -1");
  EXPECT_EQ(message("fault = 3"), "device.toml:1:9: fault wants to be a table, [fault], found the integer 3");
}
TEST(DeviceFile, AVlanHasAnIdOfItsOwnAndKnownKeys) {
  EXPECT_EQ(message("[[device.vlan]]\nlatency_ns = 5"),
            "device.toml:1:1: vlan[0]: wants to know which VLAN it is about; say id = 100");
  EXPECT_EQ(message("[[device.vlan]]\nid = 7\n[[device.vlan]]\nid = 7"),
            "device.toml:3:1: vlan[1]: VLAN 7 is there twice; keep one of them");
  EXPECT_EQ(message("[[device.vlan]]\nid = 4095"),
            "device.toml:2:6: vlan[0].id: wants a whole number from 1 to 4094, found the integer 4095");
  EXPECT_EQ(message("[[device.vlan]]\nlatncy_ns = 5"),
            "device.toml:2:1: vlan[0]: unknown key \"latncy_ns\"; the nearest known key is \"latency_ns\"");
  EXPECT_EQ(message("[device]\nvlan = 7"),
            "device.toml:2:8: vlan: wants tables, each under [[device.vlan]], found the integer 7");
}
TEST(DeviceFile, OneDirectionMayHaveOtherVlans) {
  const auto device = parse_device("[[device.vlan]]\nid = 1\n[[b_to_a.vlan]]\nid = 2\n", "device.toml");
  ASSERT_TRUE(device) << device.error().message;
  EXPECT_EQ(device->ways[0].vlans[0].id, 1U);
  EXPECT_EQ(device->ways[1].vlans[0].id, 2U);
}
TEST(DeviceFile, AKeyGivenFlatAndByTableIsThereTwice) {
  EXPECT_EQ(
      message("[a_to_b]\ndrop_every = 3\n[a_to_b.fault]\ndrop_every = 4"),
      "device.toml:4:1: drop_every is there twice for a_to_b, also at device.toml:2:1; keep one of them");
}
TEST(DeviceFile, ACableHasOneSpeedAndFlapsDontOverlap) {
  EXPECT_EQ(
      message("[device]\negress_bits_per_second = 1_000_000_000"),
      "device.toml: egress_bits_per_second differs from the link's, but a cable has one speed; say kind = "
      "\"switch\", or leave it out");
  EXPECT_EQ(message("[device]\negress_bits_per_second = 10_000_000_000"), "no error");
  EXPECT_EQ(message("[fault]\nflap_at_s = [1, 1.05]"),
            "device.toml: the link would flap at 1.05 s while it is still down from 1 s for 0.1 s; space "
            "flap_at_s, "
            "or lower flap_for_s");
}
TEST(DeviceFile, AModulesMonitorsHaveACourse) {
  const auto device = parse_device(R"(
[module]
eeprom = "sr.bin"
[[module.course]]
at = "30s"
port = "b"
rx_power_dbm = -12.5
[[module.course]]
at = "1min"
temperature_celsius = 71
rx_power_dbm = -inf
)",
                                   "device.toml");
  ASSERT_TRUE(device) << device.error().message;
  const auto& course = device->module_course;
  ASSERT_EQ(course.size(), 2U);
  EXPECT_EQ(course[0].port, 1U);
  EXPECT_EQ(course[0].at, std::chrono::seconds(30));
  EXPECT_EQ(course[0].rx_power_dbm, -12.5);
  EXPECT_EQ(course[0].temperature_celsius, std::nullopt);
  EXPECT_EQ(course[1].port, std::nullopt);
  EXPECT_EQ(course[1].temperature_celsius, 71);
  EXPECT_TRUE(std::isinf(*course[1].rx_power_dbm));
}

TEST(DeviceFile, ACourseOfAModuleThatCantBeIsRefused) {
  const std::string stage = "[[module.course]]\n";
  EXPECT_EQ(message(stage + "rx_power_dbm = -3"),
            "device.toml:1:1: course[0]: wants to know from when on; say at = \"30s\"");
  EXPECT_EQ(message(stage + "at = 30"),
            "device.toml:2:6: course[0].at: wants a time like \"30s\", found the integer 30");
  EXPECT_EQ(
      message(stage + "at = \"1s\"\nbias_milliamperes = 132"),
      "device.toml:3:21: course[0].bias_milliamperes: wants a number from 0 to 131, found the integer 132");
  EXPECT_EQ(message(stage + "at = \"1s\"\nport = \"c\""),
            "device.toml:3:8: course[0].port: wants \"a\" or \"b\"; both without it, found the string \"c\"");
  EXPECT_NE(message(stage + "at = \"1s\"\nrx_powr_dbm = -3").find("rx_power_dbm"), std::string::npos);
  EXPECT_NE(message(stage + "at = \"2s\"\n" + stage + "at = \"1s\"").find("order of their times"),
            std::string::npos);
  EXPECT_NE(message("[module]\ncourse = 3").find("[[module.course]]"), std::string::npos);
}

TEST(DeviceFile, ThatIsNotThereIsTheEnvironmentsError) {
  const auto device = load_device("/nowhere/device.toml");
  ASSERT_FALSE(device);
  EXPECT_EQ(device.error().kind, ErrorKind::environment);
}

TEST(Device, SpeedsSayWhatIsDifferentAtEach) {
  const auto device = parse_device(R"(
[[link.speed]]
bits_per_second = 2.5e9
time_to_link_s = 6.5
max_frame_bytes = 1518
latency_ns = 900
capacity_frames_per_second = 1000
drop_every = 10
drop_probability = 0.25
[[link.speed]]
bits_per_second = 10e9
[[b_to_a.link.speed]]
bits_per_second = 10e9
)",
                                   "device.toml");
  ASSERT_TRUE(device) << device.error().message;
  const SpeedSpec slow{.link = {2'500'000'000},
                       .time_to_link_s = 6.5,
                       .max_frame_bytes = 1518,
                       .latency_ns = 900,
                       .drop_every = 10,
                       .capacity_frames_per_second = 1000,
                       .drop_probability = 0.25};
  EXPECT_EQ(device->ways[0].speeds, (std::vector<SpeedSpec>{slow, {.link = 10_Gbps}}));
  EXPECT_EQ(device->ways[1].speeds, (std::vector<SpeedSpec>{{.link = 10_Gbps}}));
}

TEST(Device, SpeedsThatCannotBeAreRefusedWithTheirPlace) {
  EXPECT_EQ(message("[[link.speed]]\ntime_to_link_s = 2"),
            "device.toml:1:1: speed[0]: wants to know which speed it is about; say bits_per_second = 1e9");
  EXPECT_EQ(message("[[link.speed]]\nbits_per_second = 1e9\n[[link.speed]]\nbits_per_second = 1e9"),
            "device.toml:3:1: speed[1]: 1000000000 bits/s are there twice; keep one of them");
  EXPECT_EQ(message("[[link.speed]]\nbits_per_second = 1e9\ntime_to_lnk_s = 2"),
            "device.toml:3:1: speed[0]: unknown key \"time_to_lnk_s\"; the nearest known key is "
            "\"time_to_link_s\"");
  EXPECT_EQ(
      message("[[link.speed]]\nbits_per_second = 0.5"),
      "device.toml:2:19: speed[0].bits_per_second: wants a whole number from 1000 to 1000000000000, found "
      "the number 0.5");
  EXPECT_EQ(message("[link]\nspeed = 1e9"),
            "device.toml:2:9: speed: wants tables, each under [[link.speed]], found the number 1000000000");
}

}  // namespace
}  // namespace pktgen

#include "counters/counter_card.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <utility>

namespace pktgen {
namespace {

CounterRole role(std::string_view driver, std::string_view name) { return find_counter(driver, name).role; }

/// Names as DPDK 22.11's drivers have them, separated by blanks; those that the table doesn't know.
std::string unknown_of(std::string_view driver, const std::string& names) {
  std::istringstream stream(names);
  std::string unknown;
  for (std::string name; stream >> name;)
    if (role(driver, name) == CounterRole::unknown) unknown += name + " ";
  return unknown;
}

constexpr const char* kOfEveryPort =
    "rx_good_packets tx_good_packets rx_good_bytes tx_good_bytes rx_missed_errors rx_errors tx_errors "
    "rx_mbuf_allocation_errors rx_q0_packets rx_q15_bytes rx_q0_errors tx_q0_packets tx_q3_bytes ";

TEST(CounterCard, KnowsEveryCounterOfTheX710sDriver) {
  EXPECT_EQ(
      unknown_of("net_i40e",
                 std::string(kOfEveryPort) +
                     "rx_unicast_packets rx_multicast_packets rx_broadcast_packets rx_dropped_packets "
                     "rx_unknown_protocol_packets rx_size_error_packets tx_unicast_packets "
                     "tx_multicast_packets tx_broadcast_packets tx_dropped_packets tx_link_down_dropped "
                     "rx_crc_errors rx_illegal_byte_errors rx_error_bytes mac_local_errors mac_remote_errors "
                     "rx_length_errors tx_xon_packets rx_xon_packets tx_xoff_packets rx_xoff_packets "
                     "rx_size_64_packets rx_size_65_to_127_packets rx_size_1523_to_max_packets "
                     "rx_undersized_errors rx_oversize_errors rx_mac_short_dropped rx_fragmented_errors "
                     "rx_jabber_errors tx_size_64_packets tx_size_1523_to_max_packets "
                     "rx_flow_director_atr_match_packets rx_flow_director_sb_match_packets "
                     "tx_low_power_idle_status rx_low_power_idle_status tx_low_power_idle_count "
                     "rx_low_power_idle_count rx_priority0_xon_packets rx_priority7_xoff_packets "
                     "tx_priority0_xon_packets tx_priority7_xoff_packets tx_priority3_xon_to_xoff_packets"),
      "");
}

TEST(CounterCard, KnowsEveryCounterOfTheX520sAndX550sDriver) {
  EXPECT_EQ(
      unknown_of(
          "net_ixgbe",
          std::string(kOfEveryPort) +
              "rx_crc_errors rx_illegal_byte_errors rx_error_bytes mac_local_errors mac_remote_errors "
              "rx_length_errors tx_xon_packets rx_xon_packets tx_xoff_packets rx_xoff_packets "
              "rx_size_64_packets rx_size_1024_to_max_packets rx_broadcast_packets rx_multicast_packets "
              "rx_fragment_errors rx_undersize_errors rx_oversize_errors rx_jabber_errors "
              "rx_management_packets rx_management_dropped tx_management_packets rx_total_packets "
              "rx_total_bytes tx_total_packets tx_size_64_packets tx_size_1024_to_max_packets "
              "tx_multicast_packets tx_broadcast_packets rx_mac_short_packet_dropped rx_l3_l4_xsum_error "
              "flow_director_added_filters flow_director_missed_filters rx_fcoe_crc_errors rx_fcoe_dropped "
              "tx_fcoe_bytes tx_flow_control_xon_packets rx_flow_control_xon_packets "
              "tx_flow_control_xoff_packets rx_flow_control_xoff_packets rx_total_missed_packets "
              "out_pkts_untagged out_octets_encrypted in_pkts_untagged in_octets_validated in_pkts_unusedsa "
              "rx_priority0_mbuf_allocation_errors rx_priority0_dropped rx_priority7_xon_packets "
              "rx_priority0_xoff_packets tx_priority0_xon_packets tx_priority0_xon_to_xoff_packets"),
      "");
}

TEST(CounterCard, KnowsEveryCounterOfTheAqc107sDriver) {
  EXPECT_EQ(
      unknown_of("net_atlantic",
                 std::string(kOfEveryPort) +
                     "uprc mprc bprc erpt uptc mptc bptc erpr ubrc ubtc mbrc mbtc bbrc bbtc in_ctl_pkts "
                     "in_tagged_miss_pkts in_unused_sa in_validated_octets out_ctl_pkts out_too_long "
                     "out_sa_hit_drop_redirect out_sa_encrypted_pkts"),
      "");
}

TEST(CounterCard, KnowsTheCountersOfIgbVmxnet3AndVirtio) {
  EXPECT_EQ(
      unknown_of(
          "net_e1000_igb",
          std::string(kOfEveryPort) +
              "rx_crc_errors rx_align_errors rx_symbol_errors rx_missed_packets tx_single_collision_packets "
              "tx_multiple_collision_packets tx_excessive_collision_packets tx_late_collisions "
              "tx_total_collisions tx_deferred_packets tx_no_carrier_sense_packets rx_carrier_ext_errors "
              "rx_length_errors rx_xon_packets tx_xoff_packets rx_flow_control_unsupported_packets "
              "rx_size_64_packets rx_undersize_errors rx_fragment_errors rx_oversize_errors rx_jabber_errors "
              "rx_management_packets rx_management_dropped tx_management_packets rx_total_packets "
              "tx_total_bytes tx_size_1024_to_max_packets tx_tso_packets tx_tso_errors "
              "rx_sent_to_host_packets tx_sent_by_host_packets rx_code_violation_packets "
              "interrupt_assert_count"),
      "");
  EXPECT_EQ(unknown_of("net_vmxnet3",
                       std::string(kOfEveryPort) +
                           "rx_q0_drop_total rx_q0_drop_err rx_q0_drop_fcs rx_q7_rx_buf_alloc_failure "
                           "tx_q0_drop_total tx_q0_drop_too_many_segs tx_q0_drop_tso tx_q0_tx_ring_full"),
            "");
  EXPECT_EQ(
      unknown_of("net_virtio", std::string(kOfEveryPort) +
                                   "rx_q0_good_packets rx_q0_good_bytes rx_q0_errors rx_q0_multicast_packets "
                                   "rx_q0_broadcast_packets rx_q0_undersize_packets rx_q0_size_64_packets "
                                   "rx_q0_size_1519_max_packets tx_q0_good_packets tx_q0_undersize_packets "
                                   "tx_q1_size_65_127_packets"),
      "");
}

TEST(CounterCard, BooksEachCounterInItsBucket) {
  EXPECT_EQ(role("net_i40e", "rx_crc_errors"), CounterRole::rx_crc_errors);
  EXPECT_EQ(role("net_i40e", "rx_dropped_packets"), CounterRole::rx_missed);
  EXPECT_EQ(role("net_i40e", "rx_oversize_errors"), CounterRole::rx_oversize);
  EXPECT_EQ(role("net_i40e", "rx_xoff_packets"), CounterRole::rx_pause);
  EXPECT_EQ(role("net_i40e", "tx_link_down_dropped"), CounterRole::not_sent);
  EXPECT_EQ(role("net_i40e", "mac_remote_errors"), CounterRole::link_fault);
  EXPECT_EQ(role("net_ixgbe", "rx_fragment_errors"), CounterRole::damaged);
  EXPECT_EQ(role("net_atlantic", "erpt"), CounterRole::damaged);
  EXPECT_EQ(role("net_vmxnet3", "rx_q12_drop_fcs"), CounterRole::rx_crc_errors);
}

TEST(CounterCard, AddsTheQueueDropsOfIxgbeWhichNoBasicCounterHolds) {
  EXPECT_EQ(role("net_ixgbe", "rx_q0_errors"), CounterRole::rx_missed);
  EXPECT_TRUE(find_counter("net_ixgbe", "rx_q0_errors").is_source);
  EXPECT_FALSE(find_counter("net_ixgbe", "rx_priority0_dropped").is_source);
  EXPECT_FALSE(find_counter("net_i40e", "rx_dropped_packets").is_source);
  EXPECT_EQ(role("net_i40e", "rx_q0_errors"), CounterRole::other);
}

TEST(CounterCard, CountsNoPauseFrameTwiceWhereADriverHasTwoNamesForIt) {
  EXPECT_TRUE(find_counter("net_ixgbe", "rx_xoff_packets").is_source);
  EXPECT_FALSE(find_counter("net_ixgbe", "rx_flow_control_xoff_packets").is_source);
  EXPECT_TRUE(find_counter("net_x", "rx_flow_control_xoff_packets").is_source);
}

TEST(CounterCard, ShowsAnUnknownCounterAsItIs) {
  EXPECT_EQ(role("net_i40e", "rx_phase_of_the_moon"), CounterRole::unknown);
  EXPECT_EQ(find_counter("net_i40e", "rx_phase_of_the_moon").card->means,
            "not known to this program: shown as its driver names it");
  EXPECT_TRUE(is_evidence(CounterRole::unknown));
  EXPECT_FALSE(is_evidence(CounterRole::traffic));
}

TEST(CounterCard, ANumberInANameStandsForDigitsOnly) {
  EXPECT_EQ(role("net_vmxnet3", "rx_qx_drop_fcs"), CounterRole::unknown);
  EXPECT_EQ(role("net_vmxnet3", "rx_q_drop_fcs"), CounterRole::unknown);
  EXPECT_EQ(role("net_vmxnet3", "rx_q0_drop_fcs_"), CounterRole::unknown);
}

TEST(CounterCard, HasNoRowWithoutWordsAndNoneTwice) {
  std::set<std::pair<std::string_view, std::string_view>> seen;
  for (const auto table : all_counters())
    for (const CounterEntry& entry : table) {
      ASSERT_NE(entry.card, nullptr) << entry.name;
      EXPECT_GT(entry.card->means.size(), 10u) << entry.name;
      EXPECT_GE(entry.card->causes.size(), 4u) << entry.name;
      EXPECT_GT(entry.card->next_step.size(), 6u) << entry.name;
      EXPECT_NE(entry.role, CounterRole::unknown) << entry.name;
      EXPECT_TRUE(seen.emplace(entry.driver, entry.name).second) << entry.driver << " " << entry.name;
    }
}

// After a change that is meant, run this test once with PKTGEN_GOLDEN_UPDATE=1.
TEST(CounterCard, ThePageOfCountersIsTheTable) {
  const char* root = std::getenv("PKTGEN_SOURCE_ROOT");
  ASSERT_NE(root, nullptr);
  const std::string path = std::string(root) + "/docs/counters.md";
  if (std::getenv("PKTGEN_GOLDEN_UPDATE") != nullptr)
    std::ofstream(path, std::ios::binary) << counters_page();
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  EXPECT_EQ(text.str(), counters_page());
}

}  // namespace
}  // namespace pktgen

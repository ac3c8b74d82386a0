#include "inventory/pcie_budget.h"

#include <gtest/gtest.h>

namespace pktgen {
namespace {

constexpr FrameBytes kSmall{64}, kLarge{1518};
constexpr PcieCuts kShort{.max_payload = 256, .max_read = 512, .completion = 64, .rx_descriptor = 16};
constexpr PcieCuts kLong{.max_payload = 256, .max_read = 512, .completion = 256, .rx_descriptor = 16};

void expect_near(const PcieCap& cap, double send, double receive, double both) {
  EXPECT_NEAR(cap.send / 1e9, send, 0.05);
  EXPECT_NEAR(cap.receive / 1e9, receive, 0.05);
  EXPECT_NEAR(cap.both / 1e9, both, 0.05);
}

TEST(PcieBudget, TakesTheLineCodingOff) {
  EXPECT_DOUBLE_EQ(encoded_bits_per_second({1, 4}), 8e9);
  EXPECT_DOUBLE_EQ(encoded_bits_per_second({2, 2}), 8e9);
  EXPECT_NEAR(encoded_bits_per_second({3, 8}), 63.015e9, 1e6);
  EXPECT_NEAR(encoded_bits_per_second({4, 4}), 63.015e9, 1e6);
}

TEST(PcieBudget, TakesAcknowledgementsAndFlowControlOff) {
  EXPECT_NEAR(tlp_bits_per_second({1, 4}, 256), 6.89e9, 5e6);
  EXPECT_NEAR(tlp_bits_per_second({2, 2}, 256), 7.50e9, 5e6);
  EXPECT_NEAR(tlp_bits_per_second({2, 8}, 256), 28.68e9, 5e6);
  EXPECT_NEAR(tlp_bits_per_second({3, 8}, 256), 57.88e9, 5e6);
  EXPECT_NEAR(tlp_bits_per_second({4, 1}, 256), 15.22e9, 5e6);
}

TEST(PcieBudget, CapsTwoLanesOfGen2AtAboutSeven) {
  expect_near(pcie_cap({2, 2}, kShort, kSmall), 6.2, 5.8, 4.7);
  expect_near(pcie_cap({2, 2}, kLong, kSmall), 6.4, 5.8, 4.7);
  expect_near(pcie_cap({2, 2}, kShort, kLarge), 5.7, 6.9, 5.7);
  expect_near(pcie_cap({2, 2}, kLong, kLarge), 7.0, 6.9, 6.6);
}

TEST(PcieBudget, CarriesTwoPortsOnEightLanesOfGen3) {
  expect_near(pcie_cap({3, 8}, kShort, kSmall), 47.7, 44.6, 36.0);
  expect_near(pcie_cap({3, 8}, kLong, kLarge), 53.9, 52.9, 50.7);
}

TEST(PcieBudget, IsLessWithASmallerPayloadLimit) {
  PcieCuts cuts = kLong;
  cuts.max_payload = cuts.completion = 128;
  EXPECT_NEAR(pcie_cap({2, 2}, cuts, kLarge).receive / 1e9, 6.1, 0.05);
}

TEST(PcieBudget, IsLessWithLongerDescriptors) {
  PcieCuts cuts = kShort;
  cuts.rx_descriptor = 32;
  // up: 60 + 24 + 32 + 24/4 + 24/8 = 125 bytes for the 109 of a descriptor of 16
  EXPECT_NEAR(pcie_cap({2, 2}, cuts, kSmall).receive / pcie_cap({2, 2}, kShort, kSmall).receive, 109.0 / 125,
              0.001);
}

TEST(PcieBudget, KnowsNothingOfAnUnknownLinkOrALaterGeneration) {
  for (const PcieLink link : {PcieLink{}, PcieLink{6, 8}}) {
    EXPECT_EQ(encoded_bits_per_second(link), 0);
    EXPECT_EQ(pcie_cap(link, kShort, kSmall).both, 0);
  }
  EXPECT_EQ(print_link({}), "unknown");
  EXPECT_EQ(print_link({2, 2}), "Gen2 x2");
}

TEST(PcieBudget, NamesTheNarrowestLinksThatAreEnough) {
  EXPECT_EQ(links_enough(10e9, kShort, kLarge, {3, 8}), (std::vector<PcieLink>{{1, 8}, {2, 4}, {3, 2}}));
  EXPECT_EQ(links_enough(10e9, kShort, kSmall, {3, 8}), (std::vector<PcieLink>{{2, 8}, {3, 4}}));
  EXPECT_EQ(links_enough(10e9, kShort, kSmall, {3, 2}), std::vector<PcieLink>{});
}

}  // namespace
}  // namespace pktgen

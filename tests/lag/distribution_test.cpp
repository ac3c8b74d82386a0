// Shares, imbalance and chi-square of flows on the members of a LAG.
#include "lag/distribution.h"

#include <gtest/gtest.h>

namespace pktgen {
namespace {

TEST(Distribution, OfEqualCountsIsPerfect) {
  const Distribution seen = distribution_of_flows({256, 256}, 2);
  EXPECT_DOUBLE_EQ(seen.largest_share, 0.5);
  EXPECT_DOUBLE_EQ(seen.imbalance, 1);
  EXPECT_DOUBLE_EQ(seen.chi2, 0);
  EXPECT_TRUE(seen.is_even());
}

TEST(Distribution, Of280And232FlowsIsWhatChanceMakesOnceInThirty) {
  const Distribution seen = distribution_of_flows({232, 280}, 2);
  EXPECT_EQ(seen.counts, (std::vector<std::uint64_t>{280, 232})) << "the largest first";
  EXPECT_DOUBLE_EQ(seen.imbalance, 1.09375);
  EXPECT_DOUBLE_EQ(seen.chi2, 4.5);  // 2 * 24^2 / 256
  EXPECT_DOUBLE_EQ(seen.critical_chi2, 6.63);
  EXPECT_TRUE(seen.is_even());
}

TEST(Distribution, Of286And226FlowsIsNoChance) {
  const Distribution seen = distribution_of_flows({286, 226}, 2);
  EXPECT_DOUBLE_EQ(seen.chi2, 7.03125);  // 2 * 30^2 / 256
  EXPECT_FALSE(seen.is_even());
  EXPECT_FALSE(seen.is_polarised());
}

TEST(Distribution, OfFewFlowsCanBeTooUnevenThoughChanceMakesIt) {
  const Distribution seen = distribution_of_flows({10, 6}, 2);
  EXPECT_DOUBLE_EQ(seen.chi2, 1);
  EXPECT_DOUBLE_EQ(seen.imbalance, 1.25);
  EXPECT_FALSE(seen.is_even()) << "1.2 is the limit";
}

TEST(Distribution, CountsMembersOnWhichNoFlowLies) {
  const Distribution seen = distribution_of_flows({512}, 2);
  EXPECT_DOUBLE_EQ(seen.imbalance, 2);
  EXPECT_DOUBLE_EQ(seen.chi2, 512);
  EXPECT_TRUE(seen.is_polarised());
}

TEST(Distribution, IsPolarisedAboveNinetyPercentOnly) {
  EXPECT_FALSE(distribution_of_flows({90, 10}, 2).is_polarised());
  EXPECT_TRUE(distribution_of_flows({91, 9}, 2).is_polarised());
}

TEST(Distribution, OfFramesJudgesTheFlowsBehindThem) {
  // A million frames in shares of 51 and 49 %: of 512 flows 261 and 251, which is nothing.
  const Distribution seen = distribution_of_frames({490'000, 510'000}, 512);
  EXPECT_DOUBLE_EQ(seen.imbalance, 1.02);
  EXPECT_NEAR(seen.chi2, 0.2048, 1e-9);
  EXPECT_TRUE(seen.is_even());
}

TEST(CriticalChi2, IsThatOfTables) {
  EXPECT_DOUBLE_EQ(critical_chi2(1), 6.63);
  EXPECT_DOUBLE_EQ(critical_chi2(2), 9.21);
  EXPECT_DOUBLE_EQ(critical_chi2(3), 11.34);
  EXPECT_DOUBLE_EQ(critical_chi2(5), 15.09);
  EXPECT_DOUBLE_EQ(critical_chi2(7), 18.48);
  EXPECT_DOUBLE_EQ(critical_chi2(15), 30.58);
  EXPECT_NEAR(critical_chi2(16), 32.00, 0.03);
  EXPECT_NEAR(critical_chi2(63), 92.01, 0.02);
}

}  // namespace
}  // namespace pktgen

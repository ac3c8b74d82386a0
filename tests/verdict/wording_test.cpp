#include "verdict/wording.h"

#include <gtest/gtest.h>

namespace pktgen {
namespace {

TEST(Wording, SeparatesThousands) {
  EXPECT_EQ(thousands(0), "0");
  EXPECT_EQ(thousands(999), "999");
  EXPECT_EQ(thousands(1000), "1,000");
  EXPECT_EQ(thousands(14'880'952), "14,880,952");
  EXPECT_EQ(thousands(18'446'744'073'709'551'615u), "18,446,744,073,709,551,615");
}
TEST(Wording, RoundsARateDown) {
  EXPECT_EQ(rate_text({14'880'952.38}), "14,880,952 frames/s");
  EXPECT_EQ(rate_text({812'743.99}), "812,743 frames/s");
  EXPECT_EQ(rate_text({999.9999999}), "1,000 frames/s");
}
TEST(Wording, LosesNoLossToRounding) {
  EXPECT_EQ(percent_text(9'999, 1'000'000), "0.9999");
  EXPECT_EQ(percent_text(1, 14'880'952), "6.72e-6");
  EXPECT_EQ(percent_text(4, 60'040), "0.006662");
  EXPECT_EQ(percent_text(0, 10), "0");
}
TEST(Wording, SaysAHundredPercentOnlyOfAll) {
  EXPECT_EQ(percent_text(10, 10), "100");
  EXPECT_EQ(percent_text(9'999'999, 10'000'000), "99.99999");
}
TEST(Wording, HasNoShareOfNothing) { EXPECT_EQ(percent_text(0, 0), "-"); }
TEST(Wording, GivesTimesInSeconds) {
  EXPECT_EQ(seconds_text(std::chrono::seconds(110)), "110.0");
  EXPECT_EQ(seconds_text(std::chrono::milliseconds(8'000)), "8.0");
  EXPECT_EQ(seconds_text(std::chrono::microseconds(120)), "0.00012");
  EXPECT_EQ(seconds_text(std::chrono::seconds(2'200)), "2200.0");
}
TEST(Wording, GivesBitRatesWithTwoDecimals) {
  EXPECT_EQ(bits_text(7e9), "7.00 Gb/s");
  EXPECT_EQ(bits_text(986'996'000), "987.00 Mb/s");
  EXPECT_EQ(bits_text(1'500), "1.50 kb/s");
  EXPECT_EQ(bits_text(512), "512 b/s");
}

}  // namespace
}  // namespace pktgen

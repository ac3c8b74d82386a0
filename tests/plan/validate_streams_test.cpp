#include "plan/validate_streams.h"

#include <cstdlib>
#include <gtest/gtest.h>

#include "plan/settings.h"
#include "plan/validate.h"

namespace pktgen {
namespace {

Result<CheckedPlan> checked(std::string_view text) {
  auto file = parse_plan(text, "plan.toml", "send");
  if (!file) return tl::make_unexpected(file.error());
  auto plan = make_plan("send", file->asked, std::move(file->streams));
  if (!plan) return tl::make_unexpected(plan.error());
  return validate(std::move(*plan));
}

std::string message(std::string_view text) {
  const auto plan = checked(text);
  return plan ? std::string("no error") : plan.error().message;
}

TEST(WholeStreams, OfTheExampleAreFine) {
  const auto file =
      load_plan(std::string(std::getenv("PKTGEN_SOURCE_ROOT")) + "/docs/examples/streams.toml", "send");
  ASSERT_TRUE(file) << file.error().message;
  const auto valid = validate_streams(file->streams);
  EXPECT_TRUE(valid) << valid.error().message;
}
TEST(WholeStreams, ASizeBelowTheStacksSmallestNamesTheSmallest) {
  EXPECT_EQ(message("[[stream]]\n[[stream]]\nstack = \"eth/ipv6/udp\"\nsizes = [1518, 83]"),
            "plan.toml:2:1: stream[1]: size 83 doesn't fit: the stack eth/ipv6/udp needs room for its "
            "headers and an "
            "18-byte signature, so the smallest frame is 84 bytes; choose sizes from 84 to 9022");
  EXPECT_EQ(message("stack = \"eth/ipv6/udp\"\nsizes = [84]"), "no error");
  EXPECT_EQ(message("stack = \"eth/ipv6/udp\"\nsizes = [83]").substr(0, 24), "stream: size 83 doesn't ");
}
TEST(WholeStreams, AStackThatIsNoFrameIsRefusedWithItsPlace) {
  EXPECT_TRUE(message("[[stream]]\nstack = \"ipv4/udp\"").starts_with("plan.toml:1:1: stream[0]: "));
  EXPECT_TRUE(message("[[stream]]\nstack = \"eth/udp\"").starts_with("plan.toml:1:1: stream[0]: "));
}
TEST(WholeStreams, MacsThatNoSwitchForwardsAreRefused) {
  EXPECT_TRUE(message("[[stream]]\neth = { src = \"03:00:00:00:00:01\" }")
                  .starts_with("plan.toml:1:1: stream[0]: eth.src 03:00:00:00:00:01 is a group address"));
  EXPECT_TRUE(message("[[stream]]\neth = { src = \"02:00:00:00:00:01\", dst = \"02:00:00:00:00:01\" }")
                  .starts_with("plan.toml:1:1: stream[0]: eth.src and eth.dst are both 02:00:00:00:00:01"));
}
TEST(WholeStreams, PortsAreSetUpForAllSizesOfAll) {
  const auto plan = checked("[[stream]]\nsizes = [1518, 64]\n[[stream]]\nsizes = [64, 9018]");
  ASSERT_TRUE(plan) << plan.error().message;
  EXPECT_EQ(plan->plan.sizes, (std::vector<FrameBytes>{{64}, {1518}, {9018}}));
}

}  // namespace
}  // namespace pktgen

#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>

#include "plan/profile.h"
#include "support/profiles.h"

namespace pktgen {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

EffectiveSettings settled(const std::string& rest, const DeviceLimits& device, std::uint64_t largest = 1518) {
  return settle(parsed(rest), device, FrameBytes{largest});
}

TEST(Settle, KeepsRingsWithinTheDevicesBounds) {
  const DeviceLimits device{.rx_descriptors_min = 64,
                            .rx_descriptors_max = 512,
                            .rx_descriptors_align = 32,
                            .tx_descriptors_min = 2048,
                            .tx_descriptors_max = 4096,
                            .tx_descriptors_align = 32};
  EXPECT_EQ(settled("", device).rx_descriptors, 512u);
  EXPECT_EQ(settled("", device).tx_descriptors, 2048u);
}

TEST(Settle, BelievesAProfileThatKnowsATighterBoundThanTheDriverSays) {
  const DeviceLimits device{.rx_descriptors_min = 32, .rx_descriptors_max = 8184, .rx_descriptors_align = 8};
  EXPECT_EQ(settled("[rx]\ndescriptors = 512\ndescriptors_min = 512\n", device).rx_descriptors, 512u);
  EXPECT_EQ(settle(named("aqc107"), device, {1518}).rx_descriptors, 2048u);
}

TEST(Settle, LetsTheDeviceWinWhereNoRoomIsLeft) {
  const DeviceLimits device{.rx_descriptors_min = 32, .rx_descriptors_max = 256, .rx_descriptors_align = 8};
  EXPECT_EQ(settle(named("aqc107"), device, {1518}).rx_descriptors, 256u);
}

TEST(Settle, AlignsRings) {
  const DeviceLimits device{.rx_descriptors_max = 1000, .rx_descriptors_align = 32};
  EXPECT_EQ(settled("", device).rx_descriptors, 992u);
  EXPECT_EQ(settled("[rx]\ndescriptors_pow2 = true\n", device).rx_descriptors, 512u);
}

TEST(Settle, MakesThresholdsThatTheRingCanTake) {
  const std::string rest = "[tx]\nrs_thresh = 32\nfree_thresh = 64\n";
  EXPECT_EQ(settled(rest, {}).tx_rs_thresh, 32u);
  EXPECT_EQ(settled(rest, {}).tx_free_thresh, 64u);
  const DeviceLimits small{.tx_descriptors_max = 40};
  EXPECT_EQ(settled(rest, small).tx_rs_thresh, 8u);
  EXPECT_EQ(settled(rest, small).tx_free_thresh, 8u);
  EXPECT_EQ(settled("", small).tx_rs_thresh, std::nullopt);
  // A threshold as long as the ring would free nothing before it is full.
  EXPECT_EQ(settled(rest, {.tx_descriptors_max = 64}).tx_free_thresh, 32u);
}

TEST(Settle, AsksForFastFreeOnlyWhereTheDriverOffersIt) {
  const std::string rest = "[tx]\nfast_free = true\n";
  EXPECT_FALSE(settled(rest, {.fast_free = false}).fast_free);
  EXPECT_TRUE(settled(rest, {.fast_free = true}).fast_free);
  EXPECT_FALSE(settled("", {.fast_free = true}).fast_free);
}

TEST(Settle, GivesJumboFramesABufferThatHoldsThemWhole) {
  EXPECT_EQ(settled("", {}, 1518).rx_buffer_bytes, 2048u);
  EXPECT_EQ(settled("", {}, 2040).rx_buffer_bytes, 2048u);
  EXPECT_EQ(settled("", {}, 2041).rx_buffer_bytes, 10240u);
  EXPECT_EQ(settled("", {}, 9022).rx_buffer_bytes, 10240u);
  EXPECT_EQ(settle(named("e1000"), {}, {9018}).rx_buffer_bytes, 16384u);
}

TEST(Settle, SetsAnMtuThatCarriesTheLargestFrame) {
  EXPECT_EQ(settled("", {}, 64).mtu, MtuBytes{1500});
  EXPECT_EQ(settled("", {}, 1518).mtu, MtuBytes{1500});
  EXPECT_EQ(settled("", {}, 9018).mtu, MtuBytes{9000});
  EXPECT_EQ(settled("", {}, 9022).mtu, MtuBytes{9004});
}

TEST(Settle, SaysWhichFramesThePortCantCarry) {
  const EffectiveSettings settings = settle(named("af_packet"), {.max_mtu = {65'535}}, {9018});
  EXPECT_FALSE(settings.carries_largest);
  EXPECT_EQ(settings.max_frame, FrameBytes{1518});
  EXPECT_EQ(settings.mtu, MtuBytes{1500});
  EXPECT_EQ(settings.notes.front(),
            "the port carries frames up to 1518 bytes (IP MTU 1500); 9018 was asked for");
}

TEST(Settle, TakesTheSmallerOfBothMtus) {
  EXPECT_EQ(settle(named("x710"), {.max_mtu = {9702}}, {64}).max_mtu, MtuBytes{9702});
  EXPECT_EQ(settle(named("x710"), {.max_mtu = {4000}}, {64}).max_mtu, MtuBytes{4000});
  EXPECT_EQ(settle(named("aqc107"), {.max_mtu = {65'535}}, {64}).max_mtu, MtuBytes{16'334});
}

TEST(Settle, TakesTheLongestFrameWhereNobodySaysAnMtu) {
  EXPECT_EQ(settled("", {.max_mtu = {65'535}, .max_rx_bytes = 1518}).max_mtu, MtuBytes{1500});
  EXPECT_EQ(settled("", {.max_mtu = {0}, .max_rx_bytes = 16'384}).max_mtu, MtuBytes{16'366});
  EXPECT_EQ(settled("", {.max_rx_bytes = 0xffffffff}).max_mtu, MtuBytes{9004});
}

TEST(Settle, RequiresFlowControlOffWhereItIsOnByDefault) {
  EXPECT_TRUE(settle(named("aqc107"), {}, {64}).flow_control_required);
  EXPECT_TRUE(settle(named("x710"), {}, {64}).flow_control_off);
  EXPECT_FALSE(settle(named("x710"), {}, {64}).flow_control_required);
  EXPECT_FALSE(settle(named("ring"), {}, {64}).flow_control_off);
}

TEST(Settle, ReadsStickyCountersTwiceBeforeTheyStick) {
  EXPECT_EQ(settled("[stats]\npoll_ms = 200\npoll_at_least_every_ms = 60000\n", {}).poll, milliseconds(200));
  EXPECT_EQ(settled("[stats]\npoll_ms = 200\npoll_at_least_every_ms = 100\n", {}).poll, milliseconds(50));
}

/// What each device says of itself, from reference sources and trials.
DeviceLimits limits_of(std::string_view name) {
  const auto limits = [](std::uint32_t least, std::uint32_t most, std::uint32_t align, std::uint64_t mtu) {
    return DeviceLimits{.rx_descriptors_min = least,
                        .rx_descriptors_max = most,
                        .rx_descriptors_align = align,
                        .tx_descriptors_min = least,
                        .tx_descriptors_max = most,
                        .tx_descriptors_align = align,
                        .max_mtu = {mtu}};
  };
  if (name == "x710") {
    DeviceLimits x710 = limits(64, 4096, 32, 9702);
    x710.fast_free = true;
    return x710;
  }
  if (name == "x520" || name == "x550") return limits(64, 4096, 8, 15'854);
  if (name == "aqc107") return limits(32, 8184, 8, 65'535);
  if (name == "e1000") return limits(32, 4096, 8, 9216);
  if (name == "igb") return limits(32, 4096, 8, 16'365);
  if (name == "vmxnet3") return limits(0, 4096, 32, 9000);
  return DeviceLimits{.max_mtu = {65'535}};
}

/// PKTGEN_WRITE_GOLDEN=1 writes the files anew.
TEST(Settle, GivesEachProfileTheSettingsInItsGoldenText) {
  for (const PmdProfile& profile : built_ins()) {
    const fs::path path = source_root() / "tests/golden" / ("profile_" + profile.name + ".txt");
    const std::string text = describe(settle(profile, limits_of(profile.name), kLargestFrame));
    if (std::getenv("PKTGEN_WRITE_GOLDEN") != nullptr) std::ofstream(path) << text;
    EXPECT_EQ(text, text_of(path)) << path;
  }
}

TEST(PrintSpeed, WritesSpeedsAsProfilesDo) {
  EXPECT_EQ(print_speed({2'500'000'000}), "2.5G");
  EXPECT_EQ(print_speed(10_Gbps), "10G");
  EXPECT_EQ(print_speed({}), "unknown");
}

}  // namespace
}  // namespace pktgen

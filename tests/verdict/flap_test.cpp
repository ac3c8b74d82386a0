#include "verdict/flap.h"

#include <gtest/gtest.h>

namespace pktgen {
namespace {

using namespace std::chrono_literals;

/// "a", "b" or "ab" of each flap, with its beginning and length in milliseconds.
std::string told(const std::vector<LinkDown>& downs) {
  std::string text;
  for (const Flap& flap : flaps_of(downs)) {
    text += text.empty() ? "" : " ";
    text += flap.ends[0] ? "a" : "";
    text += flap.ends[1] ? "b" : "";
    text +=
        "@" + std::to_string(flap.at / 1ms) + "+" + (flap.lasted ? std::to_string(*flap.lasted / 1ms) : "");
  }
  return text;
}

LinkDown blink(std::size_t port, Nanoseconds at) {
  return {.port = port, .at = at, .lasted = 20ms, .at_most = true};
}

TEST(Flaps, OfOneEndAreAsManyAsItSaw) {
  EXPECT_EQ(told({}), "");
  EXPECT_EQ(told({{0, 100ms, 50ms}}), "a@100+50");
  EXPECT_EQ(told({{1, 100ms, 5ms}, {1, 110ms, 5ms}}), "b@100+5 b@110+5");
}

TEST(Flaps, OfBothEndsAtOnceAreOneFromTheFirstDownToTheLastUp) {
  EXPECT_EQ(told({{0, 100ms, 50ms}, {1, 100ms, 50ms}}), "ab@100+50");
  EXPECT_EQ(told({{0, 120ms, 500ms}, {1, 100ms, 50ms}}), "ab@100+520") << "in any order";
}

TEST(Flaps, OfBothEndsApartAreTwo) {
  EXPECT_EQ(told({{0, 100ms, 50ms}, {1, 171ms, 50ms}}), "a@100+50 b@171+50");
}

TEST(Flaps, WithNoMoreBetweenThemThanLinksAreLookedAtAreOne) {
  EXPECT_EQ(told({{0, 100ms, 50ms}, {1, 170ms, 50ms}}), "ab@100+120");
}

TEST(Flaps, CloseToEachOtherArePairedOneByOne) {
  EXPECT_EQ(told({{0, 100ms, 5ms}, {0, 115ms, 5ms}, {1, 100ms, 5ms}, {1, 115ms, 5ms}}), "ab@100+5 ab@115+5");
}

TEST(Flaps, OfAnEndThatCameUpInBetweenAreOneWhileTheOtherStayedDown) {
  EXPECT_EQ(told({{0, 100ms, 900ms}, {1, 100ms, 100ms}, {1, 500ms, 500ms}}), "ab@100+900");
}

TEST(Flaps, ThatOnlyACountKnowsOfArePairedByNumber) {
  const std::vector<LinkDown> blinks{blink(0, 100ms), blink(0, 100ms), blink(1, 100ms), blink(1, 100ms)};
  EXPECT_EQ(told(blinks), "ab@100+20 ab@100+20");
  EXPECT_EQ(for_text(flaps_of(blinks).front()), "for less than 0.02 s");
}

TEST(Flaps, OfWhichOneEndStaysDownAreForGood) {
  const std::vector<LinkDown> downs{{0, 100ms, std::nullopt}, {1, 110ms, 50ms}};
  EXPECT_EQ(told(downs), "ab@100+");
  EXPECT_EQ(for_text(flaps_of(downs).front()), "for good");
}

TEST(Flaps, NameTheEndsThatSawThem) {
  const std::vector<LinkDown> both{{0, 1s, 1s}, {1, 1s, 1s}}, far{{1, 1s, 1s}};
  EXPECT_EQ(ends_text(flaps_of(both).front(), {"emu:a", "emu:b"}), "emu:a and emu:b (seen at both ends)");
  EXPECT_EQ(ends_text(flaps_of(far).front(), {"emu:a", "emu:b"}), "emu:b");
  EXPECT_EQ(ends_text(flaps_of(far).front(), {}), "the second port");
}

}  // namespace
}  // namespace pktgen

#include "traffic/field_values.h"

#include <array>
#include <gtest/gtest.h>
#include <set>
#include <string>

namespace pktgen {
namespace {

const std::vector<Field> kFields{{.name = "vlan.priority", .at = 14, .first_bit = 0, .bits = 3},
                                 {.name = "vlan.id", .at = 14, .first_bit = 4, .bits = 12},
                                 {.name = "ipv4.src", .at = 30, .bits = 32},
                                 {.name = "ipv4.dst", .at = 34, .bits = 32},
                                 {.name = "udp.src_port", .at = 38, .bits = 16},
                                 {.name = "ipv6.src", .at = 60, .bits = 128}};

FieldValues made(std::vector<Modifier> modifiers) {
  auto values = FieldValues::make(kFields, modifiers);
  EXPECT_TRUE(values) << values.error().message;
  return std::move(*values);
}

std::string refusal(std::vector<Modifier> modifiers) {
  const auto values = FieldValues::make(kFields, modifiers);
  return values ? "taken" : values.error().message;
}

std::vector<std::uint64_t> first(FieldValues values, std::size_t field, std::uint32_t count) {
  FieldColumns columns;
  values.fill(0, count, columns);
  return {columns.of[field].begin(), columns.of[field].begin() + count};
}

using Values = std::vector<std::uint64_t>;
using Kind = Modifier::Kind;

TEST(FieldValues, CountUpWithAStepAndBeginAgain) {
  EXPECT_EQ(first(made({{.field = "vlan.id", .first = 10, .step = 5, .count = 3}}), 0, 7),
            (Values{10, 15, 20, 10, 15, 20, 10}));
}

TEST(FieldValues, CountDownThroughZeroWithinTheField) {
  EXPECT_EQ(first(made({{.field = "vlan.id", .first = 1, .step = -1}}), 0, 4), (Values{1, 0, 4095, 4094}));
}

TEST(FieldValues, OfAListComeInTurn) {
  EXPECT_EQ(first(made({{.field = "vlan.id", .kind = Kind::list, .values = {7, 9, 11}}}), 0, 5),
            (Values{7, 9, 11, 7, 9}));
}

TEST(FieldValues, AtRandomStayWithinTheirRangeAndDependOnTheSeedAlone) {
  const Modifier one{.field = "udp.src_port", .kind = Kind::random, .first = 1000, .count = 8, .seed = 3};
  Modifier other = one;
  other.seed = 4;
  const Values drawn = first(made({one}), 0, 32);
  for (const std::uint64_t value : drawn) EXPECT_TRUE(value >= 1000 && value < 1008) << value;
  EXPECT_EQ(drawn, first(made({one}), 0, 32));
  EXPECT_NE(drawn, first(made({other}), 0, 32));
}

TEST(FieldValues, AtRandomTakeAllValuesAboutAsOften) {
  FieldValues values = made({{.field = "udp.src_port", .kind = Kind::random, .count = 4}});
  std::array<int, 4> times{};
  for (std::uint64_t n = 0; n < 40'000; ++n) ++times[values.value_at(0, n)];
  for (const int count : times) EXPECT_NEAR(count, 10'000, 400);
}

TEST(FieldValues, ThatCarryGoOnWhenTheOneBeforeBeginsAgain) {
  const std::vector<Modifier> modifiers{{.field = "ipv4.src", .first = 1, .count = 3},
                                        {.field = "ipv4.dst", .first = 8, .count = 2, .carries = true}};
  EXPECT_EQ(first(made(modifiers), 0, 8), (Values{1, 2, 3, 1, 2, 3, 1, 2}));
  EXPECT_EQ(first(made(modifiers), 1, 8), (Values{8, 8, 8, 9, 9, 9, 8, 8}));
}

TEST(FieldValues, OfAChainOfThreeMakeAllCombinationsOnce) {
  FieldValues values = made({{.field = "ipv4.src", .count = 3},
                             {.field = "vlan.id", .kind = Kind::list, .values = {7, 9}, .carries = true},
                             {.field = "udp.src_port", .count = 5, .carries = true}});
  std::set<std::array<std::uint64_t, 3>> seen;
  for (std::uint64_t n = 0; n < 30; ++n)
    seen.insert({values.value_at(0, n), values.value_at(1, n), values.value_at(2, n)});
  EXPECT_EQ(seen.size(), 30u);
  EXPECT_EQ(values.value_at(2, 30), values.value_at(2, 0));
}

TEST(FieldValues, AreTheSameWhereverOneComesFrom) {
  const std::vector<Modifier> modifiers{
      {.field = "ipv4.src", .first = 5, .step = 3, .count = 1000},
      {.field = "ipv4.dst", .first = 8, .count = 7, .carries = true},
      {.field = "vlan.id", .kind = Kind::list, .values = {7, 9, 11}},
      {.field = "udp.src_port", .kind = Kind::random, .first = 100, .count = 50},
      {.field = "ipv6.src", .step = -7},
      {.field = "vlan.priority", .step = 1}};
  FieldValues values = made(modifiers);
  FieldColumns columns;
  std::uint64_t n = 0;
  for (const std::uint32_t count : {32u, 1u, 31u, 32u, 5u, 32u, 17u, 32u}) {
    values.fill(n, count, columns);
    for (std::size_t field = 0; field < modifiers.size(); ++field)
      for (std::uint32_t i = 0; i < count; ++i)
        ASSERT_EQ(columns.of[field][i], values.value_at(field, n + i)) << field << " at " << n + i;
    n += count - std::min(count, 3u);  // some are taken back and asked for again
  }
  values.fill(1'000'000'007, 32, columns);
  for (std::size_t field = 0; field < modifiers.size(); ++field)
    EXPECT_EQ(columns.of[field][31], values.value_at(field, 1'000'000'038));
}

TEST(FieldValues, OfALongFieldAreItsLast64Bits) {
  const FieldValues values = made({{.field = "ipv6.src", .first = ~std::uint64_t{0}}});
  EXPECT_EQ(values.fields()[0].at, 68u);
  EXPECT_EQ(values.fields()[0].bits, 64u);
  EXPECT_EQ(values.value_at(0, 1), 0u);
}

TEST(FieldValues, RefuseWhatTheHeadersDontHave) {
  EXPECT_EQ(refusal({{.field = "ipv4.scr"}}),
            "there is no field \"ipv4.scr\" in these headers; the nearest is ipv4.src, of: vlan.priority, "
            "vlan.id, ipv4.src, ipv4.dst, udp.src_port, ipv6.src");
  EXPECT_EQ(refusal({{.field = "vlan.id", .first = 4096}}), "vlan.id holds values up to 4095, found 4096");
  EXPECT_EQ(refusal({{.field = "vlan.id", .count = 5000}}), "vlan.id holds values up to 4095, found 4999");
}

TEST(FieldValues, RefuseTwoModifiersOfTheSameBits) {
  EXPECT_EQ(refusal({{.field = "vlan.id"}, {.field = "vlan.id"}}),
            "vlan.id and vlan.id change the same bits; keep one of them");
  EXPECT_EQ(refusal({{.field = "vlan.id"}, {.field = "vlan.priority"}}), "taken");
}

TEST(FieldValues, RefuseToCarryWhereNothingBeginsAgain) {
  EXPECT_EQ(refusal({{.field = "vlan.id", .carries = true}}),
            "vlan.id carries, but nothing in front of it begins again; give the modifier before it a count");
  EXPECT_EQ(refusal({{.field = "ipv4.src", .kind = Kind::random}, {.field = "vlan.id", .carries = true}}),
            "vlan.id carries, but nothing in front of it begins again; give the modifier before it a count");
}

}  // namespace
}  // namespace pktgen

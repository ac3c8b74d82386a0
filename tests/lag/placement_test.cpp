// Which flows share a member, from what they lost beside a flow that overloads it.
#include "lag/placement.h"

#include <functional>
#include <gtest/gtest.h>
#include <initializer_list>

namespace pktgen {
namespace {

std::vector<StreamOutcome> lost_of_hundred(std::initializer_list<std::uint64_t> lost) {
  std::vector<StreamOutcome> flows;
  for (const std::uint64_t missing : lost)
    flows.push_back({.name = "flow", .load = {100}, .tx = {.due = 100, .sent = 100}, .missing = missing});
  return flows;
}

using Members = std::vector<std::optional<std::size_t>>;

TEST(Placement, PutsFlowsThatLoseBesideTheReferenceOnItsMember) {
  Placement placement(4);
  ASSERT_EQ(placement.next(), 0u);
  placement.learn(0, lost_of_hundred({33, 40, 0, 0}));
  ASSERT_EQ(placement.next(), 2u) << "the first that is on no member yet";
  placement.learn(2, lost_of_hundred({0, 0, 33, 30}));
  EXPECT_EQ(placement.next(), std::nullopt);
  EXPECT_EQ(placement.member_of(), (Members{0, 0, 1, 1}));
  EXPECT_EQ(placement.flows_on_members(), (std::vector<std::uint64_t>{2, 2}));
  EXPECT_EQ(placement.contradictions(), 0u);
}

TEST(Placement, DoesNotPlaceAFlowThatLosesLessThanAQuarterOfTheReferencesShare) {
  Placement placement(2);
  placement.learn(0, lost_of_hundred({40, 9}));
  EXPECT_EQ(placement.member_of(), (Members{0, std::nullopt}));
  EXPECT_EQ(placement.unplaced(), 1u);
  ASSERT_EQ(placement.next(), 1u) << "it may be on a member of its own";
}

TEST(Placement, FindsTheMemberOfAFlowThatCouldntBeToldOnceItIsTheReference) {
  Placement placement(4);
  placement.learn(0, lost_of_hundred({40, 5, 40, 40}));
  placement.learn(1, lost_of_hundred({40, 40, 40, 40}));
  EXPECT_EQ(placement.member_of(), (Members{0, 0, 0, 0}));
  EXPECT_EQ(placement.members(), 1u);
  EXPECT_EQ(placement.contradictions(), 0u);
}

TEST(Placement, CountsAFlowThatLosesBesideReferencesOfTwoMembers) {
  Placement placement(3);
  placement.learn(0, lost_of_hundred({33, 33, 0}));
  placement.learn(2, lost_of_hundred({0, 33, 33}));
  EXPECT_EQ(placement.contradictions(), 1u);
}

TEST(Placement, AFewFramesLostBesideAnotherMemberAreNoContradiction) {
  Placement placement(3);
  placement.learn(0, lost_of_hundred({40, 40, 0}));
  placement.learn(2, lost_of_hundred({2, 9, 40}));
  EXPECT_EQ(placement.contradictions(), 0u);
  EXPECT_EQ(placement.member_of(), (Members{0, 0, 1}));
}

/// How many trials it takes, where a flow that is the reference loses frames and so do those of `others`.
std::size_t trials_of(Placement& placement,
                      const std::function<bool(std::size_t flow, std::size_t reference)>& others) {
  std::size_t trials = 0;
  while (const auto reference = placement.next()) {
    std::vector<StreamOutcome> flows(512, {.name = "flow", .load = {100}, .tx = {.sent = 100}});
    for (std::size_t flow = 0; flow < flows.size(); ++flow)
      if (flow == *reference || others(flow, *reference)) flows[flow].missing = 50;
    placement.learn(*reference, flows);
    ++trials;
  }
  return trials;
}

TEST(Placement, EndsWithTheSixtyFourthMember) {
  Placement placement(512);
  EXPECT_EQ(trials_of(placement, [](std::size_t, std::size_t) { return false; }), 64u);
  EXPECT_EQ(placement.members(), 64u);
  EXPECT_EQ(placement.unplaced(), 448u);
}

TEST(Placement, EndsAfterAHundredAndTwentyEightTrials) {
  Placement placement(512);
  EXPECT_EQ(trials_of(placement, [](std::size_t flow, std::size_t reference) { return flow < reference; }),
            128u);
  EXPECT_EQ(placement.members(), 1u);
  EXPECT_EQ(placement.unplaced(), 384u);
}

TEST(Placement, KnowsNothingWhereTheReferenceLosesNothing) {
  Placement placement(2);
  placement.learn(0, lost_of_hundred({0, 0}));
  EXPECT_EQ(placement.next(), std::nullopt);
  EXPECT_EQ(
      placement.not_measured(),
      "a flow of 100 frames/s lost 0 % of its frames only, so its member wasn't overloaded: members are "
      "faster than was said or found, or each frame takes another one");
}

TEST(AsPredicted, PutsTheNumbersOfMembersAside) {
  EXPECT_EQ(as_predicted({0, 0, 1, 1}, {1, 1, 0, 0}), 4u);
  EXPECT_EQ(as_predicted({0, 0, 1, std::nullopt}, {1, 0, 0, 0}), 2u);
  EXPECT_EQ(as_predicted({0, 0, 0, 0}, {0, 1, 0, 1}), 2u) << "one member can't stand for two";
}

}  // namespace
}  // namespace pktgen

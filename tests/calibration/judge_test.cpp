#include "calibration/judge.h"

#include <gtest/gtest.h>

#include "../verdict/evidence_builder.h"

namespace pktgen {
namespace {

CableReply reply(const Scene& scene, bool has_many_queues = false) {
  Outcome outcome = scene.outcome;
  outcome.directions = {scene.way};
  return reply_on_cable(outcome, {judge_trial(outcome, scene.way, scene.size, scene.criteria)},
                        has_many_queues);
}

TEST(OnACable, ATrialInWhichAllWentWellPasses) {
  const CableReply said = reply(Scene());
  EXPECT_TRUE(said.signs.empty());
  EXPECT_TRUE(passes(said.reply, 0));
  EXPECT_EQ(said.reply.offered, 14'880'952U);
}
TEST(OnACable, ATesterThatCouldNotSendIsALoadThatFailed) {
  Scene scene;
  scene.way.tx = {.due = 14'880'952, .sent = 5'000'000, .ring_full = 9'880'952};
  scene.way.ledger = {.sent = 5'000'000, .delivered = 5'000'000};
  const CableReply said = reply(scene);
  EXPECT_TRUE(said.signs.empty());
  EXPECT_TRUE(said.reply.is_measured());
  EXPECT_EQ(said.reply.fell_short, "tester-could-not-send");
}
TEST(OnACable, ATesterThatMissedFramesIsALoadThatFailed) {
  Scene scene = Scene().receive({.delivered = 14'880'000}, {.rx_missed = 952});
  const CableReply said = reply(scene);
  EXPECT_TRUE(said.signs.empty()) << said.signs[0];
  EXPECT_EQ(said.reply.fell_short, "tester-could-not-receive");
}
TEST(OnACable, FramesThatComeEverLaterHaveWaitedInTheTestersOwnRings) {
  Scene scene = Scene::of(1'000'000);
  scene.way.ledger.late = 20'000;
  scene.way.latency = {.samples = 1'000'000,
                       .min = 100,
                       .p50 = 10'000'000,
                       .p90 = 18'000'000,
                       .p99 = 19'800'000,
                       .max = 20'000'000,
                       .mean = 1e7};
  const CableReply said = reply(scene);
  EXPECT_TRUE(said.signs.empty());
  EXPECT_EQ(said.reply.fell_short, "delivered-too-slowly");
}
TEST(OnACable, AWorkerThatStoodStillIsTriedAgain) {
  Scene scene;
  scene.way.stalled = true;
  const CableReply said = reply(scene);
  EXPECT_EQ(said.reply.not_measured, "stalled-worker");
  EXPECT_TRUE(said.reply.fell_short.empty());
}
TEST(OnACable, LossThatNoCounterExplainsIsASignOfADevice) {
  const CableReply said = reply(Scene().receive({.delivered = 14'880'951}));
  ASSERT_EQ(said.signs.size(), 1U);
  EXPECT_EQ(said.signs[0].substr(0, 19), "a>b: device-drops, ");
}
TEST(OnACable, DamagedDoubledAndStrangeFramesAreSigns) {
  EXPECT_EQ(reply(Scene().receive({.delivered = 14'880'951}, {.rx_crc_errors = 1})).signs.size(), 1U);
  Scene twice;
  twice.way.ledger.duplicated = 3;
  EXPECT_EQ(reply(twice).signs, (Names{"a>b: 3 frames came twice"}));
  Scene tree;
  tree.way.ledger.foreign[static_cast<std::size_t>(Foreign::stp)] = 1;
  EXPECT_EQ(reply(tree).signs, (Names{"a>b: 1 frame of a spanning tree came"}));
}
TEST(OnACable, OrderProvesNothingWhereAPortHasManyQueues) {
  Scene scene;
  scene.way.ledger.reordered = 5;
  EXPECT_EQ(reply(scene).signs, (Names{"a>b: 5 frames came out of order"}));
  EXPECT_TRUE(reply(scene, true).signs.empty());
}
TEST(OnACable, PauseFramesOfOurOwnReceiverAreTheTesters) {
  Scene scene;
  scene.way.sender.rx_pause = 7;
  EXPECT_EQ(reply(scene).signs.size(), 1U);
  scene.way.receiver.tx_pause = 7;
  EXPECT_TRUE(reply(scene).signs.empty());
  EXPECT_EQ(reply(scene).reply.fell_short, "peer-pauses-us");
}
TEST(OnACable, ALinkThatWentDownIsTriedAgainAndNoSign) {
  Scene scene;
  scene.outcome.link_downs = {{.port = 0, .at = std::chrono::milliseconds(5)}};
  EXPECT_TRUE(reply(scene).signs.empty());
  EXPECT_EQ(reply(scene).reply.not_measured, "link-down-in-trial");
}

}  // namespace
}  // namespace pktgen

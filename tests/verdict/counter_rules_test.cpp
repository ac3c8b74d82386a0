#include <gtest/gtest.h>

#include "evidence_builder.h"

namespace pktgen {
namespace {

/// A thousand frames between two ports of one driver, of which `delivered` came.
Scene scene_of(std::string driver, std::uint64_t delivered, PortCounters receiver, PortCounters sender = {}) {
  Scene scene = Scene::of(1'000);
  for (PortEnd& port : scene.criteria.ports) port.driver = driver;
  scene.receive({.delivered = delivered}, receiver);
  sender.tx_frames = 1'000;
  scene.way.sender = std::move(sender);
  return scene;
}

TEST(CounterRules, ExplainALossByDamageThatTheReceiverCounted) {
  const TrialVerdict v =
      scene_of("net_ixgbe", 990, {.others = {{"rx_fragment_errors", 10}, {"rx_jabber_errors", 3}}}).judge();
  EXPECT_EQ(v.verdict, Verdict::fail);
  EXPECT_EQ(rules_of(v.findings), (Names{"device-drops", "damaged-on-the-way"}));
  EXPECT_EQ(because(v.findings, "damaged-on-the-way"),
            "emu:b counted rx_fragment_errors 10 (pieces shorter than 64 bytes with a wrong FCS: frames cut "
            "off on the way; candidates: a cable or module that loses the signal for moments, a duplex "
            "mismatch, a link that flaps); emu:b counted rx_jabber_errors 3 (things longer than the longest "
            "frame with a wrong FCS; candidates: a faulty sender or module, or two frames run together by a "
            "lost gap)");
  EXPECT_EQ(v.findings[1].next_step,
            "reseat and swap the last cable and module, and compare speed and duplex of both sides");
}

TEST(CounterRules, DamageAloneFailsNothing) {
  const TrialVerdict v = scene_of("net_ixgbe", 1'000, {.others = {{"rx_fragment_errors", 10}}}).judge();
  EXPECT_EQ(v.verdict, Verdict::pass);
  EXPECT_EQ(rules_of(v.findings), Names{"damaged-on-the-way"});
}

TEST(CounterRules, ALossThatOurSenderCountedIsNotTheDevices) {
  const TrialVerdict v = scene_of("net_i40e", 990, {}, {.others = {{"tx_link_down_dropped", 10}}}).judge();
  EXPECT_EQ(v.verdict, Verdict::not_measured);
  EXPECT_EQ(rules_of(v.findings), Names{"sender-dropped"});
}

TEST(CounterRules, TellALossBeyondWhatOurSenderCounted) {
  const TrialVerdict v = scene_of("net_i40e", 980, {}, {.others = {{"tx_link_down_dropped", 10}}}).judge();
  EXPECT_EQ(v.verdict, Verdict::not_measured);
  EXPECT_EQ(rules_of(v.findings), (Names{"sender-dropped", "loss-beyond-tester"}));
}

TEST(CounterRules, ALossThatOurReceiverRefusedIsNotTheDevices) {
  const TrialVerdict v = scene_of("net_i40e", 0, {.others = {{"rx_size_error_packets", 1'000}}}).judge();
  EXPECT_EQ(v.verdict, Verdict::not_measured);
  EXPECT_EQ(rules_of(v.findings), Names{"receiver-refused"});
}

TEST(CounterRules, AnotherTrialsSenderCountsNothingHere) {
  // What the receiving port failed to send is of the other direction.
  const TrialVerdict v = scene_of("net_i40e", 990, {.others = {{"tx_link_down_dropped", 10}}}).judge();
  EXPECT_EQ(v.verdict, Verdict::fail);
  EXPECT_EQ(rules_of(v.findings), (Names{"device-drops", "other-counters"}));
}

TEST(CounterRules, TellLinkFaultsOfBothPorts) {
  const TrialVerdict v =
      scene_of("net_i40e", 990, {.others = {{"mac_local_errors", 2}}}, {.others = {{"mac_remote_errors", 5}}})
          .judge();
  EXPECT_EQ(rules_of(v.findings), (Names{"device-drops", "link-faults"}));
  EXPECT_EQ(because(v.findings, "link-faults").substr(0, 34), "emu:a counted mac_remote_errors 5 ");
  EXPECT_EQ(v.findings[1].next_step,
            "swap the two fibres or our module, and read the received light at the far side");
}

TEST(CounterRules, ShowAnUnknownCounterAsItIs) {
  const TrialVerdict v = scene_of("net_i40e", 1'000, {.others = {{"rx_phase_of_the_moon", 7}}}).judge();
  EXPECT_EQ(v.verdict, Verdict::pass);
  EXPECT_EQ(because(v.findings, "other-counters"),
            "emu:b counted rx_phase_of_the_moon 7 (not known to this program: shown as its driver names it; "
            "candidates: only its driver's documentation says)");
}

TEST(CounterRules, NoFigureIsTakenFromACounterThatStoodAtItsEnd) {
  const TrialVerdict v = scene_of("net_ixgbe", 990, {.saturated = 1}).judge();
  EXPECT_EQ(v.verdict, Verdict::not_measured);
  EXPECT_EQ(rules_of(v.findings), Names{"counter-saturated"});
  EXPECT_EQ(because(v.findings, "counter-saturated"),
            "a counter of emu:b stood at its end when it was read (1 x): more came than it says");
}

TEST(CounterRules, ACounterThatWentBackMattersOnlyIfFramesAreMissing) {
  EXPECT_EQ(scene_of("net_atlantic", 1'000, {.jumped = 1}).judge().verdict, Verdict::pass);
  const TrialVerdict v = scene_of("net_atlantic", 990, {.jumped = 1}).judge();
  EXPECT_EQ(v.verdict, Verdict::not_measured);
  EXPECT_EQ(rules_of(v.findings), Names{"counter-jumped"});
}

TEST(CounterRules, APortThatIsGoneEndsTheQuestion) {
  const TrialVerdict v = scene_of("net_atlantic", 10, {.rx_missed = 5, .is_gone = true}).judge();
  EXPECT_EQ(v.verdict, Verdict::not_measured);
  EXPECT_EQ(rules_of(v.findings), Names{"port-gone"});
  EXPECT_EQ(because(v.findings, "port-gone"),
            "emu:b answers every read with all ones: the card is gone from its bus");
}

}  // namespace
}  // namespace pktgen

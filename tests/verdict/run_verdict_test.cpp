#include "verdict/run_verdict.h"

#include <gtest/gtest.h>

#include "evidence_builder.h"

namespace pktgen {
namespace {

std::vector<JudgedTrial> sweep(std::initializer_list<std::uint64_t> sizes, void (*spoil)(Scene&)) {
  std::vector<JudgedTrial> trials;
  for (const std::uint64_t size : sizes) {
    Scene scene(static_cast<std::uint64_t>(line_rate({10'000'000'000}, {size}).count), {size});
    spoil(scene);
    trials.push_back(scene.as_trial());
  }
  return trials;
}

void keep(Scene&) {}

/// The device delivers `rate` frames a second at most.
void deliver(Scene& scene, double rate) {
  const auto most = static_cast<std::uint64_t>(rate);
  if (most < scene.way.tx.sent) scene.receive({.delivered = most});
}
void swallow_above(Scene& scene, std::uint64_t largest) {
  if (scene.size.count > largest) scene.receive({.delivered = 0});
}
void send_at_most(Scene& scene, double rate, bool ring_full) {
  const auto most = static_cast<std::uint64_t>(rate);
  if (most >= scene.way.tx.sent) return;
  const std::uint64_t unsent = ring_full ? scene.way.tx.sent - most : 0;
  scene.way.tx = {.due = most + unsent, .sent = most, .ring_full = unsent};
  scene.way.sender.tx_frames = most;
  scene.receive({.delivered = most});
}

TEST(RunVerdict, PassesIfAllTrialsPass) {
  const RunVerdict run = judge_run(sweep({64, 1518, 9018}, keep), Scene().criteria);
  EXPECT_EQ(run.verdict, Verdict::pass);
  EXPECT_EQ(rules_of(run.findings), Names{});
}

TEST(RunVerdict, AFailWeighsMoreThanWhatWasNotMeasured) {
  std::vector<JudgedTrial> trials = sweep({64, 128, 256}, keep);
  trials[0].verdicts[0].verdict = Verdict::not_measured;
  EXPECT_EQ(judge_run(trials, {}).verdict, Verdict::not_measured);
  trials[1].verdicts[0].verdict = Verdict::fail;
  EXPECT_EQ(judge_run(trials, {}).verdict, Verdict::fail);
}

TEST(RunVerdict, ARunWithoutTrialsMeasuredNothing) {
  EXPECT_EQ(judge_run({}, {}).verdict, Verdict::not_measured);
  EXPECT_EQ(rules_of(judge_run({}, {}).findings), Names{"nothing-measured"});
}

TEST(RunVerdict, ATrialWithoutAVerdictMeasuredNothing) {
  const std::vector<JudgedTrial> trials(1);
  EXPECT_EQ(judge_run(trials, {}).verdict, Verdict::not_measured);
}

TEST(RunVerdict, AnInterruptedRunCannotPass) {
  const RunVerdict run = judge_run(sweep({64, 128}, keep), {}, {.interrupted = true});
  EXPECT_EQ(run.verdict, Verdict::not_measured);
  EXPECT_EQ(because(run.findings, "interrupted"),
            "stopped by hand after 2 trials; what was measured until then is kept");
}

TEST(RunVerdict, AFlappingLinkFailsTheRun) {
  const auto trials = sweep({64}, [](Scene& s) {
    s.outcome.link_downs = {{0, std::chrono::milliseconds(500), std::chrono::milliseconds(100)}};
  });
  EXPECT_EQ(trials[0].verdicts[0].verdict, Verdict::not_measured);
  const RunVerdict run = judge_run(trials, Scene().criteria);
  EXPECT_EQ(run.verdict, Verdict::fail);
  EXPECT_EQ(because(run.findings, "link-flapped"),
            "the link went down once: emu:a at t=0.5 s of the trial with 64 bytes, for 0.1 s");
}

TEST(RunVerdict, APulledCableIsOneFlapOfEachTrialThatSawIt) {
  const auto trials = sweep({64, 128}, [](Scene& s) {
    s.outcome.link_downs = {{0, std::chrono::milliseconds(500), std::chrono::milliseconds(100)},
                            {1, std::chrono::milliseconds(510), std::chrono::milliseconds(110)}};
  });
  EXPECT_EQ(
      because(judge_run(trials, Scene().criteria).findings, "link-flapped"),
      "the link went down 2 times, first: emu:a and emu:b (seen at both ends) at t=0.5 s of the trial with "
      "64 bytes, for 0.1 s");
}

TEST(RunVerdict, NamesTheLargestSizeThatPassedAndItsMtu) {
  const auto trials = sweep({64, 1518, 2048, 9018}, [](Scene& s) { swallow_above(s, 1518); });
  EXPECT_EQ(size_limit(trials, Direction::a_to_b), (SizeLimit{{1518}, {2048}}));
  EXPECT_EQ(because(judge_run(trials, {}).findings, "frame-size-limit"),
            "a>b: the largest frame that came is 1518 bytes (IP MTU 1500); 2048 and more vanish");
}

TEST(RunVerdict, TellsOnceWhatBothDirectionsShow) {
  std::vector<JudgedTrial> trials = sweep({64, 1518, 2048}, [](Scene& s) { swallow_above(s, 1518); });
  for (std::size_t i = 0; i < 3; ++i) {
    JudgedTrial back = trials[i];
    back.trial.directions = {Direction::b_to_a};
    back.outcome.directions[0].direction = Direction::b_to_a;
    trials.push_back(back);
  }
  const RunVerdict run = judge_run(trials, {});
  EXPECT_EQ(rules_of(run.findings), Names{"frame-size-limit"});
  EXPECT_EQ(because(run.findings, "frame-size-limit"),
            "both ways: the largest frame that came is 1518 bytes (IP MTU 1500); 2048 and more vanish");
}

TEST(RunVerdict, TellsTheExactBoundaryThatProbesFound) {
  const auto trials = sweep({64, 1518, 2048, 9018}, [](Scene& s) { swallow_above(s, 1598); });
  const RunVerdict run = judge_run(trials, {}, {.boundary = Sweep::Boundary{{1598}, {1599}, 10}});
  EXPECT_EQ(because(run.findings, "frame-size-limit"),
            "a>b: the largest frame that came is 1598 bytes (IP MTU 1580, as MikroTik's L2MTU 1580); frames "
            "of 1599 bytes and more vanish");
}

TEST(RunVerdict, ALimitNeedsAllLargerFramesToVanish) {
  const auto trials = sweep({64, 1518, 9018}, [](Scene& s) {
    if (s.size.count == 1518) s.receive({.delivered = 0});
  });
  EXPECT_EQ(size_limit(trials, Direction::a_to_b), std::nullopt);
  EXPECT_EQ(size_limit(sweep({64, 128}, [](Scene& s) { s.receive({}); }), Direction::a_to_b), std::nullopt);
  EXPECT_EQ(size_limit(sweep({64, 128}, keep), Direction::a_to_b), std::nullopt);
}

TEST(RunVerdict, KnowsWhatALimitMeans) {
  EXPECT_EQ(meaning_of({1518}, false), "IP MTU 1500");
  EXPECT_EQ(meaning_of({1522}, false), "IP MTU 1500 with room for one tag");
  EXPECT_EQ(meaning_of({1526}, false), "IP MTU 1500 with room for two tags");
  EXPECT_EQ(meaning_of({1522}, true), "IP MTU 1500");
  EXPECT_EQ(meaning_of({1598}, false), "IP MTU 1580, as MikroTik's L2MTU 1580");
  EXPECT_EQ(meaning_of({9000}, false), "IP MTU 8982");
  EXPECT_EQ(meaning_of({9014}, false), "IP MTU 8996");
  EXPECT_EQ(meaning_of({9018}, false), "IP MTU 9000");
  EXPECT_EQ(meaning_of({9022}, false), "IP MTU 9000 with room for one tag");
  EXPECT_EQ(meaning_of({9216}, false), "IP MTU 9198");
}

TEST(RunVerdict, SevenGigabitsWhateverTheSizeIsANarrowBus) {
  const auto trials =
      sweep({64, 512, 1518, 9018}, [](Scene& s) { deliver(s, 7e9 / static_cast<double>(s.size.count * 8)); });
  EXPECT_EQ(because(judge_run(trials, {}).findings, "rate-plateau"),
            "a>b: delivers 7.00 Gb/s L2 whatever the frame size (64 to 9018 bytes)");
}

TEST(RunVerdict, APlateauMayBeOneInAHundredUneven) {
  const auto trials = sweep({512, 1518, 4096, 9018}, [](Scene& s) {
    const double bits = s.size.count == 1518 ? 6.95e9 : 7e9;
    deliver(s, bits / static_cast<double>(s.size.count * 8));
  });
  EXPECT_EQ(because(judge_run(trials, {}).findings, "rate-plateau"),
            "a>b: delivers 7.00 Gb/s L2 whatever the frame size (512 to 9018 bytes)");
  const auto uneven = sweep({512, 1518, 4096, 9018}, [](Scene& s) {
    const double bits = s.size.count == 4096 ? 6.8e9 : 7e9;
    deliver(s, bits / static_cast<double>(s.size.count * 8));
  });
  EXPECT_EQ(rules_of(judge_run(uneven, {}).findings), Names{});
}

TEST(RunVerdict, APlateauAtTheSpeedOfASlowerEthernetIsNamed) {
  const auto trials =
      sweep({64, 512, 1518, 9018}, [](Scene& s) { deliver(s, line_rate({2'500'000'000}, s.size).count); });
  EXPECT_EQ(because(judge_run(trials, {}).findings, "rate-plateau"),
            "a>b: delivers 2.50 Gb/s L1 from 64 to 9018 bytes: the line rate of a 2.5 Gb/s link, though ours "
            "says 10 Gb/s");
}

TEST(RunVerdict, ASteadyShareOfLossIsNoPlateau) {
  const auto trials =
      sweep({64, 512, 1518, 9018}, [](Scene& s) { deliver(s, static_cast<double>(s.way.tx.sent) * 0.7); });
  EXPECT_EQ(rules_of(judge_run(trials, {}).findings), Names{});
}

TEST(RunVerdict, OurOwnCardInANarrowSlotIsNotTheLinksFault) {
  const auto trials = sweep({512, 1518, 4096, 9018}, [](Scene& s) {
    send_at_most(s, 7e9 / static_cast<double>(s.size.count * 8), true);
  });
  const RunVerdict run = judge_run(trials, Scene().criteria);
  EXPECT_EQ(run.verdict, Verdict::not_measured);
  EXPECT_EQ(because(run.findings, "tester-rate-plateau"),
            "a>b: sends 7.00 Gb/s L2 whatever the frame size (512 to 9018 bytes): emu:a takes no more");
}

TEST(RunVerdict, APortThatTakesOnlySoManyFramesIsToldApartFromASlowCore) {
  const auto trials = sweep({64, 96, 128, 1518}, [](Scene& s) { send_at_most(s, 5.12e6, true); });
  EXPECT_EQ(because(judge_run(trials, Scene().criteria).findings, "sender-port-bound"),
            "a>b: sends 5,120,000 frames/s from 64 to 128 bytes alike: emu:a takes no more frames than that");
}

}  // namespace
}  // namespace pktgen

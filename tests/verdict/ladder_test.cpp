#include "verdict/ladder.h"

#include <gtest/gtest.h>

#include "evidence_builder.h"

namespace pktgen {
namespace {

/// Trials of 64, 1518 and 9018 bytes at each speed; frames above `largest` never come.
struct Speed {
  LinkBitsPerSecond link{};
  std::uint64_t largest = 9018;
  std::uint64_t lost = 0;  ///< of each trial
};

class Ladder {
 public:
  explicit Ladder(std::initializer_list<Speed> speeds) {
    for (const Speed& speed : speeds) add(speed);
  }

  RunVerdict judge(bool interrupted = false) const { return judge_ladder(trials_, rungs_, interrupted); }
  Rung& rung(std::size_t i) { return rungs_[i]; }

 private:
  void add(const Speed& speed) {
    Rung rung{.speed = speed.link, .first = trials_.size()};
    for (const std::uint64_t size : {64u, 1518u, 9018u}) {
      Scene scene = Scene::of(static_cast<std::uint64_t>(line_rate(speed.link, {size}).count), {size});
      scene.way.link = speed.link;
      if (size > speed.largest) scene.receive({.delivered = 0});
      else if (speed.lost > 0) scene.receive({.delivered = scene.way.tx.sent - speed.lost});
      trials_.push_back(scene.as_trial());
    }
    rung.count = trials_.size() - rung.first;
    rung.run = judge_run(rung.of(trials_), Scene().criteria);
    rungs_.push_back(std::move(rung));
  }

  std::vector<JudgedTrial> trials_;
  std::vector<Rung> rungs_;
};

constexpr LinkBitsPerSecond k2500{2'500'000'000};

TEST(Ladder, PassesIfEachSpeedPasses) {
  const RunVerdict run = Ladder({{1_Gbps}, {k2500}, {10_Gbps}}).judge();
  EXPECT_EQ(run.verdict, Verdict::pass);
  EXPECT_EQ(rules_of(run.findings), Names{});
}

TEST(Ladder, FramesThatAreTooLargeAtOneSpeedAreToldWithIt) {
  const RunVerdict run = Ladder({{1_Gbps}, {k2500, 1518}, {10_Gbps}}).judge();
  EXPECT_EQ(run.verdict, Verdict::fail);
  EXPECT_EQ(rules_of(run.findings), (Names{"speed-frame-size-limit", "frame-size-limit"}));
  EXPECT_EQ(because(run.findings, "speed-frame-size-limit"),
            "frames above 1518 bytes are lost at 2.5G only; at 1G and 10G those of 9018 bytes came too");
  EXPECT_EQ(because(run.findings, "frame-size-limit"),
            "at 2.5G: a>b: the largest frame that came is 1518 bytes (IP MTU 1500); 9018 and more vanish");
}

TEST(Ladder, WhatAllSpeedsShowIsToldOnceAndIsNoMatterOfSpeed) {
  const RunVerdict run = Ladder({{1_Gbps, 1518}, {10_Gbps, 1518}}).judge();
  EXPECT_EQ(rules_of(run.findings), Names{"frame-size-limit"});
  EXPECT_EQ(because(run.findings, "frame-size-limit"),
            "a>b: the largest frame that came is 1518 bytes (IP MTU 1500); 9018 and more vanish");
}

TEST(Ladder, LossAtSomeSpeedsIsToldWithThoseThatPassed) {
  const RunVerdict run = Ladder({{1_Gbps}, {k2500, 9018, 5}, {5_Gbps, 9018, 5}, {10_Gbps}}).judge();
  EXPECT_EQ(run.verdict, Verdict::fail);
  EXPECT_EQ(because(run.findings, "speed-loses"),
            "2.5G and 5G failed while 1G and 10G passed, over the same ports and cable");
  EXPECT_EQ(rules_of(Ladder({{1_Gbps, 9018, 5}, {10_Gbps, 9018, 5}}).judge().findings), Names{})
      << "at all speeds alike: the speed is not the cause";
}

TEST(Ladder, LargeFramesAtOneSpeedAndLossAtAnotherAreTwoFindings) {
  const RunVerdict run = Ladder({{1_Gbps}, {k2500, 1518}, {5_Gbps, 9018, 5}}).judge();
  EXPECT_EQ(rules_of(run.findings), (Names{"speed-frame-size-limit", "speed-loses", "frame-size-limit"}));
  EXPECT_EQ(because(run.findings, "speed-frame-size-limit"),
            "frames above 1518 bytes are lost at 2.5G only; at 1G and 5G those of 9018 bytes came too");
  EXPECT_EQ(because(run.findings, "speed-loses"), "5G failed while 1G passed, over the same ports and cable");
}

TEST(Ladder, ASpeedWithoutALinkIsNotMeasured) {
  Ladder ladder({{1_Gbps}, {10_Gbps}});
  ladder.rung(1) = {.speed = 10_Gbps, .first = 3, .stopped_by = "emu:a: link stayed down for 30 s"};
  const RunVerdict run = ladder.judge();
  EXPECT_EQ(run.verdict, Verdict::not_measured);
  EXPECT_EQ(because(run.findings, "speed-not-measured"), "at 10G: emu:a: link stayed down for 30 s");
}

TEST(Ladder, AFailWeighsMoreThanASpeedWithoutALink) {
  Ladder ladder({{1_Gbps, 9018, 5}, {10_Gbps}});
  ladder.rung(1) = {.speed = 10_Gbps, .first = 3, .stopped_by = "emu:a: link stayed down for 30 s"};
  EXPECT_EQ(ladder.judge().verdict, Verdict::fail);
}

TEST(Ladder, AnInterruptedLadderCannotPass) {
  const RunVerdict run = Ladder({{1_Gbps}, {k2500}}).judge(true);
  EXPECT_EQ(run.verdict, Verdict::not_measured);
  EXPECT_EQ(because(run.findings, "interrupted"),
            "stopped by hand after 6 trials, at 2.5G; what was measured until then is kept");
}

TEST(Ladder, WithoutASpeedNothingWasMeasured) {
  EXPECT_EQ(judge_ladder({}, {}, false).verdict, Verdict::not_measured);
}

}  // namespace
}  // namespace pktgen

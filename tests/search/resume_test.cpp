#include <gtest/gtest.h>

#include "search/json_state.h"
#include "search/simulated.h"

namespace pktgen {
namespace {

/// Runs a search for `trials` trials more and appends each to `journal`.
template <Strategy S>
void run_with_journal(Search<S>& search, const Device& device, std::size_t trials, std::string& journal) {
  std::size_t left = trials;
  const auto measure = [&](const Question& question) -> Result<std::optional<Reply>> {
    if (left-- == 0) return std::nullopt;
    return device(question, search.heard().size());
  };
  const auto keep = [&](const Question& question, const Reply& reply) -> Result<void> {
    journal += journal_line(question, reply);
    return {};
  };
  if (!run_search(search, measure, keep)) std::abort();
}

/// Stops after each number of trials, goes on from the journal and from the state, as text, and wants the
/// same in the end. Returns the number of trials.
template <Strategy S>
std::size_t expect_same_after_each_interruption(const typename S::Goal& goal, const Device& device,
                                                Limits limits = {.repeats = 1}) {
  const Search<S> whole = searched<S>(goal, device, limits);
  for (std::size_t stop = 0; stop <= whole.heard().size(); ++stop) {
    auto first = Search<S>::begin(goal, limits);
    std::string journal = journal_head(*first);
    run_with_journal(*first, device, stop, journal);

    auto from_journal = resume_journal<S>(journal);
    auto from_state = read_state<S>(*parse_json(line_of(state_json(*first))));
    for (auto* resumed : {&from_journal, &from_state}) {
      EXPECT_TRUE(*resumed) << S::kName << ": " << resumed->error().message;
      if (!*resumed) return 0;
      EXPECT_EQ((*resumed)->heard().size(), stop);
      run_on(**resumed, device);
      EXPECT_EQ((*resumed)->heard(), whole.heard()) << S::kName << " stopped after " << stop;
      EXPECT_EQ((*resumed)->answer(), whole.answer()) << S::kName << " stopped after " << stop;
      EXPECT_EQ((*resumed)->course(), whole.course()) << S::kName << " stopped after " << stop;
    }
  }
  return whole.heard().size();
}

TEST(Resume, GivesTheSameThroughputWhereverTheSearchWasInterrupted) {
  const Throughput::Goal goal{.max = kLine, .precision = {10'000}, .spot_checks = 2};
  const Device holed = with_hole(device_of_capacity(7e6), 3.3e6, 3.9e6);
  EXPECT_EQ(expect_same_after_each_interruption<Throughput>(goal, device_of_capacity(7e6)), 15u);
  EXPECT_EQ(expect_same_after_each_interruption<Throughput>(goal, holed), 15u);
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    expect_same_after_each_interruption<Throughput>(goal, sometimes_unmeasured(holed, 0.3, seed));
    expect_same_after_each_interruption<Throughput>(goal, randomly_losing(1e-7, seed));
  }
}

TEST(Resume, GivesTheSameLossRates) {
  const FrameLoss::Goal goal{.max = kLine, .step_percent = 5};
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    EXPECT_GE(expect_same_after_each_interruption<FrameLoss>(
                  goal, sometimes_unmeasured(device_of_capacity(7e6), 0.3, seed)),
              13u);
  }
}

TEST(Resume, GivesTheSameBursts) {
  const BackToBack::Goal goal{.line_rate = {10e6},
                              .throughput = {7.5e6},
                              .max_burst_frames = 65'536,
                              .repetitions = 4,
                              .verifications = 1};
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    EXPECT_GT(expect_same_after_each_interruption<BackToBack>(
                  goal, sometimes_unmeasured(buffer_of(1000, 7.5e6, 10e6), 0.3, seed)),
              20u);
  }
}

TEST(Resume, GivesTheSameConditionalThroughput) {
  constexpr MlrGoal kNdr{.exceed_ratio = 0.5,
                         .final_duration = std::chrono::seconds(1),
                         .duration_sum = std::chrono::seconds(7)};
  const Mlr::Goal goal{.min = {9'001}, .max = kLine, .goals = {kNdr, {}}};
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    EXPECT_GE(expect_same_after_each_interruption<Mlr>(goal, randomly_losing(1e-7, seed)), 7u);
    EXPECT_GE(expect_same_after_each_interruption<Mlr>(
                  goal, sometimes_unmeasured(device_of_capacity(7e6), 0.3, seed)),
              7u);
  }
}

TEST(Resume, GivesTheSameLadder) {
  const Ladder::Goal goal{.loads = {{1e6}, {0.1 + 0.2}, {1e7 / 3}, {8e6}, {2e6}}};
  expect_same_after_each_interruption<Ladder>(goal, sometimes_unmeasured(device_of_capacity(7e6), 0.3, 1));
}

/// A journal of a ladder of two loads, both heard.
std::string two_trials() {
  auto search = Search<Ladder>::begin({.loads = {{1e6}, {2e6}}, .duration = std::chrono::seconds(1)});
  std::string journal = journal_head(*search);
  run_with_journal(*search, device_of_capacity(1.5e6), 2, journal);
  return journal;
}

TEST(Journal, IsALineForTheSearchAndALineForEachTrial) {
  EXPECT_EQ(two_trials(),
            R"({"schema":"pktgen.search/1","search":"ladder",)"
            R"("goal":{"loads_frames_per_second":[1000000.0,2000000.0],"duration_ns":1000000000,)"
            R"("accepted_loss_ratio":0.0},)"
            R"("limits":{"repeats":3,"trials":10000,"time_ns":17280000000000000}})"
            "\n"
            R"({"question":{"load_frames_per_second":1000000.0,"duration_ns":1000000000,"burst_frames":0,)"
            R"("drain_ns":2000000000},)"
            R"("reply":{"offered":1000000,"lost":0,"fell_short":"","not_measured":"","outages":[]}})"
            "\n"
            R"({"question":{"load_frames_per_second":2000000.0,"duration_ns":1000000000,"burst_frames":0,)"
            R"("drain_ns":2000000000},)"
            R"("reply":{"offered":2000000,"lost":500000,"fell_short":"","not_measured":"","outages":[]}})"
            "\n");
}

TEST(Journal, ATrialThatWasBeingWrittenIsRunAgain) {
  const std::string journal = two_trials();
  for (std::size_t cut = 1; cut <= 100; ++cut) {
    const auto search = resume_journal<Ladder>(std::string_view(journal).substr(0, journal.size() - cut));
    ASSERT_TRUE(search) << search.error().message;
    EXPECT_EQ(search->heard().size(), 1u);
  }
}

/// What is said of a journal in which `what` reads `instead`.
std::string refusal(std::string_view what, std::string_view instead) {
  std::string journal = two_trials();
  const std::size_t at = journal.find(what);
  if (at == std::string::npos) return "(nothing to replace)";
  journal.replace(at, what.size(), instead);
  const auto search = resume_journal<Ladder>(journal);
  return search ? "(no refusal)" : search.error().message;
}

TEST(Journal, OfAnotherSearchOrVersionIsRefused) {
  EXPECT_EQ(refusal("search/1", "search/2"),
            R"(schema: pktgen.search/1 is wanted, "pktgen.search/2" was found)");
  EXPECT_EQ(refusal(R"("ladder")", R"("mlr")"), R"(search: ladder is wanted, "mlr" was found)");
  EXPECT_EQ(refusal("[1000000.0,", "[1000001.0,"),
            "trial 1 isn't the one that this search asks for: begin it anew");
  EXPECT_EQ(refusal("[1000000.0,2000000.0]", "[1000000.0]"),
            "trial 2 isn't the one that this search asks for: begin it anew");
}

TEST(Journal, ThatIsDamagedIsRefusedWithThePlace) {
  EXPECT_EQ(refusal(R"("reply":)", R"("reply")").substr(0, 39), "line 2: JSON is wanted, this isn't: \"{\"");
  EXPECT_EQ(refusal(R"("lost":0)", R"("lost":-1)"),
            "line 2: reply: lost: a whole number of 0 or more is wanted");
  EXPECT_EQ(refusal(R"("lost":0)", R"("lots":0)"), "line 2: reply: lost: is missing");
  EXPECT_EQ(refusal(R"("lost":0)", R"("lost":0,"late":0)"), "line 2: reply: late: no such field");
  EXPECT_EQ(refusal(R"("repeats":3)", R"("repeats":4294967296)"),
            "limits: repeats: a number below 2^32 is wanted");
  EXPECT_EQ(refusal("2000000.0]", R"("x"])"), "goal: loads_frames_per_second: [1]: a number is wanted");
  EXPECT_EQ(refusal("17280000000000000", "17280000000000001"),
            "limits: time_ns: a time of at most 200 days is wanted");
  EXPECT_EQ(resume_journal<Ladder>("").error().message,
            "a journal of a search is wanted, not even its first line was found");
  EXPECT_EQ(resume_journal<Ladder>("[]\n").error().message, "an object is wanted");
  EXPECT_EQ(resume_journal<Ladder>("{]\n").error().message, "line 1: JSON is wanted, this isn't: \"{]\"");
}

TEST(AnswerJson, SaysWhatWasFoundForWhatGoalAndHow) {
  const auto search = searched<Throughput>({.max = {8e6}, .precision = {1e6}},
                                           tester_of_capacity(7e6, device_of_capacity(5e6)), {.repeats = 0});
  EXPECT_EQ(answer_json(search).dump(1), R"({
 "search": "throughput",
 "goal": {
  "max_frames_per_second": 8000000.0,
  "precision_frames_per_second": 1000000.0,
  "accepted_loss_ratio": 0.0,
  "search_duration_ns": 10000000000,
  "final_duration_ns": 60000000000,
  "spot_checks": 0
 },
 "answer": {
  "throughput_frames_per_second": 5000000.0,
  "lowest_failed_frames_per_second": 6000000.0,
  "lowest_unmeasured_frames_per_second": 8000000.0,
  "is_within_precision": true,
  "inversions": []
 },
 "course": {
  "ended": "complete",
  "trials": 5,
  "not_measured": 1,
  "time_ns": 110000000000,
  "given_up": [
   {
    "question": {
     "load_frames_per_second": 8000000.0,
     "duration_ns": 10000000000,
     "burst_frames": 0,
     "drain_ns": 2000000000
    },
    "reply": {
     "offered": 0,
     "lost": 0,
     "fell_short": "",
     "not_measured": "tester-could-not-send",
     "outages": []
    }
   }
  ]
 }
})");
}

TEST(AnswerJson, WhatDoesNotExistIsNull) {
  const auto search = searched<Mlr>({.min = {1}, .max = {1e6}, .goals = {{}}}, device_of_capacity(0));
  const Json goal = answer_json(search)["answer"]["goals"][0];
  EXPECT_TRUE(goal["conditional_throughput_frames_per_second"].is_null());
  EXPECT_TRUE(goal["relevant_lower_bound_frames_per_second"].is_null());
  EXPECT_EQ(goal["irregular"], "min_is_upper_bound");
}

}  // namespace
}  // namespace pktgen

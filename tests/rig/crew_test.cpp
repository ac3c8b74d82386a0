#include "rig/crew.h"

#include <gtest/gtest.h>

namespace pktgen {
namespace {

using Rows = std::vector<std::vector<std::size_t>>;
using Cores = std::vector<unsigned>;

Crew chosen(const Cores& allowed, const Cores& asked, std::size_t most_workers = 4) {
  const auto crew = choose_crew(allowed, asked, most_workers);
  EXPECT_TRUE(crew) << crew.error().message;
  return crew.value_or(Crew{});
}

TEST(Spread, GivesOneCoreAllTasks) { EXPECT_EQ(spread(4, 1), (Rows{{0, 1, 2, 3}})); }

TEST(Spread, KeepsNeighboursTogether) { EXPECT_EQ(spread(4, 2), (Rows{{0, 1}, {2, 3}})); }

TEST(Spread, LeavesASenderItsCoreWhereItCan) {
  EXPECT_EQ(spread(3, 2), (Rows{{0}, {1, 2}}));
  EXPECT_EQ(spread(5, 2), (Rows{{0, 1}, {2, 3, 4}}));
}

TEST(Spread, UsesNoMoreCoresThanThereAreTasks) { EXPECT_EQ(spread(2, 8), (Rows{{0}, {1}})); }

TEST(Spread, OfNothingIsNothing) {
  EXPECT_EQ(spread(0, 4), Rows{});
  EXPECT_EQ(spread(4, 0), Rows{});
}

TEST(Crew, ControlsFromTheFirstCoreAndWorksOnTheOthers) {
  const Crew crew = chosen({0, 1, 2}, {});
  EXPECT_EQ(crew.control_core, 0u);
  EXPECT_EQ(crew.worker_cores, (Cores{1, 2}));
  EXPECT_TRUE(crew.notes.empty());
}

TEST(Crew, HasNoMoreWorkersThanThereIsWork) {
  EXPECT_EQ(chosen({0, 1, 2, 3, 4, 5}, {}, 2).worker_cores, (Cores{1, 2}));
}

TEST(Crew, WorksOnTheCoresThatWereAskedFor) {
  const Crew crew = chosen({2, 3, 4, 5}, {2, 4});
  EXPECT_EQ(crew.control_core, 3u);
  EXPECT_EQ(crew.worker_cores, (Cores{2, 4}));
}

TEST(Crew, SaysSoWhenControlSharesTheOnlyCore) {
  const Crew crew = chosen({7}, {});
  EXPECT_EQ(crew.control_core, 7u);
  EXPECT_EQ(crew.worker_cores, (Cores{7}));
  ASSERT_EQ(crew.notes.size(), 1u);
  EXPECT_NE(crew.notes[0].find("shares core 7"), std::string::npos);
}

TEST(Crew, SaysSoWhenAllCoresWereAskedForWorkers) {
  const Crew crew = chosen({0, 1}, {0, 1});
  EXPECT_EQ(crew.control_core, 0u);
  EXPECT_EQ(crew.notes.size(), 1u);
}

TEST(Crew, RefusesACoreThatTheProcessMayNotUse) {
  const auto crew = choose_crew(Cores{0, 1}, Cores{1, 9}, 4);
  ASSERT_FALSE(crew);
  EXPECT_EQ(crew.error().kind, ErrorKind::environment);
  EXPECT_NE(crew.error().message.find("core 9 was asked for, this process may use 0,1"), std::string::npos)
      << crew.error().message;
}

}  // namespace
}  // namespace pktgen

// Ready or not, from the checks.
#include <gtest/gtest.h>

#include "doctor/check.h"

namespace pktgen {
namespace {

using Names = std::vector<std::string>;

Check of_machine(State state, bool is_vital = true) {
  return {.name = "a", .is_vital = is_vital, .state = state};
}
Check of_port(const std::string& port, State state) { return {.name = "b", .port = port, .state = state}; }

TEST(Readiness, IsTakenByWhatBlocksAndNotByWhatHurts) {
  EXPECT_TRUE(judge({of_machine(State::good), of_machine(State::hurts)}, {"p"}, false).is_ready);
  EXPECT_FALSE(judge({of_machine(State::good), of_machine(State::blocks)}, {"p"}, false).is_ready);
}
TEST(Readiness, IsTakenByAVitalCheckThatIsUnknown) {
  EXPECT_FALSE(judge({of_machine(State::unknown)}, {"p"}, false).is_ready);
  EXPECT_TRUE(judge({of_machine(State::unknown, false)}, {"p"}, false).is_ready);
}
TEST(Readiness, IsOfOnePortWhereNoneWasNamed) {
  const Diagnosis diagnosis =
      judge({of_port("p", State::blocks), of_port("q", State::good)}, {"p", "q"}, false);
  EXPECT_TRUE(diagnosis.is_ready);
  EXPECT_EQ(diagnosis.ready_ports, Names{"q"});
}
TEST(Readiness, IsOfAllPortsThatWereNamed) {
  EXPECT_FALSE(judge({of_port("p", State::blocks), of_port("q", State::good)}, {"p", "q"}, true).is_ready);
  EXPECT_TRUE(judge({of_port("p", State::good), of_port("q", State::good)}, {"p", "q"}, true).is_ready);
}
TEST(Readiness, WantsAPort) { EXPECT_FALSE(judge({of_machine(State::good)}, {}, false).is_ready); }

TEST(States, AreCounted) {
  const Diagnosis diagnosis = judge({of_machine(State::hurts), of_machine(State::hurts)}, {}, false);
  EXPECT_EQ(count(diagnosis, State::hurts), 2U);
  EXPECT_EQ(count(diagnosis, State::unknown), 0U);
}

}  // namespace
}  // namespace pktgen

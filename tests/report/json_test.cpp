#include "report/json.h"

#include <gtest/gtest.h>

#include "example_run.h"

namespace pktgen {
namespace {

TEST(Json, OfTheSameRunIsTheSameText) { EXPECT_EQ(json_of(example_run()), json_of(example_run())); }

TEST(Json, WritesCountsAsIntegersAndMissingFiguresAsNull) {
  const std::string json = json_of(example_run());
  EXPECT_NE(json.find("\"delivered\": 14880952,"), std::string::npos);
  EXPECT_NE(json.find("\"offered_frames_per_second\": null,"), std::string::npos);
  EXPECT_EQ(json.find("nan"), std::string::npos);
  EXPECT_EQ(json.back(), '\n');
}

TEST(Json, WritesPlanValuesByTheirType) {
  const std::string json = json_of(passing_run());
  EXPECT_NE(json.find("\"seed\": 1,"), std::string::npos);
  EXPECT_NE(json.find("\"verify_payload\": false"), std::string::npos);
  EXPECT_NE(json.find("\"load\": \"100%\","), std::string::npos);
}

TEST(Json, GivesTheErrorOfARealClock) {
  RunRecord run = passing_run();
  run.clock = {.is_virtual = false, .ticks_per_second = 2'596'120'000, .error_ppm = 0.5};
  const std::string json = json_of(run);
  EXPECT_NE(json.find("\"clock\": \"real\""), std::string::npos);
  EXPECT_NE(json.find("\"clock_error_ppm\": 0.5"), std::string::npos);
}

TEST(Json, SurvivesANameThatIsNoText) {
  RunRecord run = passing_run();
  run.ports[0].name = "if:\xff\xfe";
  EXPECT_NE(json_of(run).find("if:\xef\xbf\xbd"), std::string::npos);
}

}  // namespace
}  // namespace pktgen

#include "report/csv.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "example_run.h"

namespace pktgen {
namespace {

TEST(Csv, HasOneLineForEachSizeAndDirectionBelowItsHeader) {
  const std::string csv = csv_of(example_run());
  EXPECT_EQ(std::ranges::count(csv, '\n'), 15);
  EXPECT_TRUE(csv.starts_with("emulated,frame_bytes,direction,load_frames_per_second,"));
}

TEST(Csv, HasItsHeaderEvenIfNothingWasMeasured) {
  EXPECT_TRUE(csv_of({}).starts_with("emulated,frame_bytes,"));
  EXPECT_EQ(std::ranges::count(csv_of({}), '\n'), 1);
}

TEST(Csv, QuotesWhatWouldBreakALine) {
  RunRecord run = passing_run();
  run.sample_files[0][0].tx = "a,\"b\".pcap";
  EXPECT_NE(csv_of(run).find(",\"a,\"\"b\"\".pcap\","), std::string::npos);
}

}  // namespace
}  // namespace pktgen

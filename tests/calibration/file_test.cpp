#include "calibration/file.h"

#include <gtest/gtest.h>

#include "example.h"

namespace pktgen {
namespace {

std::string message(const std::string& text) {
  const auto read = parse_calibration(text, "tester.toml");
  if (read) return "read";
  EXPECT_EQ(read.error().kind, ErrorKind::plan);
  return read.error().message;
}

/// The example's text with the first `from` replaced.
std::string with(const std::string& from, const std::string& to) {
  std::string text = print_calibration(example_calibration());
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

TEST(CalibrationFile, ReadsBackToTheSameCalibration) {
  const Calibration written = example_calibration();
  const auto read = parse_calibration(print_calibration(written), "tester.toml");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, written);
}
TEST(CalibrationFile, UnknownKeysAreRefusedByTheNearestName) {
  EXPECT_NE(message(with("[host]", "[hosts]")).find("host: is missing"), std::string::npos);
  EXPECT_EQ(message(with("rx_queues = 1", "rx_queues = 1\nrx_queue = 1")),
            "tester.toml:30:1: port[0]: unknown key \"rx_queue\"; the nearest known key is \"rx_queues\"");
  EXPECT_EQ(message(with("emulated =", "note = \"\"\nemulated =")).substr(0, 48),
            "tester.toml:4:1: calibration: unknown key \"note\"");
}
TEST(CalibrationFile, AMissingKeyIsNamedWithItsTable) {
  EXPECT_EQ(message(with("cpu = ", "# ")),
            "tester.toml:12:1: host.cpu: is missing; run pktgen calibrate again");
  EXPECT_NE(message(with("samples = 10000", "")).find("tester.toml"), std::string::npos);
}
TEST(CalibrationFile, ValuesOutOfRangeAreRefused) {
  EXPECT_NE(message(with("frame_bytes = 64", "frame_bytes = 63")).find("wants an integer from 64 to 9022"),
            std::string::npos);
  EXPECT_NE(message(with("a_to_b_frames_per_second = 14880952.38095238", "a_to_b_frames_per_second = nan"))
                .find("size[0].a_to_b_frames_per_second: wants a number from"),
            std::string::npos);
  EXPECT_NE(message(with("a_to_b_frames_per_second = 14880952.38095238", "a_to_b_frames_per_second = 0"))
                .find("wants a number from 0.001"),
            std::string::npos);
  EXPECT_NE(message(with("min_ns = 3100", "min_ns = -1")).find("a_to_b_floor.min_ns"), std::string::npos);
  EXPECT_NE(
      message(with("emulated = false", "emulated = 0")).find("wants true or false, found the integer 0"),
      std::string::npos);
}
TEST(CalibrationFile, SizesAscendAndPortsAreTwo) {
  EXPECT_NE(message(with("frame_bytes = 1518", "frame_bytes = 64"))
                .find("wants larger frames than the table before"),
            std::string::npos);
  EXPECT_NE(message(print_calibration(example_calibration()) + "\n[[port]]\n")
                .find("wants two [[port]] tables, found 3"),
            std::string::npos);
}
TEST(CalibrationFile, AnotherSchemaOrAnotherKindOfFileIsNone) {
  EXPECT_EQ(message(with("calibration/1", "calibration/9")),
            "tester.toml: schema: wants \"pktgen.calibration/1\", found \"pktgen.calibration/9\"; run pktgen "
            "calibrate again");
  EXPECT_EQ(message("").substr(0, 31), "tester.toml: schema: is missing");
  EXPECT_NE(message("\xd4\xc3\xb2\xa1").find("isn't a TOML file"), std::string::npos);
}

}  // namespace
}  // namespace pktgen

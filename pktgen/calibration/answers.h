#pragma once
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "calibration/calibration.h"
#include "search/search.h"
#include "search/throughput.h"
#include "verdict/run_verdict.h"

namespace pktgen {

/// Who sends while a ceiling is looked for.
enum class CeilingWay : std::uint8_t { a_to_b, b_to_a, both };
inline constexpr CeilingWay kCeilingWays[] = {CeilingWay::a_to_b, CeilingWay::b_to_a, CeilingWay::both};
/// "a>b", "b>a", "both".
std::string_view name_of(CeilingWay way);
std::vector<Direction> directions_of(CeilingWay way);

/// The highest load that the tester itself sends and receives, of one size.
struct CeilingFound {
  CeilingWay way = CeilingWay::a_to_b;
  FramesPerSecond line_rate{};
  std::optional<FramesPerSecond> ceiling{};  ///< of each direction, as it was in fact sent
  bool is_line_rate = false;
  std::string limited_by{};  ///< the rules that a higher load broke; empty: none did
  Course course{};
};

struct SizeCalibration {
  FrameBytes size{};
  std::vector<CeilingFound> ceilings{};                 ///< in the order of kCeilingWays
  std::array<std::optional<LatencyFloor>, 2> floors{};  ///< by direction
};

/// All that a calibration found.
struct CalibrationAnswers {
  std::vector<SizeCalibration> sizes{};
  std::array<std::optional<ByteSlope>, 2> slopes{};
  double clock_error_ppm = 0;
  std::vector<std::string> signs{};  ///< of a device where only a cable may lie
  std::string question{};            ///< what the person is asked, for the tool can't know it
  std::string stored{};              ///< the file; empty: none was written
  std::string not_stored{};          ///< why
};

/// What a byte adds to the mean latency of each direction: of three sizes or more, of a link of known speed.
std::array<std::optional<ByteSlope>, 2> slopes_of(const std::vector<SizeCalibration>& sizes,
                                                  const std::array<LinkBitsPerSecond, 2>& links);

/// In virtual time the tester adds nothing a byte, so what its slopes have beyond the line is a device's.
void look_for_store_and_forward(CalibrationAnswers& answers, bool is_virtual);

/// The size and the ways of which no ceiling or no floor was found; empty: the calibration is whole.
std::vector<std::string> gaps_in(const CalibrationAnswers& answers, std::size_t sizes);

/// What later runs look up. Of a whole calibration.
std::vector<SizeLimits> limits_of(const std::vector<SizeCalibration>& sizes);

/// Passes if all was found and nothing looks like a device; never fails, for nothing but the tester is
/// judged. `sizes` were asked for.
RunVerdict judge_calibration(const CalibrationAnswers& answers, std::size_t sizes, bool is_virtual,
                             bool interrupted);

}  // namespace pktgen

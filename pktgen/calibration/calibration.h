#pragma once
#include <array>
#include <optional>
#include <string>

#include "calibration/identity.h"
#include "trial/tester_limits.h"

namespace pktgen {

/// What a byte adds to the mean latency, in nanoseconds, from a line through all sizes.
struct ByteSlope {
  double measured = 0, error = 0;  ///< and its standard error
  double serialisation = 0;        ///< of it the time on the line

  /// What the tester adds itself: `pktgen switch --tester-slope`.
  double of_tester() const { return measured > serialisation ? measured - serialisation : 0; }
  friend bool operator==(const ByteSlope&, const ByteSlope&) = default;
};

/// What a tester was measured to do on a plain cable, and of which tester that is.
struct Calibration {
  std::string calibrated_at;  ///< RFC 3339
  bool is_emulated = false;
  TesterIdentity tester;
  double clock_error_ppm = 0;
  double precision_percent = 0;  ///< of line rate, below which a ceiling may lie
  Nanoseconds duration{};        ///< of the trial behind each ceiling
  TesterLimits limits;
  std::array<std::optional<ByteSlope>, 2> slopes{};  ///< by direction; of three sizes and more
  friend bool operator==(const Calibration&, const Calibration&) = default;
};

}  // namespace pktgen

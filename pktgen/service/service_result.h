#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "service/availability.h"
#include "service/steps.h"
#include "trial/streams.h"
#include "verdict/verdict.h"

namespace pktgen {

/// What became of a service in one trial. Rates in bits a second, L2: destination MAC to FCS.
struct ServiceFigures {
  std::uint64_t sent = 0, delivered = 0;  ///< frames; what came damaged isn't delivered
  double offered_bits_per_second = 0;     ///< by the measured sending time
  double delivered_bits_per_second = 0;   ///< Y.1564's IR
  double loss_ratio = 0;                  ///< Y.1564's FLR
  std::optional<double> delay_ns{};       ///< FTD: the mean; nothing where nothing came
  /// FDV: the 99.9th percentile above the minimum, RFC 5481; of several sizes that of the size where it is
  /// largest.
  std::optional<double> variation_ns{};
  std::optional<double> availability{};  ///< of a performance test of ten seconds and more
  Nanoseconds sending_time{};
};

/// A step and the verdict on it.
struct StepResult {
  std::string service{};
  Direction direction = Direction::a_to_b;
  ServiceStep step{};
  double l1_bits_per_second = 0;            ///< that the step asks of the link
  std::optional<ServiceFigures> figures{};  ///< nothing where it wasn't measured
  Verdict verdict = Verdict::not_measured;
  std::vector<Finding> findings{};
};

/// All that the tests of a run found, in their order.
struct ServiceAnswers {
  std::vector<StepResult> configuration{}, performance{};
  std::string performance_left_out{};  ///< why; empty: it wasn't
};

/// The figures of the streams `first` and up that `streams_at` made of a service.
ServiceFigures figures_of(const StreamsOutcome& outcome, std::size_t first, const ServiceSpec& service);

}  // namespace pktgen

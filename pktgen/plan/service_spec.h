#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "base/units.h"
#include "traffic/stream_spec.h"
#include "wire/link_model.h"

namespace pktgen {

/// A service of ITU-T Y.1564: what its frames look like, what was promised of it, and what is accepted.
struct ServiceSpec {
  StreamSpec stream{};  ///< its headers and sizes; when its frames are due is the test's matter
  /// Committed and excess information rate, as they were written: Y.1564's count frames from destination MAC
  /// to FCS (L2); of an L1 rate preamble and gap of the service's mean frame are taken off.
  Load cir{Load::Unit::l2_bits_per_second, 0}, eir{Load::Unit::l2_bits_per_second, 0};
  bool is_policed = true;                        ///< what exceeds CIR and EIR is to be dropped
  double flr_percent = 0;                        ///< frame loss ratio that is accepted
  std::optional<Nanoseconds> ftd{}, fdv{};       ///< frame transfer delay and its variation; none: not judged
  std::optional<double> availability_percent{};  ///< none: not judged
};

/// How a service is tested.
struct ServicePlan {
  enum class Tests : std::uint8_t { both, configuration, performance };

  ServiceSpec one{};  ///< what options say, where there are no `[[service]]` tables; its stream is the plan's
  std::vector<double> steps_percent{25, 50, 75, 100};  ///< of the CIR, ascending
  Nanoseconds step = std::chrono::seconds(10);         ///< Y.1564: 1 s to 60 s
  double margin_percent = 1;  ///< of CIR and EIR, by which more may come through a policer: its burst
  Tests tests = Tests::both;
};

}  // namespace pktgen

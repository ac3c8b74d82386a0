#pragma once
#include <optional>
#include <string>
#include <vector>

#include "plan/service_spec.h"

namespace pktgen {

/// One trial of a service: how much of it is sent, and what that is to show.
struct ServiceStep {
  enum class Kind : std::uint8_t {
    cir,          ///< a share of the committed rate: all thresholds hold
    eir,          ///< with the excess: of which any part may come, but no less than was committed
    policing,     ///< more than that: what is too much may not come
    performance,  ///< all services at once, each at its committed rate
  };
  Kind kind = Kind::cir;
  double cir_percent = 100;          ///< of `cir` and `performance`
  double asked_bits_per_second = 0;  ///< L2, of the service; a link may carry less than policing asks for
  std::string impossible{};          ///< why it can't be tried; empty: it can
};

/// "CIR 25 %", "EIR", "policing", "performance".
std::string name_of(const ServiceStep& step);

/// A rate in bits a second as Y.1564 counts: frames from destination MAC to FCS. Of an L1 rate, preamble and
/// gap of the mean frame of `sizes` are taken off.
double information_rate(Load rate, const SizeMix& sizes);

/// What an information rate of frames of `sizes` takes on the link, in bits a second.
double l1_of_information_rate(double bits_per_second, const SizeMix& sizes);

/// The service configuration test of ITU-T Y.1564 for a service on `link` (zero: its speed isn't known):
/// steps of the CIR, the EIR if there is one, and policing if there is any: CIR and 1.25 EIR, or 1.25 CIR and
/// EIR where that is less than a fifth of the CIR. Colour-blind: no frame says that it is the excess.
std::vector<ServiceStep> configuration_steps(const ServiceSpec& service, const ServicePlan& plan,
                                             LinkBitsPerSecond link);

/// The service at its CIR, one of those of the service performance test.
ServiceStep performance_step(const ServiceSpec& service);

/// A service at `bits_per_second`: a stream for each of its sizes, each even, in the shares of the mix. So
/// what comes of the service is known in bytes.
std::vector<StreamSpec> streams_at(const ServiceSpec& service, double bits_per_second);

}  // namespace pktgen

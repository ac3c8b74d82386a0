#pragma once
#include <vector>

#include "base/result.h"
#include "plan/service_spec.h"
#include "traffic/stream_spec.h"

namespace pktgen {

/// Checks what a key alone can't tell: that the headers of each stream follow each other, that its sizes hold
/// them with the signature, and that its MACs are ones that a switch forwards. Fails (plan) with the stream's
/// place. That no two modifiers change the same bits is checked where streams become tables.
Result<void> validate_streams(const std::vector<StreamSpec>& streams);

/// The most sizes of a service: each is a stream of its own, so that what is delivered is known in bytes.
inline constexpr std::size_t kMostServiceSizes = 16;

/// Checks that a service has a CIR, and no more sizes than that. Fails (plan) with its place.
Result<void> check_service(const ServiceSpec& service);

}  // namespace pktgen

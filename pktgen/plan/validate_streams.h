#pragma once
#include <vector>

#include "base/result.h"
#include "traffic/stream_spec.h"

namespace pktgen {

/// Checks what a key alone can't tell: that the headers of each stream follow each other, that its sizes hold
/// them with the signature, and that its MACs are ones that a switch forwards. Fails (plan) with the stream's
/// place. That no two modifiers change the same bits is checked where streams become tables.
Result<void> validate_streams(const std::vector<StreamSpec>& streams);

}  // namespace pktgen

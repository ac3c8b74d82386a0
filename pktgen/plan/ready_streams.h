#pragma once
#include <vector>

#include "base/result.h"
#include "traffic/stream_spec.h"
#include "wire/frame.h"

namespace pktgen {

/// Puts the ports' own addresses where a stack names none: `own` as the source of an Ethernet header in front
/// and as an ARP message's sender, `peer` as that header's destination.
void fill_macs(HeaderStack& stack, const MacAddress& own, const MacAddress& peer);

/// Reads the files that payloads come from. Fails (environment) if one can't be read, (plan) if it is empty
/// or longer than the largest frame, with the stream's place.
Result<void> load_payloads(std::vector<StreamSpec>& streams);

}  // namespace pktgen

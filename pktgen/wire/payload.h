#pragma once
#include "base/bytes.h"
#include "wire/header_stack.h"

namespace pktgen {

/// Fills the bytes behind a signature.
///
/// `random` is SplitMix64 (base/random.h), each number's least significant byte first. `prbs31` is ITU-T
/// O.150 section 5.8: x^31 + x^28 + 1, inverted, from a register of ones; the first bit is the least
/// significant of the first byte, for that one Ethernet sends first (IEEE 802.3 clause 3.3). `pattern` and
/// `file` without bytes are zeros.
void fill_payload(MutableBytes payload, const PayloadSpec& spec);

}  // namespace pktgen

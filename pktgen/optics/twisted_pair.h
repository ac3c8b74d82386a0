#pragma once
#include <cstdint>

#include "optics/module.h"

namespace pktgen {

/// Whether a module is an RJ45 one. SFF-8472 byte 3 has no 10GBASE-T bit, so such modules say so by their
/// connector, by byte 36, or by nothing but their part number while they claim to be 10GBASE-SR, which hosts
/// accept. Looks at connector and part; `extended` is byte 36.
bool is_twisted_pair(const Module& module, std::uint8_t extended);

/// Says what to expect of it: speed, heat, reach, latency, the time until the link is up, speeds that don't
/// show.
void tell_twisted_pair(Module& module, std::uint8_t extended);

}  // namespace pktgen

#pragma once
#include "base/result.h"
#include "optics/module.h"
#include "eeprom/module_memory.h"

namespace pktgen {

/// What a module says of itself, by the memory map that its first byte names (SFF-8024 table 4-1). Fails
/// (not measured) where there is nothing to decode: no bytes, one byte throughout, text, a kind whose memory
/// isn't known, or bytes with wrong checksums and names that don't print.
Result<Module> decode_module(const ModuleMemory& memory);

}  // namespace pktgen

#pragma once
#include "optics/module.h"
#include "eeprom/module_memory.h"

namespace pktgen {

/// QSFP-DD, OSFP, SFP-DD, DSFP and newer QSFP+ and SFP+ (CMIS 5.0): identity of upper page 00h, reach and
/// wavelength of page 01h, temperature and supply of the lower memory, thresholds of page 02h, lanes of page
/// 11h. Pages that aren't held are told, not guessed.
Module decode_cmis(const ModuleMemory& memory);

}  // namespace pktgen

#pragma once
#include "optics/module.h"
#include "eeprom/module_memory.h"

namespace pktgen {

/// QSFP, QSFP+, QSFP28 (SFF-8636 rev 2.10a): the lower memory has monitors and flags, upper page 00h the
/// identity, upper page 03h the thresholds. Pages that aren't held are told, not guessed.
Module decode_sff8636(const PageView& lower, const PageView& page00, const PageView& page03);

}  // namespace pktgen

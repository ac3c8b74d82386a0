#pragma once
#include "base/result.h"
#include "optics/module.h"
#include "eeprom/module_memory.h"

namespace pktgen {

/// SFP, SFP+, SFP28: what A0h says, and A2h where A0h byte 92 promises it (SFF-8472 rev 12.3). Fields that
/// aren't held stay empty; a wrong checksum of A0h is told beside what was read.
Module decode_sff8472(const PageView& a0h, const PageView& a2h);

/// The monitors of A2h as A0h bytes 92 and 93 describe them. A page that fails its checksum, repeats A0h or
/// reads as text or one byte throughout gives no figure and no alarm: `why_none` says so.
Diagnostics decode_sff8472_diagnostics(const PageView& a0h, const PageView& a2h);

/// Makes a module's memory say `value`, in the monitor's unit and rounded to what a word holds. Fails (plan)
/// for a memory that has no monitors of internal calibration as SFF-8472 lays them out.
Result<void> store_reading(ModuleMemory& memory, Monitor monitor, double value);

}  // namespace pktgen

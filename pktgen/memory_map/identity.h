#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

#include "optics/module.h"
#include "eeprom/module_memory.h"

namespace pktgen {

/// Where a standard keeps the fields that all of them have, by byte number.
struct IdentityPlaces {
  std::size_t vendor = 0, oui = 0, part = 0, revision = 0, revision_bytes = 2, serial = 0, date = 0;
};

/// Vendor (16 bytes), OUI (3), part (16), revision, serial (16) and date (8: YYMMDD and the lot).
void decode_identity(Module& module, const PageView& page, const IdentityPlaces& at);

/// Judges a sum over bytes `first` to `last` that is stored in the byte after them; none if they aren't held.
void add_sum(Module& module, const PageView& page, std::string name, std::size_t first, std::size_t last);

/// One remark for each wrong sum: what was read is shown all the same, for vendors write serial numbers
/// without mending the sum.
void tell_wrong_sums(Module& module);

/// Takes a wavelength in nanometres, or says in a remark why it isn't one of a laser. 0 is none.
void set_wavelength(Module& module, double nanometres);

}  // namespace pktgen

#pragma once
#include <cstdint>
#include <span>
#include <stop_token>
#include <string>

#include "base/units.h"
#include "bind/record_store.h"

namespace pktgen {

/// How a wait for a person's word ended.
enum class Confirmation : std::uint8_t { given, missing, interrupted };

/// Waits until somebody presses Enter, or has taken the marks of all `addresses` away (bind --confirm), or
/// `within` is over. The end of standard input is no word. A stopped or cut-off terminal doesn't stop the
/// wait: signals of job control and broken pipes are ignored from here on.
Confirmation wait_for_confirmation(const RecordStore& store, std::span<const std::string> addresses,
                                   Nanoseconds within, const std::stop_token& stop);

}  // namespace pktgen

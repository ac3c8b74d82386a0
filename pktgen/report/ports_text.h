#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "inventory/nic.h"

namespace pktgen {

/// The NICs of a host for people: a table with a line each, then each one's facts; a newline at the end.
std::string text_of(const std::vector<Nic>& nics, bool in_colour);

/// "bound: ready", "yes", "with --force", "no"
std::string_view name_of(Nic::Take take);

/// "ethernet", "wireless", "other"
std::string_view name_of(Nic::Kind kind);

}  // namespace pktgen

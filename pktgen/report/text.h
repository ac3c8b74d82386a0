#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "report/document.h"

namespace pktgen {

/// The document as lines for a terminal, at most 160 columns wide; `in_colour` adds ANSI colours to
/// verdicts.
std::string text_of(const Document& document, bool in_colour);

/// The parts of it, for what is no run: a table with its heads, and facts below each other, wrapped.
std::string text_of(const Table& table, bool in_colour);
std::string text_of(const std::vector<Fact>& facts);

/// Words of `text` in lines of at most 110 columns, each after `indent`, the first after `first`.
std::string wrapped(std::string_view text, std::string first, std::string_view indent);

}  // namespace pktgen

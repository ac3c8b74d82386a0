#pragma once
#include <string>

#include "report/document.h"

namespace pktgen {

/// The document as lines for a terminal, at most 160 columns wide; `in_colour` adds ANSI colours to
/// verdicts.
std::string text_of(const Document& document, bool in_colour);

}  // namespace pktgen

#pragma once
#include <string>
#include <string_view>

#include "report/document.h"

namespace pktgen {

/// The document as one self-contained HTML file that asks the network for nothing. `chart_js` is the text
/// of Chart.js 3; without it the charts are left out.
std::string html_of(const Document& document, std::string_view chart_js);

/// `text` with what HTML reads as markup escaped.
std::string escaped(std::string_view text);

/// The page's style sheet, light and dark by the reader's choice, and the script that draws its charts.
std::string_view page_style();
std::string_view page_script();

}  // namespace pktgen

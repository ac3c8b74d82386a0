#include "report/html.h"

#include <fmt/format.h>

namespace pktgen {
namespace {

/// A JavaScript string inside a script element: "</script" and line separators must not end it.
std::string script_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' || byte < 0x20) {
      out += fmt::format("\\u{:04x}", byte);
    } else {
      out += c;
    }
  }
  return out + '"';
}

template <class Items, class Print>
std::string script_list(const Items& items, const Print& print) {
  std::string out;
  for (const auto& item : items) out += (out.empty() ? "" : ",") + print(item);
  return "[" + out + "]";
}

std::string script_number(const std::optional<double>& value) {
  return value ? fmt::format("{}", *value) : "null";
}

std::string series_data(const Series& series) {
  return fmt::format(R"({{"name":{},"limit":{},"right":{},"values":{}}})", script_string(series.name),
                     series.is_limit, series.on_right, script_list(series.values, script_number));
}

std::string chart_data(const Chart& chart) {
  return fmt::format(R"({{"x_label":{},"y_label":{},"right_label":{},"log":{},"x":{},"series":{}}})",
                     script_string(chart.x_label), script_string(chart.y_label),
                     script_string(chart.right_label), chart.is_logarithmic,
                     script_list(chart.x, script_string), script_list(chart.series, series_data));
}

/// Chart.js as it is, but for what would end the script element early.
std::string script_text(std::string_view script) {
  std::string out;
  for (std::size_t at = 0; at < script.size(); ++at) {
    out += script[at];
    if (script.substr(at, 2) == "</") out += '\\';
  }
  return out;
}

std::string charts_html(const Document& document, std::string_view chart_js) {
  if (chart_js.empty() || document.tables.empty()) return "";
  std::string out = "<h2>Charts</h2>\n<div class=\"charts\">\n";
  for (std::size_t i = 0; i < document.charts.size(); ++i) {
    out += fmt::format(
        "<figure><figcaption>{}</figcaption><div><canvas id=\"chart{}\"></canvas></div></figure>\n",
        escaped(document.charts[i].title), i);
  }
  out +=
      "</div>\n<script type=\"application/json\" id=\"charts\">" + script_list(document.charts, chart_data);
  out += "</script>\n<script>" + script_text(chart_js) + "</script>\n<script>";
  out += page_script();
  return out + "</script>\n";
}

std::string table_html(const Table& table) {
  std::string out = "<h2>" + escaped(table.title) + "</h2>\n<div class=\"wide\"><table>\n<thead><tr>";
  for (const Column& column : table.columns) {
    out += fmt::format("<th{}>{}<small>{}</small></th>", column.is_number ? "" : " class=\"left\"",
                       escaped(column.name), escaped(column.unit));
  }
  out += "</tr></thead>\n<tbody>\n";
  for (const TableRow& row : table.rows) {
    out += "<tr>";
    for (std::size_t c = 0; c < row.cells.size(); ++c) {
      const bool is_verdict = table.columns[c].name == "verdict";
      const std::string style = fmt::format("{}{}", table.columns[c].is_number ? "" : "left",
                                            is_verdict ? fmt::format(" {}", name_of(row.verdict)) : "");
      out += fmt::format("<td{}>{}</td>", style.empty() ? "" : " class=\"" + style + "\"",
                         escaped(row.cells[c]));
    }
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>\n";
}

const char* style_of(Effect effect) {
  if (effect == Effect::note) return "";
  return effect == Effect::fails || effect == Effect::stands ? " fail" : " not_measured";
}

std::string notes_html(const std::vector<Note>& notes) {
  if (notes.empty()) return "";
  std::string out = "<h2>Findings</h2>\n";
  for (const Note& note : notes) {
    out += fmt::format("<div class=\"finding{}\"><p><b>{}</b> <span class=\"where\">{}</span></p>",
                       style_of(note.finding.effect), escaped(note.finding.rule), escaped(note.where));
    out += fmt::format("<p>{}{}</p><p>Next: {}</p></div>\n", note.times > 1 ? "For example: " : "",
                       escaped(note.finding.because), escaped(note.finding.next_step));
  }
  return out;
}

std::string facts_html(const std::vector<Fact>& facts) {
  std::string out = "<dl>\n";
  for (const Fact& fact : facts) {
    out += fmt::format("<dt>{}</dt><dd>{}</dd>\n", escaped(fact.name), escaped(fact.value));
  }
  return out + "</dl>\n";
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string html_of(const Document& document, std::string_view chart_js) {
  const std::string mark = document.emulated.empty() ? "" : "EMULATED: ";
  std::string out = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n";
  out += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
  // An icon of nothing keeps a browser from asking a server for one.
  out += "<link rel=\"icon\" href=\"data:,\">\n";
  out += fmt::format("<title>{}{}</title>\n<style>{}</style>\n</head>\n<body>\n", mark,
                     escaped(document.title), page_style());
  if (!document.emulated.empty()) {
    out += fmt::format("<p class=\"emulated\">{}</p>\n", escaped(document.emulated));
  }
  if (!document.question.empty()) out += fmt::format("<p>{}</p>\n", escaped(document.question));
  out += fmt::format("<h1>{}</h1>\n<p class=\"banner {}\">{}</p>\n", escaped(document.title),
                     name_of(document.verdict), escaped(document.conclusion));
  out += facts_html(document.facts) + notes_html(document.notes);
  out += charts_html(document, chart_js);
  for (const Table& table : document.tables) out += table_html(table);
  if (!document.settings.empty()) {
    out += "<details><summary>The plan, each value with its origin</summary>\n" +
           facts_html(document.settings) + "</details>\n";
  }
  return out + "</body></html>\n";
}

}  // namespace pktgen

#include "report/text.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace pktgen {
namespace {

constexpr std::size_t kTextWidth = 110, kTableWidth = 160;

std::string_view colour_of(Verdict verdict) {
  if (verdict == Verdict::pass) return "\x1b[32m";
  return verdict == Verdict::fail ? "\x1b[1;31m" : "\x1b[33m";
}

std::string coloured(const std::string& text, Verdict verdict, bool in_colour) {
  return in_colour ? std::string(colour_of(verdict)) + text + "\x1b[0m" : text;
}

std::string aligned(const std::string& cell, std::size_t width, bool to_the_right) {
  const std::string pad(width > cell.size() ? width - cell.size() : 0, ' ');
  return to_the_right ? pad + cell : cell + pad;
}

std::string without_trailing_blanks(std::string line) {
  line.resize(line.find_last_not_of(' ') + 1);
  return line;
}

std::vector<std::size_t> widths_of(const Table& table) {
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    std::size_t width = std::max(table.columns[c].name.size(), table.columns[c].unit.size());
    for (const TableRow& row : table.rows) width = std::max(width, row.cells[c].size());
    widths.push_back(width);
  }
  return widths;
}

/// Two blanks between columns where the terminal is wide enough for it.
std::string gap_for(const std::vector<std::size_t>& widths) {
  std::size_t total = 0;
  for (const std::size_t width : widths) total += width + 2;
  return total <= kTextWidth + 10 ? "  " : " ";
}

std::string notes_text(const std::vector<Note>& notes) {
  std::string out = "\nFindings\n";
  for (const Note& note : notes) {
    out += wrapped(note.where.empty() ? note.finding.rule : note.finding.rule + " (" + note.where + ")", "  ",
                   "    ");
    out += wrapped(note.finding.because, note.times > 1 ? "    e.g. " : "    ", "    ");
    out += wrapped(note.finding.next_step, "    next: ", "    ");
  }
  return out;
}

}  // namespace

std::string text_of(const Table& table, bool in_colour) {
  const std::vector<std::size_t> widths = widths_of(table);
  const std::string gap = gap_for(widths);
  std::string names, units, out;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const Column& column = table.columns[c];
    names += aligned(column.name, widths[c], column.is_number) + gap;
    units += aligned(column.unit, widths[c], column.is_number) + gap;
  }
  out += without_trailing_blanks(names) + "\n";
  if (const std::string line = without_trailing_blanks(units); !line.empty()) out += line + "\n";
  for (const TableRow& row : table.rows) {
    std::string line;
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      line += aligned(row.cells[c], widths[c], table.columns[c].is_number) + gap;
    }
    line = without_trailing_blanks(line);
    if (line.size() > kTableWidth) line = line.substr(0, kTableWidth - 3) + "...";
    out += (row.verdict == Verdict::pass ? line : coloured(line, row.verdict, in_colour)) + "\n";
  }
  return out;
}

std::string text_of(const std::vector<Fact>& facts) {
  std::size_t width = 0;
  for (const Fact& fact : facts) width = std::max(width, fact.name.size());
  std::string out;
  for (const Fact& fact : facts)
    out += wrapped(fact.value, "  " + aligned(fact.name, width, false) + "  ", std::string(width + 4, ' '));
  return out;
}

std::string wrapped(std::string_view text, std::string first, std::string_view indent) {
  std::string out, line = std::move(first);
  bool has_word = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    if (has_word && line.size() + 1 + word.size() > kTextWidth) {
      out += line + "\n";
      line = indent;
      has_word = false;
    }
    if (has_word) line += ' ';
    line += word;
    has_word = true;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out + line + "\n";
}

std::string text_of(const Document& document, bool in_colour) {
  std::string out;
  if (!document.emulated.empty()) out += document.emulated + "\n";
  if (!document.question.empty()) out += wrapped(document.question, "", "");
  out += document.title + "\n";
  out += text_of(document.facts);
  for (const Table& table : document.tables)
    out += "\n" + (document.tables.size() > 1 ? table.title + "\n" : "") + text_of(table, in_colour);
  if (!document.notes.empty()) out += notes_text(document.notes);
  out += "\n" + coloured(document.conclusion, document.verdict, in_colour) + "\n";
  return out;
}

}  // namespace pktgen

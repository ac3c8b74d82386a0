#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report/run_record.h"

namespace pktgen {

inline constexpr const char* kNothing = "-";  ///< a cell of a table with nothing to tell

/// A column: its name, the unit below it, and on which side its cells are aligned.
struct Column {
  std::string name, unit;
  bool is_number = true;
};

/// A line of a table, and the verdict it stands for.
struct TableRow {
  std::vector<std::string> cells;  ///< one for each column
  Verdict verdict = Verdict::pass;
};

struct Table {
  std::vector<Column> columns;
  std::vector<TableRow> rows{};
  std::string title = "Each size and direction";
};

/// Values over the chart's x; nothing leaves a gap.
struct Series {
  std::string name;
  std::vector<std::optional<double>> values{};
  bool is_limit = false;  ///< what could be reached: drawn apart from what was measured
  bool on_right = false;  ///< counts on the second scale
};

struct Chart {
  std::string title{}, x_label{}, y_label{}, right_label{};
  std::vector<std::string> x{};
  std::vector<Series> series{};
  bool is_logarithmic = false;
};

/// A finding, where it was seen, and how often the same rule spoke.
struct Note {
  Finding finding;
  std::string where;  ///< "a>b: 64, 128 bytes"; empty: the run as a whole
  std::size_t times = 1;
};

/// A report before any format: what is said, in order, as values.
struct Document {
  std::string emulated;  ///< the first line if the ports are emulated, else empty
  std::string question;  ///< before all else, what the person is asked for the tool can't know it; else empty
  std::string title;
  std::vector<Fact> facts;
  std::vector<Fact> settings;  ///< the plan, each value with its origin
  std::vector<Table> tables;   ///< none without rows
  std::vector<Chart> charts;
  std::vector<Note> notes;  ///< about the tester first
  Verdict verdict = Verdict::not_measured;
  std::string conclusion;  ///< one plain sentence
};

/// Says what a run left behind, for people.
Document make_document(const RunRecord& record);

}  // namespace pktgen

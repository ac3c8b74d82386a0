#include "report/switch_tables.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/text.h"
#include "report/search_tables.h"
#include "search/size_verdict.h"
#include "verdict/wording.h"

namespace pktgen {
namespace {

/// A line of the first table before it is one.
struct Line {
  std::string test, section, result, how_well;
  std::uint64_t trials = 0;
  Verdict verdict = Verdict::not_measured;
};

/// In seconds, fine enough to tell the bounds apart.
std::string time_text(Nanoseconds time) { return fmt::format("{:.6g}", seconds(time)); }

std::string addresses_text(std::uint64_t count) { return thousands(count) + " addresses"; }

Line line_of(const AddressSearch<AddressCapacity>& found) {
  const AddressCapacity::Answer& answer = found.answer;
  Line line{"address caching capacity", "5.7", kNothing, "", found.course.trials, verdict_of(found)};
  if (answer.capacity)
    line.result = (answer.reached_most ? "at least " : "") + addresses_text(*answer.capacity);
  else if (line.verdict == Verdict::fail) line.result = "none learned";
  if (answer.is_exact) line.how_well = "exact: one more fails";
  else if (answer.lowest_failed) line.how_well = addresses_text(*answer.lowest_failed) + " fail";
  return line;
}

Line line_of(const AddressSearch<LearningRate>& found) {
  const LearningRate::Answer& answer = found.answer;
  Line line{"address learning rate", "5.8", kNothing, "", found.course.trials, verdict_of(found)};
  if (answer.rate) line.result = rate_text(*answer.rate);
  else if (line.verdict == Verdict::fail) line.result = "none learned";
  if (answer.lowest_failed) line.how_well = rate_text(*answer.lowest_failed) + " fail";
  line.how_well +=
      fmt::format("{}{} shown", line.how_well.empty() ? "" : "; ", addresses_text(found.goal.addresses));
  return line;
}

Line line_of(const AddressSearch<AgeingTime>& found) {
  const AgeingTime::Answer& answer = found.answer;
  Line line{"address ageing time", kNothing, kNothing, "", found.course.trials, verdict_of(found)};
  if (answer.forgotten) {
    line.result = fmt::format("{} to {} s", time_text(answer.remembered), time_text(*answer.forgotten));
    line.how_well = fmt::format("known after {} s, forgotten after {} s", time_text(answer.remembered),
                                time_text(*answer.forgotten));
  } else if (answer.remembered > Nanoseconds::zero()) {
    line.result = fmt::format("more than {} s", time_text(answer.remembered));
  }
  return line;
}

Line line_of(const ForwardingOfWay& way) {
  const ForwardingFit& fit = way.fit;
  Line line{fmt::format("forwarding mode, {}", name_of(way.direction)),
            kNothing,
            "can't be told",
            fit.why_not,
            fit.sizes,
            verdict_of(fit)};
  if (fit.mode == ForwardingMode::store_and_forward) line.result = "store and forward";
  if (fit.mode == ForwardingMode::cut_through) line.result = "cut-through, or a cable";
  if (!fit.slope) return line;
  const std::string slope = fmt::format("{:.3g} ns a byte, error {:.2g}", *fit.slope, *fit.slope_error);
  if (line.how_well.empty())
    line.how_well =
        fmt::format("{}; beyond the line {:.3g} of {:.3g}", slope, *fit.device_slope, *fit.serialisation);
  else line.how_well += fmt::format(" (slope {})", slope);
  return line;
}

Line line_of(const VlanCounts& seen) {
  std::uint64_t sent = 0, leaked = 0;
  for (const VlanCount& count : seen.counts) {
    sent += count.sent;
    leaked += count.leaked;
  }
  Line line{"VLAN leak", kNothing, kNothing, seen.not_measured, 1, verdict_of(seen)};
  if (line.verdict != Verdict::not_measured)
    line.result = leaked == 0 ? "none seen" : fmt::format("{} frames leaked", thousands(leaked));
  if (line.how_well.empty()) line.how_well = fmt::format("of {} frames sent", thousands(sent));
  return line;
}

/// Of all sizes: the lowest share of line rate.
Line line_of(std::string test, std::string section, const std::vector<SizeThroughput>& all, bool must_come) {
  Line line{std::move(test), std::move(section), kNothing, "", 0, Verdict::pass};
  std::optional<double> lowest;
  bool nothing = false;
  for (const SizeThroughput& found : all) {
    line.trials += found.course.trials;
    const Verdict verdict = of_group(found, must_come);
    if (line.verdict == Verdict::pass || verdict == Verdict::fail) line.verdict = verdict;
    const auto& value = found.answer.throughput;
    nothing = nothing || !value;
    if (value) lowest = std::min(lowest.value_or(100), percent_of(*value, found.line_rate));
  }
  if (lowest && !nothing) line.result = fmt::format("{} % of line rate", significant(*lowest, 4));
  else if (line.verdict != Verdict::not_measured) line.result = must_come ? "no load passes" : "not flooded";
  line.how_well = all.size() == 1 ? fmt::format("{} bytes", all[0].size.count)
                                  : fmt::format("the least of {} sizes", all.size());
  return line;
}

bool has(const SwitchAnswers& answers, std::string_view test) {
  return std::ranges::find(answers.asked, test) != answers.asked.end();
}

std::vector<Line> lines_of(const SwitchAnswers& answers) {
  std::vector<Line> lines;
  if (!answers.forwarding.empty())
    lines.push_back(line_of("forwarding, one to one", "5.6", answers.forwarding, true));
  for (const ForwardingOfWay& way : answers.mode) lines.push_back(line_of(way));
  if (!answers.broadcast.empty())
    lines.push_back(line_of("broadcast forwarding", "5.10", answers.broadcast, true));
  if (!answers.multicast.empty())
    lines.push_back(line_of("multicast flooding", kNothing, answers.multicast, false));
  if (answers.vlan) lines.push_back(line_of(*answers.vlan));
  else if (has(answers, "vlan")) lines.push_back({"VLAN leak", kNothing, kNothing, "needs --isolated-vlans"});
  if (answers.ageing) lines.push_back(line_of(*answers.ageing));
  if (answers.capacity) lines.push_back(line_of(*answers.capacity));
  if (answers.learning_rate) lines.push_back(line_of(*answers.learning_rate));
  else if (has(answers, "learning-rate") && answers.capacity)
    lines.push_back({"address learning rate", "5.8", kNothing, "needs a switch that learns"});
  for (const OutOfReach& one : out_of_reach())
    lines.push_back(
        {std::string(one.name), std::string(one.section), kNothing, "needs " + std::string(one.needs)});
  return lines;
}

void add_trials(Table& table, std::string_view test, const std::vector<Heard>& heard) {
  for (const auto& [question, reply] : heard) {
    const bool is_known = reply.is_measured();
    table.rows.push_back(
        {{std::string(test), thousands(question.burst_frames), fmt::format("{:.6g}", question.load.count),
          is_known ? thousands(reply.offered) : kNothing,
          is_known ? thousands(reply.offered - reply.lost) : kNothing,
          is_known ? thousands(reply.lost) : kNothing, reply.not_measured},
         is_known ? Verdict::pass : Verdict::not_measured});
  }
}

Table trials_table(const SwitchAnswers& answers) {
  Table table{.columns = {{"test", "", false},
                          {"addresses", ""},
                          {"rate", "per second"},
                          {"asked after", ""},
                          {"known", "filtered"},
                          {"not known", "flooded"},
                          {"not measured", "", false}},
              .title = "Trials about addresses"};
  if (answers.ageing) add_trials(table, "ageing", answers.ageing->heard);
  if (answers.capacity) add_trials(table, "capacity", answers.capacity->heard);
  if (answers.learning_rate) add_trials(table, "learning rate", answers.learning_rate->heard);
  return table;
}

}  // namespace

std::vector<Table> make_switch_tables(const SwitchAnswers& answers) {
  Table tests{.columns = {{"test", "", false},
                          {"RFC 2889", "section", false},
                          {"result", "", false},
                          {"verdict", "", false},
                          {"trials", ""},
                          {"how well", "", false}},
              .title = "The switch"};
  for (const Line& line : lines_of(answers))
    tests.rows.push_back({{line.test, line.section, line.result, verdict_text(line.verdict),
                           line.trials == 0 ? kNothing : thousands(line.trials), line.how_well},
                          line.verdict});
  std::vector<Table> tables{std::move(tests)};
  const auto add = [&](const std::vector<SizeThroughput>& found, const char* title) {
    for (Table& table : make_search_tables({.throughput = found})) {
      table.title = title;
      tables.push_back(std::move(table));
    }
  };
  add(answers.forwarding, "Forwarding, one to one");
  add(answers.broadcast, "Broadcast");
  add(answers.multicast, "Multicast");
  tables.push_back(trials_table(answers));
  return tables;
}

std::string switch_conclusion(const SwitchAnswers& answers, Verdict verdict, bool interrupted) {
  const std::string stopped = interrupted ? " The run was stopped by hand." : "";
  const auto lines = lines_of(answers);
  const auto count = [&](Verdict wanted) {
    return std::ranges::count_if(lines, [&](const Line& line) { return line.verdict == wanted; });
  };
  const std::string counts =
      fmt::format("{} of {} tests of the switch have an answer, {} failed, {} weren't measured",
                  count(Verdict::pass), lines.size(), count(Verdict::fail), count(Verdict::not_measured));
  const char* word = verdict == Verdict::pass ? "Pass" : verdict == Verdict::fail ? "Fail" : "Not measured";
  return fmt::format("{}: {}.{}", word, counts, stopped);
}

}  // namespace pktgen

#include "report/document.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "report/calibration_tables.h"
#include "report/figures.h"
#include "report/lag_tables.h"
#include "report/ladder_tables.h"
#include "report/listen_table.h"
#include "report/outage_tables.h"
#include "report/replay_table.h"
#include "report/search_tables.h"
#include "report/service_tables.h"
#include "report/soak_modules.h"
#include "report/soak_tables.h"
#include "report/streams_table.h"
#include "report/switch_tables.h"
#include "report/table.h"
#include "link/link_wish.h"
#include "verdict/flap.h"
#include "verdict/wording.h"

namespace pktgen {
namespace {

std::string link_text(LinkBitsPerSecond link) {
  if (link.count == 0) return "link speed not known";
  return significant(static_cast<double>(link.count) * 1e-9, 4) + " Gb/s";
}

std::string port_text(const PortFacts& port) {
  std::string text = link_text(port.link) + ", " + port.driver;
  if (port.largest_frame.count > 0)
    text += fmt::format(", frames to {} bytes (IP MTU {})", port.largest_frame.count, port.mtu.count);
  else if (port.mtu.count > 0) text += fmt::format(", MTU {}", port.mtu.count);
  if (port.numa_node >= 0) text += fmt::format(", NUMA node {}", port.numa_node);
  if (!port.timestamp_grade.empty()) text += ", timestamps: " + port.timestamp_grade;
  if (port.time_to_link)
    text += fmt::format(", link up {} s after the start", significant(seconds(*port.time_to_link), 3));
  if (!port.pause.empty()) text += ", pause frames " + port.pause;
  if (!port.fec.empty()) text += ", FEC " + port.fec;
  for (const LinkDown& down : port.link_downs)
    text += fmt::format("; link down {} s into the run, {}{}", seconds_text(down.at),
                        down.lasted ? "for " : "", lasted_text(down));
  if (port.module) text += "; module: " + describe(*port.module);
  for (const std::string& note : port.notes) text += "; " + note;
  return text;
}

std::string clock_text(const ClockFacts& clock) {
  if (clock.is_virtual) return "virtual time: exact and repeatable";
  return fmt::format("real time, {:.6f} GHz, known to {} ppm", clock.ticks_per_second * 1e-9,
                     significant(clock.error_ppm, 2));
}

std::string stack_text(const RunRecord& record) {
  if (record.streams_header_bytes)
    return fmt::format("of the plan's streams: {} bytes of headers and FCS in each frame, in the mean",
                       record.header_bytes());
  const char* stack = record.stack == Stack::udp4   ? "UDP/IPv4"
                      : record.stack == Stack::udp6 ? "UDP/IPv6"
                                                    : "raw Ethernet";
  return fmt::format("{}{}: {} bytes of headers and FCS in each frame", stack,
                     record.tagged ? " with an 802.1Q tag" : "", overhead_bytes(record.stack, record.tagged));
}

struct SettingText {
  std::string operator()(std::nullptr_t) const { return "not set"; }
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(std::int64_t value) const { return std::to_string(value); }
  std::string operator()(double value) const { return fmt::format("{}", value); }
  std::string operator()(const std::string& value) const { return value; }
  template <class T>
  std::string operator()(const std::vector<T>& values) const {
    std::string text;
    for (const T& value : values) text += (text.empty() ? "" : ",") + (*this)(value);
    return text;
  }
};

std::vector<Fact> facts_of(const RunRecord& record) {
  std::vector<Fact> facts;
  for (const PortFacts& port : record.ports) facts.push_back({port.name, port_text(port)});
  if (record.calibration) facts.push_back(calibration_fact(*record.calibration, record.ports));
  if (!record.replay && !record.streams && !record.heard && !record.services && !record.soaked)
    facts.push_back({"frames", stack_text(record)});
  if (record.replay)
    for (const std::string& note : record.replay->notes) facts.push_back({"file", note});
  if (record.streams)
    for (Fact& fact : streams_facts(*record.streams)) facts.push_back(std::move(fact));
  if (record.heard)
    for (Fact& fact : listen_facts(*record.heard)) facts.push_back(std::move(fact));
  if (record.soaked)
    for (Fact& fact : soak_facts(*record.soaked)) facts.push_back(std::move(fact));
  if (!record.rungs.empty()) {
    std::vector<LinkBitsPerSecond> speeds;
    for (const Rung& rung : record.rungs) speeds.push_back(rung.speed);
    facts.push_back({"link speeds", print_speeds(speeds) + ", one after the other; ports as at the last"});
  }
  facts.push_back({"clock", clock_text(record.clock)});
  std::string asked;
  for (const SettingRecord& setting : record.plan) {
    if (setting.origin == "default" || setting.origin.empty()) continue;
    asked += fmt::format("{}{} {}", asked.empty() ? "" : ", ", setting.key,
                         std::visit(SettingText{}, setting.value));
  }
  if (!asked.empty()) facts.push_back({"asked", asked});
  return facts;
}

int rank(const Note& note) {
  const Effect effect = note.finding.effect;
  if (effect == Effect::ends || effect == Effect::voids) return 0;
  if (note.where.empty()) return 1;
  return effect == Effect::note ? 3 : 2;
}

/// Sizes of frames, by the speed of a ladder and the direction.
using Places = std::map<std::pair<const Rung*, Direction>, std::vector<std::uint64_t>>;

/// "a>b: 64, 128 bytes", "2.5G a>b: 64 bytes"; many sizes are told by the first, the last and their number.
std::string where_text(const Places& places) {
  std::string text;
  for (auto [place, sizes] : places) {
    const auto& [rung, direction] = place;
    std::ranges::sort(sizes);
    text += fmt::format("{}{}{}: ", text.empty() ? "" : "; ",
                        rung != nullptr ? print_speed(rung->speed) + " " : "", name_of(direction));
    constexpr std::size_t kListed = 4;
    if (sizes.size() > kListed) {
      text += fmt::format("{} to {} bytes ({} sizes)", sizes.front(), sizes.back(), sizes.size());
      continue;
    }
    for (std::size_t i = 0; i < sizes.size(); ++i) text += fmt::format("{}{}", i == 0 ? "" : ", ", sizes[i]);
    text += " bytes";
  }
  return text;
}

std::vector<Note> notes_of_run(const RunRecord& record) {
  std::vector<Note> notes;
  for (const Finding& finding : record.run.findings) notes.push_back({finding, "", 1});
  return notes;
}

/// One note for each rule and effect: the first evidence stands for all.
std::vector<Note> notes_of(const RunRecord& record, const std::vector<Row>& rows) {
  std::vector<Note> notes = notes_of_run(record);
  const std::size_t of_run = notes.size();
  std::vector<Places> places(of_run);
  for (const Row& row : rows) {
    for (const Finding& finding : row.verdict->findings) {
      const auto same = [&](const Note& n) {
        return n.finding.rule == finding.rule && n.finding.effect == finding.effect;
      };
      const auto first = notes.begin() + static_cast<std::ptrdiff_t>(of_run);
      auto found = std::find_if(first, notes.end(), same);
      if (found == notes.end()) {
        found = notes.insert(found, {finding, "", 0});
        places.emplace_back();
      }
      found->times += 1;
      places[static_cast<std::size_t>(found - notes.begin())][{row.rung, row.direction}].push_back(
          row.trial->size.count);
    }
  }
  for (std::size_t i = of_run; i < notes.size(); ++i) notes[i].where = where_text(places[i]);
  std::ranges::stable_sort(notes, {}, rank);
  return notes;
}

std::string directions_text(const std::vector<Row>& rows) {
  const auto has = [&](Direction d) { return std::ranges::find(rows, d, &Row::direction) != rows.end(); };
  if (has(Direction::a_to_b) && has(Direction::b_to_a)) return "both ways";
  return std::string(name_of(rows.front().direction));
}

std::string sizes_text(const std::vector<Row>& rows) {
  const auto size = [](const Row& row) { return row.trial->size.count; };
  const auto [low, high] = std::ranges::minmax(rows, {}, size);
  if (size(low) == size(high)) return fmt::format("frames of {} bytes", size(low));
  return fmt::format("frames of {} to {} bytes", size(low), size(high));
}

std::string conclusion_of(const RunRecord& record, const std::vector<Row>& rows) {
  if (rows.empty()) return "Nothing was measured.";
  const auto count = [&](Verdict verdict) {
    return std::ranges::count_if(rows, [=](const Row& r) { return r.verdict->verdict == verdict; });
  };
  const std::string what = fmt::format("{}, {}", sizes_text(rows), directions_text(rows));
  const std::string stopped = record.interrupted ? " The run was stopped by hand." : "";
  if (record.run.verdict == Verdict::pass) {
    const bool lossless = std::ranges::all_of(rows, [](const Row& r) { return r.figures.loss_ratio == 0.0; });
    return fmt::format("Pass: {}: {}.{}", what,
                       lossless ? "all that was asked was sent, and all that was sent was delivered"
                                : "all that was asked was sent, and no more was lost than accepted",
                       stopped);
  }
  if (record.run.verdict == Verdict::fail) {
    return fmt::format("Fail: {}: {} of {} measurements failed, {} were not measured.{}", what,
                       count(Verdict::fail), rows.size(), count(Verdict::not_measured), stopped);
  }
  return fmt::format("Not measured: {}: in {} of {} measurements the tester couldn't do its part.{}", what,
                     count(Verdict::not_measured), rows.size(), stopped);
}

std::string title_of(const RunRecord& record) {
  std::string ports;
  for (const PortFacts& port : record.ports) ports += (ports.empty() ? "" : " <-> ") + port.name;
  return fmt::format("pktgen {}  {}  {}", record.command, ports, record.started_at);
}

/// Tables, charts, notes and conclusion: each command has its own.
void add_answer(Document& document, const RunRecord& record, const std::vector<Row>& rows) {
  if (record.replay) {
    document.tables = {make_replay_table(*record.replay, document.verdict)};
    document.conclusion = replay_conclusion(*record.replay, document.verdict);
  } else if (record.streams) {
    document.tables = {make_streams_table(*record.streams)};
    document.conclusion = streams_conclusion(*record.streams, document.verdict, record.interrupted);
  } else if (record.heard) {
    document.tables = {make_listen_table(*record.heard)};
    document.conclusion = listen_conclusion(*record.heard, document.verdict);
  } else if (record.services) {
    document.tables = make_service_tables(*record.services);
    document.notes = notes_of_run(record);
    document.conclusion = service_conclusion(*record.services, document.verdict, record.interrupted);
  } else if (record.soaked) {
    document.tables = make_soak_tables(*record.soaked);
    for (Table& table : soak_module_tables(*record.soaked)) document.tables.push_back(std::move(table));
    document.charts = soak_charts(*record.soaked);
    for (Chart& chart : soak_module_charts(*record.soaked)) document.charts.push_back(std::move(chart));
    document.notes = notes_of_run(record);
    document.conclusion = soak_conclusion(*record.soaked, document.verdict, record.interrupted);
  } else if (record.calibrated) {
    document.question = record.calibrated->question;
    document.tables = make_calibration_tables(*record.calibrated);
    document.charts = calibration_charts(*record.calibrated);
    document.notes = notes_of_run(record);
    document.conclusion = calibration_conclusion(*record.calibrated, document.verdict);
  } else if (record.searched) {
    document.tables = make_search_tables(*record.searched);
    document.charts = search_charts(*record.searched);
    document.notes = notes_of_run(record);
    document.conclusion = search_conclusion(*record.searched, document.verdict, record.interrupted);
    if (record.outages) add_outages(document, record);
  } else if (record.lag) {
    document.tables = make_lag_tables(*record.lag);
    document.notes = notes_of_run(record);
    document.conclusion = lag_conclusion(*record.lag, document.verdict, record.interrupted);
  } else if (record.switched) {
    document.tables = make_switch_tables(*record.switched);
    document.notes = notes_of_run(record);
    document.conclusion = switch_conclusion(*record.switched, document.verdict, record.interrupted);
  } else if (!record.rungs.empty()) {
    document.tables = {make_ladder_table(record, rows), make_table(rows)};
    document.charts = make_charts(rows);
    document.notes = notes_of(record, rows);
    document.conclusion = ladder_conclusion(record, rows);
  } else {
    document.tables = {make_table(rows)};
    document.charts = make_charts(rows);
    document.notes = notes_of(record, rows);
    document.conclusion = conclusion_of(record, rows);
  }
}

}  // namespace

Document make_document(const RunRecord& record) {
  const std::vector<Row> rows = rows_of(record);
  Document document;
  if (record.emulated) {
    document.emulated = fmt::format("EMULATED ports in {} time: this is no measurement of hardware.",
                                    record.clock.is_virtual ? "virtual" : "real");
  }
  document.title = title_of(record);
  document.facts = facts_of(record);
  for (const SettingRecord& setting : record.plan) {
    document.settings.push_back(
        {setting.key, fmt::format("{} ({})", std::visit(SettingText{}, setting.value), setting.origin)});
  }
  document.verdict = record.run.verdict;
  if (rows.empty()) document.notes = notes_of_run(record);
  add_answer(document, record, rows);
  std::erase_if(document.tables, [](const Table& table) { return table.rows.empty(); });
  return document;
}

}  // namespace pktgen

#include "report/service_tables.h"

#include <fmt/format.h>

#include "verdict/wording.h"

namespace pktgen {
namespace {

constexpr const char* kNothing = "-";

std::string megabits(double bits_per_second) { return fmt::format("{:.3f}", bits_per_second * 1e-6); }

std::string microseconds(const std::optional<double>& nanoseconds) {
  return nanoseconds ? fmt::format("{:.3f}", *nanoseconds * 1e-3) : kNothing;
}

TableRow row_of(const StepResult& step) {
  const std::string asked = megabits(step.step.asked_bits_per_second), l1 = megabits(step.l1_bits_per_second);
  TableRow row{{step.service, std::string(name_of(step.direction)), name_of(step.step), asked, l1},
               step.verdict};
  const auto& f = step.figures;
  row.cells.push_back(f ? megabits(f->delivered_bits_per_second) : kNothing);
  row.cells.push_back(f ? thousands(f->sent) : kNothing);
  row.cells.push_back(f ? thousands(f->sent - f->delivered) : kNothing);
  row.cells.push_back(f ? percent_text(f->sent - f->delivered, f->sent) : kNothing);
  row.cells.push_back(f ? microseconds(f->delay_ns) : kNothing);
  row.cells.push_back(f ? microseconds(f->variation_ns) : kNothing);
  return row;
}

Table table_of(const std::vector<StepResult>& steps, std::string title, bool has_availability) {
  Table table{.columns = {{"service", "", false},
                          {"way", "", false},
                          {"step", "", false},
                          {"asked", "Mb/s L2"},
                          {"", "Mb/s L1"},
                          {"IR", "Mb/s L2, came"},
                          {"sent", "frames"},
                          {"lost", "frames"},
                          {"FLR", "%"},
                          {"FTD", "us, mean"},
                          {"FDV", "us, p99.9 - min"}},
              .title = std::move(title)};
  if (has_availability) table.columns.push_back({"availability", "%"});
  table.columns.push_back({"verdict", "", false});
  for (const StepResult& step : steps) {
    TableRow row = row_of(step);
    const bool is_known = step.figures && step.figures->availability;
    if (has_availability)
      row.cells.push_back(is_known ? significant(*step.figures->availability * 100, 6) : kNothing);
    row.cells.emplace_back(verdict_text(step.verdict));
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string_view key_of(ServiceStep::Kind kind) {
  constexpr std::string_view kNames[] = {"cir", "eir", "policing", "performance"};
  return kNames[static_cast<std::size_t>(kind)];
}

Json json_of(const StepResult& step) {
  using Kind = ServiceStep::Kind;
  Json json{{"service", step.service},
            {"direction", name_of(step.direction)},
            {"step", key_of(step.step.kind)},
            {"cir_percent", step.step.kind == Kind::cir ? Json(step.step.cir_percent) : Json(nullptr)},
            {"asked_l2_bits_per_second", step.step.asked_bits_per_second},
            {"asked_l1_bits_per_second", step.l1_bits_per_second}};
  const auto figure = [&](const char* name, auto member) {
    json[name] = step.figures ? Json((*step.figures).*member) : Json(nullptr);
  };
  figure("offered_l2_bits_per_second", &ServiceFigures::offered_bits_per_second);
  figure("delivered_l2_bits_per_second", &ServiceFigures::delivered_bits_per_second);
  figure("sent", &ServiceFigures::sent);
  figure("delivered", &ServiceFigures::delivered);
  figure("loss_ratio", &ServiceFigures::loss_ratio);
  const auto maybe = [&](const char* name, std::optional<double> ServiceFigures::*member, double factor) {
    const bool is_known = step.figures && (*step.figures).*member;
    json[name] = is_known ? Json(*((*step.figures).*member) * factor) : Json(nullptr);
  };
  maybe("delay_mean_ns", &ServiceFigures::delay_ns, 1);
  maybe("delay_variation_ns", &ServiceFigures::variation_ns, 1);
  maybe("availability_percent", &ServiceFigures::availability, 100);
  json["sending_time_s"] = step.figures ? Json(seconds(step.figures->sending_time)) : Json(nullptr);
  json["verdict"] = name_of(step.verdict);
  json["findings"] = Json::array();
  for (const Finding& finding : step.findings)
    json["findings"].push_back(
        {{"rule", finding.rule}, {"because", finding.because}, {"next_step", finding.next_step}});
  return json;
}

Json list_of(const std::vector<StepResult>& steps) {
  Json json = Json::array();
  for (const StepResult& step : steps) json.push_back(json_of(step));
  return json;
}

std::string csv_field(const Json& value) {
  if (value.is_null()) return "";
  std::string text = value.is_string() ? value.get<std::string>() : value.dump();
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

}  // namespace

std::vector<Table> make_service_tables(const ServiceAnswers& answers) {
  return {table_of(answers.configuration, "Service configuration test", false),
          table_of(answers.performance, "Service performance test", true)};
}

std::string service_conclusion(const ServiceAnswers& answers, Verdict verdict, bool interrupted) {
  std::size_t all = 0, failed = 0, not_measured = 0;
  std::string first;
  for (const auto* const steps : {&answers.configuration, &answers.performance})
    for (const StepResult& step : *steps) {
      ++all;
      failed += step.verdict == Verdict::fail;
      not_measured += step.verdict == Verdict::not_measured;
      if (step.verdict == verdict && first.empty()) first = step.service + ", " + name_of(step.step);
    }
  const std::string stopped = interrupted ? " The run was stopped by hand." : "";
  const std::string at = first.empty() ? "" : fmt::format(", first {}", first);
  if (verdict == Verdict::fail)
    return fmt::format("Fail: {} of {} steps failed{}; {} weren't measured.{}", failed, all, at, not_measured,
                       stopped);
  if (verdict == Verdict::not_measured)
    return fmt::format("Not measured: {} of {} steps{}.{}", not_measured, all, at, stopped);
  return fmt::format("Pass: {} steps, all thresholds held.{}", all, stopped);
}

Json services_json(const ServiceAnswers& answers) {
  return {{"colour_mode", "blind"},
          {"configuration", list_of(answers.configuration)},
          {"performance", list_of(answers.performance)},
          {"performance_left_out",
           answers.performance_left_out.empty() ? Json(nullptr) : Json(answers.performance_left_out)}};
}

std::string services_csv(const ServiceAnswers& answers, bool emulated) {
  const auto line = [&](const Json& step, bool of_names) {
    std::string text = of_names ? "emulated" : emulated ? "true" : "false";
    for (const auto& [name, value] : step.items())
      if (name != "findings") text += "," + (of_names ? name : csv_field(value));
    std::string rules;
    for (const Json& finding : step["findings"])
      rules += (rules.empty() ? "" : ";") + finding["rule"].get<std::string>();
    return text + "," + (of_names ? "findings" : rules) + "\n";
  };
  std::string csv = line(json_of(StepResult{}), true);
  for (const auto* const steps : {&answers.configuration, &answers.performance})
    for (const StepResult& step : *steps) csv += line(json_of(step), false);
  return csv;
}

}  // namespace pktgen

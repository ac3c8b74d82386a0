#include "plan/service_values.h"

#include <chrono>
#include <fmt/format.h>

#include "base/text.h"
#include "plan/values.h"

namespace pktgen {
namespace {

constexpr double kMostBits = 1e15;

double factor_of(std::string_view unit) {
  constexpr std::pair<std::string_view, double> kFactors[] = {{"", 1}, {"k", 1e3}, {"M", 1e6}, {"G", 1e9}};
  for (const auto& [name, factor] : kFactors)
    if (unit == name) return factor;
  return 0;
}

}  // namespace

Result<Load> parse_information_rate(std::string_view text) {
  const auto wanted = [&](std::string_view why) {
    return fail(
        ErrorKind::plan,
        fmt::format("wants an information rate like 100M (frames from destination MAC to FCS, as Y.1564 "
                    "counts), 100MbpsL2, which is the same, or 100MbpsL1; found {}{}",
                    in_quotes(text), why));
  };
  const auto parsed = parse_number_with_unit(text);
  if (!parsed) return wanted("");
  std::string_view unit = parsed->unit;
  Load rate{Load::Unit::l2_bits_per_second, 0};
  if (unit.ends_with("bpsL1") || unit.ends_with("bpsL2")) {
    if (unit.ends_with('1')) rate.unit = Load::Unit::l1_bits_per_second;
    unit.remove_suffix(5);
  } else if (unit.ends_with("bps")) {
    return wanted(", which doesn't say which layer it counts");
  }
  const double factor = factor_of(unit);
  rate.amount = parsed->number * factor;
  if (factor == 0 || !(rate.amount >= 0 && rate.amount <= kMostBits)) return wanted("");
  return rate;
}

std::string print_information_rate(Load rate) {
  const bool is_l1 = rate.unit == Load::Unit::l1_bits_per_second;
  constexpr std::pair<double, std::string_view> kFactors[] = {{1e9, "G"}, {1e6, "M"}, {1e3, "k"}};
  for (const auto& [factor, letter] : kFactors) {
    const std::string number = print_number(rate.amount / factor);
    const auto again = parse_number(number);
    if (rate.amount >= factor && again && *again * factor == rate.amount)
      return fmt::format("{}{}{}", number, letter, is_l1 ? "bpsL1" : "");
  }
  return print_number(rate.amount) + (is_l1 ? "bpsL1" : "");
}

Result<std::vector<double>> parse_cir_steps(std::string_view text) {
  std::vector<double> steps;
  for (std::string_view part : split(text, ',')) {
    if (part.ends_with('%')) part.remove_suffix(1);
    const auto step = parse_number(part);
    const bool fits = step && *step > (steps.empty() ? 0 : steps.back()) && *step <= 100;
    if (!fits || steps.size() == 100)
      return fail(ErrorKind::plan,
                  fmt::format("wants ascending shares of the CIR, above 0% and up to 100%, like "
                              "25%,50%,75%,100%, found {}",
                              in_quotes(text)));
    steps.push_back(*step);
  }
  return steps;
}

std::string print_cir_steps(const std::vector<double>& steps) {
  std::string out;
  for (const double step : steps) out += fmt::format("{}{}%", out.empty() ? "" : ",", print_number(step));
  return out;
}

Result<Nanoseconds> parse_step_time(std::string_view text) {
  auto time = parse_time(text);
  if (!time) return time;
  if (*time >= std::chrono::seconds(1) && *time <= std::chrono::seconds(60)) return time;
  return fail(ErrorKind::plan,
              fmt::format("wants a time of 1s to 60s, as Y.1564 has steps, found {}", in_quotes(text)));
}

Result<ServicePlan::Tests> parse_service_tests(std::string_view text) {
  for (const auto tests :
       {ServicePlan::Tests::both, ServicePlan::Tests::configuration, ServicePlan::Tests::performance})
    if (text == print_service_tests(tests)) return tests;
  return fail(ErrorKind::plan,
              fmt::format("wants both, configuration or performance, found {}", in_quotes(text)));
}

std::string print_service_tests(ServicePlan::Tests tests) {
  switch (tests) {
    case ServicePlan::Tests::both:
      return "both";
    case ServicePlan::Tests::configuration:
      return "configuration";
    case ServicePlan::Tests::performance:
      return "performance";
  }
  return "both";
}

Result<Nanoseconds> parse_threshold(std::string_view text) {
  auto time = parse_time(text);
  if (!time || *time > Nanoseconds::zero()) return time;
  return fail(ErrorKind::plan, fmt::format("wants a time above zero, like 5ms, found {}", in_quotes(text)));
}

Result<double> parse_share_of_all(std::string_view text) {
  const auto share = parse_number(text.ends_with('%') ? text.substr(0, text.size() - 1) : text);
  if (share && *share >= 0 && *share <= 100) return *share;
  return fail(ErrorKind::plan,
              fmt::format("wants a share from 0% to 100%, like 0.1%, found {}", in_quotes(text)));
}

void choose_service_times(Plan& plan) {
  using std::chrono::seconds, std::chrono::minutes;
  const bool is_quick = plan.search.is_quick;
  // Less than ten seconds can't tell availability: ten bad ones in a row make it end.
  if (!was_asked(plan, "duration")) plan.duration = is_quick ? Nanoseconds(seconds(10)) : minutes(15);
  if (is_quick && !was_asked(plan, "step")) plan.service.step = seconds(1);
}

}  // namespace pktgen

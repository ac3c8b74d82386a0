#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <set>

#include "doctor/read_parts.h"

namespace pktgen {
namespace {

constexpr std::string_view kCores = "sys/devices/system/cpu";

/// The number that ends a name, as in "cpu12" or "state3"; nothing for other names.
std::optional<unsigned> number_of(std::string_view name, std::string_view prefix) {
  unsigned number = 0;
  if (!name.starts_with(prefix)) return std::nullopt;
  const char *const first = name.data() + prefix.size(), *const end = name.data() + name.size();
  const auto parsed = std::from_chars(first, end, number);
  if (parsed.ec != std::errc{} || parsed.ptr != end) return std::nullopt;
  return number;
}

std::vector<unsigned> numbers_in(const Tree& tree, std::string_view folder, std::string_view prefix) {
  std::vector<unsigned> numbers;
  for (const std::string& name : tree.names(folder))
    if (const auto number = number_of(name, prefix)) numbers.push_back(*number);
  std::ranges::sort(numbers);
  return numbers;
}

std::vector<IdleState> idle_states_of(const Tree& tree, unsigned core) {
  std::vector<IdleState> states;
  const std::string folder = fmt::format("{}/cpu{}/cpuidle", kCores, core);
  for (const unsigned number : numbers_in(tree, folder, "state")) {
    const std::string state = fmt::format("{}/state{}/", folder, number);
    const auto latency = tree.number(state + "latency");
    if (latency)
      states.push_back({.number = number,
                        .name = tree.text(state + "name").value_or(fmt::format("state{}", number)),
                        .latency_us = *latency,
                        .is_off = tree.text(state + "disable").value_or("0") != "0"});
  }
  return states;
}

/// Over all cores: a state is off only if no core may enter it.
std::vector<IdleState> idle_states(const Tree& tree, const std::vector<unsigned>& cores) {
  std::vector<IdleState> all;
  for (const unsigned core : cores)
    for (IdleState& state : idle_states_of(tree, core)) {
      const auto known = std::ranges::find(all, state.number, &IdleState::number);
      if (known == all.end()) all.push_back(std::move(state));
      else known->is_off = known->is_off && state.is_off;
    }
  return all;
}

}  // namespace

void read_cores(const Tree& tree, Machine& machine) {
  const std::vector<unsigned> cores = numbers_in(tree, kCores, "cpu");
  machine.cores = core_places(tree.root(), cores);
  machine.isolated = tree.text(fmt::format("{}/isolated", kCores));
  machine.tickless = tree.text(fmt::format("{}/nohz_full", kCores));
  machine.smt_active = tree.text(fmt::format("{}/smt/active", kCores));
  machine.idle_states = idle_states(tree, cores);
  machine.idle_driver = tree.text(fmt::format("{}/cpuidle/current_driver", kCores)).value_or("");
  std::set<std::string> governors;
  for (const unsigned core : cores)
    if (const auto governor = tree.text(fmt::format("{}/cpu{}/cpufreq/scaling_governor", kCores, core)))
      governors.insert(*governor);
  machine.governors.assign(governors.begin(), governors.end());
}

}  // namespace pktgen

#include "doctor/check.h"

#include <algorithm>

namespace pktgen {
namespace {

bool is_in_the_way(const Check& check) {
  return check.state == State::blocks || (check.is_vital && check.state == State::unknown);
}

}  // namespace

std::string_view name_of(State state) {
  constexpr std::string_view kNames[] = {"good", "hurts", "blocks", "unknown"};
  return kNames[static_cast<std::size_t>(state)];
}

Diagnosis judge(std::vector<Check> checks, std::vector<std::string> ports, bool wants_all) {
  Diagnosis diagnosis{.checks = std::move(checks), .ports = std::move(ports), .ready_ports = {}};
  const auto is_stopped = [&](const std::string& port) {
    return std::ranges::any_of(diagnosis.checks, [&](const Check& check) {
      return is_in_the_way(check) && (check.port.empty() || check.port == port);
    });
  };
  for (const std::string& port : diagnosis.ports)
    if (!is_stopped(port)) diagnosis.ready_ports.push_back(port);
  const std::size_t wanted = wants_all ? std::max<std::size_t>(diagnosis.ports.size(), 1) : 1;
  diagnosis.is_ready = diagnosis.ready_ports.size() >= wanted;
  return diagnosis;
}

std::size_t count(const Diagnosis& diagnosis, State state) {
  return static_cast<std::size_t>(std::ranges::count(diagnosis.checks, state, &Check::state));
}

}  // namespace pktgen

#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pktgen {

/// What a check came to. `unknown`: it couldn't be read, which is never taken for good.
enum class State : std::uint8_t { good, hurts, blocks, unknown };

/// "good", "hurts", "blocks", "unknown".
std::string_view name_of(State state);

/// One thing a measurement wants of the machine, and what was found.
struct Check {
  std::string name;      ///< "hugepages"
  std::string port{};    ///< the port it is about, as it was asked for; empty: the machine
  bool is_vital = true;  ///< without it there is no run: being unknown keeps the machine from being ready
  State state = State::unknown;
  std::string found{};          ///< what was read, or why it couldn't be
  std::string why{};            ///< what it is good for
  std::string mend_now{};       ///< a line for a root shell; empty: nothing to mend, or no line does
  std::string mend_for_good{};  ///< the line whose effect outlasts a reboot, which may need one
};

/// All that was found of a machine, and whether it can measure.
struct Diagnosis {
  std::vector<Check> checks;
  std::vector<std::string> ports;  ///< that were looked at
  std::vector<std::string> ready_ports;
  bool is_ready = false;
};

/// Judges: a port is ready if no check of it or of the machine blocks and no vital one is unknown. All ports
/// must be (`wants_all`: they were asked for by name), or one of those that there are.
Diagnosis judge(std::vector<Check> checks, std::vector<std::string> ports, bool wants_all);

/// The number of checks in a state.
std::size_t count(const Diagnosis& diagnosis, State state);

}  // namespace pktgen

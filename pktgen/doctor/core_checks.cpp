#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "base/text.h"
#include "doctor/checks.h"
#include "doctor/mend.h"

namespace pktgen {
namespace {

constexpr std::uint64_t kSlowWake = 10;  // microseconds: a worker should see a frame sooner

bool is_in(const std::vector<unsigned>& cores, unsigned core) {
  return std::ranges::find(cores, core) != cores.end();
}

/// "2-5,8", as the kernel takes it; the cores ascend.
std::string list_of(const std::vector<unsigned>& cores) {
  std::string text;
  for (std::size_t first = 0, last = 0; first < cores.size(); first = ++last) {
    while (last + 1 < cores.size() && cores[last + 1] == cores[last] + 1) ++last;
    text += fmt::format("{}{}", text.empty() ? "" : ",", cores[first]);
    if (last > first) text += fmt::format("-{}", cores[last]);
  }
  return text;
}

/// Cores of which a hardware thread isn't in the list.
std::vector<unsigned> with_a_thread_outside(const Machine& machine, const std::vector<unsigned>& list) {
  std::vector<unsigned> found;
  for (const CorePlace& place : machine.cores) {
    const auto is_outside = [&](unsigned thread) { return !is_in(list, thread); };
    if (is_in(list, place.core) && std::ranges::any_of(place.siblings, is_outside))
      found.push_back(place.core);
  }
  return found;
}

std::vector<unsigned> isolated_of(const Machine& machine) {
  return cores_of_list(machine.isolated.value_or(""));
}

/// A core for control; a program may not use isolated ones unless it is told to (taskset).
unsigned first_beside(const std::vector<unsigned>& isolated) {
  unsigned core = 0;
  while (is_in(isolated, core)) ++core;
  return core;
}

int node_of(const Machine& machine, unsigned core) {
  const auto found = std::ranges::find(machine.cores, core, &CorePlace::core);
  return found == machine.cores.end() ? -1 : found->node;
}

std::string isolation_line(const std::vector<unsigned>& cores) {
  const std::string list = list_of(cores);
  return mend::kernel_parameter("cores",
                                fmt::format("isolcpus={} nohz_full={} rcu_nocbs={}", list, list, list));
}

}  // namespace

Check check_isolated_cores(const Machine& machine, const Wants& wants) {
  Check check{.name = "isolated cores", .is_vital = false};
  check.why = "on a core of its own a worker is never put aside; else frames are sent late and missed";
  if (!machine.isolated) {
    check.found = "/sys/devices/system/cpu/isolated can't be read";
    return check;
  }
  const std::vector<unsigned> isolated = isolated_of(machine);
  const std::vector<unsigned> advised = cores_to_isolate(machine, wants.worker_cores);
  check.state = State::hurts;
  if (isolated.empty()) {
    check.found = "none";
    if (advised.empty())
      check.found += fmt::format(", and {} cores are too few for it", machine.cores.size());
    else check.mend_for_good = isolation_line(advised);
    return check;
  }
  const std::string list = list_of(isolated);
  const std::vector<unsigned> tickless = cores_of_list(machine.tickless.value_or(""));
  const bool have_ticks =
      std::ranges::any_of(isolated, [&](unsigned core) { return !is_in(tickless, core); });
  check.found = fmt::format("{}; used by: taskset -c {},{} pktgen ... --lcores {}", list,
                            first_beside(isolated), list, list);
  if (have_ticks) {
    check.found += ", but the timer interrupts them hundreds of times a second";
    check.mend_for_good =
        mend::kernel_parameter("ticks", fmt::format("nohz_full={} rcu_nocbs={}", list, list));
  } else {
    check.state = State::good;
  }
  return check;
}

Check check_governor(const Machine& machine) {
  constexpr std::string_view kFile = "/sys/devices/system/cpu/cpu*/cpufreq/scaling_governor";
  Check check{.name = "governor", .is_vital = false};
  check.why = "a core that changes its clock sends late and measures latency that isn't the device's";
  if (machine.governors.empty()) {
    check.found = machine.is_virtual ? "not to be seen in a virtual machine: its host decides"
                                     : "no core has a scaling_governor";
    return check;
  }
  check.found = join(machine.governors, ", ");
  check.state = machine.governors == std::vector<std::string>{"performance"} ? State::good : State::hurts;
  if (check.state == State::good) return check;
  check.mend_now = fmt::format("echo performance | tee {}", kFile);
  check.mend_for_good = mend::at_boot("governor", kFile, "performance");
  return check;
}

Check check_idle_states(const Machine& machine) {
  Check check{.name = "C-states", .is_vital = false};
  check.why = "a core, or the whole processor, that has to wake up adds that time to what it sees next";
  if (machine.idle_states.empty()) {
    const bool is_told = machine.idle_driver == "none";
    check.state = is_told ? State::good : State::unknown;
    check.found = is_told ? "no driver for them" : "no core has a folder cpuidle";
    return check;
  }
  std::vector<std::string> slow, numbers;
  for (const IdleState& state : machine.idle_states)
    if (!state.is_off && state.latency_us > kSlowWake) {
      slow.push_back(fmt::format("{} ({} us)", state.name, state.latency_us));
      numbers.push_back(fmt::format("{}", state.number));
    }
  check.state = slow.empty() ? State::good : State::hurts;
  check.found = slow.empty() ? fmt::format("none that takes longer than {} us", kSlowWake)
                             : "in use: " + join(slow, ", ");
  if (slow.empty()) return check;
  for (const std::string& number : numbers)
    check.mend_now += fmt::format("{}echo 1 | tee /sys/devices/system/cpu/cpu*/cpuidle/state{}/disable",
                                  check.mend_now.empty() ? "" : " && ", number);
  check.mend_for_good = mend::kernel_parameter("idle", "intel_idle.max_cstate=1 processor.max_cstate=1");
  return check;
}

Check check_smt(const Machine& machine) {
  Check check{.name = "SMT siblings", .is_vital = false};
  check.why = "two threads of one physical core have about half of it each";
  if (!machine.smt_active) {
    check.found = "/sys/devices/system/cpu/smt/active can't be read";
    return check;
  }
  check.state = State::good;
  if (*machine.smt_active == "0") {
    check.found = "one thread a core";
    return check;
  }
  const std::vector<unsigned> isolated = isolated_of(machine);
  const std::vector<unsigned> shared = with_a_thread_outside(machine, isolated);
  if (!isolated.empty() && shared.empty()) {
    check.found = "the isolated cores have their siblings among them";
    return check;
  }
  check.state = State::hurts;
  check.found = isolated.empty() ? "two threads a core, and none kept for workers"
                                 : fmt::format("others may run beside the cores {}", list_of(shared));
  check.mend_now = "echo off > /sys/devices/system/cpu/smt/control";
  check.mend_for_good = mend::kernel_parameter("smt", "nosmt");
  return check;
}

Check check_numa(const Machine& machine) {
  Check check{.name = "NUMA", .is_vital = false};
  check.why = "each frame between a port and a core of another node crosses from processor to processor";
  if (machine.nodes.size() < 2) {
    check.found = machine.nodes.empty() ? "/sys/devices/system/node can't be read" : "there is one node";
    check.state = machine.nodes.empty() ? State::unknown : State::good;
    return check;
  }
  const std::set<int> nodes = machine.port_nodes();
  std::vector<std::string> places;
  for (const PatientPort& port : machine.ports) {
    if (!port.in_use.empty()) continue;
    places.push_back(port.numa_node() < 0 ? port.name + " on a node that isn't known"
                                          : fmt::format("{} on node {}", port.name, port.numa_node()));
  }
  check.found = places.empty() ? "no port is free" : join(places, ", ");
  if (nodes.empty() || nodes.contains(-1)) return check;
  check.state = nodes.size() == 1 ? State::good : State::hurts;
  if (nodes.size() > 1) return check;  // nothing but another slot would change it
  for (const unsigned core : isolated_of(machine))
    if (const int node = node_of(machine, core); node >= 0 && node != *nodes.begin()) {
      check.state = State::hurts;
      check.found += fmt::format("; isolated core {} is on node {}", core, node);
      check.mend_for_good = isolation_line(cores_to_isolate(machine, isolated_of(machine).size()));
      break;
    }
  return check;
}

std::vector<unsigned> cores_of_list(std::string_view text) {
  const auto cores = parse_lcores(text);
  return cores ? *cores : std::vector<unsigned>{};
}

std::vector<unsigned> cores_to_isolate(const Machine& machine, std::size_t workers) {
  const std::set<int> nodes = machine.port_nodes();
  const int node = nodes.size() == 1 ? *nodes.begin() : -1;
  std::set<unsigned> chosen;
  std::size_t physical = 0;
  for (const unsigned core : best_first(machine.cores, node)) {
    const auto place = std::ranges::find(machine.cores, core, &CorePlace::core);
    if (core == 0 || is_in(place->siblings, 0) || chosen.contains(core) || physical == workers) continue;
    chosen.insert(core);
    chosen.insert(place->siblings.begin(), place->siblings.end());
    ++physical;
  }
  constexpr std::size_t kFewest = 2;  // one that sends, one that receives
  if (physical < kFewest) return {};
  return {chosen.begin(), chosen.end()};
}

}  // namespace pktgen

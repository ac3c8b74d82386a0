#include "rig/crew.h"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>
#include <sched.h>

#include "base/text.h"

namespace pktgen {

std::vector<std::vector<std::size_t>> spread(std::size_t tasks, std::size_t cores) {
  std::vector<std::vector<std::size_t>> rows(std::min(tasks, cores));
  for (std::size_t task = 0; task < tasks && cores > 0; ++task)
    rows[(task * rows.size() + rows.size() - 1) / tasks].push_back(task);
  return rows;
}

Result<Crew> choose_crew(std::span<const unsigned> allowed, std::span<const unsigned> asked,
                         std::size_t most_workers) {
  assert(!allowed.empty() && most_workers > 0);
  const auto is_allowed = [&](unsigned core) { return std::ranges::find(allowed, core) != allowed.end(); };
  for (const unsigned core : asked)
    if (!is_allowed(core))
      return fail(ErrorKind::environment,
                  fmt::format("lcores: core {} was asked for, this process may use {}; choose among those",
                              core, print_lcores(allowed)));
  Crew crew;
  if (asked.empty()) {
    const auto others = allowed.subspan(allowed.size() > 1 ? 1 : 0);
    crew.worker_cores.assign(others.begin(), others.end());
  } else {
    crew.worker_cores.assign(asked.begin(), asked.end());
  }
  if (crew.worker_cores.size() > most_workers) crew.worker_cores.resize(most_workers);
  const auto works = [&](unsigned core) {
    return std::ranges::find(crew.worker_cores, core) != crew.worker_cores.end();
  };
  const auto free_core = std::ranges::find_if_not(allowed, works);
  crew.control_core = free_core != allowed.end() ? *free_core : crew.worker_cores.front();
  if (free_core == allowed.end())
    crew.notes.push_back(
        fmt::format("the control thread shares core {} with a worker, for there is no other: "
                    "it delays frames now and then",
                    crew.control_core));
  return crew;
}

std::vector<unsigned> allowed_cores() {
  std::vector<unsigned> cores;
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) != 0) return {0};
  for (unsigned core = 0; core < CPU_SETSIZE; ++core)
    if (CPU_ISSET(core, &set)) cores.push_back(core);
  return cores;
}

}  // namespace pktgen

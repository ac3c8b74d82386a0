#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace pktgen {

/// Which tasks each worker core runs, as indices in order: neighbours stay together, the numbers a core
/// differ by one at most, and the longer ones come last. As many rows as cores get work.
std::vector<std::vector<std::size_t>> spread(std::size_t tasks, std::size_t cores);

/// Who runs where: one core for the thread that controls, the others for workers, which never rest.
struct Crew {
  unsigned control_core = 0;
  std::vector<unsigned> worker_cores;
  std::vector<std::string> notes;  ///< what a person should know, a sentence each
};

/// Chooses among the cores this process may use (`allowed`, best first): those asked for, or all but the
/// first, `most_workers` at most. The control thread shares a core with a worker only if there is no other,
/// which is noted. Fails (environment) if a core that was asked for isn't allowed.
Result<Crew> choose_crew(std::span<const unsigned> allowed, std::span<const unsigned> asked,
                         std::size_t most_workers);

/// The cores this process may use, ascending.
std::vector<unsigned> allowed_cores();

}  // namespace pktgen

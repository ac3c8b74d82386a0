#include "host/core_places.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>

namespace pktgen {
namespace {

namespace fs = std::filesystem;

/// A list as the kernel prints it: "0-1,4". What isn't a number ends it.
std::vector<unsigned> cores_of(const std::string& text) {
  std::vector<unsigned> cores;
  const char *at = text.data(), *const end = text.data() + text.size();
  for (unsigned first = 0; at < end; ++at) {
    const auto begin = std::from_chars(at, end, first);
    if (begin.ec != std::errc{}) break;
    unsigned last = first;
    at = begin.ptr;
    if (at < end && *at == '-') at = std::from_chars(at + 1, end, last).ptr;
    for (unsigned core = first; core <= last && cores.size() < 4096; ++core) cores.push_back(core);
  }
  return cores;
}

int node_of(const fs::path& folder) {
  constexpr std::string_view kNode = "node";
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    int node = -1;
    if (!name.starts_with(kNode)) continue;
    const char* const end = name.data() + name.size();
    if (std::from_chars(name.data() + kNode.size(), end, node).ptr == end && node >= 0) return node;
  }
  return -1;
}

bool are_siblings(const CorePlace& a, unsigned b) {
  return a.core != b && std::ranges::find(a.siblings, b) != a.siblings.end();
}

}  // namespace

std::vector<CorePlace> core_places(const std::string& root, std::span<const unsigned> cores) {
  std::vector<CorePlace> places;
  for (const unsigned core : cores) {
    const fs::path folder = fmt::format("{}/sys/devices/system/cpu/cpu{}", root, core);
    std::ifstream list(folder / "topology/thread_siblings_list");
    const std::string text{std::istreambuf_iterator<char>(list), {}};
    places.push_back({.core = core, .node = node_of(folder), .siblings = cores_of(text)});
  }
  return places;
}

std::vector<unsigned> best_first(std::span<const CorePlace> places, int node) {
  struct Ranked {
    bool is_far = false, is_second = false;
    unsigned core = 0;
  };
  std::vector<Ranked> ranked;
  for (const CorePlace& place : places) {
    const bool is_second =
        std::ranges::any_of(ranked, [&](const Ranked& before) { return are_siblings(place, before.core); });
    ranked.push_back({node >= 0 && place.node >= 0 && place.node != node, is_second, place.core});
  }
  const auto worse = [](const Ranked& r) { return std::pair(r.is_far, r.is_second); };
  if (ranked.size() > 1) std::ranges::stable_sort(std::span(ranked).subspan(1), {}, worse);
  std::vector<unsigned> cores;
  for (const Ranked& r : ranked) cores.push_back(r.core);
  return cores;
}

std::vector<std::string> placement_notes(std::span<const CorePlace> workers,
                                         std::span<const PortPlace> ports) {
  std::vector<std::string> notes;
  for (const PortPlace& port : ports)
    for (const CorePlace& worker : workers)
      if (port.node >= 0 && worker.node >= 0 && port.node != worker.node)
        notes.push_back(
            fmt::format("core {} is on NUMA node {} and {} on node {}: each frame crosses between "
                        "them; choose cores of node {} with --lcores",
                        worker.core, worker.node, port.name, port.node, port.node));
  for (std::size_t i = 0; i < workers.size(); ++i)
    for (std::size_t j = i + 1; j < workers.size(); ++j)
      if (are_siblings(workers[i], workers[j].core))
        notes.push_back(
            fmt::format("workers on cores {} and {} share one physical core, so each has about half "
                        "of it; choose others with --lcores",
                        workers[i].core, workers[j].core));
  return notes;
}

}  // namespace pktgen

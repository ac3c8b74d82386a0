#include "verdict/link_findings.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string>

#include "verdict/flap.h"
#include "verdict/wording.h"

namespace pktgen {

std::optional<Finding> link_flapped(std::size_t times, std::string_view first) {
  if (times == 0) return std::nullopt;
  return Finding{"link-flapped",
                 times == 1 ? fmt::format("the link went down once: {}", first)
                            : fmt::format("the link went down {} times, first: {}", times, first),
                 "reseat or swap cable and modules one at a time, and read the far side's log",
                 Effect::fails};
}

RunVerdict with_link_downs(RunVerdict run, const std::vector<PortFacts>& ports) {
  const auto is_told = [](const Finding& f) {
    return f.rule == "link-flapped" || f.rule == "link-down-in-trial";
  };
  if (std::ranges::any_of(run.findings, is_told)) return run;
  std::array<std::string, 2> names;
  std::vector<LinkDown> downs;
  for (std::size_t i = 0; i < std::min(ports.size(), names.size()); ++i) {
    names[i] = ports[i].name;
    for (LinkDown down : ports[i].link_downs) {
      down.port = i;
      downs.push_back(down);
    }
  }
  const std::vector<Flap> flaps = flaps_of(downs);
  if (flaps.empty()) return run;
  const Flap& first = flaps.front();
  run.findings.push_back(
      *link_flapped(flaps.size(), fmt::format("{}, {} s into the run, {}", ends_text(first, names),
                                              seconds_text(first.at), for_text(first))));
  run.verdict = Verdict::fail;
  return run;
}

}  // namespace pktgen

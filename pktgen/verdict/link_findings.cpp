#include "verdict/link_findings.h"

#include <algorithm>
#include <fmt/format.h>

#include "verdict/wording.h"

namespace pktgen {

std::string lasted_text(const LinkDown& down) {
  if (!down.lasted) return "for good";
  return (down.at_most ? "less than " : "") + seconds_text(*down.lasted) + " s";
}

RunVerdict with_link_downs(RunVerdict run, const std::vector<PortFacts>& ports) {
  const auto is_told = [](const Finding& f) {
    return f.rule == "link-flapped" || f.rule == "link-down-in-trial";
  };
  if (std::ranges::any_of(run.findings, is_told)) return run;
  std::size_t times = 0;
  std::string first;
  for (const PortFacts& port : ports)
    for (const LinkDown& down : port.link_downs)
      if (++times == 1)
        first = fmt::format("that of {}, {} s into the run, {}{}", port.name, seconds_text(down.at),
                            down.lasted ? "for " : "", lasted_text(down));
  if (times == 0) return run;
  run.findings.push_back({"link-flapped",
                          times == 1 ? "a link went down once: " + first
                                     : fmt::format("links went down {} times, first {}", times, first),
                          "reseat or swap cable and modules one at a time, and read the far side's log",
                          Effect::fails});
  run.verdict = Verdict::fail;
  return run;
}

}  // namespace pktgen

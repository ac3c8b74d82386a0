#include "report/doctor_text.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/text.h"
#include "report/text.h"

namespace pktgen {
namespace {

constexpr std::size_t kStateWidth = 9;  // "unknown" and two blanks

std::string title_of(const Check& check) {
  return check.port.empty() ? check.name : check.name + " of " + check.port;
}

std::string block_of(const Check& check) {
  const std::string indent(2 + kStateWidth, ' ');
  std::string out = wrapped(fmt::format("{}: {}", title_of(check), check.found),
                            fmt::format("  {:<{}}", name_of(check.state), kStateWidth), indent + "  ");
  if (check.state == State::good) return out;
  out += wrapped(check.why, indent + "why       ", indent + "          ");
  if (!check.mend_now.empty()) out += fmt::format("{}now       {}\n", indent, check.mend_now);
  if (!check.mend_for_good.empty()) out += fmt::format("{}for good  {}\n", indent, check.mend_for_good);
  return out;
}

std::string counts_of(const Diagnosis& diagnosis) {
  return fmt::format("{} in the way, {} that hurt, {} unknown, {} good", count(diagnosis, State::blocks),
                     count(diagnosis, State::hurts), count(diagnosis, State::unknown),
                     count(diagnosis, State::good));
}

std::string conclusion_of(const Diagnosis& diagnosis) {
  if (diagnosis.ready_ports.empty())
    return diagnosis.ports.empty() ? "not ready: there is no port"
                                   : "not ready: no port could be used as it is";
  const std::string ready = join(diagnosis.ready_ports, ", ");
  return diagnosis.is_ready ? "ready: " + ready
                            : "not ready: of the ports that were asked for, only " + ready;
}

}  // namespace

std::string text_of(const Diagnosis& diagnosis) {
  std::string out =
      fmt::format("pktgen doctor: {}\n\n", diagnosis.ports.empty() ? "no port" : join(diagnosis.ports, ", "));
  for (const Check& check : diagnosis.checks) out += block_of(check);
  const auto has_line = [](const Check& check) {
    return !check.mend_now.empty() || !check.mend_for_good.empty();
  };
  out += "\n" + wrapped(conclusion_of(diagnosis), "", "  ") + counts_of(diagnosis) + "\n";
  if (std::ranges::any_of(diagnosis.checks, has_line))
    out += "The lines are for a root shell in pktgen's folder; what stands after # is no part of them.\n";
  return out;
}

}  // namespace pktgen

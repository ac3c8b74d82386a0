#include <algorithm>
#include <fmt/format.h>
#include <span>

#include "optics/describe.h"
#include "optics/module_course.h"
#include "verdict/module_steps.h"
#include "verdict/rules.h"
#include "verdict/wording.h"

namespace pktgen {
namespace {

/// What of a module may have cost frames, worst first: the words, and what to do about it.
struct Suspicion {
  std::string words;
  std::string_view next_step;
};

constexpr std::string_view kOfReceivedLight =
    "clean both ends of the fibre, then swap the fibre and the far module, one at a time";
constexpr std::string_view kOfSender = "swap the module that sends, and read it again (pktgen optics)";
constexpr std::string_view kOfHeat = "give the cage more air, or leave the one beside it empty";

std::string lane_text(unsigned lane) { return lane == 0 ? "" : fmt::format(" of lane {}", lane); }

double limit_of(const Thresholds& t, bool is_high, bool is_alarm) {
  if (is_high) return is_alarm ? t.high_alarm : t.high_warning;
  return is_alarm ? t.low_alarm : t.low_warning;
}

/// "rx power of -21.00 dBm, low alarm at -20.00 dBm".
std::string threshold_words(const MonitorCourse& one, bool is_high, bool is_alarm) {
  const std::string worst = short_text(one.monitor, is_high ? *one.most : *one.least);
  std::string text = fmt::format("{} of {}{}, {} {}", name_of(one.monitor), worst, lane_text(one.lane),
                                 is_high ? "high" : "low", is_alarm ? "alarm" : "warning");
  if (!one.thresholds) return text + " by the module's own flag";
  return text + " at " + short_text(one.monitor, limit_of(*one.thresholds, is_high, is_alarm));
}

std::optional<Suspicion> suspicion(const MonitorCourse& one, std::optional<double> least_dbm) {
  const Crossings& c = one.crossed;
  if (c.any()) {
    const bool is_alarm = c.alarm();
    const bool is_high = is_alarm ? c.high_alarm : c.high_warning;
    return Suspicion{threshold_words(one, is_high, is_alarm), next_step_for(one.monitor)};
  }
  if (one.monitor != Monitor::rx_power) return std::nullopt;
  const auto dbm = to_dbm(*one.least);
  if (!dbm) return Suspicion{"no light received" + lane_text(one.lane), kOfReceivedLight};
  if (!least_dbm || *dbm >= *least_dbm) return std::nullopt;
  return Suspicion{fmt::format("rx power of {}{}, where IEEE 802.3 asks for {:.1f} dBm",
                               short_text(one.monitor, *one.least), lane_text(one.lane), *least_dbm),
                   kOfReceivedLight};
}

/// What of `monitors` is suspicious, in their order.
void suspect(std::vector<Suspicion>& found, const ModuleCourse& module, std::span<const Monitor> monitors) {
  for (const Monitor monitor : monitors)
    for (const MonitorCourse& one : module.monitors)
      if (one.monitor == monitor)
        if (auto what = suspicion(one, least_received_dbm(module))) found.push_back(std::move(*what));
}

void suspect(std::vector<Suspicion>& found, const ModuleCourse& module, ModuleCondition condition,
             std::string_view next_step) {
  for (const ConditionAt at : module.conditions)
    if (at.condition == condition)
      found.push_back({std::string(name_of(condition)) + lane_text(at.lane), next_step});
}

std::vector<Suspicion> of_receiver(const ModuleCourse& module) {
  constexpr Monitor kMonitors[] = {Monitor::rx_power, Monitor::temperature, Monitor::supply};
  std::vector<Suspicion> found;
  suspect(found, module, ModuleCondition::rx_signal_lost, kOfReceivedLight);
  suspect(found, module, kMonitors);
  return found;
}

std::vector<Suspicion> of_sender(const ModuleCourse& module) {
  constexpr Monitor kMonitors[] = {Monitor::tx_power, Monitor::bias, Monitor::temperature, Monitor::supply};
  std::vector<Suspicion> found;
  suspect(found, module, ModuleCondition::tx_fault, kOfSender);
  suspect(found, module, kMonitors);
  return found;
}

std::string words_of(const std::string& port, const ModuleCourse& module, std::span<const Suspicion> found) {
  std::string text = fmt::format("the module of {} ({}) showed ", port, name_of(module));
  for (std::size_t i = 0; i < found.size(); ++i) text += (i == 0 ? "" : "; ") + found[i].words;
  return text;
}

}  // namespace

std::string_view next_step_for(Monitor monitor) {
  if (monitor == Monitor::rx_power) return kOfReceivedLight;
  return monitor == Monitor::temperature ? kOfHeat : kOfSender;
}

std::optional<Found> module_beside_loss(const Evidence& e) {
  const Ledger& l = e.ledger();
  const std::uint64_t missing = l.lost + l.rx_crc_errors + l.corrupted;
  if (missing == 0) return std::nullopt;
  std::string words;
  std::string_view next_step;
  const auto ask = [&](std::size_t port, std::vector<Suspicion> (*suspicions)(const ModuleCourse&)) {
    const auto& module = e.outcome.modules.at(port);
    if (!module) return;
    const std::vector<Suspicion> found = suspicions(*module);
    if (found.empty()) return;
    if (next_step.empty()) next_step = found.front().next_step;
    words += (words.empty() ? "" : ", and ") + words_of(e.port(port), *module, found);
  };
  ask(e.receiver(), of_receiver);
  ask(e.sender(), of_sender);
  if (words.empty()) return std::nullopt;
  return Found{
      fmt::format("{} of {} didn't come whole while {}", thousands(missing), frames_text(l.sent), words),
      std::string(next_step)};
}

}  // namespace pktgen

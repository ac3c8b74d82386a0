#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "optics/module.h"

namespace pktgen {

/// How one monitor went while something was measured, in its unit.
struct MonitorCourse {
  Monitor monitor = Monitor::temperature;
  unsigned lane = 0;                                         ///< 0: of the whole module
  std::optional<double> before{}, least{}, most{}, after{};  ///< first reading, all readings, last reading
  std::optional<Thresholds> thresholds{};
  /// Beyond a threshold in any reading. The module's own flags count from the second reading on: where they
  /// stay until they are read, the first one may tell of what was long ago.
  Crossings crossed{};
};

/// A module while something was measured: who it is, and its monitors.
struct ModuleCourse {
  std::optional<std::string> vendor, part, serial;
  std::vector<std::string> compliance;
  std::vector<MonitorCourse> monitors;     ///< that gave a value in any reading
  std::vector<ConditionAt> conditions;     ///< reported in any reading, as `crossed` is
  std::uint32_t readings = 0, unread = 0;  ///< that came, and that failed
  std::string why_none;                    ///< "" with monitors
};

/// The first reading, and each later one.
ModuleCourse begin_course(const Module& module);
void follow(ModuleCourse& course, const Module& module);

/// "FINISAR CORP. FTLX8571D3BCL", "a module without a name".
std::string name_of(const ModuleCourse& course);

/// A monitor's value as people say it: powers in dBm, "no light", "30.14 C".
std::string short_text(Monitor monitor, double value);

/// One line: the name, and each monitor's last value, with the range where it moved.
std::string describe(const ModuleCourse& course);

/// What receivers of a module's kind are made for, by IEEE 802.3 clause 52: the least average power in dBm.
/// Nothing for what isn't 10GBASE-SR, -LR or -ER.
std::optional<double> least_received_dbm(const ModuleCourse& course);

}  // namespace pktgen

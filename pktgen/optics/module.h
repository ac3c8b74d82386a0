#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pktgen {

/// Which standard lays out a module's memory.
enum class MemoryMap : std::uint8_t { sff8472, sff8636, cmis };

/// What carries the signal out of the module.
enum class Medium : std::uint8_t {
  unknown,
  fibre,
  passive_copper,
  active_copper,
  active_fibre,
  twisted_pair
};

/// A byte and what SFF-8024 calls it.
struct NamedCode {
  std::uint8_t value = 0;
  std::string name;
};

/// A sum that the module stores over some of its bytes.
struct StoredSum {
  std::string name;  ///< as the standard has it: CC_BASE
  std::uint8_t stored = 0, computed = 0;
  bool is_right() const { return stored == computed; }
};

/// How far the module says it reaches.
struct Reach {
  std::string over;  ///< "single-mode fibre", "OM3 fibre", "copper"
  double metres = 0;
  bool or_more = false;  ///< the byte can't say how much more
};

/// What a module measures. Celsius, volts, milliamperes, milliwatts, milliwatts.
enum class Monitor : std::uint8_t { temperature, supply, bias, tx_power, rx_power };

/// Thresholds of a monitor, calibrated, in its unit.
struct Thresholds {
  double high_alarm = 0, low_alarm = 0, high_warning = 0, low_warning = 0;
};

/// What lies beyond its threshold, by our comparison or by the module's flags.
struct Crossings {
  bool high_alarm = false, low_alarm = false, high_warning = false, low_warning = false;
  bool alarm() const { return high_alarm || low_alarm; }
  bool any() const { return alarm() || high_warning || low_warning; }
};

/// One figure of a module, or why there is none.
struct Reading {
  Monitor monitor = Monitor::temperature;
  unsigned lane = 0;            ///< 0: of the whole module
  std::optional<double> value;  ///< in the monitor's unit; a power of 0 is no light
  std::string why_none;         ///< "" with a value
  std::optional<Thresholds> thresholds;
  bool thresholds_disordered = false;  ///< there are some, but a low one lies above a high one: not used
  std::optional<Crossings> flags;      ///< of the module itself; nothing if it has none
};

/// A condition that the module reports as a bit.
enum class ModuleCondition : std::uint8_t { tx_disabled, tx_fault, tx_signal_lost, rx_signal_lost };
struct ConditionAt {
  ModuleCondition condition = ModuleCondition::tx_fault;
  unsigned lane = 0;  ///< 0: of the whole module
  friend bool operator==(ConditionAt, ConditionAt) = default;
};

/// Whose arithmetic makes units of what the converters in the module say.
enum class MonitorCalibration : std::uint8_t { none, internal, external };

/// Digital optical monitoring. Without readings `why_none` says why.
struct Diagnostics {
  MonitorCalibration calibration = MonitorCalibration::none;
  std::optional<bool> rx_power_is_average;  ///< else it is OMA, the optical modulation amplitude
  std::vector<Reading> readings;
  std::vector<ConditionAt> conditions;
  std::string why_none;
};

/// Something a person should know of the module, and the next step; it may be empty.
struct Remark {
  std::string because, next_step;
};

/// What a module says of itself. A text that is missing in what was read is nothing; a blank one is "".
struct Module {
  MemoryMap map = MemoryMap::sff8472;
  std::string standard;  ///< "SFF-8472 rev 12.3"
  NamedCode identifier;
  std::optional<NamedCode> connector;
  Medium medium = Medium::unknown;
  std::optional<std::string> vendor, part, revision, serial;
  std::optional<std::string> made;      ///< "2020-01-31", or what stands in its place
  std::optional<std::string> oui;       ///< "00:90:65"; nothing if it is zero
  std::vector<std::string> compliance;  ///< "10GBASE-SR"
  std::string encoding;
  std::optional<std::uint32_t> megabauds;
  std::optional<double> wavelength_nm;
  std::vector<Reach> reach;
  std::string power_class;  ///< "power level 2", "" if it isn't known
  std::optional<double> most_watts;
  bool has_10g_code = false, has_1g_code = false;  ///< SFF-8472 byte 3 bits 7-4, byte 6 bits 3-0
  std::vector<StoredSum> sums;
  Diagnostics diagnostics;
  std::vector<Remark> remarks;
};

/// Where a value lies beside its thresholds; nothing without either.
std::optional<Crossings> compare(const Reading& reading);

/// Whether a receiver measures no light at all.
bool is_dark(const Reading& reading);

/// Whether a reading is beyond an alarm threshold, by our comparison or the module's flag, a receiver is
/// dark, or the module reports a transmitter fault or a lost signal.
bool has_alarm(const Module& module);

/// 10 log10 of milliwatts; nothing for no light, whose logarithm isn't a number to print.
std::optional<double> to_dbm(double milliwatts);

}  // namespace pktgen

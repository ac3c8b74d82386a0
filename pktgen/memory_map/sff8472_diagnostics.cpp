#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>

#include "memory_map/monitors.h"
#include "memory_map/sff8472.h"

namespace pktgen {
namespace {

/// One straight line of external calibration: an unsigned 8.8 slope and a signed offset in raw units.
struct Line {
  double slope = 1, offset = 0;
  double operator()(double raw) const { return raw * slope + offset; }
};

Line line_at(const PageView& a2h, std::size_t at) {
  return {a2h.be16(at).value_or(0) / 256.0,
          static_cast<double>(static_cast<std::int16_t>(*a2h.be16(at + 2)))};
}

/// A2h bytes 56 to 91 (SFF-8472 section 9.3). The whole page is held, else they aren't looked at.
struct External {
  std::array<double, 5> rx_power{};  ///< the factor of raw to the power of its place
  Line bias, tx_power, temperature, supply;

  explicit External(const PageView& a2h)
      : bias(line_at(a2h, 76)),
        tx_power(line_at(a2h, 80)),
        temperature(line_at(a2h, 84)),
        supply(line_at(a2h, 88)) {
    for (std::size_t power = 0; power < rx_power.size(); ++power)
      rx_power[power] = std::bit_cast<float>(*a2h.be32(72 - 4 * power));
  }

  double operator()(Monitor monitor, std::uint16_t word) const {
    switch (monitor) {
      case Monitor::temperature:
        return temperature(static_cast<std::int16_t>(word)) / 256;
      case Monitor::supply:
        return supply(word) / 10'000;
      case Monitor::bias:
        return bias(word) / 500;
      case Monitor::tx_power:
        return std::max(0.0, tx_power(word) / 10'000);
      case Monitor::rx_power:
        break;
    }
    double sum = 0;
    for (std::size_t power = rx_power.size(); power-- > 0;) sum = sum * word + rx_power[power];
    // Below what the constants reach there is no light; a negative power would have no logarithm.
    return std::isfinite(sum) ? std::max(0.0, sum / 10'000) : sum;
  }
};

/// Bytes 112, 113 and 116, 117: from bit 7 down temperature high and low, supply, bias, TX power; then RX.
Crossings flags_of(const PageView& a2h, Monitor monitor) {
  const auto place = static_cast<unsigned>(monitor);
  const std::size_t further = place / 4;
  const unsigned high = 7 - 2 * (place % 4), low = high - 1;
  return {.high_alarm = a2h.bit(112 + further, high),
          .low_alarm = a2h.bit(112 + further, low),
          .high_warning = a2h.bit(116 + further, high),
          .low_warning = a2h.bit(116 + further, low)};
}

/// A2h byte 110, as far as A0h byte 93 (bits 6, 5 and 4) says that its bits are kept.
std::vector<ConditionAt> sfp_conditions(const PageView& a0h, const PageView& a2h) {
  std::vector<ConditionAt> conditions;
  if (a0h.bit(93, 6) && (a2h.bit(110, 7) || a2h.bit(110, 6)))
    conditions.push_back({ModuleCondition::tx_disabled});
  if (a0h.bit(93, 5) && a2h.bit(110, 2)) conditions.push_back({ModuleCondition::tx_fault});
  if (a0h.bit(93, 4) && a2h.bit(110, 1)) conditions.push_back({ModuleCondition::rx_signal_lost});
  return conditions;
}

MonitorCalibration calibration_of(const PageView& a0h) {
  if (a0h.bit(92, 5) == a0h.bit(92, 4)) return MonitorCalibration::none;
  return a0h.bit(92, 4) ? MonitorCalibration::external : MonitorCalibration::internal;
}

/// Why the page is nobody's diagnostics; "" if it may be used.
std::string why_no_sfp_diagnostics(const PageView& a0h, const PageView& a2h) {
  if (a2h.is_empty())
    return "A2h isn't in what was read; read it with ethtool -m IFACE hex on i2c 0x51, or 512 bytes with "
           "ethtool -m IFACE raw on";
  const auto same = [&](std::size_t count) {
    return std::ranges::equal(a0h.bytes(0, count), a2h.bytes(0, count)) && a2h.holds(0, count);
  };
  if (const std::string why = why_no_values(a2h.bytes(0, 96)); !why.empty())
    return "diagnostics unreadable: A2h answers, but of its bytes 0-95 " + why;
  if (same(96)) return "diagnostics unreadable: A2h repeats A0h, so the second address isn't reached";
  if (!a2h.holds(0, 118)) return "A2h ends before byte 118 in what was read";
  const auto computed = a2h.sum(0, 94), stored = a2h.u8(95);
  if (computed != stored)
    return fmt::format("diagnostics unreadable: CC_DMI stored 0x{:02x} computed 0x{:02x}", *stored,
                       *computed);
  if (a2h.bit(110, 0))
    return "the module hasn't measured yet (A2h byte 110 bit 0); read it again in a second";
  if (const std::string why = why_no_values(a2h.bytes(96, 10)); !why.empty())
    return "diagnostics unreadable: of A2h bytes 96-105 " + why;
  return {};
}

}  // namespace

Diagnostics decode_sff8472_diagnostics(const PageView& a0h, const PageView& a2h) {
  Diagnostics out;
  if (!a0h.holds(92, 2)) {
    out.why_none = "what was read ends before A0h byte 92, which says whether there are diagnostics";
    return out;
  }
  if (!a0h.bit(92, 6)) {
    out.why_none = "the module says it has none (A0h byte 92)";
    return out;
  }
  out.calibration = calibration_of(a0h);
  if (out.calibration == MonitorCalibration::none) {
    out.why_none = "A0h byte 92 names neither internal nor external calibration, or both";
    return out;
  }
  out.rx_power_is_average = a0h.bit(92, 3);
  out.why_none = why_no_sfp_diagnostics(a0h, a2h);
  if (!out.why_none.empty()) return out;

  std::vector<RawMonitor> monitors;
  for (const Monitor monitor :
       {Monitor::temperature, Monitor::supply, Monitor::bias, Monitor::tx_power, Monitor::rx_power}) {
    const auto place = static_cast<std::size_t>(monitor);
    RawMonitor raw;
    raw.monitor = monitor;
    raw.word = a2h.be16(96 + 2 * place);
    raw.thresholds = raw_thresholds(a2h, 8 * place);
    if (a0h.bit(93, 7)) raw.flags = flags_of(a2h, monitor);
    monitors.push_back(raw);
  }
  if (out.calibration == MonitorCalibration::external) out.readings = make_readings(monitors, External(a2h));
  else out.readings = make_readings(monitors, internally_calibrated);
  out.conditions = sfp_conditions(a0h, a2h);
  return out;
}

Result<void> store_reading(ModuleMemory& memory, Monitor monitor, double value) {
  constexpr std::size_t kA2h = 256, kValues = 96;
  constexpr double kUnits[] = {256, 10'000, 500, 10'000, 10'000};  // in degree, volt, milliampere, milliwatt
  const PageView a0h = sfp_a0h(memory), a2h = sfp_a2h(memory);
  const bool is_sfp = !memory.flat.empty() && !is_qsfp(memory.flat[0]) && !is_cmis(memory.flat[0]);
  const bool is_internal = a0h.bit(92, 6) && calibration_of(a0h) == MonitorCalibration::internal;
  if (!is_sfp || !is_internal || !a2h.holds(kValues, 10))
    return fail(ErrorKind::plan,
                "a module's course needs the memory of an SFP with internally calibrated monitors (SFF-8472, "
                "A0h and A2h); give such a one as eeprom, or leave the course out");
  const auto place = static_cast<std::size_t>(monitor);
  const bool is_signed = monitor == Monitor::temperature;
  const double word = std::clamp(std::round(value * kUnits[place]), is_signed ? -32768.0 : 0.0,
                                 is_signed ? 32767.0 : 65534.0);
  const auto bits = static_cast<std::uint16_t>(static_cast<std::int32_t>(word));
  const bool is_apart = !memory.second.empty();
  std::vector<std::uint8_t>& bytes = is_apart ? memory.second : memory.flat;
  const std::size_t at = (is_apart ? 0 : kA2h) + kValues + 2 * place;
  bytes[at] = static_cast<std::uint8_t>(bits >> 8);
  bytes[at + 1] = static_cast<std::uint8_t>(bits & 0xff);
  return {};
}

}  // namespace pktgen

// A dump comes from anybody, and the bytes in it from a module that may be broken: both are read without
// reading past their end, each figure is finite and has no reason beside it, and alarms come only with a
// reading.
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "memory_map/decode.h"
#include "optics/describe.h"
#include "eeprom/dump_file.h"

namespace {

using namespace pktgen;

void require(bool holds) {
  if (!holds) std::abort();
}

void check(const Error& error) {
  require(!error.message.empty());
  require(error.message.find('\n') == std::string::npos);
}

void check_reading(const Reading& reading) {
  require(reading.value.has_value() == reading.why_none.empty());
  if (reading.value) require(std::isfinite(*reading.value));
  const bool is_power = reading.monitor == Monitor::tx_power || reading.monitor == Monitor::rx_power;
  if (reading.value && is_power) require(*reading.value >= 0);
  if (reading.thresholds) {
    require(std::isfinite(reading.thresholds->high_alarm) && std::isfinite(reading.thresholds->low_alarm));
    require(reading.thresholds->high_alarm >= reading.thresholds->low_alarm);
  }
  require(!(reading.flags && !reading.value));
}

void check_module(const ModuleMemory& memory) {
  const auto module = decode_module(memory);
  if (!module) return check(module.error());
  for (const Reading& reading : module->diagnostics.readings) check_reading(reading);
  require(module->diagnostics.why_none.empty() || module->diagnostics.readings.empty());
  require(!has_alarm(*module) || module->diagnostics.why_none.empty());
  for (const std::string& line : describe(*module))
    for (const char c : line) require(c >= ' ' && c < 0x7f);
}

/// A change of a byte would end at a checksum that no longer fits: it is mended, so that the rest is reached.
void mend(std::vector<std::uint8_t>& bytes, std::size_t first, std::size_t last) {
  if (bytes.size() <= last + 1) return;
  std::uint8_t sum = 0;
  for (std::size_t at = first; at <= last; ++at) sum = static_cast<std::uint8_t>(sum + bytes[at]);
  bytes[last + 1] = sum;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  auto memory = parse_dump({data, size});
  if (!memory) {
    check(memory.error());
    return 0;
  }
  check_module(*memory);
  mend(memory->flat, 0, 62);
  mend(memory->flat, 64, 94);
  mend(memory->flat, 256, 256 + 94);
  mend(memory->second, 0, 94);
  check_module(*memory);
  return 0;
}

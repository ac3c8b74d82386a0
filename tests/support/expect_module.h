#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "memory_map/decode.h"
#include "optics/describe.h"
#include "support/module_bytes.h"

namespace pktgen {

inline Module decoded(const ModuleMemory& memory) {
  auto module = decode_module(memory);
  EXPECT_TRUE(module) << (module ? "" : module.error().message);
  return module ? *module : Module{};
}

/// Why the memory holds no module.
inline std::string refusal(const ModuleMemory& memory) {
  const auto module = decode_module(memory);
  if (module) return "decoded";
  EXPECT_EQ(module.error().kind, ErrorKind::not_measured);
  return module.error().message;
}

inline Reading reading_of(const Module& module, Monitor monitor, unsigned lane = 0) {
  for (const Reading& reading : module.diagnostics.readings)
    if (reading.monitor == monitor && reading.lane == lane) return reading;
  ADD_FAILURE() << "no reading of " << name_of(monitor) << " " << lane;
  return {};
}

/// A value of the whole module or a lane; -999 if there is none.
inline double value_of(const Module& module, Monitor monitor, unsigned lane = 0) {
  return reading_of(module, monitor, lane).value.value_or(-999);
}

inline bool is_told(const Module& module, std::string_view because) {
  return std::ranges::any_of(module.remarks, [&](const Remark& remark) {
    return remark.because.find(because) != std::string::npos;
  });
}

inline std::string all_lines(const Module& module) {
  std::string all;
  for (const std::string& line : describe(module)) all += line + "\n";
  return all;
}

}  // namespace pktgen

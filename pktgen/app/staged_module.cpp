#include "app/staged_module.h"

#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include "memory_map/sff8472.h"

namespace pktgen {
namespace {

/// What the module answers from a time on.
struct Stage {
  Nanoseconds at{};
  ModuleAccess access{};
};

double milliwatts(double dbm) { return std::pow(10, dbm / 10); }

Result<void> store_stage(ModuleMemory& memory, const ModuleStage& stage) {
  const auto power = [](const std::optional<double>& dbm) {
    return dbm ? std::optional(milliwatts(*dbm)) : std::nullopt;
  };
  const std::pair<Monitor, std::optional<double>> values[] = {
      {Monitor::temperature, stage.temperature_celsius},
      {Monitor::supply, stage.supply_volts},
      {Monitor::bias, stage.bias_milliamperes},
      {Monitor::tx_power, power(stage.tx_power_dbm)},
      {Monitor::rx_power, power(stage.rx_power_dbm)}};
  for (const auto& [monitor, value] : values)
    if (value)
      if (auto stored = store_reading(memory, monitor, *value); !stored) return stored;
  return {};
}

}  // namespace

Result<ModuleAccess> staged_access(ModuleMemory memory, const std::vector<ModuleStage>& course,
                                   std::size_t port) {
  std::vector<Stage> stages{{.access = access_to(memory)}};
  for (const ModuleStage& stage : course) {
    if (stage.port && *stage.port != port) continue;
    if (auto stored = store_stage(memory, stage); !stored) return tl::make_unexpected(stored.error());
    stages.push_back({stage.at, access_to(memory)});
  }
  const auto now = std::make_shared<Nanoseconds>();
  return ModuleAccess{.read =
                          [stages = std::move(stages), now](const MemoryPart& part) {
                            std::size_t last = 0;
                            for (std::size_t i = 1; i < stages.size(); ++i)
                              if (stages[i].at <= *now) last = i;
                            return stages[last].access.read(part);
                          },
                      .pass_time = [now](Nanoseconds time) { *now = time; }};
}

}  // namespace pktgen

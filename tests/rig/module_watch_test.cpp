#include "rig/module_watch.h"

#include <gtest/gtest.h>

#include "support/expect_module.h"
#include "support/wire_lab.h"

namespace pktgen {
namespace {

using Bytes = std::vector<std::uint8_t>;

/// A 10GBASE-SR module whose received power a test moves, and which may stop answering.
struct LiveModule {
  std::uint16_t tenths_of_microwatts = 5000;
  bool answers = true;
  int asked = 0;

  ModuleAccess access() {
    const ModuleMemory memory = memory_of(sr_a0h(), sr_a2h());
    return {.flat_bytes = memory.flat.size(),
            .read = [this, memory](const MemoryPart& part) -> Result<Bytes> {
              ++asked;
              if (!answers) return fail(ErrorKind::not_measured, "no answer");
              Bytes bytes = memory.flat;
              bytes[256 + 104] = static_cast<std::uint8_t>(tenths_of_microwatts >> 8);
              bytes[256 + 105] = static_cast<std::uint8_t>(tenths_of_microwatts & 0xff);
              const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(flat_offset(part));
              return Bytes(first, first + static_cast<std::ptrdiff_t>(part.count));
            }};
  }
};

MonitorCourse received(const std::optional<ModuleCourse>& module) {
  if (module)
    for (const MonitorCourse& one : module->monitors)
      if (one.monitor == Monitor::rx_power) return one;
  ADD_FAILURE() << "no received power";
  return {};
}

std::unique_ptr<Measurer> watched(LiveModule& module) {
  return watch_modules(make_virtual_rig({}, {}), {std::nullopt, module.access()});
}

Trial of_seconds(int seconds) { return test::one_way(1518, test::fps(1000), std::chrono::seconds(seconds)); }

TEST(ModuleWatch, ReadsBeforeEachSecondAndAfter) {
  LiveModule module;
  const auto rig = watched(module);
  module.asked = 0;
  const auto outcome = rig->measure(of_seconds(5), {});
  ASSERT_TRUE(outcome);
  EXPECT_FALSE(outcome->modules[0]);
  ASSERT_TRUE(outcome->modules[1]);
  EXPECT_EQ(module.asked, 7);
  EXPECT_EQ(outcome->modules[1]->readings, 7u);
  EXPECT_EQ(received(outcome->modules[1]).before, 0.5);
}

TEST(ModuleWatch, SeesThePowerFallWithinATrial) {
  LiveModule module;
  const auto rig = watched(module);
  const auto outcome = rig->measure(
      of_seconds(4), {.show =
                          [&](const Snapshot& seen) {
                            const auto second = std::chrono::seconds(1);
                            const bool dips = seen.elapsed >= 2 * second && seen.elapsed < 3 * second;
                            module.tenths_of_microwatts = dips ? 4 : seen.elapsed > 3 * second ? 4800 : 5000;
                          },
                      .stop = {}});
  ASSERT_TRUE(outcome);
  const MonitorCourse power = received(outcome->modules[1]);
  EXPECT_EQ(power.before, 0.5);
  EXPECT_NEAR(*power.least, 0.0004, 1e-12);
  EXPECT_EQ(power.most, 0.5);
  EXPECT_EQ(power.after, 0.48);
  EXPECT_TRUE(power.crossed.low_alarm);
}

TEST(ModuleWatch, CountsReadingsThatFailedAndGoesOn) {
  LiveModule module;
  const auto rig = watched(module);
  const auto outcome = rig->measure(
      of_seconds(3),
      {.show = [&](const Snapshot& seen) { module.answers = seen.elapsed < std::chrono::milliseconds(1500); },
       .stop = {}});
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->modules[1]->readings, 2u);
  EXPECT_EQ(outcome->modules[1]->unread, 3u);
  EXPECT_EQ(outcome->directions[0].ledger.delivered, 3000u);
}

TEST(ModuleWatch, TellsThePortsOfTheWholeRun) {
  LiveModule module;
  const auto rig = watched(module);
  ASSERT_TRUE(rig->measure(of_seconds(1), {}));
  module.tenths_of_microwatts = 4000;
  ASSERT_TRUE(rig->measure(of_seconds(1), {}));
  const auto ports = rig->ports();
  EXPECT_FALSE(ports[0].module);
  ASSERT_TRUE(ports[1].module);
  EXPECT_EQ(ports[1].module->part, "FTLX8571D3BCL");
  EXPECT_EQ(received(ports[1].module).before, 0.5);
  EXPECT_EQ(received(ports[1].module).after, 0.4);
}

TEST(ModuleWatch, AsksACableOnceAndNeverAgain) {
  int asked = 0;
  const auto inner = access_to(memory_of(cable_a0h()));
  const auto rig = watch_modules(make_virtual_rig({}, {}), {ModuleAccess{.read =
                                                                             [&](const MemoryPart& part) {
                                                                               ++asked;
                                                                               return inner.read(part);
                                                                             }},
                                                            std::nullopt});
  asked = 0;
  const auto outcome = rig->measure(of_seconds(3), {});
  ASSERT_TRUE(outcome);
  EXPECT_EQ(asked, 0);
  EXPECT_EQ(outcome->modules[0]->part, "DA-SFP-Plus-2m");
  EXPECT_FALSE(outcome->modules[0]->why_none.empty());
}

TEST(ModuleWatch, SaysOfAModuleThatCantBeDecodedWhy) {
  const auto rig =
      watch_modules(make_virtual_rig({}, {}), {access_to({.flat = Bytes(256, 0xff)}), std::nullopt});
  ASSERT_TRUE(rig->ports()[0].module);
  EXPECT_EQ(rig->ports()[0].module->why_none.substr(0, 17), "module unreadable");
}

TEST(ModuleWatch, LeavesARigWithoutModulesAsItIs) {
  LiveModule module{.answers = false};
  auto rig = make_virtual_rig({}, {});
  const Measurer* const before = rig.get();
  EXPECT_EQ(watch_modules(std::move(rig), {module.access(), std::nullopt}).get(), before);
}

}  // namespace
}  // namespace pktgen

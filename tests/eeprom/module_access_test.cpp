#include "eeprom/module_access.h"

#include <gtest/gtest.h>

#include "support/expect_module.h"

namespace pktgen {
namespace {

using Bytes = std::vector<std::uint8_t>;

/// A driver that shows memory in one piece, and can't read from some byte on.
struct FlatDriver {
  Bytes bytes;
  std::size_t readable = 4096;
  std::vector<std::size_t> asked{};  // bytes, call by call

  ModuleAccess access() {
    return {.flat_bytes = bytes.size(), .read = [this](const MemoryPart& part) -> Result<Bytes> {
              const std::size_t at = flat_offset(part);
              asked.push_back(part.count);
              if (at + part.count > std::min(readable, bytes.size()))
                return fail(ErrorKind::not_measured, "no answer");
              const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(at);
              return Bytes(first, first + static_cast<std::ptrdiff_t>(part.count));
            }};
  }
};

Bytes joined(const Bytes& first, const Bytes& second) {
  Bytes all = first;
  all.insert(all.end(), second.begin(), second.end());
  return all;
}

TEST(ModuleAccess, ReadsBothAddressesOfAnSfpInOnePiece) {
  FlatDriver driver{joined(sr_a0h().bytes(), sr_a2h().bytes())};
  const auto memory = read_memory(driver.access());
  ASSERT_TRUE(memory);
  EXPECT_EQ(memory->flat, driver.bytes);
  EXPECT_DOUBLE_EQ(value_of(decoded(*memory), Monitor::rx_power), 0.0004);
}

TEST(ModuleAccess, LeavesOutAnA2hThatTheDriverShowsAndCantRead) {
  FlatDriver driver{joined(sr_a0h().bytes(), sr_a2h().bytes()), 256};
  const auto memory = read_memory(driver.access());
  ASSERT_TRUE(memory);
  EXPECT_EQ(memory->flat, sr_a0h().bytes());
  EXPECT_EQ(decoded(*memory).part, "FTLX8571D3BCL");
  EXPECT_TRUE(decoded(*memory).diagnostics.readings.empty());
}

TEST(ModuleAccess, FailsWithoutTheFirstBytes) {
  FlatDriver driver{sr_a0h().bytes(), 0};
  const auto memory = read_memory(driver.access());
  ASSERT_FALSE(memory);
  EXPECT_EQ(memory.error().message, "no answer");
}

TEST(ModuleAccess, ReadsAnSfpPageByPage) {
  ModuleMemory module{.flat = sr_a0h().bytes(), .second = sr_a2h().bytes()};
  const auto memory = read_memory(access_to(module));
  ASSERT_TRUE(memory);
  EXPECT_EQ(*memory, module);
}

TEST(ModuleAccess, AsksAQsfpForItsThresholdsUnlessItHasOnePage) {
  Bytes lower(256, 0x20);
  lower[0] = 0x11;
  lower[2] = 0;
  const ModuleMemory module{.flat = lower, .upper = {{3, Bytes(128, 0x33)}, {7, Bytes(128, 0x77)}}};
  const auto memory = read_memory(access_to(module));
  ASSERT_TRUE(memory);
  EXPECT_EQ(memory->upper, (std::map<unsigned, Bytes>{{3, Bytes(128, 0x33)}}));
  ModuleMemory of_one_page = module;
  of_one_page.flat[2] = 0x04;
  EXPECT_TRUE(read_memory(access_to(of_one_page))->upper.empty());
}

TEST(ModuleAccess, AsksACmisModuleForItsThresholdsAndLanes) {
  Bytes lower(256, 0x20);
  lower[0] = 0x18;
  lower[2] = 0;
  const ModuleMemory module{
      .flat = lower,
      .upper = {{1, Bytes(128, 1)}, {2, Bytes(128, 2)}, {3, Bytes(128, 3)}, {0x11, Bytes(128, 4)}}};
  const auto memory = read_memory(access_to(module));
  ASSERT_TRUE(memory);
  EXPECT_EQ(memory->upper,
            (std::map<unsigned, Bytes>{{1, Bytes(128, 1)}, {2, Bytes(128, 2)}, {0x11, Bytes(128, 4)}}));
}

TEST(ModuleAccess, ReadsTheMonitorsOfAnSfpAgainAndNothingElse) {
  FlatDriver driver{joined(sr_a0h().bytes(), sr_a2h().bytes())};
  auto memory = read_memory(driver.access());
  ASSERT_TRUE(memory);
  driver.asked.clear();
  driver.bytes[256 + 104] = 0x16;  // rx power: 0x1604 = 5636 x 0.1 uW
  driver.bytes[20] = 'X';          // of the vendor: not asked for again
  ASSERT_TRUE(read_monitors_again(*memory, driver.access()));
  EXPECT_EQ(driver.asked, std::vector<std::size_t>{22});
  EXPECT_DOUBLE_EQ(value_of(decoded(*memory), Monitor::rx_power), 0.5636);
  EXPECT_EQ(decoded(*memory).vendor, "FINISAR CORP.");
}

TEST(ModuleAccess, KeepsWhatItHadWhereReadingAgainFails) {
  FlatDriver driver{joined(sr_a0h().bytes(), sr_a2h().bytes())};
  auto memory = read_memory(driver.access());
  ASSERT_TRUE(memory);
  const ModuleMemory before = *memory;
  driver.readable = 0;
  EXPECT_FALSE(read_monitors_again(*memory, driver.access()));
  EXPECT_EQ(*memory, before);
}

TEST(ModuleAccess, AsksAModuleWithoutMonitorsForNothing) {
  FlatDriver driver{cable_a0h().bytes()};
  auto memory = read_memory(driver.access());
  ASSERT_TRUE(memory);
  driver.asked.clear();
  EXPECT_TRUE(read_monitors_again(*memory, driver.access()));
  EXPECT_TRUE(driver.asked.empty());
}

TEST(ModuleAccess, KnowsWhereDriversShowAPart) {
  EXPECT_EQ(flat_offset({.first = 128}), 128u);
  EXPECT_EQ(flat_offset({.two_wire_address = kTwoWireA2h, .first = 96}), 352u);
  EXPECT_EQ(flat_offset({.page = 1, .first = 128}), 256u);
  EXPECT_EQ(flat_offset({.page = 3, .first = 176}), 560u);
}

}  // namespace
}  // namespace pktgen

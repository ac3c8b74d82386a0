#include "report/json_module.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "memory_map/decode.h"
#include "support/module_bytes.h"

namespace pktgen {
namespace {

nlohmann::json parsed(const ModuleMemory& memory) {
  return nlohmann::json::parse(json_of(*decode_module(memory), "sr.bin"));
}

TEST(ModuleJson, HasIdentityWithUnitsInItsNames) {
  const auto json = parsed(memory_of(sr_a0h(), sr_a2h()));
  EXPECT_EQ(json["schema"], "pktgen.module/1");
  EXPECT_EQ(json["source"], "sr.bin");
  EXPECT_EQ(json["memory_map"], "SFF-8472");
  EXPECT_EQ(json["vendor"], "FINISAR CORP.");
  EXPECT_EQ(json["signal_megabauds"], 10300);
  EXPECT_EQ(json["wavelength_nm"], 850);
  EXPECT_EQ(json["reach"][2]["metres"], 300);
  EXPECT_EQ(json["checksums"][0]["stored"], 0x48);
  EXPECT_EQ(json["checksums"][0]["right"], true);
  EXPECT_EQ(json["hosts"][0]["acceptance"], "depends");
}

TEST(ModuleJson, HasEachMonitorJudged) {
  const auto json = parsed(memory_of(sr_a0h(), sr_a2h()));
  const auto& received = json["diagnostics"]["readings"][4];
  EXPECT_EQ(received["monitor"], "rx_power_milliwatts");
  EXPECT_NEAR(received["value"].get<double>(), 0.0004, 1e-9);
  EXPECT_NEAR(received["dbm"].get<double>(), -33.98, 0.005);
  EXPECT_EQ(received["lane"], nullptr);
  EXPECT_NEAR(received["thresholds"]["low_alarm"].get<double>(), 0.01, 1e-9);
  EXPECT_EQ(received["flags"]["low_alarm"], true);
  EXPECT_EQ(received["judged"], "low alarm");
  EXPECT_EQ(json["diagnostics"]["readings"][0]["dbm"], nullptr);
  EXPECT_EQ(json["alarm"], true);
}

TEST(ModuleJson, HasNullAndAReasonForWhatIsNoFigure) {
  const auto dark = parsed(memory_of(sr_a0h(), sr_a2h().hex(104, "0000")))["diagnostics"]["readings"][4];
  EXPECT_EQ(dark["value"], 0);
  EXPECT_EQ(dark["dbm"], nullptr);  // no light has no logarithm
  const auto ones = parsed(memory_of(sr_a0h(), sr_a2h().hex(96, "ffff")))["diagnostics"]["readings"][0];
  EXPECT_EQ(ones["value"], nullptr);
  EXPECT_EQ(ones["why_none"], "reads 0xffff");
  const auto repeated = parsed(memory_of(sr_a0h(), sr_a0h()));
  EXPECT_TRUE(repeated["diagnostics"]["readings"].empty());
  EXPECT_NE(repeated["diagnostics"]["why_none"], nullptr);
  EXPECT_EQ(repeated["alarm"], false);
}

TEST(ModuleJson, TellsABlankTextFromAMissingOne) {
  EXPECT_EQ(parsed(memory_of(sr_a0h().text(20, 16, "").sum(0, 62)))["vendor"], "");
  ModuleMemory cut = memory_of(sr_a0h());
  cut.flat.resize(30);
  EXPECT_EQ(parsed(cut)["vendor"], nullptr);
}

}  // namespace
}  // namespace pktgen

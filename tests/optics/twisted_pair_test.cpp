#include "optics/twisted_pair.h"

#include "support/expect_module.h"

namespace pktgen {
namespace {

TEST(TwistedPair, IsKnownByItsCompliance) {
  const Module module = decoded(memory_of(honest_a0h()));
  EXPECT_EQ(module.medium, Medium::twisted_pair);
  EXPECT_EQ(module.connector->name, "RJ45");
  EXPECT_EQ(module.compliance, std::vector<std::string>{"10GBASE-T short reach"});
  EXPECT_FALSE(module.wavelength_nm);
  ASSERT_EQ(module.reach.size(), 1u);
  EXPECT_EQ(module.reach[0].over, "copper");
  EXPECT_EQ(module.reach[0].metres, 30);
}

TEST(TwistedPair, IsKnownByItsConnectorAlone) {
  EXPECT_EQ(decoded(memory_of(sr_a0h().hex(2, "22").sum(0, 62))).medium, Medium::twisted_pair);
}

TEST(TwistedPair, IsKnownByItsPartNumberWhereItClaimsToBeOptical) {
  for (const char* const part :
       {"SFP-10G-T", "SFP-10G-T30", "sfp-10gm-t", "RTSFP-10", "RTSFP-10G", "HXSX-ATRC-1", "10GBASE-T SFP+"}) {
    const Module module = decoded(memory_of(disguised_a0h(part)));
    EXPECT_EQ(module.medium, Medium::twisted_pair) << part;
    EXPECT_FALSE(module.wavelength_nm) << part;
    EXPECT_TRUE(is_told(module, "10GBASE-T: there is no optical power")) << part;
    EXPECT_TRUE(is_told(module, "claims an optical 10G code")) << part;
  }
}

TEST(TwistedPair, IsNotSeenInNamesThatOnlyLookAlike) {
  for (const char* const part : {"SFP-10G-SR", "SFP-10G-TX", "FTLX8571D3BCL", "10GTEK-SR", "AFBR-709SMZ"})
    EXPECT_EQ(decoded(memory_of(disguised_a0h(part))).medium, Medium::fibre) << part;
}

TEST(TwistedPair, IsToldWhatToExpect) {
  const Module module = decoded(memory_of(honest_a0h()));
  EXPECT_TRUE(is_told(module, "(RJ45), 10GBASE-T short reach:"));
  EXPECT_TRUE(is_told(module, "runs hot"));
  EXPECT_TRUE(is_told(module, "short reach: 30 m"));
  EXPECT_TRUE(is_told(module, "microseconds of latency"));
  EXPECT_TRUE(is_told(module, "25 s after power-up"));
  EXPECT_TRUE(is_told(module, "10G to the port whatever the twisted pair negotiated"));
  EXPECT_FALSE(is_told(module, "claims an optical 10G code"));
}

TEST(TwistedPair, OfAGigabitNeedsNoneOfThat) {
  const Module module = decoded(memory_of(honest_a0h().hex(6, "08").hex(12, "0d").hex(36, "00").sum(0, 62)));
  EXPECT_TRUE(is_told(module, "1000BASE-T: there is no optical power"));
  EXPECT_FALSE(is_told(module, "runs hot"));
}

TEST(TwistedPair, HasATemperatureButNoLightToMiss) {
  ModuleBytes a2h = sr_a2h();
  a2h.hex(100, "0000 0000 0000").hex(110, "02").hex(112, "0040");
  const Module module = decoded(memory_of(honest_a0h().hex(93, "f0").sum(64, 94), a2h));
  EXPECT_EQ(value_of(module, Monitor::temperature), 30.140625);
  for (const Monitor monitor : {Monitor::bias, Monitor::tx_power, Monitor::rx_power}) {
    EXPECT_FALSE(reading_of(module, monitor).value);
    EXPECT_EQ(value_text(reading_of(module, monitor)), "n/a: a twisted pair carries no light");
  }
  EXPECT_FALSE(has_alarm(module));
  EXPECT_FALSE(is_told(module, "too little light"));
}

}  // namespace
}  // namespace pktgen

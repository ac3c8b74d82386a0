#include "optics/host_fit.h"

#include "support/expect_module.h"

namespace pktgen {
namespace {

HostFit fit(const ModuleBytes& a0h, std::string_view nic) {
  for (const HostFit& one : host_fits(decoded(memory_of(a0h))))
    if (one.nic.starts_with(nic)) return one;
  ADD_FAILURE() << nic;
  return {};
}

TEST(X710, RefusesAForeignModuleThatItsFirmwareDoesNotList) {
  const HostFit x710 = fit(sr_a0h(), "Intel X710");
  EXPECT_EQ(x710.acceptance, Acceptance::depends);
  EXPECT_EQ(x710.because,
            "X710 refuses this module if the list of qualified modules in its firmware is in force and lacks "
            "FINISAR CORP. FTLX8571D3BCL; the link then stays down though light arrives, and no driver can "
            "override it");
  EXPECT_EQ(x710.next_step, "use a module coded for Intel, a passive cable, or a board sold as open optics");
}

TEST(X710, TakesPassiveCables) { EXPECT_EQ(fit(cable_a0h(), "Intel X710").acceptance, Acceptance::takes); }

TEST(X710, LikelyListsModulesOfIntel) {
  EXPECT_NE(fit(lr_a0h(), "Intel X710").because.find("it is Intel's"), std::string::npos);
}

TEST(X710, IsWarnedOfTwistedPair) {
  const HostFit x710 = fit(honest_a0h(), "Intel X710");
  EXPECT_EQ(x710.acceptance, Acceptance::depends);
  EXPECT_NE(x710.because.find("more power than the cage is made for"), std::string::npos);
  EXPECT_NE(x710.next_step.find("X710-T or X550"), std::string::npos);
}

TEST(HostFits, AreNotSaidOfAModuleWhoseNameWasNotRead) {
  ModuleMemory memory = memory_of(sr_a0h());
  memory.flat.resize(40);
  EXPECT_TRUE(host_fits(decoded(memory)).empty());
  memory.flat[0] = 0x0d;
  EXPECT_TRUE(host_fits(decoded(memory)).empty());
}

TEST(X520, RefusesAModuleThatTruthfullySays10GbaseT) {
  const HostFit x520 = fit(honest_a0h(), "Intel X520");
  EXPECT_EQ(x520.acceptance, Acceptance::refuses);
  EXPECT_TRUE(x520.because.starts_with("X520 refuses this module because"));
}

TEST(X520, PassesTheSameModuleWhenItClaimsToBeOptical) {
  EXPECT_EQ(fit(disguised_a0h("SFP-10G-T"), "Intel X520").acceptance, Acceptance::depends);
}

TEST(X520, TakesCablesGigabitModulesAndIntels) {
  EXPECT_EQ(fit(cable_a0h(), "Intel X520").acceptance, Acceptance::takes);
  EXPECT_EQ(fit(lr_a0h(), "Intel X520").acceptance, Acceptance::takes);
  EXPECT_EQ(fit(sr_a0h().hex(3, "00").hex(6, "01").sum(0, 62), "Intel X520").acceptance, Acceptance::takes);
}

TEST(X520, TakesAForeignModuleUnderDpdkAndNeedsAnOptionUnderTheKernel) {
  const HostFit x520 = fit(sr_a0h(), "Intel X520");
  EXPECT_EQ(x520.acceptance, Acceptance::depends);
  EXPECT_EQ(x520.next_step, "for the kernel: modprobe ixgbe allow_unsupported_sfp=1");
}

}  // namespace
}  // namespace pktgen

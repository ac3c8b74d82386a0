// Cores: kept for workers, awake, not shared, near the port.
#include <gtest/gtest.h>

#include "doctor/checks.h"
#include "doctor/patients.h"

namespace pktgen {
namespace {

using test::machine_of;
using test::wants;

using Cores = std::vector<unsigned>;

TEST(IsolatedCores, AreGoodWithoutTicksAndSayHowTheyAreUsed) {
  Machine machine = machine_of(1);
  machine.isolated = "1-3";
  machine.tickless = "1-3";
  const Check check = check_isolated_cores(machine, wants());
  EXPECT_EQ(check.state, State::good);
  EXPECT_EQ(check.found, "1-3; used by: taskset -c 0,1-3 pktgen ... --lcores 1-3");
}
TEST(IsolatedCores, HurtIfOneOfThemHasTicks) {
  Machine machine = machine_of(1);
  machine.isolated = "1-3";
  machine.tickless = "1,2";
  const Check check = check_isolated_cores(machine, wants());
  EXPECT_EQ(check.state, State::hurts);
  EXPECT_EQ(check.mend_for_good,
            "echo 'GRUB_CMDLINE_LINUX=\"$GRUB_CMDLINE_LINUX nohz_full=1-3 rcu_nocbs=1-3\"' > "
            "/etc/default/grub.d/pktgen-ticks.cfg && update-grub   # then reboot");
}
TEST(IsolatedCores, HurtWhereThereAreNoneAndNoLineMendsThatNow) {
  Machine machine = machine_of(1);
  machine.isolated = "";
  const Check check = check_isolated_cores(machine, wants());
  EXPECT_EQ(check.state, State::hurts);
  EXPECT_EQ(check.mend_now, "");
  EXPECT_EQ(check.mend_for_good,
            "echo 'GRUB_CMDLINE_LINUX=\"$GRUB_CMDLINE_LINUX isolcpus=1-3 nohz_full=1-3 rcu_nocbs=1-3\"' > "
            "/etc/default/grub.d/pktgen-cores.cfg && update-grub   # then reboot");
}
TEST(IsolatedCores, AreUnknownWhereTheKernelDoesNotSay) {
  EXPECT_EQ(check_isolated_cores(machine_of(1), wants()).state, State::unknown);
}

TEST(CoresToIsolate, AreOnThePortsNode) {
  Machine machine = machine_of(2);
  machine.ports[0].function.numa_node = 1;
  EXPECT_EQ(cores_to_isolate(machine, 3), (Cores{4, 5, 6}));
}
TEST(CoresToIsolate, ComeWithTheirSiblingsAndNeverWithThoseOfCoreZero) {
  Machine machine = machine_of(1);  // 0 and 2, 1 and 3
  for (CorePlace& place : machine.cores) place.siblings = {place.core % 2, place.core % 2 + 2};
  EXPECT_EQ(cores_to_isolate(machine, 4), Cores{}) << "one physical core is too few";
  for (unsigned core = 4; core < 8; ++core)
    machine.cores.push_back({.core = core, .node = 0, .siblings = {4 + core % 2, 6 + core % 2}});
  EXPECT_EQ(cores_to_isolate(machine, 2), (Cores{1, 3, 4, 6}));
}

TEST(Governor, HurtsIfOneCoreHasAnother) {
  Machine machine = machine_of(1);
  machine.governors = {"performance"};
  EXPECT_EQ(check_governor(machine).state, State::good);
  machine.governors = {"performance", "powersave"};
  const Check check = check_governor(machine);
  EXPECT_EQ(check.state, State::hurts);
  EXPECT_EQ(check.mend_now, "echo performance | tee /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor");
  EXPECT_EQ(check.mend_for_good,
            "echo 'w /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor - - - - performance' > "
            "/etc/tmpfiles.d/pktgen-governor.conf");
}
TEST(Governor, IsUnknownWithoutOneForIsNotGood) {
  EXPECT_EQ(check_governor(machine_of(1)).state, State::unknown);
}

TEST(IdleStates, HurtIfOneThatIsOnTakesLongerThanTenMicroseconds) {
  Machine machine = machine_of(1);
  machine.idle_states = {{0, "POLL", 0, false}, {1, "C1E", 10, false}, {2, "C6", 133, false}};
  const Check check = check_idle_states(machine);
  EXPECT_EQ(check.state, State::hurts);
  EXPECT_EQ(check.found, "in use: C6 (133 us)");
  EXPECT_EQ(check.mend_now, "echo 1 | tee /sys/devices/system/cpu/cpu*/cpuidle/state2/disable");
  machine.idle_states[2].is_off = true;
  EXPECT_EQ(check_idle_states(machine).state, State::good);
}
TEST(IdleStates, AreUnknownIfNothingIsSaidAndGoodIfThereIsNoDriver) {
  Machine machine = machine_of(1);
  EXPECT_EQ(check_idle_states(machine).state, State::unknown);
  machine.idle_driver = "none";
  EXPECT_EQ(check_idle_states(machine).state, State::good);
}

TEST(Smt, IsGoodIfOffOrIfIsolatedCoresHaveTheirSiblings) {
  Machine machine = machine_of(1);
  for (CorePlace& place : machine.cores) place.siblings = {place.core % 2, place.core % 2 + 2};
  machine.smt_active = "0";
  EXPECT_EQ(check_smt(machine).state, State::good);
  machine.smt_active = "1";
  EXPECT_EQ(check_smt(machine).state, State::hurts);
  machine.isolated = "1,3";
  EXPECT_EQ(check_smt(machine).state, State::good);
  machine.isolated = "1,2";
  EXPECT_EQ(check_smt(machine).state, State::hurts);
  EXPECT_EQ(check_smt(machine).found, "others may run beside the cores 1-2");
}

TEST(Numa, NeedsNoKnowledgeOfThePortWhereThereIsOneNode) {
  Machine machine = machine_of(1);
  machine.ports[0].function.numa_node = -1;
  EXPECT_EQ(check_numa(machine).state, State::good);
}
TEST(Numa, IsUnknownIfThePortsNodeIs) {
  Machine machine = machine_of(2);
  machine.ports[0].function.numa_node = -1;
  EXPECT_EQ(check_numa(machine).state, State::unknown);
}
TEST(Numa, HurtsIfPortsOrIsolatedCoresAreApart) {
  Machine machine = machine_of(2);
  machine.isolated = "1,2";
  EXPECT_EQ(check_numa(machine).state, State::good);
  machine.isolated = "1,5";
  EXPECT_EQ(check_numa(machine).state, State::hurts);
  EXPECT_EQ(check_numa(machine).found, "0000:01:00.0 on node 0; isolated core 5 is on node 1");
  machine.isolated = "1,2";
  machine.ports.push_back(test::bound_port());
  machine.ports[1].function.numa_node = 1;
  EXPECT_EQ(check_numa(machine).state, State::hurts);
}

TEST(Numa, LeavesOutPortsThatTheMachineNeeds) {
  Machine machine = machine_of(2);
  machine.ports.push_back(test::bound_port());
  machine.ports[0].function.numa_node = 1;
  machine.ports[1].in_use = "interface eth0 carries the default route";
  EXPECT_EQ(check_numa(machine).state, State::good);
  EXPECT_EQ(check_numa(machine).found, "0000:01:00.0 on node 1");
  EXPECT_EQ(cores_to_isolate(machine, 2), (Cores{4, 5}));
  machine.ports[0].in_use = machine.ports[1].in_use;
  EXPECT_EQ(check_numa(machine).state, State::unknown);
}

TEST(KernelSwitches, HurtWhereTheyAreOnAndAreUnknownWhereTheyCannotBeRead) {
  Machine machine = machine_of(1);
  for (const Check& check : check_kernel_switches(machine))
    EXPECT_EQ(check.state, State::unknown) << check.name;
  machine.transparent_hugepages = "always";
  machine.same_page_merging = "1";
  machine.numa_balancing = "1";
  machine.watchdog = "1";
  machine.aspm = "powersave";
  machine.clock_source = "hpet";
  for (const Check& check : check_kernel_switches(machine))
    EXPECT_EQ(check.state, State::hurts) << check.name;
  machine.transparent_hugepages = "madvise";
  machine.same_page_merging = "0";
  machine.numa_balancing = "0";
  machine.watchdog = "0";
  machine.aspm = "default";
  machine.clock_source = "tsc";
  for (const Check& check : check_kernel_switches(machine)) EXPECT_EQ(check.state, State::good) << check.name;
}
TEST(KernelSwitches, TheWatchdogSparesTicklessCores) {
  Machine machine = machine_of(1);
  machine.watchdog = "1";
  machine.tickless = "1-3";
  EXPECT_EQ(check_kernel_switches(machine)[3].found, "1, but not on tickless cores");
  EXPECT_EQ(check_kernel_switches(machine)[3].state, State::good);
}
TEST(KernelSwitches, AVirtualClockSaysNothingOfTheCounter) {
  Machine machine = machine_of(1);
  machine.clock_source = "kvm-clock";
  machine.is_virtual = true;
  EXPECT_EQ(check_kernel_switches(machine)[5].state, State::unknown);
}

TEST(DpdkProcesses, AreNamedAndHurt) {
  Machine machine = machine_of(1);
  machine.processes = 90;
  EXPECT_EQ(check_dpdk_processes(machine).state, State::good);
  machine.dpdk_processes = {{.pid = 4711, .name = "dpdk-testpmd"}, {.pid = 4712, .name = "vpp_main"}};
  const Check check = check_dpdk_processes(machine);
  EXPECT_EQ(check.state, State::hurts);
  EXPECT_EQ(check.found, "dpdk-testpmd (process 4711), vpp_main (process 4712)");
  EXPECT_EQ(check.mend_now, "kill 4711 4712");
}
TEST(DpdkProcesses, AreUnknownIfAProcessCannotBeLookedInto) {
  Machine machine = machine_of(1);
  EXPECT_EQ(check_dpdk_processes(machine).state, State::unknown);
  machine.processes = 90;
  machine.hidden_processes = 3;
  EXPECT_EQ(check_dpdk_processes(machine).found, "none seen, but 3 of 90 processes can't be looked into");
  EXPECT_EQ(check_dpdk_processes(machine).state, State::unknown);
}

}  // namespace
}  // namespace pktgen

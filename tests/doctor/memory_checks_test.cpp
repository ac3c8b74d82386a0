// Hugepages and the memory that may be locked.
#include <gtest/gtest.h>

#include "doctor/checks.h"
#include "doctor/patients.h"

namespace pktgen {
namespace {

using test::few_rights;
using test::machine_of;
using test::wants;

Machine with_pages(std::size_t free_megabytes) {
  Machine machine = machine_of(1);
  machine.has_hugepages_folder = true;
  machine.free_hugepage_megabytes = free_megabytes;
  machine.hugepages_to_reserve = 256;
  return machine;
}

TEST(Hugepages, AreGoodIfAsManyAreFreeAsAreWanted) {
  EXPECT_EQ(check_hugepages(with_pages(256), wants()).state, State::good);
  EXPECT_EQ(check_hugepages(with_pages(256), wants()).mend_now, "");
}
TEST(Hugepages, BlockBelowThatWithTheLinesThatReserveThem) {
  const Check check = check_hugepages(with_pages(254), wants());
  EXPECT_EQ(check.state, State::blocks);
  EXPECT_EQ(check.found, "254 MB are free, 256 MB are wanted");
  EXPECT_EQ(check.mend_now, "echo 256 > /sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages");
  EXPECT_EQ(check.mend_for_good, "echo 'vm.nr_hugepages = 256' > /etc/sysctl.d/60-pktgen-hugepages.conf");
}
TEST(Hugepages, AreReservedOnThePortsNodeWhereThereAreTwo) {
  Machine machine = with_pages(0);
  machine.nodes = {0, 1};
  machine.hugepages_of_nodes = {{0, 0}, {1, 0}};
  machine.ports[0].function.numa_node = 1;
  const Check check = check_hugepages(machine, wants());
  EXPECT_EQ(check.mend_now,
            "echo 256 > /sys/devices/system/node/node1/hugepages/hugepages-2048kB/nr_hugepages");
  EXPECT_EQ(check.mend_for_good,
            "echo 'w /sys/devices/system/node/node1/hugepages/hugepages-2048kB/nr_hugepages - - - - 256' > "
            "/etc/tmpfiles.d/pktgen-hugepages.conf");
}
TEST(Hugepages, OnlyHurtAKernelInterface) {
  Machine machine = with_pages(0);
  machine.wants_pci = false;
  EXPECT_EQ(check_hugepages(machine, wants()).state, State::hurts);
}
TEST(Hugepages, BlockIfTheyAreThereAndCannotBeMapped) {
  Machine machine = with_pages(512);
  machine.rights.maps_hugepages = false;
  EXPECT_EQ(check_hugepages(machine, wants()).state, State::blocks);
  machine.rights.maps_hugepages = true;
  EXPECT_EQ(check_hugepages(machine, wants()).state, State::good);
}
TEST(Hugepages, AreUnknownAndVitalIfTheyCannotBeRead) {
  const Check check = check_hugepages(machine_of(1), wants());
  EXPECT_EQ(check.state, State::unknown);
  EXPECT_TRUE(check.is_vital);
}

TEST(HugepagesByNode, HurtIfThePortsNodeHasTooFew) {
  Machine machine = machine_of(2);
  machine.hugepages_to_reserve = 256;
  machine.hugepages_of_nodes = {{0, 0}, {1, 512}};
  const Check check = check_hugepage_nodes(machine, wants());
  EXPECT_EQ(check.state, State::hurts);
  EXPECT_EQ(check.found, "0 MB are free on node 0");
  EXPECT_EQ(check.mend_now,
            "echo 256 > /sys/devices/system/node/node0/hugepages/hugepages-2048kB/nr_hugepages");
  machine.ports[0].function.numa_node = 1;
  EXPECT_EQ(check_hugepage_nodes(machine, wants()).state, State::good);
}
TEST(HugepagesByNode, AreUnknownIfThePortsNodeIs) {
  Machine machine = machine_of(2);
  machine.ports[0].function.numa_node = -1;
  EXPECT_EQ(check_hugepage_nodes(machine, wants()).state, State::unknown);
}

TEST(Hugetlbfs, IsNotNeeded) {
  Machine machine = machine_of(1);
  EXPECT_EQ(check_hugetlbfs(machine).state, State::unknown);
  machine.hugetlbfs_mounts.emplace();
  EXPECT_EQ(check_hugetlbfs(machine).state, State::good);
  EXPECT_EQ(check_hugetlbfs(machine).found, "not mounted, and not needed");
}

TEST(Memlock, BlocksBelowWhatIsWantedButNotWhoMayLockAll) {
  Machine machine = machine_of(1, few_rights());
  const Check check = check_memlock(machine, wants());
  EXPECT_EQ(check.state, State::blocks);
  EXPECT_EQ(check.found, "8192 kB may be locked, 262144 kB are wanted");
  EXPECT_EQ(
      check.mend_for_good,
      "echo ':1000 - memlock unlimited' > /etc/security/limits.d/pktgen.conf   # from the next login on");
  machine.rights.memlock_bytes = 256 * 1024 * 1024;
  EXPECT_EQ(check_memlock(machine, wants()).state, State::good);
  machine.rights.memlock_bytes = 0;
  machine.rights.may_lock_all = true;
  EXPECT_EQ(check_memlock(machine, wants()).state, State::good);
}
TEST(Memlock, IsUnknownIfTheLimitIs) {
  Machine machine = machine_of(1, few_rights());
  machine.rights.memlock_bytes.reset();
  EXPECT_EQ(check_memlock(machine, wants()).state, State::unknown);
}

}  // namespace
}  // namespace pktgen

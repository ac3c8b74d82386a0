// One machine after another with one thing in the way, and the word that overrides it.
#include "bind/refusal.h"

#include <gtest/gtest.h>

#include "support/fake_kernel.h"
#include "support/profiles.h"

namespace pktgen {
namespace {

const std::string kA = "0000:01:00.0", kB = "0000:01:00.1";
const std::string kRoutes = "proc/net/route: Iface Destination Gateway Flags RefCnt Use Metric Mask\n";
const std::string kAddress = "proc/net/if_inet6: 20010db8000000000000000000000010 02 40 00 80 eth1\n";

std::string answer(const std::string& files, const BindWish& wish = {}, ErrorKind kind = ErrorKind::port,
                   const std::vector<std::string>& together = {kA}) {
  const MachineTree machine(kBindMachine + files);
  const auto nics = read_nics(machine.root().string(), built_ins());
  const auto nic = find_port(machine.root().string(), nics, kA);
  if (!nic) return nic.error().message;
  const auto may = check_bind(machine.root().string(), *nic, named(nic->profile), wish, together);
  if (may) return "may";
  EXPECT_EQ(may.error().kind, kind);
  return may.error().message;
}

TEST(Refusal, NothingInTheWay) { EXPECT_EQ(answer(""), "may"); }

TEST(Refusal, TheDefaultRoute) {
  const std::string files = kRoutes + "proc/net/route: eth1 00000000 010200C0 0003 0 0 0 00000000\n";
  EXPECT_EQ(answer(files),
            "0000:01:00.0: the default route goes through eth1 on it: move that to another port first; its "
            "interface eth1 has the route 'default via 192.0.2.1': ip link set eth1 down; or bind it all the "
            "same: --force default-route,route");
  EXPECT_EQ(answer(files, {.force = {"default-route", "route"}}), "may");
  EXPECT_EQ(
      answer(files, {.force = {"default-route"}}),
      "0000:01:00.0: its interface eth1 has the route 'default via 192.0.2.1': ip link set eth1 down; or "
      "bind it all the same: --force route");
}

TEST(Refusal, TheDefaultRouteOfIpv6) {
  const std::string files =
      "proc/net/ipv6_route: 00000000000000000000000000000000 00 0 00 20010db8000000000000000000000001 "
      "00000400 1 0 00000003 eth1\n";
  EXPECT_EQ(
      answer(files, {.force = {"route"}}),
      "0000:01:00.0: the default route goes through eth1 on it: move that to another port first; or bind "
      "it all the same: --force default-route");
}

TEST(Refusal, AnAddress) {
  EXPECT_EQ(
      answer(kAddress),
      "0000:01:00.0: its interface eth1 has the address 2001:db8::10: ip addr flush dev eth1 && ip link "
      "set eth1 down; or bind it all the same: --force address");
  EXPECT_EQ(answer(kAddress, {.force = {"address"}}), "may");
}

TEST(Refusal, AnSshSession) {
  const std::string files = kAddress +
                            "proc/net/tcp6: 0: B80D0120000000000000000010000000:0016 "
                            "B80D0120000000000000000011000000:C350 01 0:0 0:0 0 0 0 1\n";
  EXPECT_EQ(
      answer(files, {.force = {"address"}}),
      "0000:01:00.0: an ssh session with 2001:db8::11 goes through eth1 on it: move that to another port "
      "first; or bind it all the same: --force session");
  EXPECT_EQ(answer(files, {.force = {"address", "session"}}), "may");
}

TEST(Refusal, AnSshSessionThatOnlyTheEnvironmentTellsOf) {
  const std::string ssh = "2001:db8::11 50000 2001:db8::10 2222";
  EXPECT_EQ(answer(kAddress, {.force = {"address"}, .ssh_connection = ssh}),
            "0000:01:00.0: this ssh session with 2001:db8::11 goes through eth1 on it: move that to another "
            "port first; or bind it all the same: --force session");
  const std::string elsewhere = "2001:db8::11 50000 2001:db8::12 2222";
  EXPECT_EQ(answer(kAddress, {.force = {"address"}, .ssh_connection = elsewhere}), "may");
}

TEST(Refusal, AMemberOfABond) {
  const std::string files = "sys/bus/pci/devices/0000:01:00.0/net/eth1/master -> ../../bond0\n";
  EXPECT_EQ(
      answer(files),
      "0000:01:00.0: its interface eth1 is part of bond0: take it out of that first; or bind it all the "
      "same: --force member");
  EXPECT_EQ(answer(files, {.force = {"member"}}), "may");
}

TEST(Refusal, AVlanOnIt) {
  EXPECT_EQ(
      answer("sys/bus/pci/devices/0000:01:00.0/net/eth1/upper_eth1.7/\n"),
      "0000:01:00.0: its interface eth1 is part of eth1.7: take it out of that first; or bind it all the "
      "same: --force member");
}

TEST(Refusal, ASharedGroup) {
  const std::string files = "sys/kernel/iommu_groups/7/devices/0000:01:00.1/\n";
  EXPECT_EQ(
      answer(files),
      "0000:01:00.0: shares its IOMMU group with 0000:01:00.1, which the driver i40e uses: bind that too, "
      "or put the card into another slot; or bind it all the same: --force group");
  EXPECT_EQ(answer(files, {.force = {"group"}}), "may");
  EXPECT_EQ(answer(files, {}, ErrorKind::port, {kA, kB}), "may");
}

TEST(Refusal, NoIommuIsOfTheHostAndNoForceHelps) {
  const MachineTree machine(
      "sys/bus/pci/devices/0000:01:00.0/class: 0x020000\nsys/bus/pci/devices/0000:01:00.0/vendor: 0x8086\n"
      "sys/bus/pci/devices/0000:01:00.0/device: 0x1572\n");
  const std::string root = machine.root().string();
  const auto nics = read_nics(root, built_ins());
  const auto may = check_bind(root, nics[0], named("x710"), {.force = {"group"}}, {});
  ASSERT_FALSE(may);
  EXPECT_EQ(may.error().kind, ErrorKind::environment);
  EXPECT_EQ(
      may.error().message,
      "0000:01:00.0: vfio-pci wants an IOMMU, found none: add intel_iommu=on iommu=pt (AMD: iommu=pt) to "
      "the kernel's command line, switch on VT-d (AMD-Vi) in the BIOS, and reboot; or let NICs write to "
      "any memory: modprobe vfio && echo Y > /sys/module/vfio/parameters/enable_unsafe_noiommu_mode");
  EXPECT_TRUE(check_bind(root, nics[0], PmdProfile{}, {.driver = "uio_pci_generic"}, {}));
}

TEST(Refusal, VirtualFunctionsAndProcessesHaveNoWord) {
  EXPECT_EQ(answer("sys/bus/pci/devices/0000:01:00.0/sriov_numvfs: 2\n"),
            "0000:01:00.0: has 2 virtual functions: echo 0 > /sys/bus/pci/devices/0000:01:00.0/sriov_numvfs");
}

TEST(Refusal, ADriverThatTheProfileDoesntName) {
  const MachineTree machine(
      "sys/bus/pci/devices/0000:01:00.0/class: 0x020000\nsys/bus/pci/devices/0000:01:00.0/vendor: 0x8086\n"
      "sys/bus/pci/devices/0000:01:00.0/device: 0x1563\n");
  const std::string root = machine.root().string();
  const auto nics = read_nics(root, built_ins());
  const auto may = check_bind(root, nics[0], named("x550"), {.driver = "uio_pci_generic"}, {});
  ASSERT_FALSE(may);
  EXPECT_EQ(
      may.error().message,
      "0000:01:00.0: its profile x550 works with vfio-pci, not with uio_pci_generic: leave --driver out; "
      "or bind it all the same: --force driver");
}

TEST(Refusal, ADriverThatIsntLoaded) {
  const MachineTree machine(kBindMachine);
  EXPECT_TRUE(check_driver(machine.root().string(), "vfio-pci"));
  const auto loaded = check_driver(machine.root().string(), "igb_uio");
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().kind, ErrorKind::environment);
  EXPECT_EQ(
      loaded.error().message,
      "wants the driver igb_uio, and it isn't loaded; load it: modprobe igb_uio (where the kernel hasn't "
      "got it: apt install linux-image-amd64)");
}

/// How many ports of a machine bind takes as they are, with --force address,route, and not even then.
struct Answers {
  int free = 0, forced = 0, refused = 0;
  friend bool operator==(const Answers&, const Answers&) = default;
};

Answers answers_of(const std::string& machine) {
  const MachineTree tree = MachineTree::of(machine);
  const std::string root = tree.root().string();
  Answers all;
  for (const Nic& nic : read_nics(root, built_ins())) {
    const auto& profile = named(nic.profile);
    if (check_bind(root, nic, profile, {}, {})) ++all.free;
    else if (check_bind(root, nic, profile, {.force = {"address", "route"}}, {})) ++all.forced;
    else ++all.refused;
  }
  return all;
}

TEST(Refusal, OnWholeMachines) {
  EXPECT_EQ(answers_of("good"), (Answers{2, 0, 1}));
  EXPECT_EQ(answers_of("default-route"), (Answers{0, 1, 1}));
  EXPECT_EQ(answers_of("bond-member"), (Answers{0, 0, 3}));
  EXPECT_EQ(answers_of("shared-iommu-group"), (Answers{0, 0, 3}));
  EXPECT_EQ(answers_of("no-iommu"), (Answers{0, 0, 3}));
  EXPECT_EQ(answers_of("x710-four-ports"), (Answers{5, 0, 2}));
  EXPECT_EQ(answers_of("laptop"), (Answers{0, 0, 1}));
  EXPECT_EQ(answers_of("vm"), (Answers{0, 0, 3}));
}

TEST(FindPort, TakesAnAddressAShortOneAndAName) {
  const MachineTree machine(kBindMachine + "sys/bus/pci/devices/0000:02:00.0/class: 0x010802\n");
  const std::string root = machine.root().string();
  const auto nics = read_nics(root, built_ins());
  for (const char* word : {"0000:01:00.1", "01:00.1", "eth2", "if:eth2"}) {
    const auto nic = find_port(root, nics, word);
    ASSERT_TRUE(nic) << word;
    EXPECT_EQ(nic->address, kB);
  }
  const auto none = find_port(root, nics, "eth3");
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().kind, ErrorKind::port);
  EXPECT_EQ(none.error().message,
            "there is no port \"eth3\"; the network ports here: 0000:01:00.0 (eth1), 0000:01:00.1 (eth2)");
  EXPECT_EQ(find_port(root, nics, "0000:02:00.0").error().message,
            "0000:02:00.0: wants a network card (class 0x02), found class 0x010802; the network ports here: "
            "0000:01:00.0 (eth1), 0000:01:00.1 (eth2)");
}

}  // namespace
}  // namespace pktgen

#include "host/interface_guard.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

#include "host/interface_control.h"

namespace pktgen {
namespace {

/// A veth pair in a network namespace of the test's own; skipped where that needs rights it doesn't have.
class Guard : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    has_namespace_ = unshare(CLONE_NEWNET) == 0 &&
                     std::system(
                         "ip link add lab0 type veth peer name lab1 && ip link set lab0 up && "
                         "ip link set lab1 up") == 0;
  }
  void SetUp() override {
    if (!has_namespace_) GTEST_SKIP() << "needs root, network namespaces and ip(8)";
    name_ = *kernel_name("lab0");
    facts_.name = "lab0";
    facts_.mtu = {1500};
    set_forwarding(name_, IpVersion::v4, true);
    set_offloads(name_, everything_on());
    ASSERT_TRUE(changing_offloads(name_).any());
  }
  void TearDown() override {
    if (has_namespace_) set_mtu(name_, {1500});
  }

  /// What this test switched off earlier, on again.
  Offloads everything_on() {
    static const Offloads all = changing_offloads(name_);
    return all;
  }
  static std::uint64_t mtu() {
    std::array<char, 16> text{};
    FILE* pipe = popen("ip -o link show lab0 | sed 's/.* mtu \\([0-9]*\\).*/\\1/'", "r");
    const char* line = std::fgets(text.data(), text.size(), pipe);
    pclose(pipe);
    return line == nullptr ? 0 : std::strtoull(line, nullptr, 10);
  }
  void expect_as_before() {
    EXPECT_EQ(mtu(), 1500u);
    EXPECT_FALSE(is_promiscuous(name_));
    EXPECT_EQ(is_forwarding(name_, IpVersion::v4), true);
    EXPECT_EQ(changing_offloads(name_).meant, everything_on().meant);
  }

  static inline bool has_namespace_ = false;
  KernelName name_{};
  InterfaceFacts facts_;
};

TEST_F(Guard, SetsJustTheMtuThatWasAskedForAndPutsItBack) {
  {
    auto guard = InterfaceGuard::hold(facts_, {{9000}}, MtuBytes{1200});
    ASSERT_TRUE(guard) << guard.error().message;
    EXPECT_EQ(guard->mtu(), MtuBytes{1200});
    EXPECT_EQ(mtu(), 1200u);
  }
  expect_as_before();
}

TEST_F(Guard, RefusesAnMtuThatWasNotTakenAndSaysWhichIsInForce) {
  const auto guard = InterfaceGuard::hold(facts_, {}, MtuBytes{70'000});
  ASSERT_FALSE(guard);
  EXPECT_EQ(guard.error().kind, ErrorKind::port);
  EXPECT_EQ(
      guard.error().message,
      "interface lab0: MTU 70000 was asked for, 1500 is in force (Invalid argument); ask for --mtu 1500, "
      "or name another interface");
  expect_as_before();
}

TEST_F(Guard, SetsWhatAMeasurementNeedsAndPutsItBack) {
  {
    const auto guard = InterfaceGuard::hold(facts_, {{9000}, {4078}});
    ASSERT_TRUE(guard) << guard.error().message;
    EXPECT_EQ(guard->mtu().count, 9000u);
    EXPECT_EQ(mtu(), 9000u);
    EXPECT_TRUE(is_promiscuous(name_));
    EXPECT_EQ(is_forwarding(name_, IpVersion::v4), false);
    EXPECT_FALSE(changing_offloads(name_).any());
    EXPECT_EQ(guard->notes(),
              (std::vector<std::string>{
                  "lab0: promiscuous for the run, put back at exit",
                  "lab0: MTU 1500 -> 9000 for the run, put back at exit",
                  "lab0: offloads GRO, LRO, GSO, TSO, checksums off for the run, put back at exit",
                  "lab0: IPv4 forwarding off for the run, put back at exit"}));
  }
  expect_as_before();
}

TEST_F(Guard, TakesTheNextSmallerMtuIfTheDriverRefuses) {
  const auto guard = InterfaceGuard::hold(facts_, {{4078}, {70000}});
  ASSERT_TRUE(guard) << guard.error().message;
  EXPECT_EQ(guard->mtu().count, 4078u);
  EXPECT_EQ(guard->notes()[2], "lab0: MTU 70000 was refused: Invalid argument");
}

TEST_F(Guard, NeverLowersTheMtu) {
  const auto guard = InterfaceGuard::hold(facts_, {{46}, {1500}});
  ASSERT_TRUE(guard);
  EXPECT_EQ(guard->mtu().count, 1500u);
  EXPECT_EQ(mtu(), 1500u);
}

TEST_F(Guard, PutsBackAnMtuThatADriverChangedBehindIt) {
  {
    const auto guard = InterfaceGuard::hold(facts_, {});
    ASSERT_EQ(set_mtu(name_, {1280}), 0);
  }
  expect_as_before();
}

TEST_F(Guard, RefusesAnInterfaceThatAnotherRunHolds) {
  const auto guard = InterfaceGuard::hold(facts_, {{9000}});
  ASSERT_TRUE(guard);
  const auto second = InterfaceGuard::hold(facts_, {{9000}});
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().kind, ErrorKind::port);
  EXPECT_EQ(second.error().message,
            "interface lab0 is in use by another run of pktgen; wait for its end, or name another interface");
}

TEST_F(Guard, PutsBackOnce) {
  auto guard = InterfaceGuard::hold(facts_, {{9000}});
  ASSERT_TRUE(guard);
  EXPECT_TRUE(guard->put_back());
  expect_as_before();
  ASSERT_EQ(set_mtu(name_, {2000}), 0);
  EXPECT_TRUE(guard->put_back());
  EXPECT_EQ(mtu(), 2000u);
}

TEST_F(Guard, PutsBackWhenTheProcessIsKilled) {
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);  // both the process and its last resort hold it open
  const pid_t child = fork();
  if (child == 0) {
    const auto guard = InterfaceGuard::hold(facts_, {{9000}});
    char ok = guard && mtu() == 9000 && is_promiscuous(name_) ? 'y' : 'n';
    if (write(ends[1], &ok, 1) == 1) kill(getpid(), SIGKILL);
    _exit(1);
  }
  close(ends[1]);
  char ok = 0;
  ASSERT_EQ(read(ends[0], &ok, 1), 1);
  EXPECT_EQ(ok, 'y');
  EXPECT_EQ(read(ends[0], &ok, 1), 0);
  close(ends[0]);
  waitpid(child, nullptr, 0);
  expect_as_before();
}

TEST_F(Guard, NeedsNothingOfAnInterfaceThatIsGone) {
  ASSERT_EQ(std::system("ip link add gone0 type veth peer name gone1 && ip link set gone0 up"), 0);
  InterfaceFacts facts;
  facts.name = "gone0";
  facts.mtu = {1500};
  auto guard = InterfaceGuard::hold(facts, {{2000}});
  ASSERT_TRUE(guard) << guard.error().message;
  ASSERT_EQ(std::system("ip link del gone0"), 0);
  EXPECT_TRUE(guard->put_back());
}

TEST_F(Guard, SaysWhatItNeedsWhereItMayNot) {
  const pid_t child = fork();
  if (child == 0) {
    if (setuid(65534) != 0) _exit(2);
    const auto guard = InterfaceGuard::hold(facts_, {{9000}});
    const bool right =
        !guard && guard.error().kind == ErrorKind::environment &&
        guard.error().message ==
            "interface lab0: receiving frames for any address needs CAP_NET_ADMIN; run as root";
    _exit(right ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  expect_as_before();
}

}  // namespace
}  // namespace pktgen

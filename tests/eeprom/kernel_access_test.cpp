#include "eeprom/kernel_access.h"

#include <gtest/gtest.h>
#include <linux/ethtool.h>

#include <cerrno>
#include <cstring>

#include "support/expect_module.h"

namespace pktgen {
namespace {

using Bytes = std::vector<std::uint8_t>;

/// What a kernel answers for "eth1".
struct Kernel {
  int info_error = 0, eeprom_error = 0, page_error = 0;
  std::uint32_t length = 0;
  Bytes eeprom{};
  int pages_asked = 0;

  int ethtool(void* command) const {
    std::uint32_t number = 0;
    std::memcpy(&number, command, sizeof number);
    if (number == ETHTOOL_GMODULEINFO) {
      static_cast<ethtool_modinfo*>(command)->eeprom_len = length;
      return info_error;
    }
    if (number != ETHTOOL_GMODULEEEPROM) return EOPNOTSUPP;
    auto* const request = static_cast<ethtool_eeprom*>(command);
    if (request->offset + request->len > eeprom.size()) return EINVAL;
    std::memcpy(static_cast<std::uint8_t*>(command) + sizeof *request, &eeprom[request->offset],
                request->len);
    return eeprom_error;
  }

  Result<ModuleAccess> open(const std::string& name = "eth1") {
    return open_kernel_module(
        name, {.ethtool = [this](const std::string&, void* command) { return ethtool(command); },
               .netlink = [this](ByteView) -> KernelAnswer {
                 ++pages_asked;
                 return tl::make_unexpected(page_error);
               }});
  }
};

std::string mistake(Kernel kernel, ErrorKind kind, const std::string& name = "eth1") {
  const auto access = kernel.open(name);
  if (access) return "opened";
  EXPECT_EQ(access.error().kind, kind);
  return access.error().message;
}

Bytes sr_eeprom() {
  Bytes bytes = sr_a0h().bytes();
  const Bytes second = sr_a2h().bytes();
  bytes.insert(bytes.end(), second.begin(), second.end());
  return bytes;
}

TEST(KernelModule, IsReadByIoctl) {
  Kernel kernel{.length = 512, .eeprom = sr_eeprom()};
  const auto access = kernel.open();
  ASSERT_TRUE(access);
  const auto memory = read_memory(*access);
  ASSERT_TRUE(memory);
  EXPECT_EQ(memory->flat, sr_eeprom());
  EXPECT_EQ(kernel.pages_asked, 0);
}

TEST(KernelModule, IsReadPageByPageWhereTheDriverKnowsNoOtherWay) {
  EXPECT_EQ(
      mistake({.info_error = EOPNOTSUPP, .page_error = EOPNOTSUPP}, ErrorKind::not_measured),
      "its driver can't read modules, or the port has no cage (copper, virtual); read the module in another "
      "host and give the dump: pktgen optics FILE");
  Kernel kernel{.info_error = EOPNOTSUPP, .page_error = EOPNOTSUPP};
  static_cast<void>(kernel.open());
  EXPECT_EQ(kernel.pages_asked, 1);
}

TEST(KernelModule, OfCmisIsReadInOnePieceWhereThereAreNoPages) {
  Kernel kernel{.page_error = EOPNOTSUPP, .length = 256, .eeprom = Bytes(256, 0x18)};
  const auto access = kernel.open();
  ASSERT_TRUE(access);
  EXPECT_EQ(kernel.pages_asked, 1);
  EXPECT_EQ(access->flat_bytes, 256u);
}

TEST(KernelModule, SaysWhatIsMissing) {
  EXPECT_EQ(mistake({.info_error = EPERM}, ErrorKind::environment),
            "no permission to read its module; run as root (CAP_NET_ADMIN)");
  EXPECT_EQ(mistake({.info_error = EINVAL}, ErrorKind::not_measured),
            "no module answers (Invalid argument); see that one is plugged in fully, then read it again");
  EXPECT_EQ(mistake({.eeprom_error = EIO, .length = 256, .eeprom = Bytes(256)}, ErrorKind::not_measured),
            "no module answers (Input/output error); see that one is plugged in fully, then read it again");
  EXPECT_EQ(mistake({.info_error = ENODEV}, ErrorKind::port, "nosuch0"),
            "there is no such interface; ip link lists those there are");
}

TEST(KernelModule, OfTheLoopbackIsNone) {
  const auto access = open_kernel_module("lo", this_kernel());
  ASSERT_FALSE(access);  // by root no driver, by others no permission
  EXPECT_TRUE(access.error().kind == ErrorKind::not_measured ||
              access.error().kind == ErrorKind::environment);
}

}  // namespace
}  // namespace pktgen

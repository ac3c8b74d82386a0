#include "host/interface_control.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/ethtool.h>
#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <vector>

#include "base/text.h"

namespace pktgen {
namespace {

/// Closes a descriptor when it goes.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int fd() const { return fd_; }

 private:
  int fd_;
};

ifreq request_for(const KernelName& name) {
  ifreq request{};
  std::ranges::copy(name, request.ifr_name);
  return request;
}

Errno ask(unsigned long what, ifreq& request) {
  const Descriptor socket(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  if (socket.fd() < 0) return errno;
  return ioctl(socket.fd(), what, &request) < 0 ? errno : 0;
}

template <class Command>
Errno ask_ethtool(const KernelName& name, Command& command) {
  ifreq request = request_for(name);
  request.ifr_data = reinterpret_cast<char*>(&command);
  return ask(SIOCETHTOOL, request);
}

/// ethtool's structures end in arrays of unknown length; these give them one.
struct FeaturesRead {
  std::uint32_t cmd = ETHTOOL_GFEATURES, size = Offloads::kWords;
  std::array<ethtool_get_features_block, Offloads::kWords> words{};
};
struct FeaturesWritten {
  std::uint32_t cmd = ETHTOOL_SFEATURES, size = 0;
  std::array<ethtool_set_features_block, Offloads::kWords> words{};
};
struct SetSize {
  std::uint32_t cmd = ETHTOOL_GSSET_INFO, reserved = 0;
  std::uint64_t mask = 1U << ETH_SS_FEATURES;
  std::uint32_t count = 0;
};
static_assert(offsetof(FeaturesRead, words) == sizeof(ethtool_gfeatures));
static_assert(offsetof(FeaturesWritten, words) == sizeof(ethtool_sfeatures));
static_assert(offsetof(SetSize, count) == sizeof(ethtool_sset_info));

bool changes_frames(std::string_view feature) {
  constexpr std::string_view kExact[] = {"rx-gro",
                                         "rx-gro-hw",
                                         "rx-gro-list",
                                         "rx-udp-gro-forwarding",
                                         "rx-lro",
                                         "rx-checksum",
                                         "tx-generic-segmentation"};
  if (std::ranges::find(kExact, feature) != std::end(kExact)) return true;
  return feature.starts_with("tx-checksum-") ||
         (feature.starts_with("tx-") && feature.ends_with("-segmentation"));
}

/// The names of the switches, in the kernel's order, which is that of the bits.
std::vector<std::string> feature_names(const KernelName& name) {
  SetSize size;
  if (ask_ethtool(name, size) != 0 || size.mask == 0) return {};
  const std::size_t bytes = sizeof(ethtool_gstrings) + std::size_t{size.count} * ETH_GSTRING_LEN;
  std::vector<std::uint32_t> buffer(bytes / sizeof(std::uint32_t) + 1);
  auto& strings = *reinterpret_cast<ethtool_gstrings*>(buffer.data());
  strings.cmd = ETHTOOL_GSTRINGS;
  strings.string_set = ETH_SS_FEATURES;
  strings.len = size.count;
  if (ask_ethtool(name, strings) != 0) return {};
  std::vector<std::string> names;
  const char* text = reinterpret_cast<const char*>(buffer.data()) + sizeof(ethtool_gstrings);
  for (std::size_t i = 0; i < size.count; ++i, text += ETH_GSTRING_LEN)
    names.emplace_back(text, strnlen(text, ETH_GSTRING_LEN));
  return names;
}

std::array<char, 80> forwarding_file(const KernelName& name, IpVersion version) {
  std::array<char, 80> path{};
  std::snprintf(path.data(), path.size(), "/proc/sys/net/ipv%d/conf/%.*s/forwarding",
                static_cast<int>(version), static_cast<int>(name.size()), name.data());
  return path;
}

}  // namespace

bool Offloads::any() const {
  return std::ranges::any_of(meant, [](std::uint32_t word) { return word != 0; });
}

Result<KernelName> kernel_name(std::string_view name) {
  KernelName kernel{};
  if (name.size() >= kernel.size())
    return fail(ErrorKind::port, fmt::format("no interface {}: the kernel's names have at most {} characters",
                                             in_quotes(name), kernel.size() - 1));
  std::ranges::copy(name, kernel.begin());
  return kernel;
}

MtuBytes read_mtu(const KernelName& name) {
  ifreq request = request_for(name);
  return {ask(SIOCGIFMTU, request) == 0 ? static_cast<std::uint64_t>(request.ifr_mtu) : 0};
}

Errno set_mtu(const KernelName& name, MtuBytes mtu) {
  ifreq request = request_for(name);
  request.ifr_mtu = static_cast<int>(mtu.count);
  return ask(SIOCSIFMTU, request);
}

bool is_promiscuous(const KernelName& name) {
  ifreq request = request_for(name);
  return ask(SIOCGIFFLAGS, request) == 0 && (request.ifr_flags & IFF_PROMISC) != 0;
}

Errno set_promiscuous(const KernelName& name, bool on) {
  ifreq request = request_for(name);
  if (const Errno error = ask(SIOCGIFFLAGS, request); error != 0) return error;
  const auto flags = static_cast<unsigned>(static_cast<unsigned short>(request.ifr_flags));
  const unsigned wanted = on ? flags | IFF_PROMISC : flags & ~unsigned{IFF_PROMISC};
  request.ifr_flags = static_cast<short>(static_cast<unsigned short>(wanted));
  return ask(SIOCSIFFLAGS, request);
}

Offloads changing_offloads(const KernelName& name) {
  const auto names = feature_names(name);
  FeaturesRead read;
  Offloads offloads;
  if (names.empty() || ask_ethtool(name, read) != 0) return offloads;
  offloads.words =
      std::min<std::uint32_t>(Offloads::kWords, static_cast<std::uint32_t>((names.size() + 31) / 32));
  for (std::size_t i = 0; i < names.size() && i / 32 < offloads.words; ++i) {
    const auto& word = read.words[i / 32];
    const std::uint32_t bit = 1U << (i % 32);
    const bool changeable = (word.available & bit) != 0 && (word.never_changed & bit) == 0;
    if (!changeable || (word.active & bit) == 0 || !changes_frames(names[i])) continue;
    offloads.meant[i / 32] |= bit;
    offloads.on[i / 32] |= word.requested & bit;
  }
  return offloads;
}

Errno set_offloads(const KernelName& name, const Offloads& offloads) {
  FeaturesWritten written;
  written.size = offloads.words;
  for (std::size_t i = 0; i < offloads.words; ++i) written.words[i] = {offloads.meant[i], offloads.on[i]};
  return ask_ethtool(name, written);
}

Offloads still_active(const KernelName& name, const Offloads& offloads) {
  Offloads left = offloads;
  FeaturesRead read;
  if (ask_ethtool(name, read) != 0) return left;
  for (std::size_t i = 0; i < left.words; ++i) left.meant[i] &= read.words[i].active;
  return left;
}

/// Names of abstract sockets are those of a network namespace, as names of interfaces are, and vanish with
/// the last process that holds them.
int claim(const KernelName& name) {
  const int fd = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const int length = std::snprintf(address.sun_path + 1, sizeof address.sun_path - 1, "pktgen-interface-%.*s",
                                   static_cast<int>(name.size()), name.data());
  const auto size =
      static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + static_cast<std::size_t>(length));
  if (fd >= 0 && bind(fd, reinterpret_cast<const sockaddr*>(&address), size) == 0) return fd;
  if (fd >= 0) close(fd);
  return -1;
}

std::string driver_name(const KernelName& name) {
  ethtool_drvinfo info{};
  info.cmd = ETHTOOL_GDRVINFO;
  if (ask_ethtool(name, info) != 0) return {};
  return {info.driver, strnlen(info.driver, sizeof info.driver)};
}

std::string firmware_version(const KernelName& name) {
  ethtool_drvinfo info{};
  info.cmd = ETHTOOL_GDRVINFO;
  if (ask_ethtool(name, info) != 0) return {};
  return {info.fw_version, strnlen(info.fw_version, sizeof info.fw_version)};
}

std::string pause_in_force(const KernelName& name) {
  ethtool_pauseparam pause{};
  pause.cmd = ETHTOOL_GPAUSEPARAM;
  if (ask_ethtool(name, pause) != 0) return "";
  if (pause.rx_pause != 0) return pause.tx_pause != 0 ? "on" : "rx";
  return pause.tx_pause != 0 ? "tx" : "off";
}

std::string fec_in_force(const KernelName& name) {
  ethtool_fecparam fec{};
  fec.cmd = ETHTOOL_GFECPARAM;
  if (ask_ethtool(name, fec) != 0) return "";
  if ((fec.active_fec & ETHTOOL_FEC_RS) != 0) return "rs";
  if ((fec.active_fec & ETHTOOL_FEC_BASER) != 0) return "baser";
  return (fec.active_fec & ETHTOOL_FEC_OFF) != 0 ? "off" : "";
}

std::optional<bool> is_forwarding(const KernelName& name, IpVersion version) {
  const Descriptor file(open(forwarding_file(name, version).data(), O_RDONLY | O_CLOEXEC));
  char digit = 0;
  if (file.fd() < 0 || read(file.fd(), &digit, 1) != 1) return std::nullopt;
  return digit != '0';
}

Errno set_forwarding(const KernelName& name, IpVersion version, bool on) {
  const Descriptor file(open(forwarding_file(name, version).data(), O_WRONLY | O_CLOEXEC));
  if (file.fd() < 0) return errno;
  return write(file.fd(), on ? "1" : "0", 1) == 1 ? 0 : errno;
}

}  // namespace pktgen

#include <sys/resource.h>
#include <unistd.h>

#include <charconv>

#include "doctor/machine.h"
#include "doctor/tree.h"
#include "host/hugepages.h"
#include "host/interface_control.h"

namespace pktgen {
namespace {

// of linux/capability.h, as bits of CapEff
constexpr std::uint64_t kNetAdmin = 1ULL << 12, kNetRaw = 1ULL << 13, kIpcLock = 1ULL << 14;

std::uint64_t capabilities() {
  const std::string hex = value_of(Tree("").text("proc/self/status").value_or(""), "CapEff");
  std::uint64_t bits = 0;
  std::from_chars(hex.data(), hex.data() + hex.size(), bits, 16);
  return bits;
}

std::string firmware_behind(const std::string& interface) {
  const auto name = kernel_name(interface);
  return name ? firmware_version(*name) : "";
}

}  // namespace

Rights read_rights(bool is_this_machine) {
  const std::uint64_t can = capabilities();
  Rights rights;
  rights.is_root = geteuid() == 0;
  rights.user = std::to_string(geteuid());
  rlimit limit{};
  if (getrlimit(RLIMIT_MEMLOCK, &limit) == 0) rights.memlock_bytes = limit.rlim_cur;
  rights.may_lock_all = (can & kIpcLock) != 0;
  rights.may_set_interfaces = (can & kNetAdmin) != 0 && (can & kNetRaw) != 0;
  rights.may_use = [](const std::string& path) { return access(path.c_str(), R_OK | W_OK) == 0; };
  if (!is_this_machine) return rights;
  rights.maps_hugepages = can_map_hugepages();
  rights.firmware_of = firmware_behind;
  rights.addresses = read_addresses();
  return rights;
}

}  // namespace pktgen

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>

#include "base/text.h"
#include "doctor/checks.h"

namespace pktgen {
namespace {

bool works_with(const PmdProfile& profile, const std::string& driver) {
  const auto& good = profile.bind.userspace_drivers;
  return good.empty() || std::ranges::find(good, driver) != good.end();
}

std::string reason_of(const PmdProfile& profile, std::string_view key) {
  const auto found = std::ranges::find(profile.quirks, key, &Quirk::key);
  return found == profile.quirks.end() ? "" : found->why;
}

/// 9.2 of "9.20 0x8000d8c5 1.3353.0".
std::optional<double> leading_number(const std::string& text) {
  double number = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
  return parsed.ec == std::errc{} ? std::optional(number) : std::nullopt;
}

/// Devices that look like a neighbour and that DPDK 22.11 has no driver for: Marvell AQC113 to AQC115, and
/// Intel E610.
bool is_known_to_lack_a_driver(std::string_view id) {
  constexpr std::array<std::string_view, 11> kIds{"1d6a:00c0", "1d6a:04c0", "1d6a:12c0", "1d6a:14c0",
                                                  "1d6a:93c0", "1d6a:94c0", "8086:57ae", "8086:57af",
                                                  "8086:57b0", "8086:57b1", "8086:57b2"};
  return std::ranges::find(kIds, id) != kIds.end();
}

/// An X710 and its kin: versions as the driver i40e prints them.
void judge_i40e(double firmware, Check& check) {
  constexpr double kStopsLldp = 6.01, kNewestTested = 9.01;
  if (firmware < kStopsLldp) {
    check.state = State::hurts;
    check.found +=
        ", older than 6.01: it sends LLDP frames of its own, and its count of sent bytes may step back";
    check.mend_for_good =
        "nvmupdate64e   # of Intel's Non-Volatile Memory Update package; then a power cycle";
  } else if (firmware > kNewestTested) {
    check.state = State::unknown;
    check.found += ", newer than 9.01, with which DPDK 22.11 was tested";
  } else {
    check.state = State::good;
  }
}

/// DPDK's driver refuses others ("Bad FW version detected").
void judge_atlantic(double firmware, Check& check) {
  check.state = firmware >= 1 && firmware < 4 ? State::good : State::blocks;
  if (check.state == State::blocks) check.found += "; DPDK's driver takes versions 1 to 3 alone";
}

/// Of a port that an interface stands on and nothing seen speaks against.
std::string judge_use(const PatientPort& port, Check& check) {
  const std::string& interface = port.interfaces.front().name;
  if (port.are_connections_known) return fmt::format("nobody's way goes through {}", interface);
  check.state = State::unknown;
  check.is_vital = false;
  return fmt::format("no default route, bond or VLAN is on {}; its addresses and connections aren't known",
                     interface);
}

bool has_rule(const PmdProfile& profile) { return profile.name == "x710" || profile.name == "aqc107"; }

}  // namespace

Check check_use(const PatientPort& port) {
  Check check{.name = "use", .port = port.name};
  check.why = "a measurement takes the whole port: who is reached through it would be cut off";
  check.state = port.in_use.empty() ? State::good : State::blocks;
  check.found = port.in_use;
  if (!port.in_use.empty()) return check;
  if (port.interfaces.empty())
    check.found = is_for_userspace(port.function.driver) ? "the kernel's network doesn't see it"
                                                         : "no interface of the kernel is on it here";
  else check.found = judge_use(port, check);
  return check;
}

Check check_driver(const PatientPort& port) {
  const std::string& driver = port.function.driver;
  Check check{.name = "driver", .port = port.name};
  check.why = "DPDK reaches a NIC only through a driver that gives it to a program";
  if (!is_for_userspace(driver)) {
    check.state = State::blocks;
    check.found = driver.empty() ? "none" : driver + ", of the kernel";
    if (port.in_use.empty()) mend_binding(port, check);
    else check.found += "; it must stay there as long as the port is in use";
    return check;
  }
  check.found = driver;
  check.state = works_with(port.profile, driver) ? State::good : State::blocks;
  if (check.state == State::good) return check;
  check.found += fmt::format(", with which an {} doesn't work", port.profile.name);
  if (const std::string reason = reason_of(port.profile, "bind.userspace_drivers"); !reason.empty())
    check.why = reason;
  mend_binding(port, check);
  return check;
}

Check check_firmware(const PatientPort& port, std::string_view dpdk_version) {
  Check check{.name = "DPDK and firmware", .port = port.name, .is_vital = false};
  check.why = "a release of DPDK knows the devices and the firmware of its day";
  if (is_known_to_lack_a_driver(port.function.id)) {
    check.state = State::blocks;
    check.found = fmt::format("DPDK {} has no driver for {}", dpdk_version, port.function.id);
    return check;
  }
  if (port.profile.match.pci_ids.empty()) {
    check.found = fmt::format("DPDK {}; no profile of pmd_config lists {}", dpdk_version, port.function.id);
    return check;
  }
  if (!has_rule(port.profile)) {
    check.state = State::good;
    check.found =
        fmt::format("DPDK {}; no firmware of an {} is known to matter", dpdk_version, port.profile.name);
    return check;
  }
  const auto firmware = leading_number(port.firmware);
  if (!firmware) {
    check.found = fmt::format(
        "DPDK {}; the firmware's version isn't known: only the kernel's own driver tells it", dpdk_version);
    return check;
  }
  check.found = fmt::format("DPDK {}, firmware {}", dpdk_version, port.firmware);
  if (port.profile.name == "x710") judge_i40e(*firmware, check);
  else judge_atlantic(*firmware, check);
  return check;
}

Check check_permission(const PatientPort& port, const Rights& rights) {
  Check check{.name = "permission", .port = port.name};
  check.why = "who may open the port's file may have the port";
  if (port.is_interface) {
    check.why = "raw frames and promiscuity want CAP_NET_RAW and CAP_NET_ADMIN";
    check.state = rights.may_set_interfaces ? State::good : State::blocks;
    check.found = rights.may_set_interfaces ? "this process has both" : "this process lacks them";
    if (check.state == State::good) return check;
    check.mend_now = "run pktgen as root: sudo pktgen ...";
    check.mend_for_good = "setcap cap_net_raw,cap_net_admin+ep \"$(command -v pktgen)\"";
    return check;
  }
  if (port.vfio_file.empty()) {
    check.state = rights.is_root ? State::good : State::blocks;
    check.found = rights.is_root ? "root" : fmt::format("{} is for root alone", port.function.driver);
    if (!rights.is_root) check.mend_now = "run pktgen as root: sudo pktgen ...";
    return check;
  }
  const bool needs_root = port.vfio_file.find("noiommu-") != std::string::npos && !rights.is_root;
  check.state = port.may_use_vfio_file && !needs_root ? State::good : State::blocks;
  check.found =
      fmt::format("{} can{} be read and written", port.vfio_file, port.may_use_vfio_file ? "" : "'t");
  if (needs_root) {
    check.found = port.vfio_file + " is for root alone";
    check.mend_now = "run pktgen as root: sudo pktgen ...";
  } else if (!port.may_use_vfio_file) {
    check.mend_now = fmt::format("chown {} {}", rights.user, port.vfio_file);
    check.mend_for_good = fmt::format(
        "echo 'SUBSYSTEM==\"vfio\", OWNER=\"{}\"' > /etc/udev/rules.d/60-pktgen.rules", rights.user);
  }
  return check;
}

Check check_owner(const PatientPort& port, std::span<const DpdkProcess> processes) {
  Check check{.name = "owner", .port = port.name};
  check.why = "a port belongs to one program at a time";
  check.state = State::good;
  check.found = "no other process is seen to have it";
  for (const DpdkProcess& process : processes) {
    if (port.group.empty() || std::ranges::find(process.groups, port.group) == process.groups.end()) continue;
    check.state = State::blocks;
    check.found = fmt::format("{} (process {}) has it", process.name, process.pid);
    check.mend_now = fmt::format("kill {}", process.pid);
  }
  return check;
}

}  // namespace pktgen

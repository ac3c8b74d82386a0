#include "host/interface_guard.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <functional>
#include <iterator>
#include <optional>
#include <utility>

#include "host/interface_control.h"
#include "host/last_resort.h"

namespace pktgen {
namespace {

/// What was there before. The MTU is put back always, for drivers behind us change it too.
struct Before {
  KernelName name{};
  MtuBytes mtu{};
  bool promiscuous_off = false;
  Offloads offloads{};
  bool forwards_v4 = false, forwards_v6 = false;
};

/// What couldn't be put back; all zero: everything was. An interface that is gone took its state along.
struct Failures {
  Errno mtu = 0, promiscuous = 0, offloads = 0, forwarding = 0;
};

/// Also called by a child of this process: allocates nothing.
Failures restore(const Before& before) {
  const auto unless_gone = [](Errno error) { return error == ENODEV || error == ENOENT ? 0 : error; };
  Failures failures;
  failures.mtu = unless_gone(set_mtu(before.name, before.mtu));
  if (before.offloads.any()) failures.offloads = unless_gone(set_offloads(before.name, before.offloads));
  if (before.promiscuous_off) failures.promiscuous = unless_gone(set_promiscuous(before.name, false));
  if (before.forwards_v4) failures.forwarding = unless_gone(set_forwarding(before.name, IpVersion::v4, true));
  if (before.forwards_v6 && failures.forwarding == 0)
    failures.forwarding = unless_gone(set_forwarding(before.name, IpVersion::v6, true));
  return failures;
}

void restore_all(const void* before) { restore(*static_cast<const Before*>(before)); }

tl::unexpected<Error> refused(const Before& before, std::string_view what, Errno error) {
  const std::string_view name = before.name.data();
  if (error == EPERM || error == EACCES)
    return fail(ErrorKind::environment,
                fmt::format("interface {}: {} needs CAP_NET_ADMIN; run as root", name, what));
  return fail(ErrorKind::environment, fmt::format("interface {}: {} was refused: {}; name another interface",
                                                  name, what, std::strerror(error)));
}

Before state_now(const KernelName& name) {
  return {.name = name,
          .mtu = read_mtu(name),
          .promiscuous_off = !is_promiscuous(name),
          .offloads = changing_offloads(name),
          .forwards_v4 = is_forwarding(name, IpVersion::v4).value_or(false),
          .forwards_v6 = is_forwarding(name, IpVersion::v6).value_or(false)};
}

/// Raises the MTU to the largest of `mtus` (descending) that the driver takes; says what came of it.
Result<MtuBytes> raise_mtu(const Before& before, const std::vector<MtuBytes>& mtus,
                           std::vector<std::string>& said) {
  Errno first_error = 0;
  for (const MtuBytes mtu : mtus) {
    const Errno error = set_mtu(before.name, mtu);
    if (error == EPERM) return refused(before, "raising the MTU", error);
    if (error != 0) {
      first_error = first_error == 0 ? error : first_error;
      continue;
    }
    if (const MtuBytes in_force = read_mtu(before.name); in_force != mtu) {
      said.push_back(fmt::format("MTU {} was set, {} is in force", mtu.count, in_force.count));
      return in_force;
    }
    said.push_back(fmt::format("MTU {} -> {} for the run, put back at exit", before.mtu.count, mtu.count));
    if (mtu < mtus.front())
      said.push_back(fmt::format("MTU {} was refused: {}", mtus.front().count, std::strerror(first_error)));
    return mtu;
  }
  if (first_error != 0)
    said.push_back(fmt::format("MTU {} was refused ({}): it stays at {}", mtus.front().count,
                               std::strerror(first_error), before.mtu.count));
  return before.mtu;
}

/// Some drivers say yes and round down: what is read back counts.
Result<MtuBytes> set_exact_mtu(const Before& before, MtuBytes mtu, std::vector<std::string>& said) {
  const Errno error = before.mtu == mtu ? 0 : set_mtu(before.name, mtu);
  if (error == EPERM) return refused(before, "setting the MTU", error);
  const MtuBytes in_force = read_mtu(before.name);
  if (in_force != mtu)
    return fail(ErrorKind::port,
                fmt::format("interface {}: MTU {} was asked for, {} is in force{}; ask for --mtu {}, or name "
                            "another interface",
                            before.name.data(), mtu.count, in_force.count,
                            error == 0 ? "" : fmt::format(" ({})", std::strerror(error)), in_force.count));
  if (before.mtu != mtu)
    said.push_back(fmt::format("MTU {} -> {} for the run, put back at exit", before.mtu.count, mtu.count));
  return mtu;
}

Result<void> switch_offloads_off(const Before& before, std::vector<std::string>& said) {
  Offloads off = before.offloads;
  off.on = {};
  if (!off.any()) return {};
  if (const Errno error = set_offloads(before.name, off); error == EPERM)
    return refused(before, "switching offloads off", error);
  said.emplace_back(still_active(before.name, off).any()
                        ? "some of the offloads GRO, LRO, GSO, TSO, checksums can't be switched off"
                        : "offloads GRO, LRO, GSO, TSO, checksums off for the run, put back at exit");
  return {};
}

/// Else test frames addressed to the port would leave by this machine's other ports.
Result<void> stop_forwarding(const Before& before, std::vector<std::string>& said) {
  for (const IpVersion version : {IpVersion::v4, IpVersion::v6}) {
    if (!(version == IpVersion::v4 ? before.forwards_v4 : before.forwards_v6)) continue;
    const std::string what = fmt::format("IPv{} forwarding", static_cast<int>(version));
    if (const Errno error = set_forwarding(before.name, version, false); error != 0)
      return refused(before, "stopping " + what, error);
    said.push_back(what + " off for the run, put back at exit");
  }
  return {};
}

}  // namespace

struct InterfaceGuard::Held {
  Before before;
  int claimed = -1;
  std::optional<LastResort> last_resort{};
  bool is_put_back = false;

  ~Held() {
    if (claimed >= 0) close(claimed);
  }
};

InterfaceGuard::InterfaceGuard(std::unique_ptr<Held> held) : held_(std::move(held)) {}
InterfaceGuard::InterfaceGuard(InterfaceGuard&&) noexcept = default;

InterfaceGuard::~InterfaceGuard() {
  if (held_) static_cast<void>(put_back());
}

Result<InterfaceGuard> InterfaceGuard::hold(const InterfaceFacts& facts, std::vector<MtuBytes> mtus,
                                            std::optional<MtuBytes> exactly) {
  const auto name = kernel_name(facts.name);
  if (!name) return tl::make_unexpected(name.error());
  auto held = std::make_unique<Held>();
  held->claimed = claim(*name);
  if (held->claimed < 0)
    return fail(ErrorKind::port,
                fmt::format("interface {} is in use by another run of pktgen; wait for its end, or "
                            "name another interface",
                            facts.name));
  held->before = state_now(*name);
  const Before& before = held->before;
  std::erase_if(mtus, [&](MtuBytes mtu) { return mtu <= before.mtu; });
  std::ranges::sort(mtus, std::greater<>{});
  held->last_resort.emplace(restore_all, &before);

  InterfaceGuard guard(std::move(held));  // from here on all is put back
  std::vector<std::string> said;
  if (before.promiscuous_off) {
    if (const Errno error = set_promiscuous(*name, true); error != 0)
      return refused(before, "receiving frames for any address", error);
    said.emplace_back("promiscuous for the run, put back at exit");
  }
  const auto mtu = exactly ? set_exact_mtu(before, *exactly, said) : raise_mtu(before, mtus, said);
  if (!mtu) return tl::make_unexpected(mtu.error());
  if (auto off = switch_offloads_off(before, said); !off) return tl::make_unexpected(off.error());
  if (auto stopped = stop_forwarding(before, said); !stopped) return tl::make_unexpected(stopped.error());
  guard.mtu_ = *mtu;
  for (const std::string& text : said) guard.notes_.push_back(facts.name + ": " + text);
  return guard;
}

Result<void> InterfaceGuard::put_back() {
  if (!held_ || std::exchange(held_->is_put_back, true)) return {};
  const Before& before = held_->before;
  const Failures failures = restore(before);
  held_->last_resort->stand_down();
  const std::string_view name = before.name.data();
  std::string mend;
  if (failures.mtu != 0) mend += fmt::format("; ip link set {} mtu {}", name, before.mtu.count);
  if (failures.promiscuous != 0) mend += fmt::format("; ip link set {} promisc off", name);
  if (failures.offloads != 0) mend += fmt::format("; ethtool -K {} gro on gso on tso on rx on tx on", name);
  if (failures.forwarding != 0) mend += fmt::format("; sysctl -w net.ipv4.conf.{}.forwarding=1", name);
  if (mend.empty()) return {};
  return fail(
      ErrorKind::environment,
      fmt::format("interface {} couldn't be put back as it was; do it with: {}", name, mend.substr(2)));
}

}  // namespace pktgen

#include "plan/validate_link.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "base/text.h"
#include "plan/settings.h"

namespace pktgen {
namespace {

/// One thing that may be asked of a link: as it was asked, and who sets it elsewhere.
struct AskedOfLink {
  std::string_view key;
  bool is_asked = false;
  std::string ethtool;           ///< the line that sets it of a kernel interface, "{}" for its name
  std::string_view of_emulated;  ///< what the emulated wire has in its place
};

std::string ethtool_speed(LinkBitsPerSecond speed) {
  return fmt::format("ethtool -s {{}} speed {} duplex full autoneg off", speed.count / 1'000'000);
}

/// ethtool takes megabits a second, and sets of speeds as bits that depend on the medium.
std::vector<AskedOfLink> asked_of(const LinkWish& wish) {
  const auto pause = wish.pause.value_or(PauseMode::off);
  const auto on = [](bool is_on) { return is_on ? "on" : "off"; };
  const bool rx = pause == PauseMode::rx || pause == PauseMode::on;
  const bool tx = pause == PauseMode::tx || pause == PauseMode::on;
  return {
      {"link-speed", wish.speed.has_value(), ethtool_speed(wish.speed.value_or(LinkBitsPerSecond{})),
       "its speed is bits_per_second in the [link] of a --device file"},
      {"advertise", !wish.advertised.empty(),
       "ethtool -s {} advertise MODE on (the modes: ethtool {}, \"Supported link modes\")",
       "its speed is bits_per_second in the [link] of a --device file"},
      {"fec", wish.fec.has_value(),
       fmt::format("ethtool --set-fec {{}} encoding {}", name_of(wish.fec.value_or(FecMode::off))),
       "it has none"},
      {"pause", wish.pause.has_value(), fmt::format("ethtool -A {{}} rx {} tx {}", on(rx), on(tx)),
       "a peer that pauses is pause_received in the [tester] of a --device file"},
  };
}

std::string with_name(std::string line, std::string_view name) {
  for (std::size_t at = 0; (at = line.find("{}", at)) != std::string::npos; at += name.size())
    line.replace(at, 2, name);
  return line;
}

Result<void> check_port_kind(const PortName& port, const AskedOfLink& asked) {
  if (port.kind == PortName::Kind::emulated)
    return fail(ErrorKind::plan,
                fmt::format("{} is for real ports, and {} is an end of the emulated wire: {}; "
                            "leave it out",
                            asked.key, in_quotes(port.text), asked.of_emulated));
  if (port.kind == PortName::Kind::interface)
    return fail(ErrorKind::plan,
                fmt::format("{} of {} is the kernel's to set; leave it out and do it before the run: {}",
                            asked.key, in_quotes(port.text), with_name(asked.ethtool, port.name)));
  return {};
}

Result<void> check_kinds(const Plan& plan) {
  std::vector<AskedOfLink> all = asked_of(plan.link);
  const bool is_emulated = plan.ports[0].kind == PortName::Kind::emulated;
  all.push_back({"mtu", plan.link.mtu && is_emulated, "",
                 "what it carries is max_frame_bytes in the [device] of a --device file"});
  for (const AskedOfLink& asked : all)
    for (std::size_t i = 0; asked.is_asked && i < std::min(plan.asked_ports, plan.ports.size()); ++i)
      if (auto fits = check_port_kind(plan.ports[i], asked); !fits) return fits;
  return {};
}

/// A ladder takes links of ports that are ours from speed to speed, or those of the emulated wire.
Result<void> check_ladder(const Plan& plan) {
  if (plan.link_speeds.empty()) return {};
  if (plan.link.speed || !plan.link.advertised.empty())
    return fail(
        ErrorKind::plan,
        fmt::format("link-speeds takes one speed after the other, {} wants the links as they are told; "
                    "keep one of the two",
                    plan.link.speed ? "link-speed" : "advertise"));
  if (plan.real_time)
    return fail(ErrorKind::plan,
                "link-speeds of the emulated wire are taken in virtual time, for in real time "
                "its rings are made for one speed; leave out real-time");
  const LinkBitsPerSecond first = plan.link_speeds.front();
  for (const PortName& port : plan.ports)
    if (port.kind == PortName::Kind::interface)
      return check_port_kind(port,
                             {"link-speeds", true, ethtool_speed(first) + ", then again for the next", ""});
  return {};
}

/// Sizes that a plan's streams or its file need aren't chosen here: they fit, or it can't be.
Result<CheckedPlan> fit_mtu(CheckedPlan checked) {
  if (!checked.plan.link.mtu) return checked;
  const FrameBytes most = frame_for(*checked.plan.link.mtu);
  const std::string why = fmt::format("an MTU of {} was asked for", checked.plan.link.mtu->count);
  if (is_of_sizes(checked.plan.command)) {
    return limit_sizes(std::move(checked), kSmallestFrame, most, why);
  }
  const FrameBytes largest = std::ranges::max(checked.plan.sizes);
  if (largest <= most) return checked;
  const bool is_default =
      is_among(checked.plan.command, "replay receive") && !was_asked(checked.plan, "largest");
  if (!is_default)
    return fail(ErrorKind::plan,
                fmt::format("{}, which carries frames of {} bytes, and there are some of {}; "
                            "ask for --mtu {} or smaller frames",
                            why, most.count, largest.count, mtu_for(largest).count));
  checked.plan.replay.largest = most;
  checked.plan.sizes = {most};
  return checked;
}

}  // namespace

Result<CheckedPlan> validate_link(CheckedPlan checked) {
  if (auto sane = check_ladder(checked.plan); !sane) return tl::make_unexpected(sane.error());
  const LinkWish& wish = checked.plan.link;
  if (wish == LinkWish{}) return checked;
  if (wish.speed && !wish.advertised.empty())
    return fail(
        ErrorKind::plan,
        "link-speed wants one speed and no other, advertise offers a set of them; keep one of the two");
  if (auto fits = check_kinds(checked.plan); !fits) return tl::make_unexpected(fits.error());
  return fit_mtu(std::move(checked));
}

}  // namespace pktgen

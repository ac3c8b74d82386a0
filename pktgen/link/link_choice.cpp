#include "link/link_choice.h"

#include <algorithm>
#include <fmt/format.h>

namespace pktgen {
namespace {

bool has(const std::vector<LinkBitsPerSecond>& speeds, LinkBitsPerSecond speed) {
  return std::ranges::find(speeds, speed) != speeds.end();
}

tl::unexpected<Error> not_there(const LinkAbilities& port, std::string_view option, std::string_view asked,
                                const std::string& there, std::string_view what) {
  if (there.empty())
    return fail(ErrorKind::port,
                fmt::format("{}: {} {} was asked for, but the driver {} has no {} to choose; "
                            "leave it out",
                            port.port, option, asked, port.driver, what));
  return fail(ErrorKind::port, fmt::format("{}: {} {} was asked for, the port has {}; ask for one of these",
                                           port.port, option, asked, there));
}

std::string print_fecs(const std::vector<FecMode>& fecs) {
  std::string text;
  for (const FecMode fec : fecs) text += (text.empty() ? "" : ", ") + std::string(name_of(fec));
  return text;
}

std::string speed_text(LinkBitsPerSecond speed, const LinkAbilities& port) {
  if (speed.count != 0) return print_speed(speed);
  const std::string& means = port.unknown_speed_means;
  return "a speed that isn't known" + (means.empty() ? means : " (" + means + ")");
}

/// A link at a speed that nobody asked for.
Result<void> check_speed(const LinkWish& wish, LinkBitsPerSecond in_force, const LinkAbilities& port) {
  const bool is_fixed = wish.speed.has_value();
  if (!is_fixed && wish.advertised.empty()) return {};
  const std::vector<LinkBitsPerSecond> asked = is_fixed ? std::vector{*wish.speed} : wish.advertised;
  if (has(asked, in_force)) return {};
  return fail(
      ErrorKind::port,
      fmt::format("{}: {} {} wasn't taken: the link is up at {}, the port has {}; look what the far side "
                  "offers, or ask for what both have",
                  port.port, is_fixed ? "--link-speed" : "--advertise", print_speeds(asked),
                  speed_text(in_force, port), print_speeds(port.speeds)));
}

}  // namespace

std::vector<LinkBitsPerSecond> common_speeds(const std::vector<LinkBitsPerSecond>& driver,
                                             const std::vector<LinkBitsPerSecond>& profile) {
  if (profile.empty()) return driver;
  std::vector<LinkBitsPerSecond> both;
  for (const LinkBitsPerSecond speed : driver)
    if (has(profile, speed)) both.push_back(speed);
  return both;
}

Result<SpeedChoice> choose_speeds(const LinkWish& wish, const std::vector<LinkBitsPerSecond>& by_profile,
                                  const LinkAbilities& port) {
  if (wish.fec && std::ranges::find(port.fecs, *wish.fec) == port.fecs.end())
    return not_there(port, "--fec", name_of(*wish.fec), print_fecs(port.fecs), "FEC");
  for (const LinkBitsPerSecond speed : wish.advertised)
    if (!has(port.speeds, speed))
      return not_there(port, "--advertise", print_speed(speed), print_speeds(port.speeds), "speeds");
  if (!wish.speed) return SpeedChoice{.offered = wish.advertised.empty() ? by_profile : wish.advertised};
  if (!has(port.speeds, *wish.speed))
    return not_there(port, "--link-speed", print_speed(*wish.speed), print_speeds(port.speeds), "speeds");
  SpeedChoice choice{.offered = {*wish.speed}, .is_fixed = port.takes_fixed};
  if (!port.takes_fixed)
    choice.note = fmt::format("{} is offered alone: the driver takes no speed without autonegotiation",
                              print_speed(*wish.speed));
  return choice;
}

Result<void> check_in_force(const LinkWish& wish, const LinkInForce& link, const LinkAbilities& port) {
  if (auto speed = check_speed(wish, link.speed, port); !speed) return speed;
  if (wish.fec && *wish.fec != FecMode::autoneg && link.fec != wish.fec)
    return fail(
        ErrorKind::port,
        fmt::format("{}: --fec {} wasn't taken: {} is in force; set the far side to the same, or ask "
                    "for --fec auto",
                    port.port, name_of(*wish.fec), link.fec ? name_of(*link.fec) : "what isn't known"));
  if (wish.pause && link.pause != wish.pause)
    return fail(
        ErrorKind::port,
        fmt::format("{}: --pause {} wasn't taken: {} is in force; ask for that, or leave it out", port.port,
                    name_of(*wish.pause), link.pause ? name_of(*link.pause) : "what isn't known"));
  return {};
}

Result<void> check_mtu(std::string_view port, std::optional<MtuBytes> asked, MtuBytes needed,
                       MtuBytes in_force) {
  if (asked && in_force != *asked)
    return fail(ErrorKind::port, fmt::format("{}: MTU {} was asked for, {} is in force; ask for --mtu {}, or "
                                             "name another port",
                                             port, asked->count, in_force.count, in_force.count));
  if (asked || in_force >= needed) return {};
  return fail(ErrorKind::port,
              fmt::format("{}: MTU {} is in force, frames of {} bytes need {}; take them out of --sizes",
                          port, in_force.count, frame_for(needed).count, needed.count));
}

}  // namespace pktgen

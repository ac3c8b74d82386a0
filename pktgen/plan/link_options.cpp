#include "plan/link_options.h"

#include "base/text.h"
#include "link/link_wish.h"

namespace pktgen {
namespace {

using Kind = Setting::Kind;

constexpr std::uint64_t kLeastMtu = 68;   // RFC 791
constexpr std::uint64_t kMostMtu = 9216;  // what buffers of all profiles hold in one piece

/// Stores what a parser read.
template <class T, class Target>
Result<void> keep(Target& target, Result<T> parsed) {
  if (!parsed) return tl::make_unexpected(std::move(parsed.error()));
  target = std::move(*parsed);
  return {};
}

Result<void> store_mtu(Plan& plan, std::string_view text) {
  const auto mtu = parse_integer(text, kLeastMtu, kMostMtu);
  if (!mtu) return tl::make_unexpected(mtu.error());
  plan.link.mtu = MtuBytes{*mtu};
  return {};
}

/// "2.5G,5G", as it is read.
std::string print_listed(const std::vector<LinkBitsPerSecond>& speeds) {
  std::string text;
  for (const LinkBitsPerSecond speed : speeds) text += (text.empty() ? "" : ",") + print_speed(speed);
  return text;
}

template <class Mode>
std::string print_mode(const std::optional<Mode>& mode) {
  return mode ? std::string(name_of(*mode)) : std::string();
}

// A table of keys is the shortest way to say them; clang-format would spread each over six lines.
// clang-format off
constexpr Setting kLinkSettings[] = {
    {"link-speed", Kind::text, R"("10G")", "the one speed of both links, 10M to 200G",
     [](Plan& p, std::string_view t) { return keep(p.link.speed, parse_link_speed(t)); },
     [](const Plan& p) { return p.link.speed ? print_speed(*p.link.speed) : std::string(); }},
    {"advertise", Kind::texts, R"(["2.5G", "5G"])", "the speeds that are offered to the far side",
     [](Plan& p, std::string_view t) { return keep(p.link.advertised, parse_advertised(t)); },
     [](const Plan& p) { return print_listed(p.link.advertised); }},
    {"link-speeds", Kind::texts, R"(["1G", "2.5G", "5G", "10G"])", "speeds to take the links to in turn",
     [](Plan& p, std::string_view t) { return keep(p.link_speeds, parse_ladder(t)); },
     [](const Plan& p) { return print_listed(p.link_speeds); }, "sweep"},
    {"fec", Kind::text, R"("rs")", "forward error correction: off, rs, baser or auto",
     [](Plan& p, std::string_view t) { return keep(p.link.fec, parse_fec(t)); },
     [](const Plan& p) { return print_mode(p.link.fec); }},
    {"pause", Kind::text, R"("off")", "pause frames: off, rx (obeyed), tx (sent) or on (both)",
     [](Plan& p, std::string_view t) { return keep(p.link.pause, parse_pause(t)); },
     [](const Plan& p) { return print_mode(p.link.pause); }},
    {"mtu", Kind::integer, "9000", "the MTU of both ports, bytes of an IP packet",
     [](Plan& p, std::string_view t) { return store_mtu(p, t); },
     [](const Plan& p) { return p.link.mtu ? std::to_string(p.link.mtu->count) : std::string(); }},
};
// clang-format on

}  // namespace

std::span<const Setting> link_settings() { return kLinkSettings; }

}  // namespace pktgen

#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/units.h"

namespace pktgen {

/// Whose pause frames (IEEE 802.3x) count: `rx` obeys those of the far side, `tx` sends our own.
enum class PauseMode : std::uint8_t { off, rx, tx, on };

/// Forward error correction of a link (IEEE 802.3 clauses 74 and 91/108); `autoneg`: as the two ends agree.
enum class FecMode : std::uint8_t { off, rs, baser, autoneg };

/// What a person asks of the links of all ports; what isn't set is left to the profile.
struct LinkWish {
  std::optional<LinkBitsPerSecond> speed{};     ///< this one and no other
  std::vector<LinkBitsPerSecond> advertised{};  ///< offered to the far side, ascending; empty: not asked
  std::optional<FecMode> fec{};
  std::optional<PauseMode> pause{};
  std::optional<MtuBytes> mtu{};
  friend bool operator==(const LinkWish&, const LinkWish&) = default;
};

/// "10M" to "200G", as profiles and people write a link's speed; nothing for others.
std::optional<LinkBitsPerSecond> find_speed(std::string_view name);

/// The name of a speed; "unknown" for zero.
std::string print_speed(LinkBitsPerSecond speed);

/// "1G, 10G".
std::string print_speeds(const std::vector<LinkBitsPerSecond>& speeds);

/// "10G". Fails (plan) naming the speeds there are.
Result<LinkBitsPerSecond> parse_link_speed(std::string_view text);

/// "2.5G,5G", ascending, without repeats. Fails (plan).
Result<std::vector<LinkBitsPerSecond>> parse_advertised(std::string_view text);

/// "1G,2.5G,10G": speeds that are taken one after the other, in the order given, eight at most. Fails (plan)
/// also for one that is there twice.
Result<std::vector<LinkBitsPerSecond>> parse_ladder(std::string_view text);

/// "off", "rx", "tx" or "on". Fails (plan).
Result<PauseMode> parse_pause(std::string_view text);
std::string_view name_of(PauseMode mode);

/// "off", "rs", "baser" or "auto". Fails (plan).
Result<FecMode> parse_fec(std::string_view text);
std::string_view name_of(FecMode mode);

}  // namespace pktgen

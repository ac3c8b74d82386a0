#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "link/link_wish.h"

namespace pktgen {

/// What a port can do of what may be asked of its link, and how it wants to be asked.
struct LinkAbilities {
  std::string port, driver;                 ///< their names, for messages
  std::vector<LinkBitsPerSecond> speeds{};  ///< ascending; empty: there is nothing to choose
  std::vector<FecMode> fecs{};              ///< empty: there is nothing to choose
  bool takes_fixed = false;                 ///< a speed without autonegotiation does something there
  std::string unknown_speed_means{};        ///< of a link that is up; may be empty
};

/// How the speeds of a link are to be set.
struct SpeedChoice {
  std::vector<LinkBitsPerSecond> offered{};  ///< empty: all
  bool is_fixed = false;                     ///< without autonegotiation
  std::string note{};                        ///< what a person should know of it; may be empty
};

/// The speeds of both lists; of one alone where the other is empty.
std::vector<LinkBitsPerSecond> common_speeds(const std::vector<LinkBitsPerSecond>& driver,
                                             const std::vector<LinkBitsPerSecond>& profile);

/// What to ask of a port: the wish, else `by_profile`. A port that takes no fixed speed offers that one
/// alone. Fails (port) for a speed or a FEC that the port doesn't have, naming those it has.
Result<SpeedChoice> choose_speeds(const LinkWish& wish, const std::vector<LinkBitsPerSecond>& by_profile,
                                  const LinkAbilities& port);

/// What a link is at, once it is up; nothing where the driver doesn't say.
struct LinkInForce {
  LinkBitsPerSecond speed{};  ///< zero: not known
  std::optional<FecMode> fec{};
  std::optional<PauseMode> pause{};
};

/// Whether the wish was taken. Fails (port) saying what is in force and what the port has.
Result<void> check_in_force(const LinkWish& wish, const LinkInForce& link, const LinkAbilities& port);

/// Whether the MTU that was asked for, or else one that carries `needed`, is in force. Fails (port) saying
/// which one is.
Result<void> check_mtu(std::string_view port, std::optional<MtuBytes> asked, MtuBytes needed,
                       MtuBytes in_force);

}  // namespace pktgen

#pragma once
#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "trial/trial.h"

namespace pktgen {

/// One time that the link went down. A pulled cable is seen at both of its ends, and is one flap.
struct Flap {
  std::array<bool, 2> ends{};           ///< that saw it: the first port, the second
  Nanoseconds at{};                     ///< when the first of them saw it
  std::optional<Nanoseconds> lasted{};  ///< until each of them was up again; nothing: one was still down
  bool at_most = false;                 ///< no look saw it, counts did: it was shorter than `lasted`

  bool is_seen_at_both() const { return ends[0] && ends[1]; }
};

/// What both ends saw, as flaps in the order of their beginnings: an outage of one end and an outage of the
/// other are one flap if they overlap, or if less than `kLinkResolution` lies between them and neither has
/// another partner. Outages of one end alone are as many flaps.
std::vector<Flap> flaps_of(std::span<const LinkDown> downs);

/// "0.5 s", "less than 0.02 s", "for good"; with "for " before a time: "for 0.5 s", "for good".
std::string lasted_text(const LinkDown& down);
std::string lasted_text(const Flap& flap);
std::string for_text(const Flap& flap);

/// The ends that saw it, by their ports' names: "emu:a", "emu:a and emu:b (seen at both ends)". A port
/// without a name is "the first port" or "the second port".
std::string ends_text(const Flap& flap, const std::array<std::string, 2>& ports);

}  // namespace pktgen

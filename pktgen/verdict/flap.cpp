#include "verdict/flap.h"

#include <algorithm>
#include <utility>

#include "verdict/wording.h"

namespace pktgen {
namespace {

/// Outages that are told as one.
using Outages = std::vector<LinkDown>;

Nanoseconds end_of(const LinkDown& down) {
  return down.lasted ? down.at + *down.lasted : Nanoseconds::max() - kLinkResolution;
}

/// When a blink was that only a count knows of isn't known: it overlaps nothing for certain.
bool overlap(const LinkDown& one, const LinkDown& other) {
  return !one.at_most && !other.at_most && one.at < end_of(other) && other.at < end_of(one);
}

bool are_near(const LinkDown& one, const LinkDown& other) {
  return one.at <= end_of(other) + kLinkResolution && other.at <= end_of(one) + kLinkResolution;
}

bool belongs(const LinkDown& down, const Outages& outages) {
  const bool has_partner = std::ranges::find(outages, down.port, &LinkDown::port) != outages.end();
  return std::ranges::any_of(outages, [&](const LinkDown& one) {
    return one.port != down.port && (overlap(one, down) || (!has_partner && are_near(one, down)));
  });
}

Flap flap_of(const Outages& outages) {
  Flap flap{.at = outages.front().at, .at_most = true};
  Nanoseconds end{};
  bool is_up_again = true;
  for (const LinkDown& down : outages) {
    flap.ends[std::min<std::size_t>(down.port, 1)] = true;
    flap.at_most &= down.at_most;
    is_up_again &= down.lasted.has_value();
    end = std::max(end, end_of(down));
  }
  if (is_up_again) flap.lasted = end - flap.at;
  return flap;
}

std::string lasted(std::optional<Nanoseconds> time, bool at_most) {
  if (!time) return "for good";
  return (at_most ? "less than " : "") + seconds_text(*time) + " s";
}

}  // namespace

std::vector<Flap> flaps_of(std::span<const LinkDown> downs) {
  Outages sorted(downs.begin(), downs.end());
  std::ranges::stable_sort(sorted, {}, &LinkDown::at);
  std::vector<Outages> found;
  for (const LinkDown& down : sorted) {
    const auto same =
        std::ranges::find_if(found, [&](const Outages& outages) { return belongs(down, outages); });
    if (same != found.end()) same->push_back(down);
    else found.push_back({down});
  }
  std::vector<Flap> flaps;
  for (const Outages& outages : found) flaps.push_back(flap_of(outages));
  return flaps;
}

std::string lasted_text(const LinkDown& down) { return lasted(down.lasted, down.at_most); }
std::string lasted_text(const Flap& flap) { return lasted(flap.lasted, flap.at_most); }
std::string for_text(const Flap& flap) { return (flap.lasted ? "for " : "") + lasted_text(flap); }

std::string ends_text(const Flap& flap, const std::array<std::string, 2>& ports) {
  const auto name = [&](std::size_t i) {
    return !ports[i].empty() ? ports[i] : i == 0 ? "the first port" : "the second port";
  };
  if (!flap.is_seen_at_both()) return name(flap.ends[0] ? 0 : 1);
  return name(0) + " and " + name(1) + " (seen at both ends)";
}

}  // namespace pktgen

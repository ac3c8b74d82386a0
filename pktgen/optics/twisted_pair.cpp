#include "optics/twisted_pair.h"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <string_view>

#include "optics/sff8024.h"

namespace pktgen {
namespace {

char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

bool is_letter(char c) { return upper(c) >= 'A' && upper(c) <= 'Z'; }

/// Whether `part` has `word` with no letter behind it: "SFP-10G-T30" has 10G-T, "SFP-10G-TX" hasn't.
bool has_word(std::string_view part, std::string_view word) {
  for (std::size_t at = part.find(word); at != std::string_view::npos; at = part.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if (end == part.size() || !is_letter(part[end])) return true;
  }
  return false;
}

/// Part numbers of modules that don't say what they are, as Linux keeps them in its table of SFP quirks.
bool is_known_part(const std::string& name) {
  std::string part;
  std::ranges::transform(name, std::back_inserter(part), upper);
  static constexpr std::string_view kWords[] = {"10G-T", "10GT", "10GM-T", "10GBASE-T", "BASE-T", "BASET"};
  static constexpr std::string_view kStarts[] = {"RTSFP-10", "HXSX-ATR"};
  return std::ranges::any_of(kWords, [&](std::string_view word) { return has_word(part, word); }) ||
         std::ranges::any_of(kStarts, [&](std::string_view start) { return part.starts_with(start); });
}

std::string speed_of(const Module& module, std::uint8_t extended) {
  if (is_base_t(extended)) return extended_compliance_name(extended);
  const bool is_fast = module.has_10g_code || module.megabauds.value_or(0) >= 10'000 ||
                       is_known_part(module.part.value_or(""));
  if (is_fast) return "10GBASE-T";
  return module.has_1g_code ? "1000BASE-T" : "of a speed it doesn't say";
}

}  // namespace

bool is_twisted_pair(const Module& module, std::uint8_t extended) {
  return (module.connector && module.connector->value == kRj45) || is_base_t(extended) ||
         is_known_part(module.part.value_or(""));
}

void tell_twisted_pair(Module& module, std::uint8_t extended) {
  const std::string speed = speed_of(module, extended);
  const auto tell = [&](std::string because, std::string next_step) {
    module.remarks.push_back({std::move(because), std::move(next_step)});
  };
  if (speed == "1000BASE-T") {
    tell("a twisted pair module (RJ45), 1000BASE-T: there is no optical power to judge", "");
    return;
  }
  tell(fmt::format("a twisted pair module (RJ45), {}: there is no optical power to judge", speed), "");
  if (module.has_10g_code)
    tell("it claims an optical 10G code so that hosts accept it; SFF-8472 has none for 10GBASE-T",
         "don't judge the link by that code");
  tell("it takes 2.5 to 3 W, where an SFP+ cage is made for 1 to 1.5 W: it runs hot and may drop the link",
       "leave the cage beside it empty and keep air moving");
  tell(extended == 0x1c ? "short reach: 30 m of Cat 6a or better"
                        : "30 m of Cat 6a or better is what most such modules reach; few reach 100 m",
       "use the shorter cable when errors rise");
  tell("its transceiver adds microseconds of latency (IEEE 802.3 allows 2.56 us at each end)",
       "calibrate with the module in place");
  tell("it may need 25 s after power-up, and seconds to negotiate, before the link is up",
       "wait with --link-timeout 60s");
  tell(
      "it shows 10G to the port whatever the twisted pair negotiated; a plateau at 2.5 or 5 Gb/s or pause "
      "frames betray a slower line",
      "read the speed at the far end");
}

}  // namespace pktgen

#include "memory_map/identity.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace pktgen {
namespace {

constexpr double kShortest = 600, kLongest = 1700;  // nanometres; 850 to 1625 are in use

unsigned two_digits(std::string_view text, std::size_t at) {
  return static_cast<unsigned>(text[at] - '0') * 10 + static_cast<unsigned>(text[at + 1] - '0');
}

/// "200131" as "2020-01-31"; whatever else stands there as it is.
std::string readable_date(const std::string& text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (text.size() < 6 || !std::ranges::all_of(std::string_view(text).substr(0, 6), is_digit)) return text;
  const unsigned month = two_digits(text, 2), day = two_digits(text, 4);
  if (month < 1 || month > 12 || day < 1 || day > 31) return text;
  const std::string lot = text.size() > 6 ? " lot " + text.substr(6) : "";
  return fmt::format("20{}-{}-{}{}", text.substr(0, 2), text.substr(2, 2), text.substr(4, 2), lot);
}

}  // namespace

void decode_identity(Module& module, const PageView& page, const IdentityPlaces& at) {
  module.vendor = page.text(at.vendor, 16);
  module.part = page.text(at.part, 16);
  module.revision = page.text(at.revision, at.revision_bytes);
  module.serial = page.text(at.serial, 16);
  if (const auto date = page.text(at.date, 8)) module.made = readable_date(*date);
  const ByteView oui = page.bytes(at.oui, 3);
  if (oui.size() == 3 && only_byte(oui) != 0x00 && only_byte(oui) != 0xff)
    module.oui = fmt::format("{:02x}:{:02x}:{:02x}", oui[0], oui[1], oui[2]);
}

void add_sum(Module& module, const PageView& page, std::string name, std::size_t first, std::size_t last) {
  const auto computed = page.sum(first, last), stored = page.u8(last + 1);
  if (computed && stored) module.sums.push_back({std::move(name), *stored, *computed});
}

void tell_wrong_sums(Module& module) {
  for (const StoredSum& sum : module.sums)
    if (!sum.is_right())
      module.remarks.push_back(
          {fmt::format("{} stored 0x{:02x} computed 0x{:02x}: a byte was read wrongly, or "
                       "was written without its checksum",
                       sum.name, sum.stored, sum.computed),
           "read it again; if the two stay the same, it was written so"});
}

void set_wavelength(Module& module, double nanometres) {
  if (nanometres <= 0) return;
  if (nanometres >= kShortest && nanometres <= kLongest) {
    module.wavelength_nm = nanometres;
    return;
  }
  module.remarks.push_back(
      {fmt::format("the wavelength reads {:g} nm, which is no laser's", nanometres), ""});
}

}  // namespace pktgen

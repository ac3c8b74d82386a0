#include "optics/sff8024.h"

#include <algorithm>
#include <fmt/format.h>
#include <span>

namespace pktgen {
namespace {

struct Name {
  std::uint8_t code;
  std::string_view name;
};

constexpr Name kIdentifiers[] = {{0x01, "GBIC"},     {0x02, "module soldered to the board"},
                                 {0x03, "SFP"},      {0x06, "XFP"},
                                 {0x0b, "DWDM-SFP"}, {0x0c, "QSFP"},
                                 {0x0d, "QSFP+"},    {0x0e, "CXP"},
                                 {0x11, "QSFP28"},   {0x12, "CXP2"},
                                 {0x18, "QSFP-DD"},  {0x19, "OSFP"},
                                 {0x1a, "SFP-DD"},   {0x1b, "DSFP"},
                                 {0x1e, "QSFP+"},    {0x1f, "SFP-DD"},
                                 {0x20, "SFP+"},     {0x21, "OSFP-XD"}};

constexpr Name kConnectors[] = {{0x00, "unspecified"},
                                {0x01, "SC"},
                                {0x02, "FC style 1 copper"},
                                {0x03, "FC style 2 copper"},
                                {0x04, "BNC/TNC"},
                                {0x05, "FC coax"},
                                {0x06, "Fiber Jack"},
                                {0x07, "LC"},
                                {0x08, "MT-RJ"},
                                {0x09, "MU"},
                                {0x0a, "SG"},
                                {0x0b, "optical pigtail"},
                                {0x0c, "MPO 1x12"},
                                {0x0d, "MPO 2x16"},
                                {0x20, "HSSDC II"},
                                {kCopperPigtail, "copper pigtail"},
                                {kRj45, "RJ45"},
                                {0x23, "no separable connector"},
                                {0x24, "MXC 2x16"},
                                {0x25, "CS"},
                                {0x26, "SN"},
                                {0x27, "MPO 2x12"},
                                {0x28, "MPO 1x16"}};

constexpr Name kExtendedCompliance[] = {{0x01, "100G AOC or 25GAUI C2M AOC"},
                                        {0x02, "100GBASE-SR4 or 25GBASE-SR"},
                                        {0x03, "100GBASE-LR4 or 25GBASE-LR"},
                                        {0x04, "100GBASE-ER4 or 25GBASE-ER"},
                                        {0x05, "100GBASE-SR10"},
                                        {0x06, "100G CWDM4"},
                                        {0x07, "100G PSM4"},
                                        {0x08, "100G ACC or 25GAUI C2M ACC"},
                                        {0x0b, "100GBASE-CR4 or 25GBASE-CR CA-25G-L"},
                                        {0x0c, "25GBASE-CR CA-25G-S"},
                                        {0x0d, "25GBASE-CR CA-25G-N"},
                                        {0x10, "40GBASE-ER4"},
                                        {0x11, "4 x 10GBASE-SR"},
                                        {0x12, "40G PSM4"},
                                        {0x16, "10GBASE-T with SFI"},
                                        {0x17, "100G CLR4"},
                                        {0x18, "100G AOC or 25GAUI C2M AOC"},
                                        {0x19, "100G ACC or 25GAUI C2M ACC"},
                                        {0x1a, "100GE-DWDM2"},
                                        {0x1b, "100G 1550 nm WDM"},
                                        {0x1c, "10GBASE-T short reach"},
                                        {0x1d, "5GBASE-T"},
                                        {0x1e, "2.5GBASE-T"},
                                        {0x1f, "40G SWDM4"},
                                        {0x20, "100G SWDM4"},
                                        {0x21, "100G PAM4 BiDi"},
                                        {0x25, "100GBASE-DR"},
                                        {0x26, "100G-FR or 100GBASE-FR1"},
                                        {0x27, "100G-LR or 100GBASE-LR1"}};

constexpr Name kTechnologies[] = {{0x00, "850 nm VCSEL"},
                                  {0x01, "1310 nm VCSEL"},
                                  {0x02, "1550 nm VCSEL"},
                                  {0x03, "1310 nm FP"},
                                  {0x04, "1310 nm DFB"},
                                  {0x05, "1550 nm DFB"},
                                  {0x06, "1310 nm EML"},
                                  {0x07, "1550 nm EML"},
                                  {0x09, "1490 nm DFB"},
                                  {0x0a, "copper, not equalized"},
                                  {0x0b, "copper, passively equalized"},
                                  {0x0c, "copper, limiting equalizers at both ends"},
                                  {0x0d, "copper, limiting equalizers at the far end"},
                                  {0x0e, "copper, limiting equalizers at the near end"},
                                  {0x0f, "copper, linear equalizers"}};

std::string_view find_name(std::span<const Name> names, std::uint8_t code) {
  const auto found = std::ranges::find(names, code, &Name::code);
  return found == names.end() ? std::string_view() : found->name;
}

std::string name_or_code(std::span<const Name> names, std::uint8_t code) {
  const std::string_view name = find_name(names, code);
  return name.empty() ? fmt::format("code 0x{:02x}", code) : std::string(name);
}

}  // namespace

NamedCode identifier_code(std::uint8_t value) { return {value, name_or_code(kIdentifiers, value)}; }

NamedCode connector_code(std::uint8_t value) { return {value, name_or_code(kConnectors, value)}; }

std::string extended_compliance_name(std::uint8_t code) {
  return code == 0 ? std::string() : name_or_code(kExtendedCompliance, code);
}

std::string encoding_name(std::uint8_t code, MemoryMap map) {
  static constexpr Name kShared[] = {
      {0x01, "8B/10B"}, {0x02, "4B/5B"}, {0x03, "NRZ"}, {0x07, "256B/257B"}, {0x08, "PAM4"}};
  static constexpr Name kSfp[] = {{0x04, "Manchester"}, {0x05, "SONET scrambled"}, {0x06, "64B/66B"}};
  static constexpr Name kQsfp[] = {{0x04, "SONET scrambled"}, {0x05, "64B/66B"}, {0x06, "Manchester"}};
  if (code == 0) return {};
  const bool is_own = code >= 4 && code <= 6;
  if (!is_own) return name_or_code(kShared, code);
  return map == MemoryMap::sff8472 ? name_or_code(kSfp, code) : name_or_code(kQsfp, code);
}

std::string_view technology_name(std::uint8_t code) { return find_name(kTechnologies, code); }

bool is_copper(std::uint8_t technology) { return technology >= 0x0a && technology <= 0x0f; }

bool is_passive_copper(std::uint8_t technology) { return technology == 0x0a || technology == 0x0b; }

bool is_base_t(std::uint8_t extended_compliance) {
  return extended_compliance == 0x16 || (extended_compliance >= 0x1c && extended_compliance <= 0x1e);
}

}  // namespace pktgen

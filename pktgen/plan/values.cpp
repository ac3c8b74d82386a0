#include "plan/values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <optional>

#include "base/text.h"

namespace pktgen {
namespace {

struct Prefix {
  std::string_view name;
  double times;
};
constexpr Prefix kPrefixes[] = {{"T", 1e12}, {"G", 1e9}, {"M", 1e6}, {"k", 1e3}, {"", 1}};

struct LoadUnit {
  std::string_view name;
  Load::Unit unit;
};
constexpr LoadUnit kLoadUnits[] = {{"fps", Load::Unit::frames_per_second},
                                   {"bpsL1", Load::Unit::l1_bits_per_second},
                                   {"bpsL2", Load::Unit::l2_bits_per_second}};
constexpr std::string_view kLoadExamples = "50%, 1000fps, 1.5Mfps, 5GbpsL1 or 5GbpsL2";

/// The prefix in front of `unit` that makes `text`; nothing if it ends otherwise.
std::optional<double> prefix_before(std::string_view text, std::string_view unit) {
  if (!text.ends_with(unit)) return std::nullopt;
  text.remove_suffix(unit.size());
  const auto* const prefix = std::ranges::find(kPrefixes, text, &Prefix::name);
  return prefix == std::end(kPrefixes) ? std::nullopt : std::optional(prefix->times);
}

Result<Load> check_load(Load load, std::string_view text) {
  if (!std::isfinite(load.amount) || load.amount <= 0)
    return fail(ErrorKind::plan, fmt::format("{} sends nothing; a load is more than zero, like {}",
                                             in_quotes(text), kLoadExamples));
  if (load.unit == Load::Unit::percent && load.amount > 100)
    return fail(ErrorKind::plan,
                fmt::format("{} is more than the link carries; say 100% or less", in_quotes(text)));
  return load;
}

bool are_hex(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

/// "01:00.0" or "0000:01:00.0" in lower case, as the kernel spells it; nothing if it's no PCI address.
std::optional<std::string> pci_address(std::string_view text) {
  std::string address(text);
  std::ranges::transform(address, address.begin(),
                         [](char c) { return c >= 'A' && c <= 'F' ? static_cast<char>(c + 32) : c; });
  if (address.size() == 7) address = "0000:" + address;
  const std::string_view all = address;
  const bool fits = all.size() == 12 && all[4] == ':' && all[7] == ':' && all[10] == '.' &&
                    are_hex(all.substr(0, 4)) && are_hex(all.substr(5, 2)) && are_hex(all.substr(8, 2)) &&
                    all[11] >= '0' && all[11] <= '7';
  return fits ? std::optional(address) : std::nullopt;
}

bool starts_port(std::string_view text) {
  return text.starts_with("emu:") || text.starts_with("if:") || text.starts_with("vdev:") ||
         pci_address(text).has_value();
}

}  // namespace

Result<Load> parse_load(std::string_view text) {
  const auto parsed = parse_number_with_unit(text);
  if (!parsed)
    return fail(ErrorKind::plan,
                fmt::format("wants a load like {}, found {}", kLoadExamples, in_quotes(text)));
  if (parsed->unit == "%") return check_load({Load::Unit::percent, parsed->number}, text);
  for (const LoadUnit& unit : kLoadUnits)
    if (const auto times = prefix_before(parsed->unit, unit.name))
      return check_load({unit.unit, parsed->number * *times}, text);
  if (prefix_before(parsed->unit, "bps"))
    return fail(ErrorKind::plan,
                fmt::format("{0} doesn't say which bits it counts; say {1}L1 (with preamble and gap), {1}L2 "
                            "(frames with their FCS), or a share of the link like 50%",
                            in_quotes(text), text));
  return fail(ErrorKind::plan, fmt::format("wants a load like {}, found {}", kLoadExamples, in_quotes(text)));
}

Result<PortName> parse_port(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view rest = colon == std::string_view::npos ? "" : text.substr(colon + 1);
  if (text == "emu:a" || text == "emu:b")
    return PortName{PortName::Kind::emulated, std::string(text), std::string(rest)};
  if (text.starts_with("emu:"))
    return fail(ErrorKind::plan,
                fmt::format("the emulated wire has two ends, emu:a and emu:b, found {}", in_quotes(text)));
  if (text.starts_with("if:") && !rest.empty())
    return PortName{PortName::Kind::interface, std::string(text), std::string(rest)};
  if (text.starts_with("vdev:") && !rest.empty())
    return PortName{PortName::Kind::virtual_device, std::string(text), std::string(rest)};
  if (const auto address = pci_address(text))
    return PortName{PortName::Kind::pci, std::string(text), *address};
  return fail(ErrorKind::plan,
              fmt::format("wants ports like 0000:01:00.0, if:eth1, vdev:net_null0 or emu:a, found {}",
                          in_quotes(text)));
}

Result<std::vector<PortName>> parse_ports(std::string_view text) {
  std::vector<std::string> texts;
  for (const std::string_view part : split(text, ',')) {
    const bool is_argument = !texts.empty() && texts.back().starts_with("vdev:") && !starts_port(part);
    if (is_argument) texts.back() += "," + std::string(part);
    else texts.emplace_back(part);
  }
  std::vector<PortName> ports;
  for (const std::string& one : texts) {
    auto port = parse_port(one);
    if (!port) return tl::make_unexpected(port.error());
    ports.push_back(std::move(*port));
  }
  return ports;
}

Result<std::vector<Direction>> parse_directions(std::string_view text) {
  if (text == "both") return std::vector{Direction::a_to_b, Direction::b_to_a};
  if (text == "a>b" || text == "a_to_b") return std::vector{Direction::a_to_b};
  if (text == "b>a" || text == "b_to_a") return std::vector{Direction::b_to_a};
  const bool eaten = text == "a" || text == "b";
  return fail(ErrorKind::plan,
              fmt::format("wants both, a>b or b>a, found {}{}", in_quotes(text),
                          eaten ? "; the shell takes > for itself: say 'a>b' in quotes, or a_to_b" : ""));
}

Result<Stack> parse_stack(std::string_view text) {
  constexpr std::array kStacks{Stack::udp4, Stack::udp6, Stack::eth};
  for (const Stack stack : kStacks)
    if (text == name_of(stack)) return stack;
  return fail(ErrorKind::plan, fmt::format("wants udp4, udp6 or eth, found {}", in_quotes(text)));
}

std::string print_load(Load load) {
  if (load.unit == Load::Unit::percent) return print_number(load.amount) + "%";
  const auto* const unit = std::ranges::find(kLoadUnits, load.unit, &LoadUnit::unit);
  for (const Prefix& prefix : kPrefixes) {
    const double scaled = load.amount / prefix.times;
    // A prefix must not cost a bit: what is printed is read back to the same load.
    if (scaled >= 1 && scaled * prefix.times == load.amount)
      return fmt::format("{}{}{}", print_number(scaled), prefix.name, unit->name);
  }
  return fmt::format("{}{}", print_number(load.amount), unit->name);
}

std::string print_ports(std::span<const PortName> ports) {
  std::string out;
  for (const PortName& port : ports) out += (out.empty() ? "" : ",") + port.text;
  return out;
}

std::string print_directions(std::span<const Direction> directions) {
  return directions.size() == 1 ? std::string(name_of(directions[0])) : "both";
}

Result<std::vector<std::string>> split_command(std::string_view text) {
  if (text.find('\0') != std::string_view::npos)
    return fail(ErrorKind::plan, fmt::format("wants a command without NUL, found {}", in_quotes(text)));
  std::vector<std::string> words;
  bool is_in_word = false;
  char quote = 0;
  for (const char c : text) {
    if (quote == 0 && (c == ' ' || c == '\t')) {
      is_in_word = false;
      continue;
    }
    if (!is_in_word) words.emplace_back();
    is_in_word = true;
    if (c == quote) quote = 0;
    else if (quote == 0 && (c == '\'' || c == '"')) quote = c;
    else words.back() += c;
  }
  if (quote != 0)
    return fail(ErrorKind::plan, fmt::format("wants a second {} in {}", quote, in_quotes(text)));
  if (words.empty() || words.front().empty())
    return fail(ErrorKind::plan,
                fmt::format("wants a command like ssh switch reload, found {}", in_quotes(text)));
  return words;
}

Result<std::string> parse_command(std::string_view text) {
  if (const auto words = split_command(text); !words) return tl::make_unexpected(words.error());
  return std::string(text);
}

}  // namespace pktgen

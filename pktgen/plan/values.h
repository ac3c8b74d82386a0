#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "plan/plan.h"

namespace pktgen {

inline constexpr std::uint64_t kMostInteger = 0x7fff'ffff'ffff'ffff;  // what TOML can say

/// A load: "50%", "1000fps", "1.5Mfps", "5GbpsL1", "5GbpsL2". Fails (plan) for zero and less, above 100 %,
/// and for a bare "bps", naming what would work.
Result<Load> parse_load(std::string_view text);

/// One port: "emu:a", "if:eth1", "vdev:net_null0,...", "0000:01:00.0" or "01:00.0". Fails (plan).
Result<PortName> parse_port(std::string_view text);

/// Ports with commas between; what follows a vdev: and starts no port is an argument of that device.
Result<std::vector<PortName>> parse_ports(std::string_view text);

/// "both", "a>b" (or "a_to_b", which needs no quotes in a shell), "b>a". Fails (plan).
Result<std::vector<Direction>> parse_directions(std::string_view text);

/// "udp4", "udp6" or "eth". Fails (plan).
Result<Stack> parse_stack(std::string_view text);

/// The words of a command line, as a program gets them: blanks divide, and 'single' or "double" quotes hold
/// words together; nothing else is special. Fails (plan) for a quote without its end, for a NUL, and
/// for no word at all.
Result<std::vector<std::string>> split_command(std::string_view text);

/// The command as it was written, if it can be split.
Result<std::string> parse_command(std::string_view text);

/// Texts that the parsers above read back to the same value.
std::string print_load(Load load);
std::string print_ports(std::span<const PortName> ports);
std::string print_directions(std::span<const Direction> directions);

}  // namespace pktgen

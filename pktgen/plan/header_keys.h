#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "wire/header_stack.h"

namespace pktgen {

/// One value of a header as a person names it: "dscp" of "ipv4". Plan files, the command line and the fields
/// that a modifier changes are all spelled by this one table.
struct HeaderKey {
  enum class Kind : std::uint8_t {
    number,  ///< an integer in TOML
    hex,     ///< the same, printed with 0x
    flag,    ///< true or false
    text,    ///< an address, or TCP flags
  };
  std::string_view header, key;
  Kind kind = Kind::number;
  unsigned bits = 0;       ///< of the field in the frame; 0: it is none that changes from frame to frame
  std::uint64_t most = 0;  ///< of a number
  Result<void> (*store)(const HeaderKey&, Header&, std::string_view text) = nullptr;
  std::string (*print)(const HeaderKey&, const Header&) = nullptr;  ///< empty: not set
};

/// All keys, header by header, in the order in which they are printed.
std::span<const HeaderKey> header_keys();

/// The names of all headers: eth, vlan, mpls, arp, ipv4, ipv6, udp, tcp, icmp, vxlan, gre.
std::span<const std::string_view> header_names();
std::string_view name_of(const Header& header);

/// The key of that name, or nothing.
const HeaderKey* find_header_key(std::string_view header, std::string_view key);

/// A header by its name with the defaults of a stack that has nothing in front of it. Fails (plan) naming
/// the nearest.
Result<Header> make_header(std::string_view name);

/// The `nth` header of that name from the front, 1 the first; nothing if the stack has fewer.
Header* find_header(HeaderStack& stack, std::string_view name, std::size_t nth = 1);
const Header* find_header(const HeaderStack& stack, std::string_view name, std::size_t nth = 1);

/// TCP flags: "syn", "syn,ack", "none", or their number. Fails (plan).
Result<std::uint8_t> parse_tcp_flags(std::string_view text);
std::string print_tcp_flags(std::uint8_t flags);

/// A whole number that may be written with 0x; fails (plan) above `most`, naming it.
Result<std::uint64_t> parse_whole(std::string_view text, std::uint64_t most);

}  // namespace pktgen

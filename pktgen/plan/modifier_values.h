#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "plan/header_keys.h"
#include "traffic/stream_spec.h"

namespace pktgen {

/// A field of a stack that a modifier names: "ipv4.src", and "ipv4[2].src" of the second header of a kind.
struct FieldOfStack {
  std::string name;
  const HeaderKey* key = nullptr;
  const Header* header = nullptr;  ///< in the stack it was found in
};

/// Fails (plan) naming the nearest, for a header that the stack hasn't, and for what changes in no frame.
Result<FieldOfStack> find_field(const HeaderStack& stack, std::string_view name);

/// A field's value as a number, from an address, TCP flags, or a number in decimal or with 0x. Of an IPv6
/// address the last 64 bits change, so the first 64 must be the header's. Fails (plan) beyond the field.
Result<std::uint64_t> parse_field_value(const FieldOfStack& field, std::string_view text);
std::string print_field_value(const FieldOfStack& field, std::uint64_t value);

/// The value that the header itself has. Fails (plan) if that is a port's own MAC, not known yet.
Result<std::uint64_t> own_value(const FieldOfStack& field);

/// The modifier with its count said where "all" isn't all that the field's bits hold. Fails (plan) if a value
/// leaves the field, or nothing would change: a step of zero, an empty list.
Result<Modifier> settle_modifier(Modifier modifier, const FieldOfStack& field);

/// A modifier in one word: "ipv4.src=198.18.0.1+1*256" (256 values, one apart), "ipv4.ttl=64-1*4",
/// "vlan.id=7,9,11" (a list), "udp.src_port=random" (all that the field holds), "ipv4.src=random:256" (256
/// values from the header's own up), "ipv4.src=198.18.0.1+random*256". Fails (plan). The seed is the given.
Result<Modifier> parse_modifier(std::string_view text, const HeaderStack& stack, std::uint64_t seed);
/// The opposite; what the one word can't say, the seed and whether it carries, is left out.
std::string print_modifier(const Modifier& modifier, const HeaderStack& stack);

}  // namespace pktgen

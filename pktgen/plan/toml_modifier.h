#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "plan/toml_reader.h"
#include "traffic/stream_spec.h"

namespace pktgen {

/// A modifier of a plan: a `[[stream.modify]]` table, or a string in one word (plan/modifier_values.h).
/// `path` is its place, "stream[1].modify[0]"; `stack` the stream's headers with their values; `seed` its
/// default. Fails (plan) with file, line, column and place.
Result<Modifier> read_modifier(const TomlValue& value, const std::string& path, const HeaderStack& stack,
                               std::uint64_t seed);

/// The keys of a `[[stream.modify]]` table that read back to the same modifier, a line each.
std::string print_modifier_table(const Modifier& modifier, const HeaderStack& stack);

/// A mistake in a plan: "plan.toml:3:8: stream[0].load: ...".
tl::unexpected<Error> mistake(std::string_view where, std::string_view path, std::string_view message);

/// The member of that key, or nothing.
const TomlEntry* find_member(const TomlValue& table, std::string_view key);

/// Refuses keys that aren't of `names`, naming the nearest.
Result<void> check_keys(const TomlValue& table, const std::string& path,
                        std::span<const std::string_view> names);

}  // namespace pktgen

#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "plan/toml_reader.h"
#include "traffic/stream_spec.h"

namespace pktgen {

/// The streams of a plan's `[[stream]]` tables (docs/streams.md); `file` is the plan's name, beside which a
/// payload's file lies. Fails (plan) with file, line, column and the stream's place: unknown keys (naming the
/// nearest), wrong types, values that can't be, names that are there twice. Whether the headers follow each
/// other and the sizes hold them is `validate_streams`'.
Result<std::vector<StreamSpec>> read_streams(const TomlEntry& entry, std::string_view file);

/// The names of all keys that a `[[stream]]` table may have.
std::vector<std::string_view> stream_keys();

/// One table of streams, or of what is sent like one; `path` is its place, "stream[0]".
Result<StreamSpec> read_stream(const TomlValue& table, const std::string& path, std::string_view file);

/// Its keys but those of `left_out`, as they stand under `[[table]]`.
std::string print_stream(const StreamSpec& stream, std::string_view table,
                         std::span<const std::string_view> left_out);

/// The streams as `[[stream]]` tables that read back to the same streams.
std::string print_streams(const std::vector<StreamSpec>& streams);

/// A string as TOML writes it, in quotation marks.
std::string toml_string(std::string_view text);

}  // namespace pktgen

#pragma once
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

/// The streams as `[[stream]]` tables that read back to the same streams.
std::string print_streams(const std::vector<StreamSpec>& streams);

/// A string as TOML writes it, in quotation marks.
std::string toml_string(std::string_view text);

}  // namespace pktgen

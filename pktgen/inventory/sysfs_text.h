#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pktgen {

/// The whole text of a file; empty if it can't be read.
std::string read_text(const std::string& path);

/// The first line of a file; empty if there is none or it can't be read.
std::string read_first_line(const std::string& path);

/// The whole decimal number in a file; nothing for anything else.
std::optional<std::int64_t> read_integer(const std::string& path);

/// The last part of what a link points to, as sysfs names drivers and groups; empty without the link.
std::string link_name(const std::string& path);

/// The names in a folder, sorted; none if it can't be read.
std::vector<std::string> names_in(const std::string& folder);

/// The words of a line between blanks and tabs.
std::vector<std::string> words_of(const std::string& line);

}  // namespace pktgen

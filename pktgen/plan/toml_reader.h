#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace pktgen {

struct TomlEntry;

/// A value of a TOML file, free of the library that read it.
struct TomlValue {
  enum class Kind : std::uint8_t { integer, number, boolean, text, array, table, other };
  Kind kind = Kind::other;
  std::int64_t integer = 0;
  double number = 0;  ///< set for integers too
  bool boolean = false;
  std::string text{};
  std::vector<TomlValue> elements{};  ///< of an array
  std::vector<TomlEntry> members;     ///< of a table, in the order of the file
  std::string where;                  ///< "plan.toml:3:8"
};

/// One key of a TOML file, or one table that may be empty.
struct TomlEntry {
  std::string table;  ///< "", "fault", "a_to_b.fault"; empty for a member of a value
  std::string key;
  std::string where;  ///< of the key: "plan.toml:3:1"
  TomlValue value{};
};

/// How a value reads in a message: `the string "64"`, `the integer 10`, `an array`.
std::string describe(const TomlValue& value);

/// The keys of a TOML 1.0 text in the order of the file, tables before what they hold, but tables in an array
/// as its elements only; `name` stands for the
/// file in messages. Fails (plan) with the place for what isn't TOML, a key that is there twice, and files
/// of another kind (a pcap, an archive), naming the kind.
Result<std::vector<TomlEntry>> read_toml(std::string_view text, std::string_view name);

/// The text of a file of at most 256 KiB. Fails (environment) if it can't be read, (plan) if it's larger.
Result<std::string> load_text(const std::string& path);

/// `path` as seen from the folder that holds `file`; absolute paths stay.
std::string beside(std::string_view file, std::string_view path);

}  // namespace pktgen

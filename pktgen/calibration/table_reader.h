#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "plan/toml_reader.h"

namespace pktgen {

/// The first mistake of a file: what is read after it is thrown away with the rest.
class TableMistake {
 public:
  bool found() const { return error_.has_value(); }
  const Error& error() const { return *error_; }
  void say(std::string_view where, std::string_view path, std::string_view message);
  void say(Error error);

 private:
  std::optional<Error> error_;
};

/// Reads the keys of a table, each of which must be there, and refuses all others.
class TableReader {
 public:
  /// A null pointer is a table that is missing.
  TableReader(const TomlValue* table, std::string path, TableMistake& mistake);

  void text(std::string_view key, std::string& target);  ///< of at most 256 bytes
  void boolean(std::string_view key, bool& target);
  void integer(std::string_view key, std::uint64_t& target, std::uint64_t least, std::uint64_t most);
  void number(std::string_view key, double& target, double least, double most);  ///< finite

  /// A key that may be missing.
  const TomlValue* find(std::string_view key);

  /// All keys were asked for: what else is there isn't known.
  void end();

 private:
  const TomlValue* wanted(std::string_view key);
  std::string place(std::string_view key) const;
  void wrong(const TomlValue& value, std::string_view key, std::string_view wants);

  const TomlValue* table_;
  std::string path_;
  TableMistake& mistake_;
  std::vector<std::string> asked_;
};

/// The elements of an array of tables; a null pointer is one that is missing.
std::span<const TomlValue> elements_of(const TomlValue* list, std::string_view key, TableMistake& mistake);

}  // namespace pktgen

#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pktgen {

/// A machine's proc, sys and dev below a root: "" for this machine. Nothing means that there is no such file,
/// or that it can't be read.
class Tree {
 public:
  explicit Tree(std::string root) : root_(std::move(root)) {}

  const std::string& root() const { return root_; }

  bool has(std::string_view path) const;
  /// The whole file without blanks and newlines at its ends.
  std::optional<std::string> text(std::string_view path) const;
  std::optional<std::uint64_t> number(std::string_view path) const;
  /// The names in a folder, sorted.
  std::vector<std::string> names(std::string_view path) const;
  /// Where a link points to, as it is stored; empty without one.
  std::string link(std::string_view path) const;
  /// The last part of that.
  std::string target(std::string_view path) const;

 private:
  std::string root_;
};

/// The choice in brackets: "madvise" of "always [madvise] never"; the whole text if there are none.
std::string chosen(std::string_view text);

/// The value of a line "Key:  value" of /proc; empty if there is none. Blanks around both are left out.
std::string value_of(std::string_view text, std::string_view key);

}  // namespace pktgen

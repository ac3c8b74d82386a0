#include "doctor/tree.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "base/text.h"

namespace pktgen {
namespace {

namespace fs = std::filesystem;

fs::path below(const std::string& root, std::string_view path) { return root + "/" + std::string(path); }

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank{" \t\n\0", 4};
  const auto first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

}  // namespace

bool Tree::has(std::string_view path) const {
  std::error_code error;
  return fs::exists(below(root_, path), error);
}

std::optional<std::string> Tree::text(std::string_view path) const {
  std::error_code error;
  if (fs::is_directory(below(root_, path), error)) return std::nullopt;
  std::ifstream file(below(root_, path), std::ios::binary);
  if (!file) return std::nullopt;
  const std::string all{std::istreambuf_iterator<char>(file), {}};
  if (file.bad()) return std::nullopt;
  return std::string(trimmed(all));
}

std::optional<std::uint64_t> Tree::number(std::string_view path) const {
  const auto digits = text(path);
  std::uint64_t number = 0;
  if (!digits) return std::nullopt;
  const char* const end = digits->data() + digits->size();
  const auto parsed = std::from_chars(digits->data(), end, number);
  if (parsed.ec != std::errc{} || parsed.ptr != end) return std::nullopt;
  return number;
}

std::vector<std::string> Tree::names(std::string_view path) const {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator at(below(root_, path), error), end; !error && at != end; at.increment(error))
    names.push_back(at->path().filename().string());
  std::ranges::sort(names);
  return names;
}

std::string Tree::link(std::string_view path) const {
  std::error_code error;
  const fs::path target = fs::read_symlink(below(root_, path), error);
  return error ? "" : target.string();
}

std::string Tree::target(std::string_view path) const { return fs::path(link(path)).filename().string(); }

std::string chosen(std::string_view text) {
  const auto open = text.find('['), close = text.find(']');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open)
    return std::string(text);
  return std::string(text.substr(open + 1, close - open - 1));
}

std::string value_of(std::string_view text, std::string_view key) {
  for (const std::string_view line : split(text, '\n')) {
    const auto colon = line.find(':');
    if (colon != std::string_view::npos && trimmed(line.substr(0, colon)) == key)
      return std::string(trimmed(line.substr(colon + 1)));
  }
  return {};
}

}  // namespace pktgen

#include "calibration/table_reader.h"

#include <cmath>
#include <fmt/format.h>
#include <utility>

#include "plan/toml_modifier.h"

namespace pktgen {
namespace {

constexpr std::size_t kLongestText = 256;

}  // namespace

void TableMistake::say(std::string_view where, std::string_view path, std::string_view message) {
  say({ErrorKind::plan, fmt::format("{}: {}: {}", where, path, message)});
}

void TableMistake::say(Error error) {
  if (!error_) error_ = std::move(error);
}

TableReader::TableReader(const TomlValue* table, std::string path, TableMistake& mistake)
    : table_(table), path_(std::move(path)), mistake_(mistake) {
  if (table_ == nullptr) {
    mistake_.say("the file", path_, "is missing; run pktgen calibrate again");
  } else if (table_->kind != TomlValue::Kind::table) {
    mistake_.say(table_->where, path_, fmt::format("wants a table, found {}", describe(*table_)));
    table_ = nullptr;
  }
}

std::string TableReader::place(std::string_view key) const {
  return path_.empty() ? std::string(key) : fmt::format("{}.{}", path_, key);
}

const TomlValue* TableReader::find(std::string_view key) {
  asked_.emplace_back(key);
  if (table_ == nullptr) return nullptr;
  const TomlEntry* const entry = find_member(*table_, key);
  return entry == nullptr ? nullptr : &entry->value;
}

const TomlValue* TableReader::wanted(std::string_view key) {
  const TomlValue* const value = find(key);
  if (value == nullptr && table_ != nullptr)
    mistake_.say(table_->where, place(key), "is missing; run pktgen calibrate again");
  return value;
}

void TableReader::wrong(const TomlValue& value, std::string_view key, std::string_view wants) {
  mistake_.say(value.where, place(key), fmt::format("wants {}, found {}", wants, describe(value)));
}

void TableReader::text(std::string_view key, std::string& target) {
  const TomlValue* const value = wanted(key);
  if (value == nullptr) return;
  if (value->kind != TomlValue::Kind::text || value->text.size() > kLongestText)
    return wrong(*value, key, fmt::format("a string of at most {} bytes", kLongestText));
  target = value->text;
}

void TableReader::boolean(std::string_view key, bool& target) {
  const TomlValue* const value = wanted(key);
  if (value == nullptr) return;
  if (value->kind != TomlValue::Kind::boolean) return wrong(*value, key, "true or false");
  target = value->boolean;
}

void TableReader::integer(std::string_view key, std::uint64_t& target, std::uint64_t least,
                          std::uint64_t most) {
  const TomlValue* const value = wanted(key);
  if (value == nullptr) return;
  const bool is_whole = value->kind == TomlValue::Kind::integer && value->integer >= 0;
  if (!is_whole || std::cmp_less(value->integer, least) || std::cmp_greater(value->integer, most))
    return wrong(*value, key, fmt::format("an integer from {} to {}", least, most));
  target = static_cast<std::uint64_t>(value->integer);
}

void TableReader::number(std::string_view key, double& target, double least, double most) {
  const TomlValue* const value = wanted(key);
  if (value == nullptr) return;
  const bool is_number = value->kind == TomlValue::Kind::integer || value->kind == TomlValue::Kind::number;
  if (!is_number || !std::isfinite(value->number) || value->number < least || value->number > most)
    return wrong(*value, key, fmt::format("a number from {} to {}", least, most));
  target = value->number;
}

void TableReader::end() {
  if (table_ == nullptr || mistake_.found()) return;
  const std::vector<std::string_view> names(asked_.begin(), asked_.end());
  if (const auto known = check_keys(*table_, path_.empty() ? "calibration" : path_, names); !known)
    mistake_.say(known.error());
}

std::span<const TomlValue> elements_of(const TomlValue* list, std::string_view key, TableMistake& mistake) {
  if (list == nullptr) {
    mistake.say("the file", key, "is missing; run pktgen calibrate again");
    return {};
  }
  if (list->kind == TomlValue::Kind::array) return list->elements;
  mistake.say(list->where, key,
              fmt::format("wants tables, each under [[{}]], found {}", key, describe(*list)));
  return {};
}

}  // namespace pktgen

#include "search/json_state.h"

#include <fmt/format.h>

#include "base/text.h"

namespace pktgen {
namespace {

constexpr std::string_view kSchema = "pktgen.search/1";

Result<std::string> text_at(const Json& json, std::string_view name) {
  std::string text;
  const auto found = json.find(name);
  if (found == json.end()) return within(name, {ErrorKind::plan, "is missing"});
  if (auto done = read_json(*found, text); !done) return within(name, done.error());
  return text;
}

}  // namespace

Json head_json(const SearchHead& head) {
  return {{"schema", kSchema}, {"search", head.search}, {"goal", head.goal}, {"limits", head.limits}};
}

Result<SearchHead> read_head(const Json& json, std::string_view name) {
  if (!json.is_object()) return fail(ErrorKind::plan, "an object is wanted");
  const auto schema = text_at(json, "schema");
  if (!schema) return tl::make_unexpected(schema.error());
  if (*schema != kSchema)
    return fail(ErrorKind::plan,
                fmt::format("schema: {} is wanted, {} was found", kSchema, in_quotes(*schema)));
  const auto search = text_at(json, "search");
  if (!search) return tl::make_unexpected(search.error());
  if (*search != name)
    return fail(ErrorKind::plan, fmt::format("search: {} is wanted, {} was found", name, in_quotes(*search)));
  for (const char* part : {"goal", "limits"}) {
    if (!json.contains(part)) return within(part, {ErrorKind::plan, "is missing"});
  }
  return SearchHead{*search, json["goal"], json["limits"]};
}

Result<Json> parse_json(std::string_view text) {
  Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) return fail(ErrorKind::plan, "JSON is wanted, this isn't: " + in_quotes(text));
  return json;
}

std::string line_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string journal_line(const Question& question, const Reply& reply) {
  return line_of(json_of(Heard{question, reply}));
}

Result<Journal> read_journal(std::string_view text) {
  Journal journal;
  std::size_t number = 0;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end + 1);
    if (++number == 1) {
      journal.head = line;
      continue;
    }
    const std::string where = fmt::format("line {}", number);
    const auto json = parse_json(line);
    if (!json) return within(where, json.error());
    Heard heard;
    if (auto done = read_json(*json, heard); !done) return within(where, done.error());
    journal.heard.push_back(std::move(heard));
  }
  if (number == 0)
    return fail(ErrorKind::plan, "a journal of a search is wanted, not even its first line was found");
  return journal;
}

}  // namespace pktgen

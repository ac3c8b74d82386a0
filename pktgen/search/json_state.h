#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "search/json_convert.h"

namespace pktgen {

/// What a search was asked, without what it heard.
struct SearchHead {
  std::string search{};  ///< Strategy::kName
  Json goal, limits;
};

Json head_json(const SearchHead& head);
/// Fails (plan) for another schema, another kind of search than `name`, and missing parts.
Result<SearchHead> read_head(const Json& json, std::string_view name);
/// "pktgen.search/1" documents; fails (plan) for text that isn't JSON.
Result<Json> parse_json(std::string_view text);
/// One line, also of text that isn't UTF-8.
std::string line_of(const Json& json);

/// Goes on with `goal`, `limits` and the trials heard before: the same state, and so the same answer, as if
/// the search had never stopped. Fails (plan) where a trial isn't the one that this search would have asked
/// for, for then the journal is of another goal or version.
template <Strategy S>
Result<Search<S>> resume(const SearchHead& head, const std::vector<Heard>& heard) {
  typename S::Goal goal{};
  Limits limits;
  if (auto done = read_json(head.goal, goal); !done) return within("goal", done.error());
  if (auto done = read_json(head.limits, limits); !done) return within("limits", done.error());
  Result<Search<S>> search = Search<S>::begin(std::move(goal), limits);
  for (std::size_t i = 0; search && i < heard.size(); ++i) {
    if (search->next() != heard[i].question) {
      return fail(ErrorKind::plan, "trial " + std::to_string(i + 1) +
                                       " isn't the one that this search asks for: begin it anew");
    }
    search->learn(heard[i].question, heard[i].reply);
  }
  return search;
}

/// The whole state of a search: its goal, its limits and all that it heard.
template <Strategy S>
Json state_json(const Search<S>& search) {
  Json json = head_json({std::string(S::kName), json_of(search.goal()), json_of(search.limits())});
  json["trials"] = json_of(search.heard());
  return json;
}

template <Strategy S>
Result<Search<S>> read_state(const Json& json) {
  auto head = read_head(json, S::kName);
  if (!head) return tl::make_unexpected(head.error());
  std::vector<Heard> heard{};
  const auto trials = json.find("trials");
  if (trials == json.end()) return fail(ErrorKind::plan, "trials: is missing");
  if (auto done = read_json(*trials, heard); !done) return within("trials", done.error());
  return resume<S>(*head, heard);
}

/// A journal is text of a line for the search, then a line for each trial, to be written as it happens.
template <Strategy S>
std::string journal_head(const Search<S>& search) {
  return line_of(head_json({std::string(S::kName), json_of(search.goal()), json_of(search.limits())}));
}
std::string journal_line(const Question& question, const Reply& reply);

/// The first line and the trials of a journal. A last line without its end was being written when something
/// happened: that trial is left out. Fails (plan) with the line's number.
struct Journal {
  std::string head;
  std::vector<Heard> heard{};
};
Result<Journal> read_journal(std::string_view text);

template <Strategy S>
Result<Search<S>> resume_journal(std::string_view text) {
  auto journal = read_journal(text);
  if (!journal) return tl::make_unexpected(journal.error());
  auto first = parse_json(journal->head);
  if (!first) return within("line 1", first.error());
  auto head = read_head(*first, S::kName);
  if (!head) return tl::make_unexpected(head.error());
  return resume<S>(*head, journal->heard);
}

/// The answer, what it was the answer to, and how it was had.
template <Strategy S>
Json answer_json(const Search<S>& search) {
  Json json = {{"search", std::string(S::kName)}, {"goal", json_of(search.goal())}};
  json["answer"] = json_of(search.answer());
  json["course"] = json_of(search.course());
  return json;
}

}  // namespace pktgen

#pragma once
#include <optional>
#include <utility>

#include "base/result.h"
#include "search/search.h"

namespace pktgen {

/// Runs a search of any kind to its end, or until it is interrupted.
///
/// `measure(question)` gives `Result<std::optional<Reply>>`: nothing if the trial was interrupted, which ends
/// the run with all that was learnt before it kept in `search`; an error if nothing more can be measured.
/// `journal(question, reply)` gives `Result<void>` and is told of each trial before the search learns of it,
/// so that a search that goes on from the journal knows no less than this one.
template <Strategy S, class Measure, class Journal>
Result<void> run_search(Search<S>& search, Measure&& measure, Journal&& journal) {
  while (const std::optional<Question> question = search.next()) {
    Result<std::optional<Reply>> reply = measure(*question);
    if (!reply) return tl::make_unexpected(std::move(reply.error()));
    if (!*reply) return {};
    if (Result<void> kept = journal(*question, **reply); !kept) return kept;
    search.learn(*question, std::move(**reply));
  }
  return {};
}

}  // namespace pktgen

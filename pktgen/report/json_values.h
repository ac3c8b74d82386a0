#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "trial/trial.h"

namespace pktgen {

using Json = nlohmann::ordered_json;

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}
inline Json or_null(const std::optional<FramesPerSecond>& rate) {
  return rate ? Json(rate->count) : Json(nullptr);
}
inline Json or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

/// Counts and figures that several answers have, under the names of interface.md.
Json ledger_json(const Ledger& ledger);
Json foreign_json(const ForeignCounts& foreign);
Json latency_json(const std::optional<LatencySummary>& latency);
Json others_json(const PortCounters& counted);
Json counters_json(const PortCounters& counted);

/// Each end's own times, with its port (`"a"` or `"b"`).
Json link_downs_json(const std::vector<LinkDown>& downs);

}  // namespace pktgen

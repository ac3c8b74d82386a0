#pragma once
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "verdict/evidence.h"
#include "verdict/verdict.h"

namespace pktgen {

/// What a rule saw: the evidence, the next step, and how many lost frames it could account for.
struct Found {
  std::string because, next_step;
  std::uint64_t explains = 0;
};

/// Of a rule whose cause could account for any loss.
inline constexpr std::uint64_t kEverything = std::numeric_limits<std::uint64_t>::max();

/// A row of the table of diagnoses.
struct Rule {
  std::string_view name;
  Effect effect = Effect::note;
  std::optional<Found> (*judge)(const Evidence&) = nullptr;
  bool is_loss = false;          ///< doesn't count while the accepted loss ratio isn't exceeded
  bool tester_explains = false;  ///< isn't told where the tester fell short in the same trial
};

/// Rules about the tester, most fundamental first.
std::span<const Rule> tester_rules();

/// Rules about the link and the device, then notes.
std::span<const Rule> device_rules();

/// Rules about what the ports themselves counted, by the cards of their counters; rows of the tables above.
std::optional<Found> port_gone(const Evidence&);
std::optional<Found> counter_saturated(const Evidence&);
std::optional<Found> counter_jumped(const Evidence&);
std::optional<Found> sender_dropped(const Evidence&);
std::optional<Found> receiver_refused(const Evidence&);
std::optional<Found> damaged_on_the_way(const Evidence&);
std::optional<Found> link_faults(const Evidence&);
std::optional<Found> other_counters(const Evidence&);

/// A row of the second table that above a ceiling says as little of the device as loss does.
std::optional<Found> delivered_too_slowly(const Evidence&);

/// A row about modules beyond their thresholds, or with little light, while frames were lost.
std::optional<Found> module_beside_loss(const Evidence&);

/// Rules about what the tester was shown to do on a plain cable; rows of the first table.
std::optional<Found> above_calibrated_ceiling(const Evidence&);
std::optional<Found> latency_below_floor(const Evidence&);

}  // namespace pktgen

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "counters/counter_card.h"
#include "verdict/rules.h"
#include "verdict/wording.h"

namespace pktgen {
namespace {

using Answer = std::optional<Found>;

/// The counters of a port that have one of some roles: their words, the sum, and what to do about the
/// largest of them.
struct Told {
  std::string words, next_step;
  std::uint64_t sum = 0, largest = 0;
};

void tell(Told& told, const Evidence& e, std::size_t port, const PortCounters& counters, CounterRole role) {
  const std::string& driver = e.criteria.ports.at(port).driver;
  for (const NamedCount& one : counters.others) {
    const CounterEntry& entry = find_counter(driver, one.name);
    if (entry.role != role) continue;
    told.words +=
        fmt::format("{}{} counted {} {} ({}; candidates: {})", told.words.empty() ? "" : "; ", e.port(port),
                    one.name, thousands(one.count), entry.card->means, entry.card->causes);
    told.sum += one.count;
    if (one.count <= told.largest) continue;
    told.largest = one.count;
    told.next_step = entry.card->next_step;
  }
}

Told told_by_sender(const Evidence& e, CounterRole role) {
  Told told;
  tell(told, e, e.sender(), e.way.sender, role);
  return told;
}

Told told_by_receiver(const Evidence& e, CounterRole role) {
  Told told;
  tell(told, e, e.receiver(), e.way.receiver, role);
  return told;
}

Told told_by_both(const Evidence& e, CounterRole role) {
  Told told = told_by_sender(e, role);
  tell(told, e, e.receiver(), e.way.receiver, role);
  return told;
}

Answer answer(Told told, std::uint64_t explains = 0) {
  if (told.sum == 0) return std::nullopt;
  return Found{std::move(told.words), std::move(told.next_step), explains};
}

}  // namespace

std::optional<Found> port_gone(const Evidence& e) {
  if (!e.way.sender.is_gone && !e.way.receiver.is_gone) return std::nullopt;
  const std::size_t port = e.way.sender.is_gone ? e.sender() : e.receiver();
  return Found{
      fmt::format("{} answers every read with all ones: the card is gone from its bus", e.port(port)),
      "check the card's power, slot and temperature, and the kernel's log; take it out of the bus and "
      "rescan, or restart the machine",
      kEverything};
}

/// Its number is too small, and by how much nobody knows: there is no figure of a loss to be had.
std::optional<Found> counter_saturated(const Evidence& e) {
  const std::uint32_t times = e.way.sender.saturated + e.way.receiver.saturated;
  if (times == 0) return std::nullopt;
  const std::size_t port = e.way.sender.saturated != 0 ? e.sender() : e.receiver();
  return Found{fmt::format("a counter of {} stood at its end when it was read ({} x): more came than it says",
                           e.port(port), times),
               "lower stats.poll_at_least_every_ms in the port's profile (pmd_config), then run again",
               kEverything};
}

std::optional<Found> counter_jumped(const Evidence& e) {
  const std::uint32_t times = e.way.sender.jumped + e.way.receiver.jumped;
  if (times == 0 || e.ledger().lost == 0) return std::nullopt;
  const std::size_t port = e.way.sender.jumped != 0 ? e.sender() : e.receiver();
  return Found{fmt::format("a counter of {} went back, or by more than can have come ({} x): what our own "
                           "ports dropped can't be told",
                           e.port(port), times),
               "make sure that nothing else reads or resets that port's counters, then run again",
               kEverything};
}

std::optional<Found> sender_dropped(const Evidence& e) {
  if (e.ledger().lost == 0) return std::nullopt;
  Told told = told_by_sender(e, CounterRole::not_sent);
  const std::uint64_t explains = told.sum;
  return answer(std::move(told), explains);
}

std::optional<Found> receiver_refused(const Evidence& e) {
  if (e.ledger().lost == 0) return std::nullopt;
  Told told = told_by_receiver(e, CounterRole::refused);
  const std::uint64_t explains = told.sum;
  return answer(std::move(told), explains);
}

std::optional<Found> damaged_on_the_way(const Evidence& e) {
  return answer(told_by_receiver(e, CounterRole::damaged));
}

std::optional<Found> link_faults(const Evidence& e) {
  return answer(told_by_both(e, CounterRole::link_fault));
}

/// Also what would make the trial void had a frame been lost.
std::optional<Found> other_counters(const Evidence& e) {
  Told told = told_by_both(e, CounterRole::other);
  for (const CounterRole role : {CounterRole::unknown, CounterRole::not_sent, CounterRole::refused}) {
    const bool is_told = role != CounterRole::unknown && e.ledger().lost != 0;
    if (!is_told || role == CounterRole::refused) tell(told, e, e.sender(), e.way.sender, role);
    if (!is_told || role == CounterRole::not_sent) tell(told, e, e.receiver(), e.way.receiver, role);
  }
  return answer(std::move(told));
}

}  // namespace pktgen

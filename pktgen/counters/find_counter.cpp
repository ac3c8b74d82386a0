#include <fmt/format.h>

#include "counters/counter_card.h"

namespace pktgen {
namespace {

constexpr CounterCard kUnknown{
    .means = "not known to this program: shown as its driver names it",
    .causes = "only its driver's documentation says",
    .next_step = "look the name up in the driver's source or the card's datasheet; it judges nothing here"};
constexpr CounterEntry kNotInTable{
    .driver = "", .name = "*", .role = CounterRole::unknown, .card = &kUnknown};

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// '#' stands for digits, '*' at the end for anything.
bool matches(std::string_view pattern, std::string_view name) {
  for (const char wanted : pattern) {
    if (wanted == '*') return true;
    if (name.empty()) return false;
    if (wanted == '#') {
      if (!is_digit(name.front())) return false;
      while (!name.empty() && is_digit(name.front())) name.remove_prefix(1);
    } else if (name.front() != wanted) {
      return false;
    } else {
      name.remove_prefix(1);
    }
  }
  return name.empty();
}

std::string_view driver_of(std::string_view driver) { return driver.empty() ? "any driver" : driver; }

/// Neighbours with the same words share a paragraph of the page.
bool is_told_alike(const CounterEntry& a, const CounterEntry& b) {
  return a.driver == b.driver && a.role == b.role && a.card == b.card && a.is_source == b.is_source;
}

std::string words_of(const CounterEntry& entry) {
  return fmt::format("**: {}{}\n\n- Means: {}.\n- Candidates: {}.\n- Next: {}.\n", name_of(entry.role),
                     entry.is_source ? "" : " (in the basic counters)", entry.card->means, entry.card->causes,
                     entry.card->next_step);
}

}  // namespace

std::string_view name_of(CounterRole role) {
  switch (role) {
    case CounterRole::rx_crc_errors:
      return "rx_crc_errors";
    case CounterRole::rx_missed:
      return "rx_missed";
    case CounterRole::rx_no_buffer:
      return "rx_no_buffer";
    case CounterRole::rx_oversize:
      return "rx_oversize";
    case CounterRole::rx_pause:
      return "rx_pause";
    case CounterRole::tx_pause:
      return "tx_pause";
    case CounterRole::damaged:
      return "damaged";
    case CounterRole::link_fault:
      return "link fault";
    case CounterRole::not_sent:
      return "not sent";
    case CounterRole::refused:
      return "refused";
    case CounterRole::other:
      return "other";
    case CounterRole::traffic:
      return "traffic";
    case CounterRole::state:
      return "state";
    case CounterRole::unknown:
      break;
  }
  return "unknown";
}

bool is_evidence(CounterRole role) {
  return role == CounterRole::damaged || role == CounterRole::link_fault || role == CounterRole::not_sent ||
         role == CounterRole::refused || role == CounterRole::other || role == CounterRole::unknown;
}

std::array<std::span<const CounterEntry>, 5> all_counters() {
  return {common_counters(), i40e_counters(), ixgbe_counters(), atlantic_counters(), other_counters()};
}

const CounterEntry& find_counter(std::string_view driver, std::string_view name) {
  const CounterEntry* of_all = nullptr;
  for (const auto table : all_counters())
    for (const CounterEntry& entry : table) {
      if (!matches(entry.name, name)) continue;
      if (entry.driver.empty()) of_all = &entry;
      else if (entry.driver == driver) return entry;
    }
  return of_all != nullptr ? *of_all : kNotInTable;
}

std::string counters_page() {
  std::string page =
      "# What a port's counters mean\n\n"
      "A DPDK driver has counters of its own beside the few that all have. Each that this program knows is "
      "here, with what\nit stands for in the result. The first six stand for a bucket of the ledger or a "
      "count "
      "beside it: `rx_crc_errors`,\n`rx_missed`, `rx_no_buffer`, `rx_oversize`, `rx_pause`, `tx_pause`; "
      "*(in the basic counters)* means that DPDK's own\nnumber holds it already, so it isn't added a second "
      "time. `damaged`, `link fault`, `not sent`, `refused` and `other`\nare evidence: told as a finding "
      "when "
      "they grew in a trial. `traffic` and `state` judge nothing. A name that isn't here\nis `unknown`: it "
      "is "
      "told as the driver names it, and judges nothing. `#` is a number, `*` any rest of a name.\n\n"
      "This page is made from the program's table; a test compares the two.\n";
  const CounterEntry* before = nullptr;
  for (const auto table : all_counters())
    for (std::size_t i = 0; i < table.size(); before = &table[i++]) {
      const CounterEntry& entry = table[i];
      if (before == nullptr || before->driver != entry.driver)
        page += fmt::format("\n## {}\n", driver_of(entry.driver));
      const bool goes_on = before != nullptr && is_told_alike(*before, entry);
      page += goes_on ? fmt::format(", `{}`", entry.name) : fmt::format("\n**`{}`", entry.name);
      if (i + 1 == table.size() || !is_told_alike(entry, table[i + 1])) page += words_of(entry);
    }
  return page;
}

}  // namespace pktgen

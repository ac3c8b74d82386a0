#include "counters/port_book.h"

#include <algorithm>
#include <cassert>

namespace pktgen {
namespace {

using Names = std::optional<std::vector<std::string>>;

bool holds(const Names& names, std::string_view name) {
  return names && std::ranges::find(*names, name) != names->end();
}

/// The table's role unless the rules have a say: they list the names of three roles, or deny them.
CounterRole role_of(const CounterEntry& entry, std::string_view name, const CounterRules& rules) {
  if (holds(rules.crc_errors, name)) return CounterRole::rx_crc_errors;
  if (holds(rules.pause_received, name)) return CounterRole::rx_pause;
  if (holds(rules.pause_sent, name)) return CounterRole::tx_pause;
  if (!entry.is_source) return CounterRole::traffic;
  const bool is_denied = (entry.role == CounterRole::rx_crc_errors && rules.crc_errors) ||
                         (entry.role == CounterRole::rx_pause && rules.pause_received) ||
                         (entry.role == CounterRole::tx_pause && rules.pause_sent);
  return is_denied ? CounterRole::other : entry.role;
}

bool is_bucket(CounterRole role) { return role <= CounterRole::tx_pause; }

/// The number of PortCounters that counters of a role are added into; null where there is none.
std::uint64_t* bucket_of(PortCounters& counters, CounterRole role) {
  switch (role) {
    case CounterRole::rx_crc_errors:
      return &counters.rx_crc_errors;
    case CounterRole::rx_missed:
      return &counters.rx_missed;
    case CounterRole::rx_no_buffer:
      return &counters.rx_no_buffer;
    case CounterRole::rx_oversize:
      return &counters.rx_oversize;
    case CounterRole::rx_pause:
      return &counters.rx_pause;
    case CounterRole::tx_pause:
      return &counters.tx_pause;
    default:
      return nullptr;
  }
}

CounterReader reader_of(const CounterRules& rules, std::uint32_t bits) {
  return CounterReader({.kind = rules.kind, .bits = bits, .dead_all_ones_bits = rules.dead_all_ones_bits});
}

}  // namespace

PortBook::PortBook(std::string_view driver, std::span<const std::string> names, const CounterRules& rules)
    : kind_(rules.kind),
      basic_{reader_of(rules, rules.frame_bits), reader_of(rules, rules.frame_bits),
             reader_of(rules, rules.error_bits), CounterReader({})} {
  counters_.counts_tx = rules.counts_tx;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string& name = names[i];
    const CounterRole role = role_of(find_counter(driver, name), name, rules);
    if (!is_bucket(role) && !is_evidence(role)) continue;
    wanted_.push_back(i);
    lines_.push_back({.name = name,
                      .role = role,
                      .counts_bytes = name.ends_with("_bytes") || name.find("octets") != std::string::npos,
                      .reader = reader_of(rules, rules.error_bits)});
  }
}

/// More than any port does, and yet little beside what a wrong reading makes. Two seconds are for those who
/// bring their numbers up to date only now and then.
std::uint64_t PortBook::most_in(Nanoseconds elapsed, bool counts_bytes) const {
  constexpr double kLate = 2.0;
  // A ring in memory may pass far more than a wire of 100 Gb/s, whose registers end.
  const double frames_per_second = kind_ == CounterKind::grows ? 1e9 : 2e8;
  constexpr double kBytesPerSecond = 25e9;
  const double most =
      (counts_bytes ? kBytesPerSecond : frames_per_second) * (std::max(0.0, seconds(elapsed)) + kLate);
  return most < 9e18 ? static_cast<std::uint64_t>(most) : CounterReader::kAnything;
}

const PortCounters& PortBook::take(const BasicReadings& basic, std::span<const std::uint64_t> values,
                                   Nanoseconds elapsed) {
  assert(values.size() == lines_.size());
  const std::uint64_t frames = most_in(elapsed, false), bytes = most_in(elapsed, true);
  const std::array<std::uint64_t, 4> readings{basic.tx_frames, basic.rx_frames, basic.rx_missed,
                                              basic.rx_no_buffer};
  for (std::size_t i = 0; i < readings.size(); ++i) basic_[i].take(readings[i], frames);
  for (std::size_t i = 0; i < lines_.size(); ++i)
    lines_[i].reader.take(values[i], lines_[i].counts_bytes ? bytes : frames);
  add_up();
  return counters_;
}

void PortBook::add_up() {
  PortCounters now{.tx_frames = basic_[0].total(),
                   .rx_frames = basic_[1].total(),
                   .rx_missed = basic_[2].total(),
                   .rx_no_buffer = basic_[3].total(),
                   .counts_tx = counters_.counts_tx};
  const auto doubt = [&](const CounterReader& reader) {
    now.saturated += reader.saturated();
    now.jumped += reader.jumped();
    now.is_gone = now.is_gone || reader.is_dead();
  };
  for (const CounterReader& reader : basic_) doubt(reader);
  for (const Line& line : lines_) {
    if (std::uint64_t* const bucket = bucket_of(now, line.role)) {
      *bucket += line.reader.total();
      doubt(line.reader);
    } else {
      now.others.push_back({.name = line.name, .count = line.reader.total()});
    }
  }
  counters_ = std::move(now);
}

}  // namespace pktgen

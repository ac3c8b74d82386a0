#include "counters/counter_reader.h"

#include <algorithm>
#include <utility>

namespace pktgen {
namespace {

constexpr std::uint64_t all_ones(std::uint32_t bits) {
  return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

}  // namespace

CounterReader::CounterReader(CounterTraits traits)
    : traits_(std::move(traits)), end_(all_ones(traits_.bits)) {}

bool CounterReader::means_dead(std::uint64_t raw) const {
  return std::ranges::any_of(traits_.dead_all_ones_bits,
                             [&](std::uint32_t bits) { return raw == all_ones(bits); });
}

void CounterReader::take(std::uint64_t raw, std::uint64_t most) {
  is_dead_ = means_dead(raw);
  if (is_dead_) return;
  if (traits_.kind == CounterKind::clears_on_read) {
    if (raw >= end_) ++saturated_;
    return raw >= end_ ? void(total_ += raw) : grow(raw, most);
  }
  if (has_last_) take_absolute(raw, most);
  has_last_ = true;
  last_ = raw;
}

/// What can't have come isn't counted: better too little and told than a number out of nothing.
void CounterReader::grow(std::uint64_t by, std::uint64_t most) {
  if (by > most) ++jumped_;
  else total_ += by;
}

void CounterReader::take_absolute(std::uint64_t raw, std::uint64_t most) {
  if (traits_.kind == CounterKind::sticks && raw >= end_) ++saturated_;
  if (traits_.kind == CounterKind::sums_of_cleared && raw > last_ && raw - last_ >= end_) {
    ++saturated_;
    total_ += raw - last_;
    return;
  }
  if (raw < last_) return step_back(raw, most);
  grow(raw - last_, most);
}

void CounterReader::step_back(std::uint64_t raw, std::uint64_t most) {
  if (traits_.kind == CounterKind::wraps) {
    // Right for a sum of several registers too: each of them wraps by the same amount.
    const std::uint64_t behind = (raw - last_) & end_;
    if (behind <= std::min(most, end_ / 2)) return void(total_ += behind);
  }
  ++jumped_;
  // Far below the last reading it was reset and has counted since; a little below, firmware took some back.
  if (raw < last_ / 2 && raw <= most) total_ += raw;
}

}  // namespace pktgen

#include "traffic/field_writer.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <numeric>
#include <optional>

#include "wire/checksum.h"
#include "wire/header_layout.h"

namespace pktgen {
namespace {

using Row = std::array<std::uint64_t, FieldColumns::kMost>;

std::size_t first_bit(const Field& field) { return field.at * 8 + field.first_bit; }
std::size_t end_bit(const Field& field) { return first_bit(field) + field.bits; }
std::size_t end_byte(const Field& field) { return (end_bit(field) + 7) / 8; }

/// As it is added to a sum of 16-bit words: below 2^48.
constexpr std::uint64_t turned(std::uint64_t value, unsigned turn) {
  return ((value & 0xffff'ffff) + (value >> 32)) << turn;
}
/// By how much a value is turned that ends at this bit of a range that begins a word.
unsigned turn_at(std::size_t end_bit) { return static_cast<unsigned>((16 - end_bit % 16) % 16); }

/// Of a sum that isn't zero, as the machine stores it.
constexpr std::uint64_t checksum_of(std::uint64_t sum, bool zero_means_none) {
  sum = (sum & 0xffff'ffff) + (sum >> 32);
  sum = (sum & 0xffff) + (sum >> 16);
  sum = (sum & 0xffff) + (sum >> 16);
  const std::uint64_t checksum = ((sum & 0xffff) + (sum >> 16)) ^ 0xffff;
  return zero_means_none && checksum == 0 ? 0xffff : checksum;
}

constexpr std::uint64_t as_stored(std::uint64_t value, unsigned bytes) {
  return __builtin_bswap64(value) >> (64 - 8 * bytes);
}

// Plain loops of one length, so that the compiler makes vectors of them.
PKTGEN_CLONES void add_shifted(const std::uint64_t* values, unsigned shift, std::uint64_t* words) {
  for (std::uint64_t i = 0; i < FieldColumns::kMost; ++i) words[i] |= values[i] << shift;
}
PKTGEN_CLONES void store_order(std::uint64_t* words, unsigned bytes) {
  for (std::uint64_t i = 0; i < FieldColumns::kMost; ++i) words[i] = as_stored(words[i], bytes);
}
PKTGEN_CLONES void add_turned(const std::uint64_t* values, unsigned turn, std::uint64_t* sums) {
  for (std::uint64_t i = 0; i < FieldColumns::kMost; ++i) sums[i] += turned(values[i], turn);
}
PKTGEN_CLONES void finish_sums(std::uint64_t* sums, bool zero_means_none) {
  const std::uint64_t none = zero_means_none ? 0xffff : 0;
  for (std::uint64_t i = 0; i < FieldColumns::kMost; ++i) {
    const std::uint64_t checksum = checksum_of(sums[i], false);
    sums[i] = checksum | (none & (0 - static_cast<std::uint64_t>(checksum == 0)));
  }
}

/// The first bit of the cover's range that holds this part of the frame.
std::optional<std::size_t> range_with(const ChecksumField& checksum, std::size_t from, std::size_t to) {
  for (const auto& [begin, end] : checksum.covers)
    if (from >= begin * 8 && to <= end * 8) return begin * 8;
  return std::nullopt;
}

}  // namespace

FieldWriter::FieldWriter(const BuiltFrame& frame, const FieldValues& values) {
  add_stores(frame, values.fields());
  add_checksums(frame, values.fields());
}

/// Fields that share a byte are written together.
void FieldWriter::add_stores(const BuiltFrame& frame, std::span<const Field> fields) {
  std::vector<std::size_t> order(fields.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return first_bit(fields[i]); });
  for (auto first = order.begin(); first != order.end();) {
    std::size_t end = end_byte(fields[*first]);
    auto last = first + 1;
    for (; last != order.end() && fields[*last].at < end; ++last)
      end = std::max(end, end_byte(fields[*last]));
    const std::size_t at = fields[*first].at;
    Store store{.at = at, .bytes = static_cast<unsigned>(std::bit_ceil(end - at))};
    assert(store.bytes <= 8 && at + store.bytes <= frame.bytes.size());
    std::vector<std::uint8_t> bytes(&frame.bytes[at], &frame.bytes[at] + store.bytes);
    for (; first != last; ++first) {
      const Field& field = fields[*first];
      store_bits(bytes, first_bit(field) - at * 8, field.bits, 0);
      store.parts.push_back({*first, static_cast<unsigned>(at * 8 + store.bytes * 8 - end_bit(field))});
    }
    store.constant = load_bits(bytes, 0, store.bytes * 8);
    stores_.push_back(std::move(store));
  }
}

/// What a sum is made of beside the values that change: what the template's checksum says, less the
/// template's own values.
void FieldWriter::add_checksums(const BuiltFrame& frame, std::span<const Field> fields) {
  std::vector<std::size_t> places;  // of checksums_
  for (const ChecksumField& covering : frame.checksums) {
    Checksum checksum{.zero_means_none = covering.zero_means_none};
    std::uint64_t changing = 0;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const auto begin = range_with(covering, first_bit(fields[i]), end_bit(fields[i]));
      if (!begin) continue;
      const unsigned turn = turn_at(end_bit(fields[i]) - *begin);
      changing += turned(load_bits(frame.bytes, first_bit(fields[i]), fields[i].bits), turn);
      checksum.fields.push_back({i, turn});
    }
    for (std::size_t inner = 0; inner < places.size(); ++inner) {
      if (!range_with(covering, places[inner] * 8, places[inner] * 8 + 16)) continue;
      changing += load_be16(&frame.bytes[places[inner]]);
      checksum.inner.push_back({inner, 0});
    }
    if (checksum.fields.empty() && checksum.inner.empty()) continue;
    const std::uint64_t sum = load_be16(&frame.bytes[covering.at]) ^ 0xffffu;
    checksum.rest = (sum + 0xffff - changing % 0xffff) % 0xffff + 0xffff;
    assert(checksums_.size() < kMostChecksums);
    stores_.push_back({.at = covering.at, .bytes = 2, .checksum = checksums_.size()});
    places.push_back(covering.at);
    checksums_.push_back(std::move(checksum));
  }
}

void FieldWriter::work_out(const FieldColumns& columns, Words& words) const {
  const std::size_t first_checksum = stores_.size() - checksums_.size();
  for (std::size_t c = 0; c < checksums_.size(); ++c) {
    const Checksum& checksum = checksums_[c];
    Row& sums = words.of[first_checksum + c];
    sums.fill(checksum.rest);
    for (const Term& term : checksum.fields) add_turned(columns.of[term.from].data(), term.turn, sums.data());
    for (const Term& term : checksum.inner)
      add_turned(words.of[first_checksum + term.from].data(), 0, sums.data());
    finish_sums(sums.data(), checksum.zero_means_none);
  }
  for (std::size_t s = 0; s < stores_.size(); ++s) {
    const Store& store = stores_[s];
    Row& row = words.of[s];
    if (s < first_checksum) row.fill(store.constant);
    for (const Part& part : store.parts) add_shifted(columns.of[part.field].data(), part.shift, row.data());
    store_order(row.data(), store.bytes);
  }
}

void FieldWriter::write_one(const FieldColumns& columns, std::uint32_t i, std::uint8_t* frame) const {
  std::array<std::uint64_t, kMostChecksums> sums;
  for (std::size_t c = 0; c < checksums_.size(); ++c) {
    std::uint64_t sum = checksums_[c].rest;
    for (const Term& term : checksums_[c].fields) sum += turned(columns.of[term.from][i], term.turn);
    for (const Term& term : checksums_[c].inner) sum += sums[term.from];
    sums[c] = checksum_of(sum, checksums_[c].zero_means_none);
  }
  for (const Store& store : stores_) {
    std::uint64_t value = store.constant;
    if (store.checksum != kNone) value = sums[store.checksum];
    for (const Part& part : store.parts) value |= columns.of[part.field][i] << part.shift;
    const std::uint64_t word = as_stored(value, store.bytes);
    switch (store.bytes) {
      case 1:
        frame[store.at] = static_cast<std::uint8_t>(word);
        break;
      case 2:
        std::memcpy(frame + store.at, &word, 2);
        break;
      case 4:
        std::memcpy(frame + store.at, &word, 4);
        break;
      default:
        std::memcpy(frame + store.at, &word, 8);
    }
  }
}

}  // namespace pktgen

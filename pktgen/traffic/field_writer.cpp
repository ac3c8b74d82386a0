#include "traffic/field_writer.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

#include "wire/checksum.h"
#include "wire/header_layout.h"

namespace pktgen {
namespace {

using Row = std::array<std::uint64_t, FieldColumns::kMost>;

std::size_t end_byte(const Field& field) { return (field.end_bit() + 7) / 8; }

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

// Plain loops of one length, so that the compiler makes vectors of them wherever they are inlined.
inline void add_shifted(const Row& values, unsigned shift, Row& words) {
  for (std::size_t i = 0; i < words.size(); ++i) words[i] |= values[i] << shift;
}
inline void store_order(Row& words, unsigned bytes) {
  const unsigned shift = 64 - 8 * bytes;
  for (std::uint64_t& word : words) word = __builtin_bswap64(word) >> shift;
}
/// A store of one field, in one go.
inline void place_only(const Row& values, unsigned field_shift, std::uint64_t constant, unsigned bytes,
                       Row& words) {
  const unsigned shift = 64 - 8 * bytes;
  for (std::size_t i = 0; i < words.size(); ++i)
    words[i] = __builtin_bswap64(constant | values[i] << field_shift) >> shift;
}
/// A store of two.
inline void place_two(const Row& a, unsigned shift_a, const Row& b, unsigned shift_b, std::uint64_t constant,
                      unsigned bytes, Row& words) {
  const unsigned shift = 64 - 8 * bytes;
  for (std::size_t i = 0; i < words.size(); ++i)
    words[i] = __builtin_bswap64(constant | a[i] << shift_a | b[i] << shift_b) >> shift;
}
inline void add_turned(const Row& values, unsigned turn, Row& sums) {
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += turned(values[i], turn);
}
/// Of values below 2^32 each, which a sum has room for as they are.
inline void add_two_turned(const Row& a, unsigned turn_a, const Row& b, unsigned turn_b, Row& sums) {
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += (a[i] << turn_a) + (b[i] << turn_b);
}
inline void finish_sums(Row& sums, bool zero_means_none) {
  const std::uint64_t none = zero_means_none ? 0xffff : 0;
  for (std::uint64_t& sum : sums) {
    const std::uint64_t checksum = checksum_of(sum, false);
    sum = checksum | (none & (0 - static_cast<std::uint64_t>(checksum == 0)));
  }
}

/// In network order.
inline void put(std::uint64_t value, unsigned bytes, std::uint8_t* at) {
  const std::uint64_t word = as_stored(value, bytes);
  switch (bytes) {
    case 1:
      *at = static_cast<std::uint8_t>(word);
      break;
    case 2:
      std::memcpy(at, &word, 2);
      break;
    case 4:
      std::memcpy(at, &word, 4);
      break;
    default:
      std::memcpy(at, &word, 8);
  }
}

/// Four at once: of a store alone half is the loop around it.
template <class Word>
void put_all(const Row& row, std::size_t place, std::span<std::uint8_t* const> frames) {
  const auto put_one = [&](std::size_t i) {
    const Word word = static_cast<Word>(row[i]);
    std::memcpy(frames[i] + place, &word, sizeof word);
  };
  std::size_t i = 0;
  for (; i + 4 <= frames.size(); i += 4) {
    put_one(i);
    put_one(i + 1);
    put_one(i + 2);
    put_one(i + 3);
  }
  for (; i < frames.size(); ++i) put_one(i);
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

/// Fields that share a byte are written together, and neighbours where a store is wide enough for both.
void FieldWriter::add_stores(const BuiltFrame& frame, std::span<const Field> fields) {
  std::vector<std::size_t> order(fields.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return fields[i].begin_bit(); });
  const auto sharing = [&](auto from) {  // the end of those that share bytes with each other, and of those
    std::size_t end = end_byte(fields[*from]);
    for (++from; from != order.end() && fields[*from].at < end; ++from)
      end = std::max(end, end_byte(fields[*from]));
    return std::pair(from, end);
  };
  for (auto first = order.begin(); first != order.end();) {
    const std::size_t at = fields[*first].at;
    auto [last, end] = sharing(first);
    while (last != order.end() && fields[*last].at == end) {
      const auto [next, next_end] = sharing(last);
      if (next_end - at > kWidestStore) break;
      std::tie(last, end) = std::pair(next, next_end);
    }
    add_store(frame, fields, std::span(first, last), end);
    first = last;
  }
}

void FieldWriter::add_store(const BuiltFrame& frame, std::span<const Field> fields,
                            std::span<const std::size_t> together, std::size_t end) {
  const std::size_t at = fields[together[0]].at, length = std::bit_ceil(end - at);
  assert(length <= kWidestStore && at + length <= frame.bytes.size());
  std::vector<std::uint8_t> bytes(&frame.bytes[at], &frame.bytes[at] + length);
  for (const std::size_t i : together) {
    const Field& field = fields[i];
    store_bits(bytes, field.begin_bit() - at * 8, field.bits, 0);
    parts_.push_back(
        {static_cast<std::uint8_t>(i), static_cast<std::uint8_t>((at + length) * 8 - field.end_bit())});
  }
  stores_.push_back({.constant = load_bits(bytes, 0, static_cast<unsigned>(length * 8)),
                     .at = static_cast<std::uint16_t>(at),
                     .bytes = static_cast<std::uint8_t>(length),
                     .parts_end = static_cast<std::uint8_t>(parts_.size())});
}

/// What a sum is made of beside the values that change: what the template's checksum says, less the
/// template's own values.
void FieldWriter::add_checksums(const BuiltFrame& frame, std::span<const Field> fields) {
  std::vector<std::size_t> places;  // of checksums_
  for (const ChecksumField& covering : frame.checksums) {
    const std::size_t first_term = terms_.size();
    std::uint64_t changing = 0;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const auto begin = range_with(covering, fields[i].begin_bit(), fields[i].end_bit());
      if (!begin) continue;
      const unsigned turn = turn_at(fields[i].end_bit() - *begin);
      changing += turned(load_bits(frame.bytes, fields[i].begin_bit(), fields[i].bits), turn);
      terms_.push_back({.from = static_cast<std::uint8_t>(i),
                        .turn = static_cast<std::uint8_t>(turn),
                        .is_long = fields[i].bits > 32});
    }
    for (std::size_t inner = 0; inner < places.size(); ++inner) {
      if (!range_with(covering, places[inner] * 8, places[inner] * 8 + 16)) continue;
      changing += load_be16(&frame.bytes[places[inner]]);
      terms_.push_back({.from = static_cast<std::uint8_t>(kMostFields + inner)});
    }
    if (terms_.size() == first_term) continue;
    const std::uint64_t sum = load_be16(&frame.bytes[covering.at]) ^ 0xffffu;
    const std::uint64_t rest = (sum + 0xffff - changing % 0xffff) % 0xffff + 0xffff;
    assert(checksums_.size() < kMostChecksums);
    stores_.push_back({.at = static_cast<std::uint16_t>(covering.at), .bytes = 2});
    places.push_back(covering.at);
    checksums_.push_back({.rest = static_cast<std::uint32_t>(rest),
                          .terms_end = static_cast<std::uint16_t>(terms_.size()),
                          .zero_means_none = covering.zero_means_none});
  }
}

// Inlined into each clone below, so that they are made of its vectors.
__attribute__((always_inline)) inline void FieldWriter::work_out_sums(const FieldColumns& columns,
                                                                      Words& words) const {
  const std::size_t fields = stores_.size() - checksums_.size();
  const auto row = [&](const Term& t) -> const Row& {
    return t.from < kMostFields ? columns.of[t.from] : words.of[fields + t.from - kMostFields];
  };
  const Term* term = terms_.data();
  for (std::size_t c = 0; c < checksums_.size(); ++c) {
    Row& sums = words.of[fields + c];
    sums.fill(checksums_[c].rest);
    for (const Term* const end = terms_.data() + checksums_[c].terms_end; term < end; ++term) {
      if (term + 1 < end && !term[0].is_long && !term[1].is_long) {
        add_two_turned(row(term[0]), term[0].turn, row(term[1]), term[1].turn, sums);
        ++term;
      } else {
        add_turned(row(*term), term->turn, sums);
      }
    }
    finish_sums(sums, checksums_[c].zero_means_none);
  }
  for (std::size_t s = fields; s < stores_.size(); ++s) store_order(words.of[s], stores_[s].bytes);
}

__attribute__((always_inline)) inline void FieldWriter::work_out_fields(const FieldColumns& columns,
                                                                        Words& words) const {
  std::size_t part = 0;
  for (std::size_t s = 0; s < stores_.size() - checksums_.size(); ++s) {
    const Store& store = stores_[s];
    const auto parts = std::span(parts_).subspan(part, store.parts_end - part);
    part = store.parts_end;
    const Part &first = parts.front(), &second = parts.back();
    if (parts.size() == 1) {
      place_only(columns.of[first.field], first.shift, store.constant, store.bytes, words.of[s]);
    } else if (parts.size() == 2) {
      place_two(columns.of[first.field], first.shift, columns.of[second.field], second.shift, store.constant,
                store.bytes, words.of[s]);
    } else {
      words.of[s].fill(store.constant);
      for (const Part& one : parts) add_shifted(columns.of[one.field], one.shift, words.of[s]);
      store_order(words.of[s], store.bytes);
    }
  }
}

PKTGEN_CLONES void FieldWriter::work_out(const FieldWriter& writer, const FieldColumns& columns,
                                         Words& words) {
  writer.work_out_sums(columns, words);
  writer.work_out_fields(columns, words);
}

void FieldWriter::write(const FieldColumns& columns, std::span<std::uint8_t* const> frames) const {
  Words words;
  work_out(*this, columns, words);
  for (std::size_t s = 0; s < stores_.size(); ++s) {
    const std::size_t place = stores_[s].at;
    switch (stores_[s].bytes) {
      case 1:
        put_all<std::uint8_t>(words.of[s], place, frames);
        break;
      case 2:
        put_all<std::uint16_t>(words.of[s], place, frames);
        break;
      case 4:
        put_all<std::uint32_t>(words.of[s], place, frames);
        break;
      default:
        put_all<std::uint64_t>(words.of[s], place, frames);
    }
  }
}

void FieldWriter::write_one(const FieldColumns& columns, std::uint32_t i, std::uint8_t* frame) const {
  std::array<std::uint64_t, kMostChecksums> sums;
  const std::size_t fields = stores_.size() - checksums_.size();
  std::size_t term = 0, part = 0;
  for (std::size_t c = 0; c < checksums_.size(); ++c) {
    std::uint64_t sum = checksums_[c].rest;
    for (; term < checksums_[c].terms_end; ++term) {
      const Term& t = terms_[term];
      sum += t.from < kMostFields ? turned(columns.of[t.from][i], t.turn) : sums[t.from - kMostFields];
    }
    sums[c] = checksum_of(sum, checksums_[c].zero_means_none);
  }
  for (std::size_t s = 0; s < stores_.size(); ++s) {
    std::uint64_t value = s < fields ? stores_[s].constant : sums[s - fields];
    for (; part < stores_[s].parts_end; ++part)
      value |= columns.of[parts_[part].field][i] << parts_[part].shift;
    put(value, stores_[s].bytes, frame + stores_[s].at);
  }
}

}  // namespace pktgen

#pragma once
#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "traffic/field_values.h"
#include "wire/header_stack.h"

namespace pktgen {

/// Writes changing fields, and the checksums that cover them, into frames of one stream and size. Nothing of
/// a frame is read: what stands beside a field in its bytes is known from the template. The signature's sum
/// is constant, so it may be stamped before or after; but a store may run over bytes behind its field, so
/// after.
class FieldWriter {
 public:
  /// `values` are those of the frame's stream.
  FieldWriter(const BuiltFrame& frame, const FieldValues& values);

  /// Writes the first `count` frames of the columns; frame i begins at `at(i)` and has the template's
  /// headers.
  template <class At>
  void write(const FieldColumns& columns, std::uint32_t count, const At& at) const {
    Words words;
    work_out(columns, words);
    for (std::size_t s = 0; s < stores_.size(); ++s) {
      const std::size_t place = stores_[s].at;
      const std::uint64_t* const row = words.of[s].data();
      switch (stores_[s].bytes) {
        case 1:
          put_all<std::uint8_t>(row, count, place, at);
          break;
        case 2:
          put_all<std::uint16_t>(row, count, place, at);
          break;
        case 4:
          put_all<std::uint32_t>(row, count, place, at);
          break;
        default:
          put_all<std::uint64_t>(row, count, place, at);
      }
    }
  }

  /// Writes frame `i` of the columns.
  void write_one(const FieldColumns& columns, std::uint32_t i, std::uint8_t* frame) const;

 private:
  /// A field within a store, by the distance of their least significant bits.
  struct Part {
    std::size_t field = 0;
    unsigned shift = 0;
  };
  /// 1, 2, 4 or 8 bytes that are written at once. Stores go up in their places, so what one writes of the
  /// next one's bytes is mended; checksums come last.
  struct Store {
    std::size_t at = 0;
    unsigned bytes = 0;
    std::uint64_t constant = 0;  // the template's bits beside the fields
    std::vector<Part> parts{};   // of a checksum none
    std::size_t checksum = kNone;
  };
  /// What a value adds to a sum: itself, turned by some bits, in ones' complement arithmetic.
  struct Term {
    std::size_t from = 0;  // a field, or an inner checksum
    unsigned turn = 0;     // 0..15
  };
  struct Checksum {
    std::uint64_t rest = 0;  // of what is covered and doesn't change; not zero
    bool zero_means_none = false;
    std::vector<Term> fields{}, inner{};
  };
  static constexpr std::size_t kNone = ~std::size_t{0};
  static constexpr std::size_t kMostChecksums = 8;
  struct Words {
    alignas(64) std::array<std::array<std::uint64_t, FieldColumns::kMost>, kMostFields + kMostChecksums> of;
  };

  template <class Word, class At>
  static void put_all(const std::uint64_t* row, std::uint32_t count, std::size_t place, const At& at) {
    for (std::uint32_t i = 0; i < count; ++i) {
      const Word word = static_cast<Word>(row[i]);
      std::memcpy(at(i) + place, &word, sizeof word);
    }
  }
  void add_stores(const BuiltFrame& frame, std::span<const Field> fields);
  void add_checksums(const BuiltFrame& frame, std::span<const Field> fields);
  void work_out(const FieldColumns& columns, Words& words) const;

  std::vector<Store> stores_;
  std::vector<Checksum> checksums_;  // those that cover something that changes, an inner one before the outer
};

}  // namespace pktgen

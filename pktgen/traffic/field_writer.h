#pragma once
#include <array>
#include <cstdint>
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
  static constexpr std::size_t kWidestStore = 8;     // bytes
  static constexpr std::size_t kMostChecksums = 16;  // of a frame with fields that change

  /// `values` are those of the frame's stream.
  FieldWriter(const BuiltFrame& frame, const FieldValues& values);

  /// Writes a frame of the columns to each of `frames`, which begin there and have the template's headers.
  void write(const FieldColumns& columns, std::span<std::uint8_t* const> frames) const;

  /// Writes frame `i` of the columns.
  void write_one(const FieldColumns& columns, std::uint32_t i, std::uint8_t* frame) const;

  void prefetch() const {
    __builtin_prefetch(stores_.data());
    __builtin_prefetch(stores_.data() + 4);
    __builtin_prefetch(parts_.data());
    __builtin_prefetch(checksums_.data());
    __builtin_prefetch(terms_.data());
  }

 private:
  /// A field within a store, by the distance of their least significant bits.
  struct Part {
    std::uint8_t field = 0, shift = 0;
  };
  /// 1, 2, 4 or 8 bytes that are written at once. Stores go up in their places, so what one writes of the
  /// next one's bytes is mended; checksums come last, in their order.
  struct Store {
    std::uint64_t constant = 0;  // the template's bits beside the fields
    std::uint16_t at = 0;
    std::uint8_t bytes = 0;
    std::uint8_t parts_end = 0;  // in `parts_`, where they begin behind those of the store before
  };
  /// What a value adds to a sum: itself, turned by some bits, in ones' complement arithmetic.
  struct Term {
    std::uint8_t from = 0;  // a field, or behind those an inner checksum
    std::uint8_t turn = 0;  // 0..15
    bool is_long = false;   // of more than 32 bits
  };
  struct Checksum {
    std::uint32_t rest = 0;  // of what is covered and doesn't change; not zero
    std::uint16_t terms_end = 0;
    bool zero_means_none = false;
  };
  struct Words {
    alignas(64) std::array<std::array<std::uint64_t, FieldColumns::kMost>, kMostFields + kMostChecksums> of;
  };

  void add_stores(const BuiltFrame& frame, std::span<const Field> fields);
  void add_store(const BuiltFrame& frame, std::span<const Field> fields,
                 std::span<const std::size_t> together, std::size_t end);
  void add_checksums(const BuiltFrame& frame, std::span<const Field> fields);
  void work_out_sums(const FieldColumns& columns, Words& words) const;
  void work_out_fields(const FieldColumns& columns, Words& words) const;
  static void work_out(const FieldWriter& writer, const FieldColumns& columns, Words& words);

  std::vector<Store> stores_;
  std::vector<Part> parts_;
  std::vector<Checksum> checksums_;  // those that cover something that changes, an inner one before the outer
  std::vector<Term> terms_;
};

}  // namespace pktgen

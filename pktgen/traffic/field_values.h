#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "traffic/stream_spec.h"
#include "wire/header_stack.h"

namespace pktgen {

/// How many fields of one stream may change.
inline constexpr std::size_t kMostFields = 16;

/// Values of up to 32 frames, field by field.
struct FieldColumns {
  static constexpr std::uint32_t kMost = 32;
  alignas(64) std::array<std::array<std::uint64_t, kMost>, kMostFields> of{};
};

/// What the modifiers of one stream say: each field's value is a function of the frame's number.
class FieldValues {
 public:
  /// `fields` are those of a frame (BuiltFrame). Fails (plan) for a field that isn't there, naming the
  /// nearest, for two modifiers of the same bits, for a value or count that the field doesn't hold, for more
  /// than `kMostFields`, and for one that carries where nothing before it wraps.
  static Result<FieldValues> make(std::span<const Field> fields, std::span<const Modifier> modifiers);

  /// Of frame `n`, from the field's least significant bit.
  std::uint64_t value_at(std::size_t field, std::uint64_t n) const;

  /// The values of `count` frames from `n` on. Costs no division where `n` goes on from the last call.
  void fill(std::uint64_t n, std::uint32_t count, FieldColumns& columns);

  void prefetch() const {
    for (const Program& program : programs_) __builtin_prefetch(&program, 1);
  }

  /// The fields that change, in the modifiers' order.
  std::span<const Field> fields() const { return fields_; }

 private:
  /// One field's, in one cache line.
  struct alignas(64) Program {
    std::uint64_t first = 0;
    std::uint64_t step = 0;   // of draws: their seed
    std::uint64_t count = 0;  // values before it begins again; 0: all of 64 bits
    std::uint64_t mask = 0;
    std::uint64_t frames = 1;             // that it stays at each value
    std::uint64_t place = 0, stayed = 0;  // where frame `next_` stands: which value, and for how many frames
    Modifier::Kind kind = Modifier::Kind::count;
    std::uint32_t written = kNotWritten;  // where its values begin in `written_`
  };
  static constexpr std::uint32_t kNotWritten = ~std::uint32_t{0};

  std::uint64_t at(const Program& program, std::uint64_t place) const;
  void seek(std::uint64_t n);
  void fill(Program& program, std::uint32_t wanted, std::uint64_t* out);
  void fill_slowly(Program& program, std::uint32_t wanted, std::uint64_t* out);
  void write_down(Program& program, const std::vector<std::uint64_t>& values);

  std::vector<Field> fields_;
  std::vector<Program> programs_;
  /// Lists, and few values that count, each followed by a burst more of them, so that a burst is copied from
  /// any place.
  std::vector<std::uint64_t> written_;
  std::uint64_t next_ = 0;
};

}  // namespace pktgen

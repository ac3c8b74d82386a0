#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "traffic/field_values.h"
#include "traffic/field_writer.h"
#include "traffic/frame_lengths.h"
#include "traffic/size_sequence.h"
#include "traffic/stream_spec.h"
#include "wire/frame.h"

namespace pktgen {

/// One stream ready to be sent: what each frame looks like is a function of its number.
class StreamProgram {
 public:
  /// The frames of one size.
  struct alignas(64) Variant {
    std::vector<std::uint8_t> headers;  ///< of the frame, filled up to a multiple of 16
    FrameShape shape;
    std::uint32_t wire_bytes = 0;  ///< of a frame on the link: with FCS, preamble and gap
    FieldWriter fields;
    BuiltFrame frame;  ///< of number 0
  };

  /// `payload`: which of the port's payloads the stream has. Fails (plan) with the stream's place for what
  /// fields or sizes can't be. The spec must be one that was validated (plan/validate_streams.h).
  static Result<StreamProgram> make(const StreamSpec& spec, std::uint32_t payload);

  const Variant& variant_of(std::uint64_t number) {
    return variants_.size() == 1 ? variants_[0] : variants_[sizes_.part_at(number)];
  }
  std::span<const Variant> variants() const { return variants_; }
  /// Null where frames have several sizes.
  const Variant* only_variant() const { return variants_.size() == 1 ? &variants_[0] : nullptr; }

  bool has_fields() const { return has_fields_; }
  /// The values of `count` fields' frames from `number` on, into the columns from their front.
  void values(std::uint64_t number, std::uint32_t count, FieldColumns& columns) {
    values_.fill(number, count, columns);
  }

  /// Asks for the memory that changing the fields of a frame will need.
  void prefetch_fields(const Variant& variant) const {
    values_.prefetch();
    variant.fields.prefetch();
  }

  std::size_t signature_at() const { return variants_[0].shape.header_bytes; }
  FrameLengths lengths() const;

 private:
  StreamProgram(SizeSequence sizes, FieldValues values)
      : sizes_(std::move(sizes)), values_(std::move(values)) {}

  SizeSequence sizes_;
  FieldValues values_;
  std::vector<Variant> variants_;
  bool has_fields_ = false;
};

/// Refuses (plan) what `StreamProgram::make` refuses, before there is a port.
Result<void> check_program(const StreamSpec& spec);

/// The payloads that the streams of a port need, and which of them each stream has.
struct PayloadPlan {
  PayloadImages images;
  std::vector<std::uint32_t> payload_of;  ///< by stream
};

/// Streams with equal payloads share one. Fails (plan) if their headers differ by more than `kHeaderSlack`.
Result<PayloadPlan> plan_payloads(std::span<const StreamSpec> streams);

}  // namespace pktgen

#include "traffic/stream_program.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/text.h"
#include "wire/header_stack.h"
#include "wire/payload.h"
#include "wire/signature.h"

namespace pktgen {
namespace {

constexpr std::size_t kChunk = 16;  // headers are copied in pieces of this size; what is too much is stamped

std::vector<std::uint8_t> headers_of(const BuiltFrame& frame) {
  const auto length = (frame.signature_at + kChunk - 1) / kChunk * kChunk;
  std::vector<std::uint8_t> headers(frame.bytes.begin(),
                                    frame.bytes.begin() + static_cast<std::ptrdiff_t>(frame.signature_at));
  headers.resize(length);
  return headers;
}

FrameBytes largest_of(const SizeMix& sizes) {
  return std::ranges::max(sizes.parts, {}, [](const SizeMix::Part& part) { return part.size; }).size;
}

/// Of all checksums, for which of them a field changes is known to the writer alone.
Result<void> check_checksums(const StreamSpec& spec, const BuiltFrame& frame) {
  if (spec.modifiers.empty() || frame.checksums.size() <= FieldWriter::kMostChecksums) return {};
  return fail(ErrorKind::plan,
              fmt::format("{}: fields change in frames with {} checksums at most, the headers have {}; "
                          "leave out modifiers or headers",
                          spec.place, FieldWriter::kMostChecksums, frame.checksums.size()));
}

}  // namespace

Result<StreamProgram> StreamProgram::make(const StreamSpec& spec, std::uint32_t payload) {
  auto sizes = SizeSequence::of(spec.sizes, spec.schedule.seed);
  if (!sizes) return within(spec.place, std::move(sizes.error()));
  std::vector<BuiltFrame> frames;
  for (const SizeMix::Part& part : spec.sizes.parts)
    frames.push_back(build_frame(spec.headers, part.size, spec.payload, spec.prebuilt == 0));
  if (auto fits = check_checksums(spec, frames.front()); !fits) return tl::make_unexpected(fits.error());
  auto values = FieldValues::make(frames.front().fields, spec.modifiers);
  if (!values) return within(spec.place, std::move(values.error()));
  StreamProgram program(std::move(*sizes), std::move(*values));
  program.has_fields_ = !spec.modifiers.empty();
  for (BuiltFrame& frame : frames) {
    const FrameShape shape{.payload = payload,
                           .header_bytes = static_cast<std::uint16_t>(frame.signature_at),
                           .length = static_cast<std::uint16_t>(frame.bytes.size())};
    const auto on_link = static_cast<std::uint32_t>(on_wire(with_fcs({frame.bytes.size()})).count);
    program.variants_.push_back({.headers = headers_of(frame),
                                 .shape = shape,
                                 .wire_bytes = on_link,
                                 .fields = FieldWriter(frame, program.values_),
                                 .frame = {}});
    program.variants_.back().frame = std::move(frame);
  }
  return program;
}

Result<void> check_program(const StreamSpec& spec) {
  if (auto sizes = SizeSequence::of(spec.sizes, spec.schedule.seed); !sizes)
    return within(spec.place, std::move(sizes.error()));
  const BuiltFrame frame = build_frame(spec.headers, spec.sizes.parts.front().size, spec.payload);
  if (auto fits = check_checksums(spec, frame); !fits) return fits;
  if (auto values = FieldValues::make(frame.fields, spec.modifiers); !values)
    return within(spec.place, std::move(values.error()));
  return {};
}

FrameLengths StreamProgram::lengths() const {
  std::vector<std::size_t> of_part;
  for (const Variant& variant : variants_) of_part.push_back(variant.shape.length);
  return {sizes_, std::move(of_part)};
}

Result<PayloadPlan> plan_payloads(std::span<const StreamSpec> streams) {
  PayloadPlan plan;
  std::vector<const PayloadSpec*> specs;
  std::size_t least = kLargestFrame.count, largest = 0;
  for (const StreamSpec& stream : streams) {
    const std::size_t headers = header_bytes(stream.headers);
    least = std::min(least, headers);
    plan.images.most_header_bytes = std::max(plan.images.most_header_bytes, headers);
    largest = std::max(largest, largest_of(stream.sizes).count);
    const auto known = std::ranges::find_if(specs, [&](const auto* spec) { return *spec == stream.payload; });
    plan.payload_of.push_back(static_cast<std::uint32_t>(known - specs.begin()));
    if (known == specs.end()) specs.push_back(&stream.payload);
  }
  if (plan.images.most_header_bytes > least + kHeaderSlack)
    return fail(ErrorKind::plan,
                fmt::format("the longest headers have {} bytes and the shortest {}, more than {} apart; send "
                            "them in two runs",
                            plan.images.most_header_bytes, least, kHeaderSlack));
  for (const PayloadSpec* const spec : specs) fill_payload(plan.images.payloads.emplace_back(largest), *spec);
  return plan;
}

}  // namespace pktgen

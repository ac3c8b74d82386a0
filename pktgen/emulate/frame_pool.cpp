#include "emulate/frame_pool.h"

#include <algorithm>
#include <cassert>

#include "wire/signature.h"

namespace pktgen {
namespace {

constexpr std::size_t kFramesInChunk = 256;
constexpr std::uint8_t kUnwritten = 0xa5;  // so that a byte nobody wrote is seen

}  // namespace

FramePool::FramePool(std::size_t largest, std::size_t bound)
    : largest_(largest),
      stride_(largest + kHeaderSlack),
      chunks_left_(std::max<std::size_t>(1, bound / (kFramesInChunk * stride_))) {
  grow();
}

bool FramePool::grow() {
  if (chunks_left_ == 0) return false;
  --chunks_left_;
  auto& memory = memory_.emplace_back(new std::uint8_t[kFramesInChunk * stride_]);
  std::fill_n(memory.get(), kFramesInChunk * stride_, kUnwritten);
  auto& frames = frames_.emplace_back(new VirtualFrame[kFramesInChunk]);
  free_.reserve(frames_.size() * kFramesInChunk);
  for (std::size_t i = 0; i < kFramesInChunk; ++i) {
    frames[i].bytes = frames[i].room = &memory[i * stride_];
    frames[i].home = this;
    free_.push_back(&frames[i]);
  }
  return true;
}

void FramePool::use_template(ByteView bytes) {
  assert(bytes.size() <= largest_);
  template_.assign(bytes.begin(), bytes.end());
  template_mark_ = ++newest_mark_;
}

void FramePool::use_payloads(PayloadImages images) {
  images_ = std::move(images);
  first_payload_mark_ = newest_mark_ + 1;
  newest_mark_ += images_.payloads.size();
}

void FramePool::write_template(VirtualFrame& frame) const {
  write(frame, template_);
  frame.holds = template_mark_;
}

void FramePool::write_payload(VirtualFrame& frame, std::uint32_t payload) const {
  const std::vector<std::uint8_t>& bytes = images_.payloads[payload];
  const std::size_t at = images_.most_header_bytes + kSignatureBytes;
  assert(at <= stride_);
  std::ranges::copy_n(bytes.begin(), static_cast<std::ptrdiff_t>(std::min(bytes.size(), stride_ - at)),
                      frame.room + at);
  frame.holds = first_payload_mark_ + payload;
}

std::uint32_t FramePool::take(std::span<VirtualFrame*> frames) {
  std::uint32_t taken = 0;
  for (; taken < frames.size(); ++taken) {
    if (free_.empty() && !grow()) break;
    frames[taken] = free_.back();
    free_.pop_back();
  }
  return taken;
}

VirtualFrame* FramePool::take_copy(ByteView bytes) {
  if (bytes.size() > largest_ || (free_.empty() && !grow())) return nullptr;
  VirtualFrame* frame = free_.back();
  free_.pop_back();
  write(*frame, bytes);
  return frame;
}

void FramePool::write(VirtualFrame& frame, ByteView bytes) {
  frame.bytes = frame.room;
  std::ranges::copy(bytes, frame.bytes);
  frame.length = bytes.size();
  frame.holds = 0;
}

}  // namespace pktgen

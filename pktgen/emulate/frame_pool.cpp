#include "emulate/frame_pool.h"

#include <algorithm>
#include <cassert>

namespace pktgen {
namespace {

constexpr std::size_t kFramesInChunk = 256;
constexpr std::uint8_t kUnwritten = 0xa5;  // so that a byte nobody wrote is seen

}  // namespace

FramePool::FramePool(std::size_t largest, std::size_t bound)
    : largest_(largest), chunks_left_(std::max<std::size_t>(1, bound / (kFramesInChunk * largest))) {
  grow();
}

bool FramePool::grow() {
  if (chunks_left_ == 0) return false;
  --chunks_left_;
  auto& memory = memory_.emplace_back(new std::uint8_t[kFramesInChunk * largest_]);
  std::fill_n(memory.get(), kFramesInChunk * largest_, kUnwritten);
  auto& frames = frames_.emplace_back(new VirtualFrame[kFramesInChunk]);
  free_.reserve(frames_.size() * kFramesInChunk);
  for (std::size_t i = 0; i < kFramesInChunk; ++i) {
    frames[i].bytes = &memory[i * largest_];
    frames[i].home = this;
    free_.push_back(&frames[i]);
  }
  return true;
}

void FramePool::use_template(ByteView bytes) {
  assert(bytes.size() <= largest_);
  template_.assign(bytes.begin(), bytes.end());
  ++version_;
}

std::uint32_t FramePool::take(std::span<VirtualFrame*> frames) {
  std::uint32_t taken = 0;
  for (; taken < frames.size(); ++taken) {
    if (free_.empty() && !grow()) break;
    VirtualFrame* frame = free_.back();
    free_.pop_back();
    if (frame->template_version != version_) {
      std::ranges::copy(template_, frame->bytes);
      frame->length = template_.size();
      frame->template_version = version_;
    }
    frames[taken] = frame;
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
  std::ranges::copy(bytes, frame.bytes);
  frame.length = bytes.size();
  frame.template_version = 0;
}

}  // namespace pktgen

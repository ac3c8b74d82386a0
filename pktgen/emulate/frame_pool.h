#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "base/units.h"

namespace pktgen {

class FramePool;

/// A frame in virtual time: bytes without FCS, and when its last bit arrives.
struct VirtualFrame {
  std::uint8_t* bytes = nullptr;
  std::size_t length = 0;
  Ticks arrival{};
  FramePool* home = nullptr;
  std::uint64_t template_version = 0;  ///< of the template it holds; 0: other bytes
};

/// Memory for virtual frames. It grows while frames are in flight, up to a bound; then it is empty, and the
/// sender counts `no_buffer`.
class FramePool {
 public:
  /// Frames of at most `largest` bytes (without FCS), in at most `bound` bytes of memory.
  explicit FramePool(std::size_t largest, std::size_t bound = std::size_t{512} << 20);
  FramePool(const FramePool&) = delete;
  FramePool& operator=(const FramePool&) = delete;

  /// From now on buffers hold these bytes when taken; they are written once a buffer, not once a frame.
  void use_template(ByteView bytes);

  /// Takes buffers that hold the template; returns how many there were, from the front.
  std::uint32_t take(std::span<VirtualFrame*> frames);

  /// Other bytes for a buffer that was taken, at most as many as the pool's largest frame has.
  static void write(VirtualFrame& frame, ByteView bytes);

  /// Takes a buffer for other bytes; null if there is none.
  VirtualFrame* take_copy(ByteView bytes);

  void give_back(VirtualFrame* frame) { free_.push_back(frame); }

 private:
  bool grow();

  std::size_t largest_, chunks_left_;
  std::vector<std::unique_ptr<std::uint8_t[]>> memory_;
  std::vector<std::unique_ptr<VirtualFrame[]>> frames_;
  std::vector<VirtualFrame*> free_;
  std::vector<std::uint8_t> template_;
  std::uint64_t version_ = 0;
};

}  // namespace pktgen

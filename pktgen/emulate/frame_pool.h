#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "base/units.h"
#include "wire/frame.h"

namespace pktgen {

class FramePool;

/// A frame in virtual time: bytes without FCS, and when its last bit arrives.
struct VirtualFrame {
  std::uint8_t* bytes = nullptr;
  std::uint8_t* room = nullptr;  ///< where its memory begins
  std::size_t length = 0;
  Ticks arrival{};
  FramePool* home = nullptr;
  std::uint64_t holds = 0;  ///< the mark of the template or payload; 0: other bytes
};

/// Memory for virtual frames. It grows while frames are in flight, up to a bound; then it is empty, and the
/// sender counts `no_buffer`.
class FramePool {
 public:
  /// Frames of at most `largest` bytes (without FCS), in at most `bound` bytes of memory.
  explicit FramePool(std::size_t largest, std::size_t bound = std::size_t{512} << 20);
  FramePool(const FramePool&) = delete;
  FramePool& operator=(const FramePool&) = delete;

  /// What `prepare` and `open` put into buffers: once a buffer, not once a frame.
  void use_template(ByteView bytes);
  void use_payloads(PayloadImages images);

  /// Takes buffers, whatever they hold; returns how many there were, from the front.
  std::uint32_t take(std::span<VirtualFrame*> frames);

  /// The frame is the template then, but for what was written into it since.
  void prepare(VirtualFrame& frame) {
    if (frame.holds != template_mark_) write_template(frame);
  }

  /// The frame has this shape then, the payload behind its signature, and anything in front of that.
  void open(VirtualFrame& frame, const FrameShape& shape) {
    if (frame.holds != first_payload_mark_ + shape.payload) write_payload(frame, shape.payload);
    frame.bytes = frame.room + (images_.most_header_bytes - shape.header_bytes);
    frame.length = shape.length;
  }

  /// Other bytes for a buffer that was taken, at most as many as the pool's largest frame has.
  static void write(VirtualFrame& frame, ByteView bytes);

  /// Takes a buffer for other bytes; null if there is none.
  VirtualFrame* take_copy(ByteView bytes);

  void give_back(VirtualFrame* frame) { free_.push_back(frame); }

 private:
  bool grow();
  void write_template(VirtualFrame& frame) const;
  void write_payload(VirtualFrame& frame, std::uint32_t payload) const;

  std::size_t largest_, stride_, chunks_left_;
  std::vector<std::unique_ptr<std::uint8_t[]>> memory_;
  std::vector<std::unique_ptr<VirtualFrame[]>> frames_;
  std::vector<VirtualFrame*> free_;
  std::vector<std::uint8_t> template_;
  PayloadImages images_;
  std::uint64_t newest_mark_ = 0, template_mark_ = 0, first_payload_mark_ = 0;
};

}  // namespace pktgen

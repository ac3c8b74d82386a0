#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/bytes.h"

namespace pktgen {

/// Keeps the first frames it is shown, in memory taken beforehand: nothing is allocated while frames flow.
class Capture {
 public:
  /// Room for `frames` frames of at most `largest` bytes each.
  Capture(std::size_t frames, std::size_t largest)
      : largest_(largest), bytes_(frames * largest), records_(frames) {}

  bool full() const { return used_ == records_.size(); }

  /// Keeps a frame seen at `nanoseconds`, unless full. A longer frame than planned is cut to `largest`.
  void keep(ByteView frame, std::uint64_t nanoseconds) {
    if (full()) return;
    const std::size_t length = std::min(frame.size(), largest_);
    std::copy_n(frame.begin(), length, bytes_.begin() + static_cast<std::ptrdiff_t>(used_ * largest_));
    records_[used_++] = {nanoseconds, length};
  }

  /// Takes the newest `frames` back: they were kept, then not sent.
  void take_back(std::size_t frames) { used_ -= std::min(frames, used_); }

  std::size_t size() const { return used_; }
  std::uint64_t nanoseconds(std::size_t i) const { return records_[i].nanoseconds; }
  ByteView frame(std::size_t i) const { return ByteView(bytes_).subspan(i * largest_, records_[i].length); }

 private:
  struct Record {
    std::uint64_t nanoseconds = 0;
    std::size_t length = 0;
  };
  std::size_t largest_;
  std::size_t used_ = 0;
  std::vector<std::uint8_t> bytes_;
  std::vector<Record> records_;
};

}  // namespace pktgen

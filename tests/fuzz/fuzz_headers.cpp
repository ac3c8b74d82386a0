// Frames come from anybody: their headers are read without reading past the end, and what was read and is a
// stack that can be sent is written so that it reads the same.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "wire/header_stack.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pktgen;
  const std::vector<std::uint8_t> frame(data, data + size);
  const auto stack = parse_headers(frame);
  if (headers_end(frame) > size || (!stack && headers_end(frame) != 0)) std::abort();
  if (!stack || !check_stack(*stack)) return 0;
  const FrameBytes length = std::max(smallest_frame(*stack), FrameBytes{256});
  const BuiltFrame built = build_frame(*stack, length, {});
  const auto again = parse_headers(built.bytes);
  if (!again) std::abort();
  // A payload may look like one more header, but those in front of it are the same.
  if (describe(*again).rfind(describe(*stack), 0) != 0) std::abort();
  return 0;
}

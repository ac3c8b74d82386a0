// Any bytes may lie in a file that is to be replayed: each frame that comes out is one that can be sent, and
// what doesn't come out is told in one line. Frames are rewritten where their memory ends, too.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "support/memory_file.h"
#include "traffic/replay_script.h"
#include "wire/pcapng_interfaces.h"

namespace {

using namespace pktgen;

void require(bool holds) {
  if (!holds) std::abort();
}

void check(const Error& error) {
  require(error.kind == ErrorKind::plan);
  require(error.message.find('\n') == std::string::npos);
}

Rewriting rewriting() {
  Rewriting all{.dst_mac = MacAddress{6, 6, 6, 6, 6, 6}, .src_mac = MacAddress{4, 4, 4, 4, 4, 4}};
  all.addresses.push_back(*parse_address_map("0.0.0.0/1=198.18.0.0/16"));
  all.addresses.push_back(*parse_address_map("::/0=2001:2::/48"));
  return all;
}

void rewrite_exactly(ByteView frame) {
  std::vector<std::uint8_t> bytes(frame.begin(), frame.end());
  bytes.shrink_to_fit();
  Rewriter(rewriting()).rewrite(bytes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  rewrite_exactly({data, size});
  fcs_of_interfaces({data, size});
  const MemoryFile file({data, size});
  auto reader = PcapReader::open(file.path(), {.skips_truncated = true});
  if (!reader) return check(reader.error()), 0;
  auto replay = ReplayScript::make(std::move(*reader), {.loops = 2, .rewriting = rewriting()}, 10_Gbps);
  FrameQueue queue(1 << 17);
  Nanoseconds newest{};
  for (int round = 0; round < 1000; ++round) {
    const auto filled = replay->fill(queue, 100);
    for (; queue.look() == FrameQueue::State::ready; queue.pop()) {
      const QueuedFrame frame = queue.front();
      require(frame.bytes.size() >= 60 && frame.bytes.size() <= 9018 && frame.due >= newest);
      newest = frame.due;
      rewrite_exactly(frame.bytes);
    }
    if (!filled) return check(filled.error()), 0;
    if (*filled == ReplayScript::Filled::all) break;
  }
  return 0;
}

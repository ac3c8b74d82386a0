// Any bytes may come off a wire: the receiver must judge each frame without reading past its end, and its
// ledger must still make sense. The first byte of the input chooses where the signature is looked for.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "track/stream_table.h"
#include "wire/foreign.h"
#include "worker/rx_worker.h"

namespace {

using namespace pktgen;

/// A port that receives one frame, whose bytes end where its memory ends.
struct OneFramePort {
  using Frame = const std::vector<std::uint8_t>*;
  Frame frame = nullptr;

  std::uint32_t receive(std::span<Frame> frames, Ticks) {
    if (frame == nullptr) return 0;
    frames[0] = std::exchange(frame, nullptr);
    return 1;
  }
  ByteView view(Frame f) const { return *f; }
  std::size_t length(Frame f) const { return f->size(); }
  Ticks arrival(Frame, Ticks now) const { return now; }
  Ticks next_arrival() const { return kNever; }
  void release(std::span<Frame>) {}
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::size_t signature_at = data[0] % 70u;
  const bool compares_payload = (data[1] & 1) != 0;
  const std::vector<std::uint8_t> frame(data + 2, data + size);
  StreamTable streams(1);
  streams.add(1000, true);
  OneFramePort port;
  RxWorker<OneFramePort> worker(port, std::move(streams),
                                {.signature_at = signature_at,
                                 .length = 60,
                                 .sending_ends = {1},
                                 .payload = std::vector<std::uint8_t>(compares_payload ? 90 : 0)},
                                Capture(2, 64), TickScale({1e9}));
  for (int copies = 0; copies < 3; ++copies) {
    port.frame = &frame;
    worker.step({1000});
  }
  const auto seen = worker.streams().at(0).sequence.final_count(500);
  std::uint64_t foreign = 0;
  for (const Counter& kind : worker.count().foreign) foreign += kind.read();
  const bool is_learning = seen.firsts() + seen.duplicated + seen.surplus + foreign == 0;
  if (!is_learning && seen.firsts() + seen.duplicated + seen.surplus + foreign < 3) std::abort();
  return 0;
}

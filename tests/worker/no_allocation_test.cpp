// While frames flow nothing is allocated: a thousand bursts through both loops, with a counting operator new.
#include <cstdlib>
#include <gtest/gtest.h>
#include <new>

#include "support/wire_lab.h"
#include "worker/rx_worker.h"
#include "worker/tx_worker.h"

namespace {
std::size_t allocations = 0;

void* counted(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  std::abort();
}
}  // namespace

void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

namespace pktgen {
namespace {

struct Loops {
  VirtualLab lab{{}, {"emu:a", "emu:b"}};
  TickScale scale = lab.scale();
  FrameTemplate frame = make_template({.src_mac = {2, 0, 0, 0, 0, 1}, .dst_mac = {2, 0, 0, 0, 0, 2}}, {64});
  TxWorker<VirtualPort> tx{lab.port(0), FrameSource(1, frame.signature_at, scale),
                           Departures({.load = {1e12 / 67'200}, .frames = 1'000'000}, scale.clock(), {0}),
                           Capture(16, 60), scale};
  RxWorker<VirtualPort> rx = [&] {
    StreamTable streams(1);
    streams.add(1'000'000, true);
    return RxWorker<VirtualPort>(
        lab.port(1), std::move(streams),
        {.signature_at = frame.signature_at, .length = 60, .sending_ends = kNever, .payload = frame.bytes},
        Capture(16, 60), scale);
  }();

  Loops() { lab.port(0).use_template(frame); }

  void run(int bursts) {
    for (; bursts > 0; --bursts) {
      now += Ticks{16 * 67'200};
      tx.step(now);
      rx.step(now);
    }
  }
  Ticks now{};
};

TEST(WorkerLoops, AllocateNothing) {
  Loops loops;
  loops.run(10);  // pools and queues take their size
  const std::size_t before = allocations;
  loops.run(1000);
  EXPECT_EQ(allocations, before);
  EXPECT_GE(loops.tx.count().sent.read(), 16'000u);
  EXPECT_GE(loops.rx.count().received.read(), 16'000u);
}

TEST(WorkerLoops, AreWatchedByACounterThatWorks) {
  const std::size_t before = allocations;
  ::operator delete(::operator new(1));  // as calls: a pair of new and delete expressions may be left out
  EXPECT_GT(allocations, before);
}

}  // namespace
}  // namespace pktgen

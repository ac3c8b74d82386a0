// Runs one of the loops for a number of bursts: budget LOOP BURSTS, LOOP being send, receive, make, whole,
// fields, prebuilt, streams or schedule. Under callgrind with --instr-atstart=no only these are counted, once
// everything is warm.
#include <cstdlib>
#include <string_view>

#include <valgrind/callgrind.h>

#include "bench/loops.h"
#include "bench/schedule_loop.h"
#include "bench/stream_loops.h"

namespace {

template <class Step>
int count(int bursts, Step step) {
  for (int warm = 0; warm < 100; ++warm) step();
  CALLGRIND_START_INSTRUMENTATION;
  for (; bursts > 0; --bursts) step();
  CALLGRIND_STOP_INSTRUMENTATION;
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace pktgen;
  using namespace pktgen::bench;
  if (argc != 3) return 2;
  const std::string_view what = argv[1];
  const int bursts = std::atoi(argv[2]);
  BenchPorts::only(64_byte_frame);
  if (what == "send")
    return count(bursts, [loop = std::make_unique<SendLoop>(64_byte_frame)] { loop->step(); });
  if (what == "receive") return count(bursts, [loop = std::make_unique<ReceiveLoop>()] { loop->step(); });
  if (what == "make") return count(bursts, [loop = std::make_unique<ReceiveLoop>()] { loop->make_only(); });
  if (what == "whole")
    return count(bursts, [loop = std::make_unique<WholeLoop>(64_byte_frame)] { loop->step(); });
  if (what == "fields")
    return count(bursts, [loop = std::make_unique<FieldLoop>(64_byte_frame, 4, 65'536)] { loop->step(); });
  if (what == "prebuilt")
    return count(bursts, [loop = std::make_unique<PrebuiltLoop>(1024)] { loop->step(); });
  if (what == "streams")
    return count(bursts, [loop = std::make_unique<StreamsLoop>(64_byte_frame, 1024, 0)] { loop->step(); });
  if (what == "schedule")
    return count(bursts,
                 [loop = std::make_unique<ScheduleLoop>(1024, Pace::Shape::constant)] { loop->step(); });
  return 2;
}

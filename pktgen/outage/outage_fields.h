#pragma once
#include "outage/recovery.h"
#include "outage/reset.h"
#include "search/json_fields.h"

namespace pktgen {

/// The fields of the goals, as in search/json_fields.h.
template <class Visit>
void each_field(Recovery::Goal& g, Visit visit) {
  visit("line_rate_frames_per_second", g.line_rate);
  visit("throughput_frames_per_second", g.throughput);
  visit("overload_for_ns", g.overload_for);
  visit("relief_for_ns", g.relief_for);
  visit("repetitions", g.repetitions);
}

template <class Visit>
void each_field(Reset::Goal& g, Visit visit) {
  visit("load_frames_per_second", g.load);
  visit("stable_for_ns", g.stable_for);
  visit("wait_ns", g.wait);
  visit("repetitions", g.repetitions);
}

}  // namespace pktgen

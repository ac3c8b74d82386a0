#pragma once
#include "base/units.h"
#include "emulate/frame_filter.h"
#include "plan/device_spec.h"

namespace pktgen {

/// Whether nothing but time happens to a frame on this way, however loaded.
inline bool has_no_faults(const WaySpec& spec) {
  return spec.drop_every + spec.duplicate_every + spec.reorder_every + spec.corrupt_every +
                 spec.crc_error_every + spec.rx_miss_every + spec.egress_hold_ns + spec.delay_every +
                 spec.overload_recovery_ns + spec.policer_l2_bits_per_second ==
             0 &&
         spec.vlans.empty() && spec.drop_probability <= 0 && spec.flap_at_s.empty() &&
         spec.reset_at_s.empty() && !spec.learns && FrameFilter::is_open(spec) && spec.jitter_ns == 0 &&
         spec.lag_members == 0 && spec.max_frame_bytes >= kLargestFrame.count;
}

}  // namespace pktgen

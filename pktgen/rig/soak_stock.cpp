#include "rig/soak_stock.h"

#include <algorithm>

#include "rig/tally.h"
#include "wire/signature.h"

namespace pktgen {
namespace {

/// A frame carries 48 bits of its due time; it came less than 39 hours after it.
std::uint64_t due_of(const SeenFrame& frame) {
  return frame.arrival_ns - ((frame.arrival_ns - frame.due_ns) & k48Bits);
}

Nanoseconds nanoseconds(double count) { return Nanoseconds(static_cast<std::int64_t>(count)); }

std::uint64_t lost_of(const IntervalCounts& counts) {
  return counts.missing -
         std::min(counts.missing, counts.rx_crc_errors + counts.rx_missed + counts.rx_no_buffer);
}

SoakCounts growth_of(const IntervalCounts& now, const IntervalCounts& before) {
  return {.sent = now.sent - before.sent,
          .delivered = now.delivered - std::min(now.delivered, before.delivered),
          .corrupted = now.corrupted - std::min(now.corrupted, before.corrupted),
          .duplicated = now.duplicated - before.duplicated,
          .reordered = now.reordered - before.reordered,
          .rx_crc_errors = now.rx_crc_errors - before.rx_crc_errors,
          .rx_missed = now.rx_missed - before.rx_missed,
          .rx_no_buffer = now.rx_no_buffer - before.rx_no_buffer,
          .pause_received = now.pause_received - before.pause_received,
          .pause_sent = now.pause_sent - before.pause_sent};
}

Nanoseconds down_within(const std::vector<LinkDown>& downs, std::size_t port, Nanoseconds from,
                        Nanoseconds to) {
  Nanoseconds sum{};
  for (const LinkDown& down : downs) {
    if (down.port != port) continue;
    const Nanoseconds up = down.lasted ? down.at + *down.lasted : to;
    sum += std::max(Nanoseconds{}, std::min(up, to) - std::max(down.at, from));
  }
  return sum;
}

}  // namespace

LossEvent event_of(const Gap& gap, const GapPlace& place) {
  LossEvent event{.direction = place.receiver == 1 ? Direction::a_to_b : Direction::b_to_a,
                  .stream = place.stream,
                  .first = gap.first,
                  .last = gap.last,
                  .frames = gap.missing};
  if (gap.before) event.before = gap.before->number;
  if (gap.after) event.after = gap.after->number;
  const auto skipped = static_cast<double>(gap.last - gap.first + 1);
  // The neighbours' due times, or where there is none the schedule's own ends.
  const auto begin =
      static_cast<double>((gap.before ? due_of(*gap.before) : place.start_ns) - place.start_ns);
  const auto end =
      static_cast<double>((gap.after ? due_of(*gap.after) : place.newest_due_ns) - place.start_ns);
  const double steps = skipped + (gap.before ? 0.0 : -1.0) + (gap.after ? 1.0 : 0.0);
  const double step = steps > 0 ? std::max(0.0, end - begin) / steps : 0;
  event.at = nanoseconds(begin + (gap.before ? step : 0));
  event.lasted = nanoseconds(skipped * step);
  return event;
}

IntervalCounts counts_of(std::uint64_t sent, const SequenceTracker::Seen& seen, std::uint64_t missing,
                         const PortCounters& sender, const PortCounters& receiver) {
  return {.sent = sent,
          .delivered = seen.delivered,
          .corrupted = seen.corrupted,
          .duplicated = seen.duplicated,
          .reordered = seen.reordered,
          .missing = missing,
          .rx_crc_errors = receiver.rx_crc_errors,
          .rx_missed = receiver.rx_missed,
          .rx_no_buffer = receiver.rx_no_buffer,
          .pause_received = sender.rx_pause,
          .pause_sent = receiver.tx_pause};
}

std::vector<SoakInterval> intervals_of(const IntervalSeries& series, const std::vector<LinkDown>& downs) {
  const auto& all = series.intervals();
  std::vector<SoakInterval> out(all.size());
  for (std::size_t way : {0u, 1u}) {
    // What is missing for a while and comes in the end wasn't lost meanwhile: the least from here on counts.
    std::vector<std::uint64_t> lost(all.size());
    std::uint64_t least = ~std::uint64_t{0};
    for (std::size_t i = all.size(); i-- > 0;)
      lost[i] = least = std::min(least, lost_of(all[i].ways[way].so_far));
    IntervalCounts before;
    for (std::size_t i = 0; i < all.size(); ++i) {
      out[i].ways[way] = growth_of(all[i].ways[way].so_far, before);
      out[i].ways[way].lost = lost[i] - (i == 0 ? 0 : lost[i - 1]);
      LatencyHistogram latency;
      latency.add(all[i].ways[way].latency);
      out[i].ways[way].latency = summary_of(latency);
      before = all[i].ways[way].so_far;
    }
  }
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i].from = i == 0 ? Nanoseconds{} : all[i - 1].end;
    out[i].to = all[i].end;
    for (std::size_t port : {0u, 1u})
      out[i].link_down[port] = down_within(downs, port, out[i].from, out[i].to);
  }
  return out;
}

}  // namespace pktgen

#include <algorithm>

#include "service/service_result.h"

namespace pktgen {
namespace {

Nanoseconds sending_time_of(const StreamsOutcome& outcome, Direction direction) {
  for (const DirectionOutcome& way : outcome.total.directions)
    if (way.direction == direction) return way.sending_time;
  return {};
}

/// Of all frames together the mean, of the size where it is largest the variation.
void add_delay(ServiceFigures& figures, const std::vector<StreamOutcome>& streams, std::size_t first,
               std::size_t count) {
  double sum = 0, variation = 0;
  std::uint64_t samples = 0;
  for (std::size_t i = first; i < first + count; ++i) {
    const LatencySummary& latency = streams[i].latency;
    if (latency.negative > 0) return;  // the clocks disagree: nothing of it can be trusted
    if (latency.samples == 0) continue;
    samples += latency.samples;
    sum += latency.mean * static_cast<double>(latency.samples);
    variation = std::max(variation, static_cast<double>(latency.p999 - latency.min));
  }
  if (samples == 0) return;
  figures.delay_ns = sum / static_cast<double>(samples);
  figures.variation_ns = variation;
}

}  // namespace

ServiceFigures figures_of(const StreamsOutcome& outcome, std::size_t first, const ServiceSpec& service) {
  const auto& sizes = service.stream.sizes.parts;
  const Direction direction = service.stream.port == 0 ? Direction::a_to_b : Direction::b_to_a;
  ServiceFigures figures{.sending_time = sending_time_of(outcome, direction)};
  double sent_bits = 0, delivered_bits = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const StreamOutcome& stream = outcome.streams[first + i];
    const std::uint64_t delivered = stream.rx ? stream.rx->delivered : 0;
    const auto bits = static_cast<double>(sizes[i].size.count * 8);
    figures.sent += stream.tx.sent;
    figures.delivered += delivered;
    sent_bits += static_cast<double>(stream.tx.sent) * bits;
    delivered_bits += static_cast<double>(delivered) * bits;
  }
  add_delay(figures, outcome.streams, first, sizes.size());
  const double time = seconds(figures.sending_time);
  if (time > 0) {
    figures.offered_bits_per_second = sent_bits / time;
    figures.delivered_bits_per_second = delivered_bits / time;
  }
  if (figures.sent > 0)
    figures.loss_ratio =
        static_cast<double>(figures.sent - figures.delivered) / static_cast<double>(figures.sent);
  return figures;
}

}  // namespace pktgen

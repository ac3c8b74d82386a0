#include "traffic/size_sequence.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace pktgen {
namespace {

/// Other draws of the same stream have the same seed; these shall not follow them.
constexpr std::uint64_t kSizes = 0x73697a6573;

struct Sum {
  std::uint64_t frames = 0, bytes = 0;
};

Sum sum_of(const SizeMix& mix) {
  Sum sum;
  for (const SizeMix::Part& part : mix.parts) {
    sum.frames += part.weight;
    sum.bytes += part.weight * part.size.count;
  }
  return sum;
}

Result<void> check(const SizeMix& mix) {
  if (mix.parts.empty()) return fail(ErrorKind::plan, "a stream has one size at least, like 64");
  if (mix.parts.size() > 0x10000)
    return fail(ErrorKind::plan, fmt::format("{} sizes are too many; say up to 65536", mix.parts.size()));
  for (const SizeMix::Part& part : mix.parts)
    if (part.weight == 0)
      return fail(ErrorKind::plan, fmt::format("size {0} has weight 0; leave it out, or say a weight from 1 "
                                               "up, like {0}:1",
                                               part.size.count));
  return {};
}

}  // namespace

double mean_frame_bytes(const SizeMix& mix) {
  const Sum sum = sum_of(mix);
  return static_cast<double>(sum.bytes) / static_cast<double>(sum.frames);
}

double mean_wire_bytes(const SizeMix& mix) {
  const Sum sum = sum_of(mix);
  return static_cast<double>(sum.bytes + sum.frames * on_wire(FrameBytes{0}).count) /
         static_cast<double>(sum.frames);
}

Result<SizeSequence> SizeSequence::of(const SizeMix& mix, std::uint64_t seed) {
  if (auto fine = check(mix); !fine) return tl::make_unexpected(std::move(fine.error()));
  std::uint64_t divisor = 0;
  for (const SizeMix::Part& part : mix.parts) divisor = std::gcd(divisor, std::uint64_t{part.weight});
  std::vector<std::uint64_t> weights;
  for (const SizeMix::Part& part : mix.parts) weights.push_back(part.weight / divisor);

  SizeSequence sequence;
  sequence.sum_ = std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
  sequence.seed_ = draw(seed, kSizes);
  const bool is_random = mix.order == SizeMix::Order::random;
  if (!is_random && sequence.sum_ > kLongestCycle)
    return fail(ErrorKind::plan,
                fmt::format("sizes in turn with these weights repeat after {} frames, and {} are the most; "
                            "choose weights with a small sum, or random order",
                            sequence.sum_, kLongestCycle));
  if (is_random) sequence.columns_ = columns_of(weights, sequence.sum_);
  else sequence.cycle_ = cycle_of(weights);
  return sequence;
}

std::vector<std::uint16_t> SizeSequence::cycle_of(const std::vector<std::uint64_t>& weights) {
  struct Place {
    std::uint32_t twice = 0;  // 2k + 1 of (k + 1/2) / weight
    std::uint16_t part = 0;
  };
  std::vector<Place> places;
  for (std::size_t part = 0; part < weights.size(); ++part)
    for (std::uint64_t k = 0; k < weights[part]; ++k)
      places.push_back({static_cast<std::uint32_t>(2 * k + 1), static_cast<std::uint16_t>(part)});
  std::sort(places.begin(), places.end(), [&](const Place& a, const Place& b) {
    const std::uint64_t left = a.twice * weights[b.part], right = b.twice * weights[a.part];
    return left != right ? left < right : a.part < b.part;
  });
  std::vector<std::uint16_t> cycle;
  cycle.reserve(places.size());
  for (const Place& place : places) cycle.push_back(place.part);
  return cycle;
}

std::vector<SizeSequence::Column> SizeSequence::columns_of(const std::vector<std::uint64_t>& weights,
                                                           std::uint64_t sum) {
  std::vector<Column> columns;
  std::vector<std::uint16_t> small, large;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    columns.push_back({weights[i] * weights.size(), static_cast<std::uint16_t>(i)});
    (columns[i].below < sum ? small : large).push_back(static_cast<std::uint16_t>(i));
  }
  // Whole numbers, so each column is filled up to `sum` exactly by what a large part has to spare.
  while (!small.empty()) {
    const std::uint16_t filled = small.back(), giver = large.back();
    small.pop_back();
    columns[filled].other = giver;
    columns[giver].below -= sum - columns[filled].below;
    if (columns[giver].below >= sum) continue;
    large.pop_back();
    small.push_back(giver);
  }
  return columns;
}

}  // namespace pktgen

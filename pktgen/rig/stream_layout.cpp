#include "rig/stream_layout.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <set>
#include <utility>

#include "plan/ready_streams.h"
#include "traffic/size_sequence.h"

namespace pktgen {
namespace {

constexpr std::size_t kMostLearnt = 64;  // pairs of addresses that a switch is shown

// Gaps remembered of all streams together, and of one at least: 32 bytes each.
constexpr std::size_t kMostGaps = 1 << 20, kFewestGaps = 256;

bool runs_at(const Schedule& schedule, Nanoseconds time) {
  return schedule.start_offset <= time &&
         (!schedule.duration || time < schedule.start_offset + *schedule.duration);
}

double l1_bits_per_second(const StreamLayout::Laid& laid) {
  return laid.rate.mean.count * mean_wire_bytes(laid.spec.sizes) * 8;
}

void add_place(Expected& expected, std::size_t at) {
  auto& others = expected.other_places;
  if (expected.signature_at == 0) expected.signature_at = at;
  else if (at != expected.signature_at && std::ranges::find(others, at) == others.end()) others.push_back(at);
}

}  // namespace

Result<StreamLayout> StreamLayout::make(const StreamsRequest& request, const std::vector<PortFacts>& ports,
                                        const std::array<MacAddress, 2>& macs, std::size_t send_queues) {
  StreamLayout layout;
  layout.duration_ = request.duration;
  layout.silence_ = request.silence;
  layout.sample_frames_ = request.sample_frames;
  layout.measures_order_ = request.measures_order;
  for (std::size_t i = 0; i < request.streams.size(); ++i) {
    StreamSpec spec = request.streams[i];
    fill_macs(spec.headers, macs[spec.port], macs[1 - spec.port]);
    const auto of_port = static_cast<std::size_t>(
        std::ranges::count(request.streams, spec.port, [](const StreamSpec& s) { return s.port; }));
    const std::size_t parts = of_port < send_queues ? send_queues : 1;
    if (auto added = layout.add(i, spec, ports[spec.port].link, parts); !added)
      return tl::make_unexpected(added.error());
  }
  for (std::size_t port : {0u, 1u}) {
    if (layout.of_[port].empty()) continue;
    if (auto fits = layout.check_sum(port, ports[port].link); !fits) return tl::make_unexpected(fits.error());
    if (auto laid_out = layout.lay_out_port(port); !laid_out) return tl::make_unexpected(laid_out.error());
    layout.lanes_[port].resize(std::min(send_queues, layout.of_[port].size()));
    for (std::size_t i = 0; i < layout.of_[port].size(); ++i)
      layout.lanes_[port][i % layout.lanes_[port].size()].push_back(layout.of_[port][i]);
  }
  return layout;
}

/// In equal parts, each with a part of the load and of the frames, and numbers of its own.
Result<void> StreamLayout::add(std::size_t stream, const StreamSpec& spec, LinkBitsPerSecond link,
                               std::size_t parts) {
  for (std::size_t part = 0; part < parts; ++part) {
    auto rate = stream_rate(spec.schedule, spec.sizes, link, static_cast<std::uint16_t>(laid_.size()));
    if (!rate) return within(spec.place, std::move(rate.error()));
    const auto share = static_cast<double>(parts);
    rate->mean.count /= share;
    rate->most.count /= share;
    rate->pace.load.per_second /= share;
    rate->pace.ramp_to /= share;
    if (rate->pace.frames) rate->pace.frames = (*rate->pace.frames + parts - 1 - part) / parts;
    if (rate->pace.frames == 0u) continue;
    of_[spec.port].push_back(laid_.size());
    laid_.push_back({.stream = stream, .spec = spec, .rate = *rate, .program = {}});
    laid_.back().spec.schedule.frames = rate->pace.frames;
  }
  return {};
}

Result<void> StreamLayout::lay_out_port(std::size_t port) {
  std::vector<StreamSpec> specs;
  for (const std::size_t stream : of_[port]) specs.push_back(laid_[stream].spec);
  auto payloads = plan_payloads(specs);
  if (!payloads) return tl::make_unexpected(std::move(payloads.error()));
  for (std::size_t i = 0; i < specs.size(); ++i) {
    auto program = StreamProgram::make(specs[i], payloads->payload_of[i]);
    if (!program) return tl::make_unexpected(std::move(program.error()));
    laid_[of_[port][i]].program = std::move(*program);
  }
  images_[port] = std::move(payloads->images);
  return {};
}

/// All streams of a port together must fit its link whenever one more begins.
Result<void> StreamLayout::check_sum(std::size_t port, LinkBitsPerSecond link) const {
  constexpr double kClockTolerance = 1e-4;  // IEEE 802.3: 100 ppm
  const auto most = static_cast<double>(link.count);
  for (const std::size_t beginning : of_[port]) {
    const Nanoseconds time = laid_[beginning].spec.schedule.start_offset;
    double sum = 0;
    for (const std::size_t stream : of_[port])
      if (runs_at(laid_[stream].spec.schedule, time)) sum += l1_bits_per_second(laid_[stream]);
    if (most == 0 || sum <= most * (1 + kClockTolerance)) continue;
    return fail(
        ErrorKind::plan,
        fmt::format("streams of port {} together are {:.3f} Gb/s L1 at {} s, but the link carries {:g} "
                    "Gb/s; lower their loads, or start some later",
                    port == 0 ? "a" : "b", sum / 1e9, seconds(time), most / 1e9));
  }
  return {};
}

bool StreamLayout::is_one_of_a_kind(const std::vector<std::size_t>& lane) const {
  const Laid& first = laid_[lane[0]];
  return lane.size() == 1 && first.program->only_variant() != nullptr &&
         first.rate.pace.shape == Pace::Shape::constant;
}

FramesPerSecond StreamLayout::load_of(const std::vector<std::size_t>& lane) const {
  FramesPerSecond load;
  for (const std::size_t i : lane) load += laid_[i].rate.mean;
  return load;
}

Nanoseconds StreamLayout::phase_of(std::size_t stream) const {
  const Laid& laid = laid_[stream];
  if (laid.rate.pace.shape != Pace::Shape::constant) return {};
  double place = 0, running = 0;
  for (const std::size_t other : of_[laid.spec.port]) {
    if (other == stream) place = running;
    if (runs_at(laid_[other].spec.schedule, laid.spec.schedule.start_offset)) ++running;
  }
  return Nanoseconds(static_cast<std::int64_t>(1e9 / laid.rate.mean.count * place / running));
}

std::vector<StreamLayout::Neighbours> StreamLayout::neighbours() const {
  std::set<std::pair<MacAddress, MacAddress>> seen;
  std::vector<Neighbours> all;
  for (const Laid& laid : laid_) {
    const auto& eth = std::get<EthernetHeader>(laid.spec.headers.front());
    if (all.size() < kMostLearnt && seen.emplace(eth.src, eth.dst).second)
      all.push_back({laid.spec.port, eth.src, eth.dst});
  }
  return all;
}

std::uint64_t StreamLayout::expected_frames(const Laid& laid) const {
  constexpr double kMost = 1e15;
  const Nanoseconds time = std::min(duration_, laid.spec.schedule.duration.value_or(kForever));
  const double by_time = std::min(kMost, laid.rate.most.count * seconds(time) * 1.02 + 1000);
  const double by_count = laid.spec.schedule.frames ? static_cast<double>(*laid.spec.schedule.frames) : kMost;
  return static_cast<std::uint64_t>(std::min(by_time, by_count));
}

StreamTable StreamLayout::table_at(std::size_t port, std::uint16_t first_number) const {
  StreamTable table(first_number);
  const std::uint64_t window = SequenceTracker::kWidestWindow / std::bit_ceil(laid_.size());
  const auto silence_ns =
      silence_ < kForever ? static_cast<std::uint64_t>(silence_.count()) : ArrivalGaps::kNone;
  for (const Laid& laid : laid_) {
    if (laid.spec.port == port) table.add_nobody();
    else table.add(expected_frames(laid), true, window, silence_ns);
  }
  if (measures_order_)
    table.measure_order(std::clamp(kMostGaps / std::bit_ceil(laid_.size()), kFewestGaps, kMostGaps / 4));
  return table;
}

Expected StreamLayout::expected_at(std::size_t port) const {
  Expected expected{.signature_at = 0, .length = kLargestFrame.count, .sending_ends = kNever, .payload = {}};
  std::size_t longest = 0;
  for (const Laid& laid : laid_) {
    expected.lengths.push_back(laid.program->lengths());
    if (laid.spec.port == port) continue;
    add_place(expected, laid.program->signature_at());
    for (const StreamProgram::Variant& variant : laid.program->variants()) {
      longest = std::max<std::size_t>(longest, variant.shape.length);
      expected.length = std::min<std::size_t>(expected.length, variant.shape.length);
    }
  }
  if (longest <= expected.length) expected.lengths.clear();
  return expected;
}

Capture StreamLayout::capture() const { return {sample_frames_, longest()}; }

std::size_t StreamLayout::longest() const {
  std::size_t longest = 0;
  for (const Laid& laid : laid_)
    for (const StreamProgram::Variant& variant : laid.program->variants())
      longest = std::max<std::size_t>(longest, variant.shape.length);
  return longest;
}

}  // namespace pktgen

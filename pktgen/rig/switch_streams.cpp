#include "rig/switch_streams.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace pktgen {
namespace {

// Locally administered addresses, apart from each other whatever is counted up in their last four bytes.
constexpr std::uint64_t kShown = 0x0270'0000'0000, kNobodys = 0x0670'0000'0000, kAway = 0x0a70'0000'0000;
constexpr MacAddress kEverybody{0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
constexpr MacAddress kUnjoined{0x01, 0x00, 0x5e, 0x01, 0x00, 0x01};

MacAddress mac_of(std::uint64_t number) {
  MacAddress mac{};
  for (std::size_t i = mac.size(); i-- > 0; number >>= 8) mac[i] = static_cast<std::uint8_t>(number);
  return mac;
}

constexpr std::uint64_t kFewestThatMustCome = 100;  // where few are asked after a loss would go unseen

FramesPerSecond rate_of(Nanoseconds gap) { return {1e9 / static_cast<double>(gap.count())}; }
Nanoseconds gap_of(FramesPerSecond rate) { return Nanoseconds(std::llround(1e9 / rate.count)); }

StreamSpec ethernet_stream(const std::string& name, MacAddress src, MacAddress dst, FrameBytes size) {
  StreamSpec stream{.name = name, .place = name, .headers = {EthernetHeader{.dst = dst, .src = src}}};
  stream.sizes.parts = {{size, 1}};
  return stream;
}

/// `count` frames, one each `gap`, from `offset` on.
void schedule(StreamSpec& stream, std::uint64_t count, FramesPerSecond rate, Nanoseconds offset) {
  stream.schedule.load = {Load::Unit::frames_per_second, rate.count};
  stream.schedule.frames = count;
  stream.schedule.start_offset = offset;
}

Modifier counting(std::string field, std::uint64_t first, std::uint64_t count) {
  return {.field = std::move(field), .first = first, .count = count};
}

std::uint64_t missing_of(const StreamOutcome& stream) { return stream.missing; }

MacAddress address_of(Group group) { return group == Group::broadcast ? kEverybody : kUnjoined; }

}  // namespace

/// The stream that asks comes first: of several streams of a port that begins with no delay of its own.
StreamsRequest address_streams(const AddressTrial& trial) {
  const std::uint64_t first = kShown + trial.first, asked = trial.addresses - 1;
  const auto shown = static_cast<std::int64_t>(trial.addresses);
  const Nanoseconds gap = gap_of(trial.learning_rate);
  const Nanoseconds ask_at = trial.silence + gap + trial.asked_after;
  // They are spread over the time in which addresses are asked after, but come no closer than those or 1 ms.
  const std::uint64_t must_come = std::max(asked, kFewestThatMustCome);
  const Nanoseconds asking = trial.between_asked * static_cast<std::int64_t>(asked);
  const Nanoseconds between =
      std::max(asking / static_cast<std::int64_t>(must_come),
               std::min<Nanoseconds>(trial.between_asked, std::chrono::milliseconds(1)));
  const Nanoseconds showing = gap * (shown + 1) + std::chrono::milliseconds(1);

  StreamSpec ask = ethernet_stream("asked", mac_of(first), mac_of(first + 1), trial.size);
  ask.modifiers = {counting("eth.dst", first + 1, asked)};
  schedule(ask, asked, rate_of(trial.between_asked), ask_at);
  StreamSpec control =
      ethernet_stream("to nobody", mac_of(first), mac_of(kNobodys + trial.first), trial.size);
  control.modifiers = {counting("eth.dst", kNobodys + trial.first, must_come)};
  schedule(control, must_come, rate_of(between), ask_at);
  StreamSpec show = ethernet_stream("shown", mac_of(first), mac_of(kAway), trial.size);
  show.modifiers = {counting("eth.src", first, trial.addresses)};
  schedule(show, trial.addresses, trial.learning_rate, trial.silence);
  show.schedule.duration = showing;  // then the link is free for those that ask

  const Nanoseconds asked_until = ask_at + asking + trial.between_asked;
  const Nanoseconds came_until = ask_at + between * static_cast<std::int64_t>(must_come + 1);
  return {.streams = {ask, control, show},
          .duration = std::max({asked_until, came_until, trial.silence + showing}),
          .drain = trial.drain,
          .introduces = false};
}

std::string tester_shortfall(const StreamsOutcome& outcome) {
  if (!outcome.total.not_started.empty()) return outcome.total.not_started;
  if (!outcome.total.link_downs.empty()) return "a link went down";
  for (const DirectionOutcome& way : outcome.total.directions) {
    if (way.stalled) return "a worker of the tester stood still";
    if (way.tx.unsent() > 0)
      return fmt::format("the tester didn't send {} of {} frames", way.tx.unsent(), way.tx.due);
    const std::uint64_t dropped =
        way.receiver.rx_missed + way.receiver.rx_no_buffer + way.receiver.rx_crc_errors;
    if (dropped > 0) return fmt::format("the receiving port itself dropped {} frames", dropped);
  }
  return "";
}

AddressCount count_addresses(const AddressTrial& trial, const StreamsOutcome& outcome) {
  const StreamOutcome &ask = outcome.streams[0], &control = outcome.streams[1], &show = outcome.streams[2];
  AddressCount count{.asked = ask.tx.sent, .known = missing_of(ask)};
  count.not_measured = tester_shortfall(outcome);
  if (!count.not_measured.empty()) return count;
  const Nanoseconds showing = gap_of(trial.learning_rate) * static_cast<std::int64_t>(trial.addresses);
  if (missing_of(show) > 0)
    count.not_measured = fmt::format(
        "{} of {} frames that show an address didn't arrive, so nobody knows "
        "whether the switch saw them",
        missing_of(show), show.tx.sent);
  else if (missing_of(control) > 0)
    count.not_measured = fmt::format(
        "{} of {} frames to addresses that nobody has weren't flooded, so a frame "
        "that is missing needn't be one to an address that is known",
        missing_of(control), control.tx.sent);
  else if (show.largest_lag * 10 > showing)
    count.not_measured = fmt::format(
        "frames that show an address left up to {} ns late, so the rate wasn't "
        "the one that was asked for",
        show.largest_lag.count());
  else if (ask.largest_lag * 10 > trial.between_asked + std::chrono::milliseconds(10))
    count.not_measured = fmt::format("frames that ask left up to {} ns late", ask.largest_lag.count());
  return count;
}

StreamsRequest group_streams(const Trial& trial, Group group) {
  StreamsRequest request{.streams = {}, .duration = trial.duration, .drain = trial.drain};
  for (const Direction direction : trial.directions) {
    StreamSpec stream = ethernet_stream(std::string(name_of(direction)), {}, address_of(group), trial.size);
    stream.port = direction == Direction::a_to_b ? 0 : 1;
    stream.schedule.load = trial.load;
    request.streams.push_back(std::move(stream));
  }
  return request;
}

StreamsRequest vlan_streams(const VlanTrial& trial) {
  constexpr FrameBytes kSize{68};  // the smallest with a tag, which fits whatever the ports are set up for
  StreamsRequest request{.streams = {}, .duration = trial.duration, .drain = trial.drain};
  const auto add = [&](std::size_t port, const char* name, MacAddress dst,
                       std::optional<std::uint16_t> vlan) {
    StreamSpec stream = ethernet_stream(name, {}, dst, kSize);
    if (vlan) stream.headers.emplace_back(VlanTag{.id = *vlan});
    stream.port = port;
    stream.schedule.load = {Load::Unit::frames_per_second, trial.load.count};
    request.streams.push_back(std::move(stream));
  };
  for (const std::size_t port : {0u, 1u}) {
    add(port, "must come", {}, trial.connected);
    for (const std::uint16_t vlan : trial.isolated) {
      add(port, "unicast", {}, vlan);
      add(port, "broadcast", kEverybody, vlan);
      add(port, "multicast", kUnjoined, vlan);
    }
  }
  return request;
}

/// A leak that was seen is one, whatever the tester did else; that none was seen only counts where all went
/// well.
VlanCounts count_vlans(const VlanTrial& trial, const StreamsOutcome& outcome) {
  constexpr std::size_t kKinds = 3;
  VlanCounts all{.not_measured = tester_shortfall(outcome)};
  std::size_t at = 0;
  for (const std::size_t port : {0u, 1u}) {
    const Direction direction = port == 0 ? Direction::a_to_b : Direction::b_to_a;
    const StreamOutcome& must_come = outcome.streams[at++];
    if (all.not_measured.empty() && missing_of(must_come) > 0)
      all.not_measured = fmt::format(
          "{}: {} of {} frames that must come didn't, so others may be missing for "
          "the same reason",
          name_of(direction), missing_of(must_come), must_come.tx.sent);
    for (const std::uint16_t vlan : trial.isolated) {
      VlanCount count{.vlan = vlan, .direction = direction};
      for (std::size_t kind = 0; kind < kKinds; ++kind) {
        const StreamOutcome& stream = outcome.streams[at++];
        const std::uint64_t leaked = stream.tx.sent - missing_of(stream);
        count.sent += stream.tx.sent;
        count.leaked += leaked;
        if (leaked > 0) count.leaked_kinds += (count.leaked_kinds.empty() ? "" : ", ") + stream.name;
      }
      all.counts.push_back(std::move(count));
    }
  }
  return all;
}

}  // namespace pktgen

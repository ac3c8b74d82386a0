#include <fmt/format.h>

#include <array>

#include "verdict/rules.h"
#include "verdict/wording.h"

namespace pktgen {
namespace {

using Answer = std::optional<Found>;

Answer peer_pauses_us(const Evidence& e) {
  if (!e.peer_pauses()) return std::nullopt;
  return Found{fmt::format("the far side sent {} pause frames to {}: sent {} of {} that were asked",
                           thousands(e.way.sender.rx_pause), e.port(e.sender()), whole(offered_rate(e.way)),
                           rate_text(e.way.load)),
               "find what is slower behind that port (an uplink, a rate-adapting module), or switch flow "
               "control off there"};
}

Answer crc_errors(const Evidence& e) {
  const Ledger& l = e.ledger();
  if (l.rx_crc_errors == 0) return std::nullopt;
  const double ppm = 1e6 * static_cast<double>(l.rx_crc_errors) / static_cast<double>(l.sent);
  std::string because =
      fmt::format("{} of {} ({} ppm) came damaged to {}, whose MAC dropped them", thousands(l.rx_crc_errors),
                  frames_text(l.sent), significant(ppm, 3), e.port(e.receiver()));
  if (e.way.link.count > 0) {
    // IEEE 802.3 asks for a bit error ratio of 1e-12 or better.
    because += fmt::format("; a good link makes at most {} a second",
                           significant(static_cast<double>(e.way.link.count) * 1e-12, 3));
  }
  return Found{because, "clean or swap the last cable or module before the receiving port, one at a time"};
}

Answer corrupted_frames(const Evidence& e) {
  const Ledger& l = e.ledger();
  if (l.corrupted == 0) return std::nullopt;
  return Found{fmt::format("{} of {} came with damaged contents and a valid FCS", thousands(l.corrupted),
                           frames_text(l.sent)),
               "something on the way changes frames and signs them anew: suspect the memory of a switch or "
               "an offload"};
}

Answer drops_everything(const Evidence& e) {
  const Ledger& l = e.ledger();
  if (l.lost == 0 || l.delivered + l.corrupted > 0) return std::nullopt;
  return Found{
      fmt::format("{} of {} lost: nothing came through", thousands(l.lost), frames_text(l.sent)),
      "check the way from port to port: cabling, VLAN membership, addresses, and the MTU of each hop "
      "against the frame size"};
}

Answer drops(const Evidence& e) {
  const Ledger& l = e.ledger();
  if (l.lost == 0 || l.delivered + l.corrupted == 0) return std::nullopt;
  return Found{fmt::format("{} of {} lost ({} %) at {}", thousands(l.lost), frames_text(l.sent),
                           percent_text(l.lost, l.sent), rate_text(offered_rate(e.way))),
               "read the drop counters of each hop; try a lower load, then swap cable and modules"};
}

Answer surplus(const Evidence& e) {
  if (e.ledger().surplus == 0) return std::nullopt;
  return Found{fmt::format("{} carried numbers that were never sent", frames_text(e.ledger().surplus)),
               "look for a second generator, or old frames that still circle in a loop"};
}

Answer negative_latency(const Evidence& e) {
  if (e.way.latency.negative == 0) return std::nullopt;
  return Found{fmt::format("{} seemed to come before they left; they are in no latency figure",
                           frames_text(e.way.latency.negative)),
               "don't trust the latency of this trial: the clocks of the two stamps disagree"};
}

Answer duplicated(const Evidence& e) {
  if (e.ledger().duplicated == 0) return std::nullopt;
  return Found{
      fmt::format("{} came a second time; they stand for no lost frame", frames_text(e.ledger().duplicated)),
      "look for a loop, a mirror port or flooding between the ports"};
}

Answer reordered(const Evidence& e) {
  if (e.ledger().reordered == 0) return std::nullopt;
  return Found{fmt::format("{} of {} came behind a later one (RFC 4737); none of them is lost",
                           thousands(e.ledger().reordered), frames_text(e.ledger().sent)),
               "look for a link aggregation that spreads frames one by one"};
}

Answer unexplained_drops(const Evidence& e) {
  if (e.ledger().unexplained == 0) return std::nullopt;
  return Found{fmt::format("{} counted {} receive drops that no missing test frame accounts for",
                           e.port(e.receiver()), thousands(e.ledger().unexplained)),
               "other traffic, or a driver's counter that can't be taken at its word"};
}

constexpr std::array kDeviceRules{
    Rule{"peer-pauses-us", Effect::stands, peer_pauses_us},
    Rule{"crc-errors", Effect::fails, crc_errors, true},
    Rule{"corrupted-frames", Effect::fails, corrupted_frames, true},
    Rule{"device-drops-everything", Effect::fails, drops_everything, true, true},
    Rule{"device-drops", Effect::fails, drops, true, true},
    Rule{"delivered-too-slowly", Effect::fails, delivered_too_slowly, false, true},
    Rule{"surplus-frames", Effect::note, surplus},
    Rule{"negative-latency", Effect::note, negative_latency},
    Rule{"duplicated-frames", Effect::note, duplicated},
    Rule{"reordered-frames", Effect::note, reordered},
    Rule{"unexplained-receive-drops", Effect::note, unexplained_drops},
    Rule{"module-beside-loss", Effect::note, module_beside_loss},
    Rule{"damaged-on-the-way", Effect::note, damaged_on_the_way},
    Rule{"link-faults", Effect::note, link_faults},
    Rule{"other-counters", Effect::note, other_counters},
};

}  // namespace

/// A deep buffer can hide that a device is too slow: nothing is lost, but frames come ever later.
std::optional<Found> delivered_too_slowly(const Evidence& e) {
  const LatencySummary& lat = e.way.latency;
  const double steady = e.way.load.count * static_cast<double>(lat.min) * 1e-9;
  const double behind = static_cast<double>(e.ledger().late) - steady;
  if (lat.samples == 0 || e.ledger().lost > 0) return std::nullopt;
  if (behind <= static_cast<double>(e.tx().sent) * e.tolerance()) return std::nullopt;
  // Latency that grows evenly is a queue that fills all the time; a standing queue or a hiccup isn't.
  const bool grows = lat.p50 * 4 >= lat.max && lat.p50 * 4 <= lat.max * 3 && lat.p90 * 4 >= lat.max * 3;
  if (!grows) return std::nullopt;
  return Found{
      fmt::format("{} came only after sending had ended, and latency grew to {} s: less than {} was "
                  "forwarded",
                  frames_text(e.ledger().late), seconds_text(Nanoseconds(static_cast<std::int64_t>(lat.max))),
                  rate_text(e.way.load)),
      "look for a slower link behind a deep buffer, or lower the load"};
}

std::span<const Rule> device_rules() { return kDeviceRules; }

}  // namespace pktgen

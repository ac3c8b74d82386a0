#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "verdict/flap.h"
#include "verdict/rules.h"
#include "verdict/wording.h"

namespace pktgen {
namespace {

using Answer = std::optional<Found>;

Answer not_started(const Evidence& e) {
  if (e.outcome.not_started.empty()) return std::nullopt;
  return Found{e.outcome.not_started,
               "make both ports ready (power, cable, module, driver, MTU), then run again", kEverything};
}

Answer link_down(const Evidence& e) {
  const std::vector<Flap> flaps = flaps_of(e.outcome.link_downs);
  if (flaps.empty()) return std::nullopt;
  constexpr std::size_t kTold = 3;
  std::string times;
  for (const Flap& flap : std::span(flaps).first(std::min(flaps.size(), kTold))) {
    times += fmt::format("{}link of {} down {} at t={} s", times.empty() ? "" : "; ",
                         ends_text(flap, names_of(e.criteria)), lasted_text(flap), seconds_text(flap.at));
  }
  if (flaps.size() > kTold) times += fmt::format("; {} more", flaps.size() - kTold);
  return Found{times,
               "reseat or swap the cable and the module at that port, and read the far side's log for the "
               "same time",
               kEverything};
}

Answer interrupted(const Evidence& e) {
  if (!e.outcome.interrupted) return std::nullopt;
  return Found{fmt::format("stopped by hand after {} s of sending; what was counted until then is kept",
                           seconds_text(e.way.sending_time)),
               "run this frame size again to its end"};
}

constexpr const char* kQuietCore =
    "keep other work off its core (isolcpus, a quiet machine, no power saving), then run again";

/// Nothing that such a worker counted could be read.
Answer hanging_worker(const Evidence& e) {
  const auto& found = e.outcome.standstill;
  if (!found || !found->hangs) return std::nullopt;
  return Found{describe(*found, "") + ": the trial was ended, and what it counted is not known",
               "it hangs in its port's driver: read dmesg for that device, then start pktgen anew",
               kEverything};
}

/// The port that sends takes no more: it isn't slow, it stands.
bool stands_still(const Evidence& e) {
  const auto& found = e.outcome.standstill;
  return found && found->what == Standstill::What::send_queue && found->which == e.sender();
}

Answer port_stands_still(const Evidence& e) {
  const auto& found = e.outcome.standstill;
  if (!found || found->what == Standstill::What::worker) return std::nullopt;
  const bool is_paused = found->which == e.sender() && e.peer_pauses();
  return Found{describe(*found, e.port(found->which)) + "; the trial was ended a second later",
               is_paused ? "the far side holds us with pause frames: switch flow control off there"
                         : "run again, which starts the port anew; if it stands still again, read dmesg, and "
                           "look at the card's firmware, its slot and its driver",
               kEverything};
}

Answer nothing_sent(const Evidence& e) {
  if (e.tx().sent > 0 || e.outcome.interrupted) return std::nullopt;
  return Found{fmt::format("no frames sent: {} were due, {} found the ring full, {} had no buffer",
                           thousands(e.tx().due), thousands(e.tx().ring_full), thousands(e.tx().no_buffer)),
               e.peer_pauses() ? "the far side holds us with pause frames: switch flow control off there"
                               : "check that the sending port is up and that the load makes at least one "
                                 "frame in the duration"};
}

Answer counters_inconsistent(const Evidence& e) {
  const bool adds_up = e.tx().balances() && e.ledger().balances() && e.ledger().sent == e.tx().sent;
  if (adds_up) return std::nullopt;
  return Found{
      fmt::format("the counts don't add up: due {}, sent {}, in the ledger {}, delivered {}, lost {}",
                  e.tx().due, e.tx().sent, e.ledger().sent, e.ledger().delivered, e.ledger().lost),
      "this is a fault of the program: please report it with the result file"};
}

Answer impossible_rate(const Evidence& e) {
  const double line = line_rate(e.way.link, e.size).count;
  const double offered = offered_rate(e.way).count;
  const double could = line * (1 + kClockTolerance) * seconds(e.way.sending_time) + 1;
  if (line <= 0 || static_cast<double>(e.tx().sent) <= could) return std::nullopt;
  const double ppm = (offered / line - 1) * 1e6;
  const std::string above =
      ppm < 10'000 ? fmt::format("+{:.0f} ppm", ppm) : fmt::format("+{:.2f} %", ppm / 1e4);
  return Found{fmt::format("{} of {} bytes are {} above the line rate of {}; clocks allow 100 ppm",
                           rate_text({offered}), e.size.count, above, rate_text({line})),
               "check the link speed that the port reports; such a number can't be true", kEverything};
}

bool misses_load(const Evidence& e) {
  const double asked = e.asked_frames();
  const double sent = static_cast<double>(e.tx().sent);
  const double unsent = static_cast<double>(e.tx().unsent());
  return (asked - sent > 1 && sent < asked * (1 - e.tolerance())) ||
         unsent > static_cast<double>(e.tx().due) * e.tolerance();
}

/// Frames that were missed beyond what the card of the sender carries: the card may have dropped them.
Answer card_limit(const Evidence& e) {
  const CardLimit& limit = e.criteria.ports[e.sender()].card;
  if (limit.frames_per_second.count <= 0 || e.size >= limit.below) return std::nullopt;
  double asked = e.way.load.count;
  const CardLimit& other = e.criteria.ports[e.receiver()].card;
  for (const DirectionOutcome& way : e.outcome.directions)
    if (way.direction != e.way.direction && !limit.card.empty() && other.card == limit.card)
      asked += way.load.count;
  if (asked <= limit.frames_per_second.count || (e.ledger().lost == 0 && !misses_load(e)))
    return std::nullopt;
  return Found{
      fmt::format("{} of {} bytes were asked of the card of {}, whose ports together carry {} below {} "
                  "bytes",
                  rate_text({asked}), e.size.count, e.port(e.sender()), rate_text(limit.frames_per_second),
                  limit.below.count),
      "lower --load, or take ports of two cards for frames this small", kEverything};
}

Found could_not_send(const Evidence& e, const std::string& shortage) {
  const TxTally& tx = e.tx();
  if (tx.no_buffer > tx.ring_full) {
    return {shortage + fmt::format("; {} found no buffer (no_buffer)", frames_text(tx.no_buffer)),
            "give the buffer pool more memory (hugepages), or lower the load"};
  }
  if (tx.ring_full > 0) {
    return {shortage + fmt::format("; the port took no more for {} (ring_full)", frames_text(tx.ring_full)),
            fmt::format("the limit is our port {}: check width and speed of its PCIe slot, give it more "
                        "cores, or lower the load",
                        e.port(e.sender()))};
  }
  return {shortage + "; the ring was never full: the sending core couldn't keep the schedule",
          "give the sender more cores or a faster one that nothing else runs on, or lower the load"};
}

Answer tester_could_not_send(const Evidence& e) {
  // A sender that is paused can't send either, but that is the far side's doing: see peer-pauses-us.
  if (e.peer_pauses() || e.tx().sent == 0 || stands_still(e) || !misses_load(e)) return std::nullopt;
  const FramesPerSecond offered = offered_rate(e.way);
  const double share = e.way.load.count > 0 ? 100 * offered.count / e.way.load.count : 0;
  return could_not_send(e, fmt::format("sent {} of {} ({} % of what was asked)", whole(offered),
                                       rate_text(e.way.load), significant(share, 3)));
}

Answer offered_too_much(const Evidence& e) {
  const double sent = static_cast<double>(e.tx().sent);
  if (sent - e.asked_frames() <= 1 || sent <= e.asked_frames() * (1 + e.tolerance())) return std::nullopt;
  return Found{
      fmt::format("sent {} where {} were asked", rate_text(offered_rate(e.way)), whole(e.way.load)),
      "run this frame size again; if it stays so, the schedule of the sender is wrong: please report "
      "it",
      kEverything};
}

std::uint64_t needed_mtu(const Evidence& e) { return mtu_for(e.size).count - (e.criteria.tagged ? kTag : 0); }

Answer tx_counter_short(const Evidence& e) {
  const PortCounters& port = e.way.sender;
  if (!port.counts_tx || port.tx_frames >= e.tx().sent) return std::nullopt;
  // Frames that arrived did leave, whatever the counter says.
  const std::uint64_t never_left = std::min(e.tx().sent - port.tx_frames, e.ledger().lost);
  if (never_left == 0) return std::nullopt;
  const MtuBytes mtu = e.criteria.ports[e.sender()].mtu;
  const bool too_long = mtu.count > 0 && mtu.count < needed_mtu(e);
  std::string because =
      fmt::format("{} took {} and sent {}: {} never left the port", e.port(e.sender()),
                  frames_text(e.tx().sent), thousands(port.tx_frames), thousands(never_left));
  if (too_long) {
    because += fmt::format("; port MTU {} < {}, which a frame of {} bytes needs", mtu.count, needed_mtu(e),
                           e.size.count);
  }
  return Found{because,
               too_long ? fmt::format("raise the MTU of {} to {}", e.port(e.sender()), needed_mtu(e))
                        : "look for frames that the port's driver refuses: MTU, offloads, flow control",
               never_left};
}

Answer stalled_worker(const Evidence& e) {
  if (const auto& found = e.outcome.standstill; found && found->what == Standstill::What::worker)
    return Found{describe(*found, "") + "; the trial was ended a second later", kQuietCore, kEverything};
  if (!e.way.stalled) return std::nullopt;
  return Found{fmt::format("a worker stood still while frames were due (schedule late by {} s at worst)",
                           seconds_text(e.way.largest_lag)),
               kQuietCore, kEverything};
}

/// What was late is caught up at line rate. A device can't be blamed for not holding that burst.
Answer schedule_late(const Evidence& e) {
  constexpr Nanoseconds kWorthTelling = std::chrono::microseconds(100);
  const double line = line_rate(e.way.link, e.size).count;
  if (e.way.stalled || e.way.largest_lag < kWorthTelling || line <= 0 || e.ledger().lost == 0) {
    return std::nullopt;
  }
  const double headroom = 1 - e.way.load.count / line;
  const double heaped = e.way.load.count * seconds(e.way.largest_lag) * headroom;
  if (heaped < static_cast<double>(e.ledger().lost)) return std::nullopt;
  return Found{
      fmt::format("the schedule was late by {} s at worst and caught up in a burst of up to {}, more "
                  "than the {} that are missing",
                  seconds_text(e.way.largest_lag), frames_text(static_cast<std::uint64_t>(heaped)),
                  thousands(e.ledger().lost)),
      "keep other work off the sender's core, then run again", static_cast<std::uint64_t>(heaped)};
}

Answer tester_could_not_receive(const Evidence& e) {
  const Ledger& l = e.ledger();
  if (l.rx_missed == 0 && l.rx_no_buffer == 0) return std::nullopt;
  return Found{fmt::format("receiver overrun: {} of {} reached {} and were dropped there (rx_missed {}, "
                           "rx_no_buffer {})",
                           thousands(l.rx_missed + l.rx_no_buffer), frames_text(l.sent), e.port(e.receiver()),
                           thousands(l.rx_missed), thousands(l.rx_no_buffer)),
               "give the receiver more cores and queues, check its PCIe slot, or lower the load"};
}

Answer oversize(const Evidence& e) {
  const std::uint64_t dropped = std::min(e.way.receiver.rx_oversize, e.ledger().lost);
  if (dropped == 0) return std::nullopt;
  const MtuBytes mtu = e.criteria.ports[e.receiver()].mtu;
  return Found{
      fmt::format("{} dropped {} as too long (rx_oversize {}); its MTU is {}, a frame of {} bytes "
                  "needs {}",
                  e.port(e.receiver()), frames_text(dropped), thousands(e.way.receiver.rx_oversize),
                  mtu.count > 0 ? std::to_string(mtu.count) : "not known", e.size.count, needed_mtu(e)),
      "raise the MTU of the receiving port; if it is large enough, something on the way makes frames "
      "longer (a tag)",
      dropped};
}

Answer tester_pauses_peer(const Evidence& e) {
  if (e.way.receiver.tx_pause == 0 || e.ledger().lost == 0) return std::nullopt;
  return Found{fmt::format("our receiving port {} sent {} pause frames: it throttled the device",
                           e.port(e.receiver()), thousands(e.way.receiver.tx_pause)),
               "give the receiver more cores, switch flow control off on our port, or lower the load",
               kEverything};
}

constexpr std::array kTesterRules{
    Rule{"not-started", Effect::ends, not_started},
    Rule{"link-down-in-trial", Effect::ends, link_down},
    Rule{"port-gone", Effect::ends, port_gone},
    Rule{"stalled-worker", Effect::ends, hanging_worker},
    Rule{"interrupted", Effect::voids, interrupted},
    Rule{"port-stands-still", Effect::voids, port_stands_still},
    Rule{"nothing-sent", Effect::ends, nothing_sent},
    Rule{"counters-inconsistent", Effect::ends, counters_inconsistent},
    Rule{"impossible-rate", Effect::ends, impossible_rate},
    Rule{"tester-could-not-send", Effect::voids, tester_could_not_send},
    Rule{"offered-too-much", Effect::voids, offered_too_much},
    Rule{"tx-counter-short", Effect::voids, tx_counter_short},
    Rule{"sender-dropped", Effect::voids, sender_dropped},
    Rule{"stalled-worker", Effect::voids, stalled_worker},
    Rule{"schedule-late", Effect::voids, schedule_late},
    Rule{"tester-could-not-receive", Effect::voids, tester_could_not_receive},
    Rule{"card-frame-rate", Effect::voids, card_limit},
    Rule{"oversize", Effect::voids, oversize},
    Rule{"receiver-refused", Effect::voids, receiver_refused},
    Rule{"counter-saturated", Effect::voids, counter_saturated},
    Rule{"counter-jumped", Effect::voids, counter_jumped},
    Rule{"tester-pauses-peer", Effect::voids, tester_pauses_peer},
    Rule{"above-calibrated-ceiling", Effect::voids, above_calibrated_ceiling},
    Rule{"latency-below-floor", Effect::note, latency_below_floor},
};

}  // namespace

std::span<const Rule> tester_rules() { return kTesterRules; }

}  // namespace pktgen

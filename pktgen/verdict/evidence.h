#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "trial/facts.h"
#include "trial/tester_limits.h"
#include "trial/trial.h"

namespace pktgen {

/// What the words of a finding need to know of a port. An MTU of zero isn't known.
struct PortEnd {
  std::string name;
  MtuBytes mtu{};
  std::string driver{};  ///< whose names for its counters are meant
  CardLimit card{};
};

/// What a trial is held against.
struct Criteria {
  double tolerance_percent = 0.1;        ///< of the asked load that may not be offered
  double accepted_loss_ratio = 0.0;      ///< of the sent frames; 0: each lost frame is a failure
  bool tagged = false;                   ///< the frames carry an 802.1Q tag
  std::array<PortEnd, 2> ports{};        ///< the first and the second
  std::optional<TesterLimits> limits{};  ///< what the tester was shown to do; nothing: not known
};

/// The names of both ports; empty where none is known.
std::array<std::string, 2> names_of(const Criteria& criteria);

/// Frames sent by the measured sending time. Zero without such a time.
FramesPerSecond offered_rate(const DirectionOutcome& way);

/// Frames delivered by the measured sending time. Zero without such a time.
FramesPerSecond delivered_rate(const DirectionOutcome& way);

/// How far two good clocks may differ: IEEE 802.3 transmit clocks keep 100 ppm.
inline constexpr double kClockTolerance = 100e-6;

/// All that the rules about one direction of a trial may look at.
struct Evidence {
  const Outcome& outcome;
  const DirectionOutcome& way;
  FrameBytes size{};
  const Criteria& criteria;

  const TxTally& tx() const { return way.tx; }
  const Ledger& ledger() const { return way.ledger; }
  std::string port(std::size_t index) const;
  std::size_t sender() const { return way.direction == Direction::a_to_b ? 0 : 1; }
  std::size_t receiver() const { return 1 - sender(); }

  /// The part of the asked load by which the offered one may miss it, the clocks' tolerance included.
  double tolerance() const { return criteria.tolerance_percent / 100.0 + kClockTolerance; }
  /// Frames that the asked load makes in the measured sending time.
  double asked_frames() const { return way.load.count * seconds(way.sending_time); }
  bool peer_pauses() const { return way.sender.rx_pause > 0; }
};

}  // namespace pktgen

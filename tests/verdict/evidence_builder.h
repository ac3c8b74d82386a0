#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "verdict/run_verdict.h"

namespace pktgen {

/// A trial of one second at 10 Gb/s in which all goes well, to be spoilt by each test.
struct Scene {
  FrameBytes size{64};
  Outcome outcome;
  DirectionOutcome way;
  Criteria criteria{.ports = {PortEnd{"emu:a", {9000}}, PortEnd{"emu:b", {9000}}}};

  explicit Scene(std::uint64_t sent = 14'880'952, FrameBytes frame = {64}) : size(frame) {
    way.load = line_rate({10'000'000'000}, frame);
    way.link = {10'000'000'000};
    way.sending_time = std::chrono::seconds(1);
    way.tx = {.due = sent, .sent = sent};
    way.ledger = {.sent = sent, .delivered = sent};
    way.sender.tx_frames = sent;
  }

  /// Sends `sent` frames at a load that asks for just as many.
  static Scene of(std::uint64_t sent, FrameBytes frame = {64}) {
    Scene scene(sent, frame);
    scene.way.load = {static_cast<double>(sent)};
    return scene;
  }

  Scene& receive(const RxTally& rx, const PortCounters& receiver = {}) {
    way.receiver = receiver;
    way.ledger = make_ledger(way.tx.sent, rx, receiver, {});
    return *this;
  }

  TrialVerdict judge() const { return judge_trial(outcome, way, size, criteria); }

  JudgedTrial as_trial(Direction direction = Direction::a_to_b) const {
    JudgedTrial t;
    t.trial.size = size;
    t.trial.directions = {direction};
    t.outcome = outcome;
    t.outcome.directions = {way};
    t.outcome.directions[0].direction = direction;
    t.verdicts = judge_trial(t.trial, t.outcome, criteria);
    return t;
  }
};

inline std::vector<std::string> rules_of(const std::vector<Finding>& findings) {
  std::vector<std::string> names;
  for (const Finding& f : findings) names.push_back(f.rule);
  return names;
}

inline std::string because(const std::vector<Finding>& findings, std::string_view rule) {
  for (const Finding& f : findings) {
    if (f.rule == rule) return f.because;
  }
  return "(no such finding)";
}

using Names = std::vector<std::string>;

}  // namespace pktgen

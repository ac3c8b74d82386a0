#pragma once
#include <memory>
#include <utility>
#include <variant>

#include "rig/tally.h"
#include "worker/port_concept.h"
#include "worker/stream_sender.h"
#include "worker/tx_worker.h"

namespace pktgen {

/// Whoever sends on one port: the loop for one stream whose frames are alike but for their fields, or the one
/// for any streams.
template <TxPort Port>
class PortSender {
 public:
  explicit PortSender(std::unique_ptr<TxWorker<Port>> one) : worker_(std::move(one)) {}
  explicit PortSender(std::unique_ptr<StreamSender<Port>> many) : worker_(std::move(many)) {}

  Task task() {
    return std::visit([](auto& worker) { return Task::of(*worker); }, worker_);
  }
  bool ended() const {
    return std::visit([](const auto& worker) { return worker->ended(); }, worker_);
  }
  void ask_to_end() {
    std::visit([](auto& worker) { worker->ask_to_end(); }, worker_);
  }
  std::size_t streams() const {
    return std::visit([](const auto& worker) { return worker->streams(); }, worker_);
  }
  StreamCount count(std::size_t stream) const {
    return std::visit([&](const auto& worker) { return worker->count_of(stream); }, worker_);
  }
  StreamCount total() const {
    StreamCount total;
    for (std::size_t i = 0; i < streams(); ++i) total += count(i);
    return total;
  }
  /// Of the newest frame; meaningful once stopped.
  Ticks newest_due() const {
    return std::visit([](const auto& worker) { return worker->newest_due(); }, worker_);
  }
  Ticks newest_lag() const {
    return std::visit([](const auto& worker) { return worker->newest_lag(); }, worker_);
  }
  const Capture& samples() const {
    return std::visit([](const auto& worker) -> const Capture& { return worker->samples(); }, worker_);
  }
  const PacingTrack& pacing() const {
    return std::visit([](const auto& worker) -> const PacingTrack& { return worker->pacing(); }, worker_);
  }

 private:
  std::variant<std::unique_ptr<TxWorker<Port>>, std::unique_ptr<StreamSender<Port>>> worker_;
};

}  // namespace pktgen

#pragma once
#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <thread>

#include "base/units.h"

namespace pktgen {

/// How long a link takes to come up, looked at by a thread of its own: while it looks nobody else should.
class LinkStopwatch {
 public:
  using Clock = std::chrono::steady_clock;

  LinkStopwatch() = default;
  LinkStopwatch(const LinkStopwatch&) = delete;
  LinkStopwatch& operator=(const LinkStopwatch&) = delete;
  ~LinkStopwatch() { stop(); }

  /// Looks by `is_up` each few milliseconds until that is true; the time counts from `start` on.
  void start(Clock::time_point start, std::function<bool()> is_up) {
    stop();
    time_ = kNone;
    thread_ = std::jthread([this, start, is_up = std::move(is_up)](const std::stop_token& stop) {
      while (!stop.stop_requested()) {
        if (is_up()) {
          time_ = std::chrono::nanoseconds(Clock::now() - start).count();
          return;
        }
        std::this_thread::sleep_for(kBetweenLooks);
      }
    });
  }

  void stop() {
    thread_.request_stop();
    if (thread_.joinable()) thread_.join();
  }

  /// It still looks: the link hasn't been up.
  bool is_running() const { return thread_.joinable() && time_ == kNone; }

  std::optional<Nanoseconds> time() const {
    const std::int64_t time = time_;
    return time == kNone ? std::nullopt : std::optional(Nanoseconds(time));
  }

 private:
  static constexpr std::int64_t kNone = -1;
  static constexpr std::chrono::milliseconds kBetweenLooks{5};

  std::atomic<std::int64_t> time_{kNone};
  std::jthread thread_;
};

}  // namespace pktgen

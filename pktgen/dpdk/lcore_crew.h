#pragma once
#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/counter.h"
#include "observe/standstill_watch.h"
#include "worker/port_concept.h"

namespace pktgen {

/// Runs tasks on the worker lcores 1 to `lcores`, each over and over, and watches that none stands still.
class LcoreCrew {
 public:
  /// `still`: how long a worker may not have come round before it counts as having stood still.
  LcoreCrew(std::size_t lcores, Ticks still) : lcores_(lcores), still_(still) {}
  LcoreCrew(const LcoreCrew&) = delete;
  LcoreCrew& operator=(const LcoreCrew&) = delete;

  void start(std::span<const Task> tasks, Ticks now);

  /// To be called a few times a second while tasks run.
  void look(Ticks now);

  /// A worker, of the first to the last, that hasn't come round for the time, and since when.
  struct Still {
    std::size_t worker = 0;
    Ticks since{};
  };
  std::optional<Still> stands_still() const { return stands_still_; }

  /// Ends all loops; whether none ever stood still. A worker that doesn't end within seconds is left alone.
  bool stop();

  /// A worker never came back: nothing it may touch can be freed.
  bool is_stuck() const { return is_stuck_; }

 private:
  struct alignas(64) Work {
    const std::atomic<bool>* stop = nullptr;
    explicit Work(StandstillWatch its_watch) : watch(its_watch) {}

    std::vector<Task> tasks;
    Counter rounds;
    std::atomic<bool> is_done{false};  // the worker's last word: what it wrote before may be read after
    std::uint64_t seen_rounds = 0;
    Ticks seen_at{};
    StandstillWatch watch;
  };
  static int run(void* work);

  std::size_t lcores_;
  Ticks still_;
  std::atomic<bool> stop_{false};
  std::vector<std::unique_ptr<Work>> work_;
  std::optional<Still> stands_still_{};
  bool is_steady_ = true, is_stuck_ = false;
};

}  // namespace pktgen

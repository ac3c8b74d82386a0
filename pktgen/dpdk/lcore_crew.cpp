#include "dpdk/lcore_crew.h"

#include <chrono>
#include <thread>

#include <rte_launch.h>
#include <rte_lcore.h>

#include "dpdk/tsc_clock.h"
#include "rig/crew.h"

namespace pktgen {

/// The loop of a worker lcore: nothing in it but the tasks' steps, each with a time of its own.
int LcoreCrew::run(void* work) {
  Work& mine = *static_cast<Work*>(work);
  const std::span<const Task> tasks = mine.tasks;
  while (!mine.stop->load(std::memory_order_relaxed)) {
    for (const Task& task : tasks) task.step(task.worker, tsc_now());
    mine.rounds += 1;
  }
  mine.is_done.store(true, std::memory_order_release);
  return 0;
}

void LcoreCrew::start(std::span<const Task> tasks, Ticks now) {
  stop_.store(false, std::memory_order_relaxed);
  is_steady_ = true;
  stands_still_.reset();
  work_.clear();
  for (const std::vector<std::size_t>& row : spread(tasks.size(), lcores_)) {
    auto work = std::make_unique<Work>(StandstillWatch(still_));
    work->stop = &stop_;
    work->seen_at = now;
    for (const std::size_t task : row) work->tasks.push_back(tasks[task]);
    work_.push_back(std::move(work));
  }
  for (std::size_t i = 0; i < work_.size(); ++i) {
    if (rte_eal_remote_launch(&LcoreCrew::run, work_[i].get(), static_cast<unsigned>(i + 1)) == 0) continue;
    work_[i]->is_done = true;
    is_steady_ = false;
  }
}

void LcoreCrew::look(Ticks now) {
  for (std::size_t i = 0; i < work_.size(); ++i) {
    Work* const work = work_[i].get();
    const std::uint64_t rounds = work->rounds.read();
    const bool stands = work->watch.look(now, rounds, now.count);
    if (stands && !stands_still_) stands_still_ = Still{i, work->watch.since()};
    if (rounds != work->seen_rounds) work->seen_at = now;
    work->seen_rounds = rounds;
    if (now > work->seen_at + still_) is_steady_ = false;
  }
}

bool LcoreCrew::stop() {
  const int waits = stands_still_ ? 1000 : 5000;  // milliseconds; one that stood still had time already
  stop_.store(true, std::memory_order_relaxed);
  for (std::size_t i = 0; i < work_.size(); ++i) {
    const auto lcore = static_cast<unsigned>(i + 1);
    const auto is_done = [&] { return work_[i]->is_done.load(std::memory_order_acquire); };
    for (int wait = 0; wait < waits && !is_done(); ++wait)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (is_done()) rte_eal_wait_lcore(lcore);
    else is_stuck_ = true;
  }
  return is_steady_ && !is_stuck_;
}

}  // namespace pktgen

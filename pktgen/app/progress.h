#pragma once
#include <chrono>
#include <cstddef>
#include <string>

#include "observe/snapshot.h"
#include "trial/trial.h"

namespace pktgen {

/// Which trial of how many is running.
struct TrialPlace {
  std::size_t number = 1, of = 1;
  bool is_probe = false;
};

/// The live line of a trial: place, size, bar, rates so far and loss so far, in at most `columns` characters.
std::string progress_line(const Trial& trial, TrialPlace place, const Snapshot& snapshot,
                          std::size_t columns);

/// The live line of a replay.
std::string replay_line(const Snapshot& snapshot, std::size_t columns);

/// The live line of a send.
std::string streams_line(const Snapshot& snapshot, std::size_t columns);

/// The live line of a soak: elapsed, left, losses so far.
std::string soak_line(const Snapshot& snapshot, std::size_t columns);

/// The live line of a receive.
std::string heard_line(const Snapshot& snapshot, std::size_t columns);

/// Shows the live line on standard error, at most ten times a second, if that is a terminal. An alarm is told
/// there at once, whatever it is.
class Progress {
 public:
  Progress();

  void show(const Trial& trial, TrialPlace place, const Snapshot& snapshot);

  void show_replay(const Snapshot& snapshot);

  void show_streams(const Snapshot& snapshot);

  void show_soak(const Snapshot& snapshot);

  void show_heard(const Snapshot& snapshot);

  /// Wipes the line, so that other text can be written.
  void clear();

 private:
  bool is_due();
  void sound(const std::string& alarm);
  static void print(const std::string& line);

  bool is_terminal_;
  bool is_shown_ = false, has_sounded_ = false;
  std::chrono::steady_clock::time_point next_{};
};

}  // namespace pktgen

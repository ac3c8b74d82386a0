#pragma once
#include <sys/types.h>

namespace pktgen {

/// Runs `what(with)` in a child process if this process ends before `stand_down`, however it ends.
///
/// The child is a copy of this process made at the start, so `what` must not allocate or lock, and sees
/// `with` as it was then.
class LastResort {
 public:
  LastResort(void (*what)(const void*), const void* with);
  ~LastResort() { stand_down(); }
  LastResort(const LastResort&) = delete;
  LastResort& operator=(const LastResort&) = delete;

  /// False if there was no process to be had.
  bool stands() const { return child_ > 0; }

  /// Ends the child without calling `what`; a second call does nothing.
  void stand_down();

 private:
  int pipe_ = -1;
  pid_t child_ = -1;
};

}  // namespace pktgen

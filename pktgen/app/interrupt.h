#pragma once
#include <memory>
#include <stop_token>

namespace pktgen {

inline constexpr int kInterrupted = 130;  ///< exit code of a run that a signal ended, as of a shell

/// Turns SIGINT, SIGTERM and SIGHUP into a stop request while it lives: a trial ends in order, what was
/// measured is kept, and whoever changed something of the machine puts it back. A second signal of the same
/// kind changes nothing; a fourth ends the process at once.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  std::stop_token token() const;

 private:
  struct Waiter;
  std::unique_ptr<Waiter> waiter_;
};

}  // namespace pktgen

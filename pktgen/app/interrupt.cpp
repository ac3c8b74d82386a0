#include "app/interrupt.h"

#include <array>
#include <csignal>
#include <cstdlib>
#include <pthread.h>
#include <thread>

namespace pktgen {
namespace {

constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};
constexpr int kPatience = 3;  // signals after which the person means it

sigset_t the_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : kSignals) sigaddset(&set, signal);
  sigaddset(&set, SIGUSR2);  // our own: the waiting thread shall end
  return set;
}

}  // namespace

/// A thread that waits for signals needs no handler, so no global state, and may do anything.
struct Interrupt::Waiter {
  std::stop_source source;
  std::thread thread;
};

Interrupt::Interrupt() : waiter_(std::make_unique<Waiter>()) {
  const sigset_t set = the_signals();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);  // threads made later inherit this
  waiter_->thread = std::thread([source = waiter_->source, set]() mutable {
    for (int seen = 0, signal = 0; sigwait(&set, &signal) == 0 && signal != SIGUSR2;) {
      source.request_stop();
      if (++seen > kPatience) std::_Exit(128 + signal);
    }
  });
}

Interrupt::~Interrupt() {
  pthread_kill(waiter_->thread.native_handle(), SIGUSR2);
  waiter_->thread.join();
  const sigset_t set = the_signals();
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

std::stop_token Interrupt::token() const { return waiter_->source.get_token(); }

}  // namespace pktgen

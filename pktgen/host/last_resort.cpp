#include "host/last_resort.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

namespace pktgen {
namespace {

/// Waits for the parent's word or its end. Signals meant for the parent's terminal don't reach a session of
/// its own, and closed descriptors keep no pipe of the parent's open.
[[noreturn]] void watch(int word, void (*what)(const void*), const void* with) {
  setsid();
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) std::signal(signal, SIG_IGN);
  prctl(PR_SET_NAME, "pktgen-putback");
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) close(standard);
  char byte = 0;
  ssize_t got = 0;
  while ((got = read(word, &byte, 1)) < 0 && errno == EINTR) {
  }
  if (got != 1) what(with);
  _exit(0);
}

}  // namespace

LastResort::LastResort(void (*what)(const void*), const void* with) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return;
  child_ = fork();
  if (child_ == 0) {
    close(ends[1]);
    watch(ends[0], what, with);
  }
  close(ends[0]);
  if (child_ < 0) {
    close(ends[1]);
    return;
  }
  pipe_ = ends[1];
}

void LastResort::stand_down() {
  if (child_ <= 0) return;
  const char done = 1;
  while (write(pipe_, &done, 1) < 0 && errno == EINTR) {
  }
  close(pipe_);
  while (waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
  }
  child_ = -1;
}

}  // namespace pktgen

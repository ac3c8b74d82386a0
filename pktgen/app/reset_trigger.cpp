#include "app/reset_trigger.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "base/text.h"

namespace pktgen {
namespace {

/// How a program is begun: signals as a shell would leave them, for ours are blocked.
class SpawnManner {
 public:
  SpawnManner() {
    posix_spawn_file_actions_init(&files_);
    posix_spawn_file_actions_addopen(&files_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files_, STDERR_FILENO, STDOUT_FILENO);
    posix_spawnattr_init(&attributes_);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK);
  }
  ~SpawnManner() {
    posix_spawn_file_actions_destroy(&files_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnManner(const SpawnManner&) = delete;
  SpawnManner& operator=(const SpawnManner&) = delete;

  int spawn(pid_t& process, char* const* words) {
    return posix_spawnp(&process, words[0], &files_, &attributes_, words, environ);
  }

 private:
  posix_spawn_file_actions_t files_{};
  posix_spawnattr_t attributes_{};
};

}  // namespace

UserCommand::~UserCommand() { end(); }

/// By request, then by force.
void UserCommand::end() {
  constexpr int kPatience = 100;  // of 10 ms
  if (running_) kill(*running_, SIGTERM);
  for (int i = 0; i < kPatience && !has_ended(WNOHANG); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  if (running_) kill(*running_, SIGKILL);
  has_ended(0);
}

Result<void> UserCommand::start() {
  std::vector<char*> words;
  for (std::string& word : words_) words.push_back(word.data());
  words.push_back(nullptr);
  pid_t process = 0;
  if (const int fault = SpawnManner().spawn(process, words.data()); fault != 0)
    return fail(ErrorKind::environment,
                fmt::format("--on-reset: can't run {}: {}; give a program that is in PATH",
                            in_quotes(words_.front()), std::strerror(fault)));
  running_ = process;
  return {};
}

bool UserCommand::has_ended(int options) {
  int status = 0;
  if (!running_) return true;
  if (waitpid(*running_, &status, options) == 0) return false;
  running_.reset();
  if (WIFSIGNALED(status))
    failure_ = fmt::format("{} was ended by signal {}", words_.front(), WTERMSIG(status));
  else if (WEXITSTATUS(status) != 0)
    failure_ = fmt::format("{} ended with exit code {}", words_.front(), WEXITSTATUS(status));
  return true;
}

std::string UserCommand::failure() {
  has_ended(WNOHANG);
  return failure_;
}

std::string UserCommand::wait(Nanoseconds at_most, const std::stop_token& stop) {
  const auto until = std::chrono::steady_clock::now() + at_most;
  while (!has_ended(WNOHANG)) {
    const bool is_too_long = std::chrono::steady_clock::now() >= until;
    if (is_too_long || stop.stop_requested()) end();
    if (is_too_long) failure_ = fmt::format("{} hadn't ended after {}", words_.front(), print_time(at_most));
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return failure_;
}

}  // namespace pktgen

#include "app/event_commands.h"

#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

extern char** environ;  // NOLINT(readability-redundant-declaration): not all libraries declare it

namespace pktgen {
namespace {

/// File descriptors and attributes of a child, given back whatever happens.
class Spawning {
 public:
  Spawning() {
    posix_spawn_file_actions_init(&files_);
    posix_spawnattr_init(&attributes_);
    posix_spawn_file_actions_addopen(&files_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files_, STDERR_FILENO, STDOUT_FILENO);
    // A group of its own: Ctrl-C is for us, and what a command began to change it should end.
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes_, 0);
  }
  ~Spawning() {
    posix_spawnattr_destroy(&attributes_);
    posix_spawn_file_actions_destroy(&files_);
  }
  Spawning(const Spawning&) = delete;
  Spawning& operator=(const Spawning&) = delete;

  int run(pid_t& pid, std::vector<char*>& words) {
    return posix_spawnp(&pid, words[0], &files_, &attributes_, words.data(), environ);
  }

 private:
  posix_spawn_file_actions_t files_{};
  posix_spawnattr_t attributes_{};
};

}  // namespace

EventCommands::EventCommands(std::vector<PlannedCommand> planned) {
  for (PlannedCommand& one : planned) {
    std::string name = one.name;
    commands_.push_back({.planned = std::move(one), .outcome = {.name = std::move(name)}});
  }
}

void EventCommands::look(Nanoseconds elapsed) {
  for (Running& command : commands_)
    if (!command.outcome.at && elapsed >= command.planned.at) begin(command, elapsed);
}

void EventCommands::begin(Running& command, Nanoseconds elapsed) {
  command.outcome.at = elapsed;
  std::vector<char*> words;
  for (std::string& word : command.planned.words) words.push_back(word.data());
  words.push_back(nullptr);
  if (const int error = Spawning().run(command.pid, words); error != 0) {
    command.pid = 0;
    command.outcome.trouble =
        fmt::format("{} can't be run: {}", command.planned.words[0], std::strerror(error));
  }
}

void EventCommands::wait_for(Running& command) {
  if (command.pid == 0) return;
  const auto until = std::chrono::steady_clock::now() + kPatience;
  int status = 0;
  bool is_killed = false;
  while (waitpid(command.pid, &status, is_killed ? 0 : WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() < until) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      continue;
    }
    kill(command.pid, SIGKILL);
    is_killed = true;
  }
  command.pid = 0;
  if (is_killed)
    command.outcome.trouble =
        fmt::format("{} didn't end within 10 s of the trial and was killed", command.planned.words[0]);
  else if (WIFEXITED(status)) command.outcome.exit_status = WEXITSTATUS(status);
  else
    command.outcome.trouble =
        fmt::format("{} was ended by signal {}", command.planned.words[0], WTERMSIG(status));
  if (command.outcome.exit_status.value_or(0) != 0)
    command.outcome.trouble =
        fmt::format("{} ended with status {}", command.planned.words[0], *command.outcome.exit_status);
}

std::vector<EventCommand> EventCommands::end() {
  bool was_begun = false;
  std::vector<EventCommand> outcomes;
  for (Running& command : commands_) {
    if (!command.outcome.at && was_begun) {
      begin(command, Nanoseconds::zero());
      command.outcome.at.reset();  // too late to be part of the trial
    }
    was_begun = was_begun || command.outcome.at.has_value();
    wait_for(command);
    if (!command.outcome.at && command.outcome.trouble.empty())
      command.outcome.trouble = "its time didn't come while frames were sent";
    outcomes.push_back(command.outcome);
  }
  commands_.clear();
  return outcomes;
}

}  // namespace pktgen

#include "bind/kernel.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <thread>
#include <utility>

#include "base/text.h"

namespace pktgen {
namespace {

constexpr int kNoSuchCommand = 127;

/// In one write, as sysfs wants it.
int write_file(const std::string& path, const std::string& text) {
  const int fd = open(path.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC);
  if (fd < 0) return errno;
  const std::string line = text + "\n";
  const int error = write(fd, line.data(), line.size()) < 0 ? errno : 0;
  close(fd);
  return error;
}

int run_command(const std::vector<std::string>& command) {
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  posix_spawn_file_actions_t output;  // our standard output is for one document alone
  posix_spawn_file_actions_init(&output);
  posix_spawn_file_actions_adddup2(&output, STDERR_FILENO, STDOUT_FILENO);
  pid_t child = 0;
  const int error = posix_spawnp(&child, words[0], &output, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&output);
  if (error != 0) return kNoSuchCommand;
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

tl::unexpected<Error> failed(const Step& step, const std::string& why) {
  return fail(ErrorKind::port, fmt::format("\"{}\" {}", print_step(step), why));
}

}  // namespace

Step write_step(std::string file, std::string text) {
  return {.file = std::move(file), .text = std::move(text), .command = {}};
}

Step run_step(std::vector<std::string> command) {
  return {.file = "", .text = "", .command = std::move(command)};
}

std::string print_step(const Step& step) {
  if (!step.command.empty()) return join(step.command, " ");
  return step.text.empty() ? fmt::format("echo > {}", step.file)
                           : fmt::format("echo {} > {}", step.text, step.file);
}

Kernel kernel_of(std::string root) {
  const bool is_this_machine = root.empty();
  return {.root = std::move(root),
          .write = write_file,
          .run = [is_this_machine](
                     const auto& command) { return is_this_machine ? run_command(command) : kNoSuchCommand; },
          .rest = [](std::chrono::milliseconds time) { std::this_thread::sleep_for(time); }};
}

Result<void> carry_out(const Kernel& kernel, const Step& step) {
  if (!step.command.empty()) {
    const int code = kernel.run(step.command);
    if (code == 0) return {};
    if (code != kNoSuchCommand) return failed(step, fmt::format("ended with {}", code));
    return failed(step, kernel.root.empty() ? fmt::format("wants the command {}, found none; install it",
                                                          step.command.front())
                                            : "is to be run by hand: with --root no command is");
  }
  const int error = kernel.write(kernel.root + step.file, step.text);
  if (error == EACCES || error == EPERM)
    return fail(ErrorKind::environment,
                fmt::format("{}: binding wants root, found uid {}; run it with sudo", step.file, geteuid()));
  if (error != 0) return failed(step, fmt::format("failed: {}", std::strerror(error)));
  return {};
}

}  // namespace pktgen

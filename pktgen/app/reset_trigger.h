#pragma once
#include <optional>
#include <stop_token>
#include <string>
#include <sys/types.h>
#include <vector>

#include "base/result.h"
#include "base/units.h"

namespace pktgen {

/// A command of the user's, run beside the measurement: found in PATH, without a shell; its standard output
/// goes to our standard error, and it has no standard input. Ends it if it still runs when this goes.
class UserCommand {
 public:
  /// `words` as `split_command` gives them.
  explicit UserCommand(std::vector<std::string> words) : words_(std::move(words)) {}
  ~UserCommand();
  UserCommand(const UserCommand&) = delete;
  UserCommand& operator=(const UserCommand&) = delete;

  /// Begins it. Fails (environment) if there is no such program.
  Result<void> start();

  /// How it failed, as far as is known now; empty: it didn't, or still runs.
  std::string failure();

  /// Waits for its end, but no longer than that and not once it is asked to stop: then it is ended. As
  /// `failure`.
  std::string wait(Nanoseconds at_most, const std::stop_token& stop);

 private:
  bool has_ended(int options);
  void end();

  std::vector<std::string> words_;
  std::optional<pid_t> running_{};
  std::string failure_{};
};

}  // namespace pktgen

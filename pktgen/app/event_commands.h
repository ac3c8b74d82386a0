#pragma once
#include <string>
#include <sys/types.h>
#include <vector>

#include "base/units.h"
#include "lag/lag_answers.h"

namespace pktgen {

/// A command of the user's, and when it is begun, from the start of sending.
struct PlannedCommand {
  std::string name;  ///< of the option that says it
  std::vector<std::string> words;
  Nanoseconds at{};
};

/// Runs commands while a trial goes on, each at its time, without a shell and without waiting for them.
///
/// What they print goes to standard error. Once the trial is over each has `kPatience` left to end, then it
/// is killed. A command that undoes what the one before did is run even if the trial was cut short.
class EventCommands {
 public:
  static constexpr Nanoseconds kPatience = std::chrono::seconds(10);

  explicit EventCommands(std::vector<PlannedCommand> planned);
  ~EventCommands() { end(); }
  EventCommands(const EventCommands&) = delete;
  EventCommands& operator=(const EventCommands&) = delete;

  /// Begins those whose time has come.
  void look(Nanoseconds elapsed);

  /// Waits for those that were begun, and begins those that weren't if one before was. What came of each.
  std::vector<EventCommand> end();

 private:
  struct Running {
    PlannedCommand planned;
    EventCommand outcome;
    pid_t pid = 0;  // 0: not running
  };
  static void begin(Running& command, Nanoseconds elapsed);
  static void wait_for(Running& command);

  std::vector<Running> commands_;
};

}  // namespace pktgen

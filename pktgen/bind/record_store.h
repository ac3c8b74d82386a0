#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "bind/port_before.h"

namespace pktgen {

/// What bound ports were before, one file a port below ROOT/run/pktgen/bind: gone after a reboot, as the
/// bindings are. A file is there before the first change of its port, and until the last one is undone.
class RecordStore {
 public:
  explicit RecordStore(const std::string& root) : folder_(root + "/run/pktgen/bind") {}

  /// Writes to a temporary name, to the disk, and moves into place. Fails (environment).
  Result<void> save(const PortBefore& before) const;
  /// Nothing: there is no file. Fails (environment) for one that isn't ours, naming it.
  Result<std::optional<PortBefore>> load(const std::string& address) const;
  void remove(const std::string& address) const;
  /// The addresses of all ports that have a file.
  std::vector<std::string> addresses() const;
  std::string file_of(const std::string& address) const;

  /// A bind that waits for `bind --confirm` leaves a mark; whoever confirms takes it away.
  Result<void> mark_waiting(const std::string& address) const;
  bool is_waiting(const std::string& address) const;
  /// Whether there was a mark.
  bool unmark(const std::string& address) const;

  /// One bind or unbind at a time: -1 if another holds it, else a descriptor that holds it until closed.
  int lock() const;

 private:
  std::string mark_of(const std::string& address) const;
  std::string folder_;
};

}  // namespace pktgen

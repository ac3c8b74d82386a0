#pragma once
#include <map>
#include <string>
#include <vector>

#include "bind/kernel.h"
#include "support/machine_tree.h"

namespace pktgen {

/// Thrown in the middle of something, as SIGKILL ends it.
struct Crash {};

/// A machine of files that react as sysfs does: an override, an unbind, a probe; and what `ip` changes.
///
/// A device's interface goes with its driver, and comes back as eth0 with MTU 1500, down. Its driver is
/// `home` where no override says otherwise.
class FakeKernel {
 public:
  explicit FakeKernel(MachineTree tree, std::string home = "i40e")
      : tree_(std::move(tree)), home_(std::move(home)) {}

  std::string root() const { return tree_.root().string(); }
  Kernel kernel();

  /// All that was asked, as a root shell takes it, without the root.
  const std::vector<std::string>& asked() const { return asked_; }
  void forget() { asked_.clear(); }

  /// Crashes once this many more steps were done; negative: never.
  void crash_after(int steps) { steps_left_ = steps; }
  /// A driver that takes no device.
  void refuse(const std::string& driver) { refusing_ = driver; }
  /// The interface comes back after this many rests.
  void come_back_after(int rests) { rests_wanted_ = rests; }

  /// Path -> content or target of each file and link below root/`folder`.
  std::map<std::string, std::string> files(const std::string& folder) const;

 private:
  int write(const std::string& path, const std::string& text);
  int run(const std::vector<std::string>& command);
  void count();
  void probe(const std::string& address);
  void take_interfaces(const std::string& address);
  void bring_interfaces();

  MachineTree tree_;
  std::string home_, refusing_;
  std::vector<std::string> asked_;
  std::map<std::string, std::string> waiting_;  ///< address -> the interface's folder that is to come back
  int steps_left_ = -1, rests_wanted_ = 0, rests_ = 0;
};

/// 0000:01:00.0 with i40e and eth1, up, MTU 9000, alone in IOMMU group 7; 0000:01:00.1 likewise with eth2,
/// in group 8; vfio-pci loaded.
extern const std::string kBindMachine;

}  // namespace pktgen

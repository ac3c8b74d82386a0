#pragma once
#include <optional>
#include <string>
#include <utility>

#include "host/interface.h"
#include "trial/ledger.h"

namespace pktgen {

/// Our counters, with what the kernel counted at its own interface beside them: it knows which frames really
/// left, and which ones reached the machine but not us, the host's loss and never the device's.
class KernelWitness {
 public:
  /// `sysfs` is where sysfs lies ("/sys"); the first reading is where counting starts.
  KernelWitness(std::string sysfs, std::string interface)
      : sysfs_(std::move(sysfs)), interface_(std::move(interface)) {}

  /// Only differences of what it answers mean something. `ours` as it is if the interface is gone.
  PortCounters operator()(PortCounters ours);

 private:
  struct Start {
    InterfaceCounters kernel;
    PortCounters ours;
  };
  std::string sysfs_, interface_;
  std::optional<Start> start_{};
};

}  // namespace pktgen

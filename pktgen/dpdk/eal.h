#pragma once
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "rig/crew.h"

namespace pktgen {

/// The version of the DPDK that this process runs with: "22.11.11".
std::string dpdk_version();

/// What a run wants of DPDK's environment.
struct EalOptions {
  std::vector<std::string> pci;  ///< ports to take, "0000:01:00.0"; they need hugepages
  std::size_t memory_megabytes = 256;
  Crew crew;
};

/// DPDK's environment abstraction layer. It starts once in a process, also after it was stopped.
///
/// The calling thread becomes lcore 0 on the crew's control core until the object goes; worker i is lcore
/// i + 1. What DPDK logs is kept and told only in errors.
class Eal {
 public:
  /// Fails (environment) for missing hugepages, with the line that mends it, and with DPDK's own last error.
  static Result<std::unique_ptr<Eal>> start(const EalOptions& options);
  ~Eal();
  Eal(const Eal&) = delete;
  Eal& operator=(const Eal&) = delete;

  /// Adds a virtual device as DPDK spells it, "net_null0,size=64"; its port's number. Fails (port).
  Result<std::uint16_t> add_device(const std::string& arguments);

  /// The port's number of a PCI device that was taken at start. Fails (port).
  Result<std::uint16_t> find_port(const std::string& device) const;

  /// What DPDK complained about last, since it was told to forget; empty if it didn't.
  std::string last_complaint() const;
  void forget_complaints();

  /// Which memory is in use: a sentence for people.
  const std::string& memory_note() const { return memory_note_; }

 private:
  class Log;
  struct Affinity;
  explicit Eal(std::string memory_note);
  Result<void> init(std::vector<std::string> arguments);

  std::unique_ptr<Log> log_;
  std::unique_ptr<Affinity> before_;  // of the calling thread
  std::string memory_note_;
  std::string runtime_directory_;
  bool is_up_ = false;
};

}  // namespace pktgen

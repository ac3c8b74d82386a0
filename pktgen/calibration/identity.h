#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "trial/facts.h"

namespace pktgen {

/// A machine as anybody may know it, without root. In virtual time no machine has a part in the figures.
struct TesterHost {
  std::string name, cpu, dpdk;
  std::string tool;  ///< version of this program
  friend bool operator==(const TesterHost&, const TesterHost&) = default;
};

/// What of a port decides how fast the tester is on it. Texts may be empty: not known, or none.
struct TesterPort {
  std::string name, kind, pci_id, firmware, driver, profile;
  std::string settings;    ///< a fingerprint of how the port was set up
  std::string pause, fec;  ///< in force
  std::uint64_t tx_queues = 1, rx_queues = 1;
  LinkBitsPerSecond link{};
  MtuBytes mtu{};
  friend bool operator==(const TesterPort&, const TesterPort&) = default;
};

/// What a calibration is of, and nothing else.
struct TesterIdentity {
  TesterHost host;
  bool verifies_payload = false;  ///< comparing every byte costs the receiver time
  std::array<TesterPort, 2> ports{};
  friend bool operator==(const TesterIdentity&, const TesterIdentity&) = default;
};

/// Of two ports.
TesterIdentity identity_of(TesterHost host, const std::vector<PortFacts>& ports, bool verifies_payload);

/// What isn't the same, a text each: "MTU of 0000:01:00.0: 9000 there, 1500 here".
std::vector<std::string> differences(const TesterIdentity& there, const TesterIdentity& here);

/// A name for the file of this tester: letters, digits and '-' only.
std::string file_name(const TesterIdentity& tester);

}  // namespace pktgen

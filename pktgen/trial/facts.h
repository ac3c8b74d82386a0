#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/units.h"
#include "optics/module_course.h"
#include "trial/trial.h"

namespace pktgen {

/// What all ports of a card carry together of frames smaller than `below`; a rate of zero: no limit is known.
struct CardLimit {
  std::string card;  ///< "0000:01:00", the same for its ports; empty: not known
  FramesPerSecond frames_per_second{};
  FrameBytes below{};
};

/// What is known of a port once it is ready.
struct PortFacts {
  std::string name;     ///< as the person wrote it
  std::string kind;     ///< "emulated", "interface", "virtual device", "pci"
  std::string driver;   ///< e.g. "net_i40e"; "emulated" in virtual time
  std::string profile;  ///< the pmd_config file's stem
  LinkBitsPerSecond link{};
  MtuBytes mtu{};                                   ///< as read back
  FrameBytes largest_frame{};                       ///< that the port sends and receives now
  std::vector<std::uint32_t> ethertypes_blocked{};  ///< that it drops on their way out
  int numa_node = -1;                               ///< -1: not known
  CardLimit card{};
  std::string timestamp_grade;  ///< "virtual", "hardware", "software same host", "software two hosts"
  std::string mac;
  std::optional<Nanoseconds> time_to_link{};  ///< from the port's start until up; nothing: not measured
  std::string pause{}, fec{};                 ///< in force, as their options spell it; empty: not known
  std::vector<LinkDown> link_downs{};         ///< of the run, from when the links first were up
  std::vector<std::string> notes;             ///< limits a person should know, one sentence each
  std::optional<ModuleCourse> module{};       ///< over the whole run; nothing: none that can be read
  std::string pci_id{};                       ///< "8086:1572"; empty: none, or not known
  std::string firmware{};                     ///< as the driver says it; empty: it doesn't
  std::string settings{};  ///< a fingerprint of how the port was set up; empty: nothing was
  std::uint64_t tx_queues = 1, rx_queues = 1;
};

/// How the clock behind the numbers was had.
struct ClockFacts {
  bool is_virtual = false;
  double ticks_per_second = 0;
  std::uint64_t epoch_ns = 0;  ///< the tester's clock plus this is nanoseconds since 1970
  double error_ppm = 0;        ///< of the calibration against CLOCK_MONOTONIC_RAW
};

}  // namespace pktgen

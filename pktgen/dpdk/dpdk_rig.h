#pragma once
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "dpdk/open_port.h"
#include "plan/device_spec.h"
#include "plan/plan.h"
#include "rig/measurer.h"
#include "trial/ledger.h"
#include "wire/frame.h"

namespace pktgen {

/// Opens a plan's ports in real time: "0000:01:00.0", "vdev:...", or the emulated pair on lcores with
/// `device` between its ends. Once in a process. Fails (environment, port) before anything was changed where
/// that can be known; what was changed is put back when the measurer goes.
Result<std::unique_ptr<Measurer>> open_dpdk_rig(const Plan& plan, const DeviceSpec& device);

/// Megabytes of hugepages that a run takes whose frames are at most so large, over two ports of whichever
/// profile takes most, with one queue each way.
std::size_t memory_megabytes(std::span<const PmdProfile> profiles, FrameBytes largest);

/// A port behind a virtual device that somebody else chose, such as the kernel interface of "if:eth1".
struct DeviceBehindPort {
  std::string arguments;  ///< as DPDK spells it: "net_af_packet0,iface=eth1"
  std::string kind = "interface";
  std::vector<std::string> notes{};
  std::function<LinkState()> link_reader{};             ///< empty: the driver's word
  std::optional<MacAddress> mac{};                      ///< absent: the driver's word
  std::function<PortCounters(PortCounters)> witness{};  ///< what somebody else counted beside; empty: nobody
};

/// The same for two such ports, named as the plan's.
Result<std::unique_ptr<Measurer>> open_virtual_rig(const Plan& plan,
                                                   const std::array<DeviceBehindPort, 2>& ports);

}  // namespace pktgen

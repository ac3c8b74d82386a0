#pragma once
#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "dpdk/dpdk_port.h"
#include "dpdk/eal.h"
#include "dpdk/open_port.h"
#include "dpdk/ring_device.h"
#include "dpdk/tsc_clock.h"

namespace pktgen::bench {

/// The value, or the end of the program with the reason.
template <class T>
T must(Result<T> result) {
  if (result) return std::move(*result);
  std::fprintf(stderr, "%s\n", result.error().message.c_str());
  std::exit(1);
}

/// DPDK and what the benches send through: it starts once in a process.
struct BenchPorts {
  TickScale scale{TicksPerSecond{2.1e9}};
  FrameBytes largest;
  std::unique_ptr<Eal> eal;
  std::unique_ptr<RingDevice> device;
  std::vector<PmdProfile> profiles;
  std::array<std::unique_ptr<OpenedPort>, 2> ring;
  std::unique_ptr<OpenedPort> null;

  /// The first call says how long frames will be at most.
  static BenchPorts& only(FrameBytes largest = kLargestFrame) {
    static BenchPorts ports(largest);
    return ports;
  }

 private:
  explicit BenchPorts(FrameBytes longest) : largest(longest) {
    constexpr std::size_t kMegabyte = 1 << 20, kBeside = 200;  // beside the wire's pools
    const std::size_t megabytes = 2 * RingDevice::memory({}, largest) / kMegabyte + kBeside;
    eal = must(Eal::start(
        {.pci = {}, .memory_megabytes = megabytes, .crew = must(choose_crew(allowed_cores(), {}, 1))}));
    device = must(RingDevice::make({}, scale, largest));
    profiles = must(load_profiles(""));
    for (const std::size_t i : {0u, 1u}) ring[i] = opened(device->ports()[i], "net_ring");
    null = opened(must(eal->add_device("net_null0")), "net_null");
  }
  std::unique_ptr<OpenedPort> opened(std::uint16_t id, const char* driver) const {
    return must(OpenedPort::open({.id = id,
                                  .name = driver,
                                  .largest = largest,
                                  .send_buffers = RingDevice::send_buffers({}, largest),
                                  .link_reader =
                                      [] {
                                        return LinkState{true, 10_Gbps};
                                      }},
                                 profile_for(profiles, "", driver)));
  }
};

}  // namespace pktgen::bench

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
  std::unique_ptr<Eal> eal = must(
      Eal::start({.pci = {}, .memory_megabytes = 1024, .crew = must(choose_crew(allowed_cores(), {}, 1))}));
  std::unique_ptr<RingDevice> device = must(RingDevice::make({}, scale, kLargestFrame));
  std::vector<PmdProfile> profiles = must(load_profiles(""));
  std::array<std::unique_ptr<OpenedPort>, 2> ring{opened(device->ports()[0], "net_ring"),
                                                  opened(device->ports()[1], "net_ring")};
  std::unique_ptr<OpenedPort> null = opened(must(eal->add_device("net_null0")), "net_null");

  static BenchPorts& only() {
    static BenchPorts ports;
    return ports;
  }

 private:
  std::unique_ptr<OpenedPort> opened(std::uint16_t id, const char* driver) const {
    return must(OpenedPort::open({.id = id,
                                  .name = driver,
                                  .largest = kLargestFrame,
                                  .send_buffers = RingDevice::send_buffers({}, kLargestFrame),
                                  .link_reader =
                                      [] {
                                        return LinkState{true, 10_Gbps};
                                      }},
                                 profile_for(profiles, "", driver)));
  }
};

}  // namespace pktgen::bench

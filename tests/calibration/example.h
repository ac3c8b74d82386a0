#pragma once
#include "calibration/calibration.h"

namespace pktgen {

inline Calibration example_calibration() {
  TesterPort a{.name = "0000:01:00.0",
               .kind = "pci",
               .pci_id = "8086:1572",
               .firmware = "8.30 \"x\"",
               .driver = "net_i40e",
               .profile = "x710",
               .settings = "0123456789abcdef",
               .pause = "off",
               .fec = "",
               .tx_queues = 2,
               .rx_queues = 1,
               .link = {10'000'000'000},
               .mtu = {1500}};
  TesterPort b = a;
  b.name = "0000:01:00.1";
  const LatencyFloor floor{.samples = 10'000, .min = 3100, .p50 = 3300, .p99 = 4100, .mean = 3312.125};
  SizeLimits small{.size = {64}, .floor = {floor, floor}};
  small.one_way = {FramesPerSecond{14'880'952.38095238}, FramesPerSecond{14'000'000}};
  small.both = {FramesPerSecond{9'000'000.5}, FramesPerSecond{9'000'001}};
  SizeLimits large = small;
  large.size = {1518};
  return {
      .calibrated_at = "2026-12-03T08:00:00Z",
      .is_emulated = false,
      .tester = {.host = {.name = "lab-1", .cpu = "A Processor @ 3 GHz", .dpdk = "22.11.7", .tool = "0.1.0"},
                 .verifies_payload = true,
                 .ports = {a, b}},
      .clock_error_ppm = 0.25,
      .precision_percent = 0.1,
      .duration = std::chrono::seconds(10),
      .limits = {.links = {LinkBitsPerSecond{10'000'000'000}, LinkBitsPerSecond{10'000'000'000}},
                 .is_virtual = false,
                 .sizes = {small, large}},
      .slopes = {ByteSlope{.measured = 1.05, .error = 0.01, .serialisation = 0.8}, std::nullopt}};
}

}  // namespace pktgen

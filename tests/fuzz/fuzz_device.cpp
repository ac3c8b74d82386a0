#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "plan/device_spec.h"

/// Any text is a device within its ranges, or one line that says why not.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pktgen;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto device = parse_device(text, "device.toml");
  if (!device) {
    const bool is_one_line = device.error().message.find('\n') == std::string::npos;
    if (!is_one_line || device.error().kind != ErrorKind::plan) std::abort();
    return 0;
  }
  for (const WaySpec& way : device->ways) {
    const bool in_range = way.link.count >= 1000 && way.drop_probability >= 0 && way.drop_probability <= 1 &&
                          way.reorder_by >= 1 && way.max_frame_bytes >= 64 && way.flap_for_s > 0;
    if (!in_range) std::abort();
    for (const VlanSpec& vlan : way.vlans)
      if (vlan.id < 1 || vlan.id > 4094 || vlan.latency_ns > 10'000'000'000) std::abort();
  }
  return 0;
}

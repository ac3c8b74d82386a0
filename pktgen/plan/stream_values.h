#pragma once
#include <string>
#include <string_view>

#include "base/result.h"
#include "traffic/stream_spec.h"

namespace pktgen {

/// A stack by its headers' names, "eth/vlan/ipv4/udp", or "udp4", "udp6" for UDP over one of both; each
/// header with its defaults: addresses of RFC 2544 and RFC 5180, 0x88a8 for a tag in front of a tag, UDP port
/// 4789 in front of VXLAN, the port's own MACs in front, broadcast for ARP. Fails (plan) for unknown names;
/// whether one header may follow the other is `check_stack`'s.
Result<HeaderStack> parse_header_stack(std::string_view text);
std::string print_header_stack(const HeaderStack& stack);

/// Frame sizes with weights: "218", "64,594", "64:7,594:4,1518:1", "64-1518", "64-1518:64" (in steps of 64),
/// "imix" (64:7,594:4,1518:1), "imix-vlan" (4 bytes more), "imix6" (84 for 64: the least that UDP over IPv6
/// takes). Fails (plan) for sizes that no frame has, a size that is there twice, a weight of zero.
Result<std::vector<SizeMix::Part>> parse_size_mix(std::string_view text);
std::string print_size_mix(const std::vector<SizeMix::Part>& parts);

/// "in_turn" or "random". Fails (plan).
Result<SizeMix::Order> parse_size_order(std::string_view text);
std::string print_size_order(SizeMix::Order order);

/// "counter", "zeros", "ones", "random", "prbs31", "pattern:de ad be ef", "file:bytes.bin". Fails (plan);
/// reads no file.
Result<PayloadSpec> parse_payload(std::string_view text);
std::string print_payload(const PayloadSpec& payload);

/// "constant", "poisson", "bursts:32" (the mean is the load), "bursts:32:1ms" (32 frames, then a gap of 1
/// ms), "ramp:50%:10s" (from the load to 50 % in 10 s): `schedule` with this shape. Fails (plan).
Result<Schedule> parse_shape(std::string_view text, Schedule schedule);
std::string print_shape(const Schedule& schedule);

}  // namespace pktgen

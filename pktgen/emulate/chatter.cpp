#include "emulate/chatter.h"

#include <algorithm>
#include <initializer_list>

namespace pktgen {
namespace {

constexpr std::size_t kPadded = 60;
using Bytes = std::vector<std::uint8_t>;

Bytes padded(std::initializer_list<std::uint8_t> frame) {
  Bytes bytes(frame);
  bytes.resize(std::max(bytes.size(), kPadded));
  return bytes;
}

/// IEEE 802.1AB: chassis id and port id by MAC address, a time to live of 120 s, end.
Bytes lldp() {
  return padded({0x01, 0x80, 0xc2, 0x00, 0x00, 0x0e, 0x02, 0x00, 0x00, 0x00, 0x00, 0xdd, 0x88,
                 0xcc, 0x02, 0x07, 0x04, 0x02, 0x00, 0x00, 0x00, 0x00, 0xdd, 0x04, 0x07, 0x03,
                 0x02, 0x00, 0x00, 0x00, 0x00, 0xdd, 0x06, 0x02, 0x00, 0x78, 0x00, 0x00});
}

/// IEEE 802.1D: an 802.3 frame of LLC 42 42 03 with a rapid spanning tree BPDU.
Bytes stp() {
  return padded({0x01, 0x80, 0xc2, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x00,
                 0xdd, 0x00, 0x27, 0x42, 0x42, 0x03, 0x00, 0x00, 0x02, 0x02, 0x3c});
}

/// RFC 826: who has 192.0.2.2, tell 192.0.2.1.
Bytes arp() {
  return padded({0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02, 0x00, 0x00, 0x00, 0x00, 0xdd, 0x08, 0x06,
                 0x00, 0x01, 0x08, 0x00, 0x06, 0x04, 0x00, 0x01, 0x02, 0x00, 0x00, 0x00, 0x00, 0xdd,
                 192,  0,    2,    1,    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 192,  0,    2,    2});
}

/// RFC 4861: a router solicitation from the unspecified address.
Bytes ipv6_nd() {
  return padded({0x33, 0x33, 0x00, 0x00, 0x00, 0x02, 0x02, 0x00, 0x00, 0x00, 0x00, 0xdd, 0x86,
                 0xdd, 0x60, 0x00, 0x00, 0x00, 0x00, 0x08, 0x3a, 0xff, 0,    0,    0,    0,
                 0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0xff,
                 0x02, 0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,
                 0,    0x02, 133,  0,    0x7b, 0xb8, 0,    0,    0,    0});
}

}  // namespace

Chatter::Chatter(const WaySpec& spec, TicksPerSecond clock, Ticks start) {
  const auto add = [&](std::uint64_t frames_per_second, Bytes frame) {
    if (frames_per_second == 0) return;
    const Period period = Period::of(clock.count / static_cast<double>(frames_per_second));
    speakers_.push_back({std::move(frame), {start}, period});
    speakers_.back().at += period;
  };
  add(spec.lldp, lldp());
  add(spec.stp, stp());
  add(spec.arp, arp());
  add(spec.ipv6_nd, ipv6_nd());
}

std::optional<Chatter::Said> Chatter::next(Ticks now) {
  const auto first = std::ranges::min_element(speakers_, {}, [](const Speaker& s) { return s.at.at; });
  if (first == speakers_.end() || first->at.at > now) return std::nullopt;
  const Said said{first->frame, first->at.at};
  first->at += first->period;
  return said;
}

Ticks Chatter::next_time() const {
  Ticks soonest{~std::uint64_t{0}};
  for (const Speaker& speaker : speakers_) soonest = std::min(soonest, speaker.at.at);
  return soonest;
}

}  // namespace pktgen

#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <vector>

namespace pktgen {

using Bytes = std::vector<std::uint8_t>;

enum class Order : std::uint8_t { little, big };

/// A capture file written number by number, as its specification lists them.
class CaptureBytes {
 public:
  explicit CaptureBytes(Order order) : order_(order) {}

  CaptureBytes& u16(std::uint16_t number) { return number_of(number, 2); }
  CaptureBytes& u32(std::uint32_t number) { return number_of(number, 4); }
  CaptureBytes& raw(const Bytes& bytes) {
    for (const std::uint8_t byte : bytes) bytes_.push_back(byte);
    return *this;
  }

  /// draft-ietf-opsawg-pcap section 4: magic, version 2.4, snap length and link type.
  CaptureBytes& pcap(std::uint32_t magic, std::uint32_t link_type = 1) {
    return u32(magic).u16(2).u16(4).u32(0).u32(0).u32(262144).u32(link_type);
  }
  /// Section 5: `fraction` in the unit of the magic.
  CaptureBytes& record(std::uint32_t second, std::uint32_t fraction, const Bytes& frame,
                       std::uint32_t more_on_wire = 0) {
    const auto captured = static_cast<std::uint32_t>(frame.size());
    return u32(second).u32(fraction).u32(captured).u32(captured + more_on_wire).raw(frame);
  }

  /// draft-ietf-opsawg-pcapng: a block around `body`, which is padded already.
  CaptureBytes& block(std::uint32_t type, const CaptureBytes& body) {
    const auto length = static_cast<std::uint32_t>(12 + body.bytes_.size());
    return u32(type).u32(length).raw(body.bytes_).u32(length);
  }
  CaptureBytes& section() {
    return block(0x0a0d0d0a,
                 CaptureBytes(order_).u32(0x1a2b3c4d).u16(1).u16(0).u32(0xffff'ffff).u32(0xffff'ffff));
  }
  /// An Ethernet interface with `options`, which end themselves.
  CaptureBytes& interface(const CaptureBytes& options) {
    return block(1, CaptureBytes(order_).u16(1).u16(0).u32(262144).raw(options.bytes_));
  }
  CaptureBytes& packet(std::uint32_t interface, std::uint64_t time, const Bytes& frame) {
    const auto length = static_cast<std::uint32_t>(frame.size());
    CaptureBytes body(order_);
    body.u32(interface).u32(static_cast<std::uint32_t>(time >> 32)).u32(static_cast<std::uint32_t>(time));
    body.u32(length).u32(length).raw(frame).raw(Bytes((4 - length % 4) % 4));
    return block(6, body);
  }

  const Bytes& bytes() const { return bytes_; }

 private:
  CaptureBytes& number_of(std::uint32_t number, int octets) {
    for (int i = 0; i < octets; ++i)
      bytes_.push_back(static_cast<std::uint8_t>(number >> 8 * (order_ == Order::big ? octets - 1 - i : i)));
    return *this;
  }

  Order order_;
  Bytes bytes_;
};

/// A frame of `length` bytes, 14 at least, to 02:00:00:00:00:02 with the experimental EtherType, and `mark`
/// in the rest.
inline Bytes marked_frame(std::size_t length, std::uint8_t mark) {
  constexpr std::array<std::uint8_t, 14> kHeader{2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1, 0x88, 0xb5};
  Bytes frame(length, mark);
  std::ranges::copy(kHeader, frame.begin());
  return frame;
}

}  // namespace pktgen

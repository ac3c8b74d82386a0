#include "wire/pcapng_interfaces.h"

#include <gtest/gtest.h>

#include "support/capture_bytes.h"

namespace pktgen {
namespace {

using Said = std::vector<std::optional<std::uint8_t>>;

CaptureBytes fcs_option(Order order, std::uint8_t bits) {
  return CaptureBytes(order).u16(13).u16(1).raw({bits, 0, 0, 0}).u32(0);
}

TEST(PcapngInterfaces, TellWhatEachSaysOfTheFcsInEitherByteOrder) {
  for (const Order order : {Order::little, Order::big}) {
    const auto head = CaptureBytes(order)
                          .section()
                          .interface(fcs_option(order, 32))
                          .interface(CaptureBytes(order))
                          .interface(fcs_option(order, 0));
    EXPECT_EQ(fcs_of_interfaces(head.bytes()), (Said{32, std::nullopt, 0}));
  }
}

TEST(PcapngInterfaces, AreFoundBehindOtherOptionsAndOtherBlocks) {
  const Order order = Order::little;
  const auto named = CaptureBytes(order)
                         .u16(2)
                         .u16(5)
                         .raw({'e', 't', 'h', '0', '1', 0, 0, 0})
                         .raw(fcs_option(order, 32).bytes());
  const auto head = CaptureBytes(order).section().block(4, CaptureBytes(order).u32(0)).interface(named);
  EXPECT_EQ(fcs_of_interfaces(head.bytes()), Said{32});
}

TEST(PcapngInterfaces, EndAtTheFirstPacketAndAtTheSecondSection) {
  const Order order = Order::little;
  const auto behind_packet = CaptureBytes(order)
                                 .section()
                                 .interface(CaptureBytes(order))
                                 .packet(0, 1, marked_frame(60, 1))
                                 .interface(fcs_option(order, 32));
  EXPECT_EQ(fcs_of_interfaces(behind_packet.bytes()), Said{std::nullopt});
  const auto two =
      CaptureBytes(order).section().interface(fcs_option(order, 32)).section().interface(CaptureBytes(order));
  EXPECT_EQ(fcs_of_interfaces(two.bytes()), Said{32});
}

TEST(PcapngInterfaces, OfBytesCutAnywhereAreNoMoreThanThoseThatAreWhole) {
  const Order order = Order::big;
  const auto head = CaptureBytes(order).section().interface(fcs_option(order, 32));
  for (std::size_t length = 0; length < head.bytes().size(); ++length) {
    const Bytes cut(head.bytes().begin(), head.bytes().begin() + static_cast<std::ptrdiff_t>(length));
    EXPECT_EQ(fcs_of_interfaces(cut), Said{}) << length;
  }
}

TEST(PcapngInterfaces, IgnoreAnOptionThatReachesBeyondItsBlock) {
  const Order order = Order::little;
  const auto head = CaptureBytes(order).section().interface(CaptureBytes(order).u16(2).u16(400).u32(0));
  EXPECT_EQ(fcs_of_interfaces(head.bytes()), Said{std::nullopt});
}

}  // namespace
}  // namespace pktgen

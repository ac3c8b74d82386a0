#include "wire/pcapng_interfaces.h"

namespace pktgen {
namespace {

constexpr std::uint32_t kObsoletePacket = 2, kSimplePacket = 3;
constexpr std::uint32_t kByteOrderMagic = 0x1a2b3c4d, kSwappedMagic = 0x4d3c2b1a;
constexpr std::uint16_t kEndOfOptions = 0, kFcsLength = 13;
constexpr std::size_t kSmallestBlock = 12, kSectionHeaderBytes = 28, kInterfaceFixedBytes = 16;

/// Numbers of a section in the byte order that its header chose.
struct Order {
  bool is_big = false;

  std::uint32_t u32(const std::uint8_t* p) const {
    return is_big ? load_be32(p) : __builtin_bswap32(load_be32(p));
  }
  std::uint16_t u16(const std::uint8_t* p) const {
    return is_big ? load_be16(p) : __builtin_bswap16(load_be16(p));
  }
};

std::optional<std::uint8_t> fcs_option(ByteView options, Order order) {
  while (options.size() >= 4) {
    const std::uint16_t code = order.u16(&options[0]), length = order.u16(&options[2]);
    const std::size_t whole = 4 + (length + std::size_t{3}) / 4 * 4;
    if (code == kEndOfOptions || whole > options.size()) return std::nullopt;
    if (code == kFcsLength && length == 1) return options[4];
    options = options.subspan(whole);
  }
  return std::nullopt;
}

std::optional<Order> order_of(ByteView head) {
  if (head.size() < kSectionHeaderBytes || load_be32(&head[0]) != kSectionHeader) return std::nullopt;
  const std::uint32_t magic = load_be32(&head[8]);
  if (magic != kByteOrderMagic && magic != kSwappedMagic) return std::nullopt;
  return Order{.is_big = magic == kByteOrderMagic};
}

}  // namespace

std::vector<std::optional<std::uint8_t>> fcs_of_interfaces(ByteView head) {
  std::vector<std::optional<std::uint8_t>> found;
  const auto order = order_of(head);
  if (!order) return found;
  bool is_first = true;
  while (head.size() >= kSmallestBlock) {
    const std::uint32_t type = order->u32(&head[0]), length = order->u32(&head[4]);
    const bool is_packet = type == kEnhancedPacket || type == kSimplePacket || type == kObsoletePacket;
    if (is_packet || (type == kSectionHeader && !is_first)) break;
    if (length < kSmallestBlock || length % 4 != 0 || length > head.size()) break;
    if (type == kInterfaceDescription && length >= kInterfaceFixedBytes + 4)
      found.push_back(
          fcs_option(head.subspan(kInterfaceFixedBytes, length - kInterfaceFixedBytes - 4), *order));
    head = head.subspan(length);
    is_first = false;
  }
  return found;
}

}  // namespace pktgen

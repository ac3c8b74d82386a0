#include "eeprom/netlink_pages.h"

#include <linux/ethtool_netlink.h>
#include <linux/genetlink.h>
#include <linux/netlink.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <string>

namespace pktgen {
namespace {

constexpr std::size_t kAttributeHead = sizeof(nlattr), kHeads = sizeof(nlmsghdr) + sizeof(genlmsghdr);

constexpr std::size_t aligned(std::size_t bytes) { return (bytes + 3) / 4 * 4; }

/// A generic netlink message while it is written. Numbers are in the machine's order, as the kernel wants.
class Message {
 public:
  Message(std::uint16_t family, std::uint8_t command) {
    const genlmsghdr generic{.cmd = command, .version = 1, .reserved = 0};
    head_.nlmsg_type = family;
    head_.nlmsg_flags = NLM_F_REQUEST;
    head_.nlmsg_seq = 1;
    bytes_.resize(sizeof(nlmsghdr));
    append(generic);
  }
  Message& add(std::uint16_t type, ByteView value) {
    append(nlattr{.nla_len = static_cast<std::uint16_t>(kAttributeHead + value.size()), .nla_type = type});
    bytes_.insert(bytes_.end(), value.begin(), value.end());
    bytes_.resize(aligned(bytes_.size()));
    return *this;
  }
  template <class Number>
  Message& add(std::uint16_t type, Number value) {
    return add(type, {reinterpret_cast<const std::uint8_t*>(&value), sizeof value});
  }
  Message& add_text(std::uint16_t type, const std::string& text) {
    return add(type, {reinterpret_cast<const std::uint8_t*>(text.c_str()), text.size() + 1});
  }
  /// What was added from `begin` on becomes the contents of one attribute.
  Message& enclose(std::uint16_t type, std::size_t begin) {
    const std::vector<std::uint8_t> inner(bytes_.begin() + static_cast<std::ptrdiff_t>(begin), bytes_.end());
    bytes_.resize(begin);
    return add(static_cast<std::uint16_t>(type | NLA_F_NESTED), ByteView(inner));
  }
  std::size_t size() const { return bytes_.size(); }
  std::vector<std::uint8_t> finish() {
    head_.nlmsg_len = static_cast<std::uint32_t>(bytes_.size());
    std::memcpy(bytes_.data(), &head_, sizeof head_);
    return std::move(bytes_);
  }

 private:
  template <class Head>
  void append(const Head& head) {
    const auto* const first = reinterpret_cast<const std::uint8_t*>(&head);
    bytes_.insert(bytes_.end(), first, first + sizeof head);
  }

  nlmsghdr head_{};
  std::vector<std::uint8_t> bytes_;
};

/// An attribute of an answer, looked for from its first one on.
std::optional<std::vector<std::uint8_t>> find_attribute(ByteView message, std::uint16_t type) {
  ByteView rest = message.size() > kHeads ? message.subspan(kHeads) : ByteView{};
  while (rest.size() >= kAttributeHead) {
    nlattr head{};
    std::memcpy(&head, rest.data(), sizeof head);
    if (head.nla_len < kAttributeHead || head.nla_len > rest.size()) return std::nullopt;
    const ByteView value = rest.subspan(kAttributeHead, head.nla_len - kAttributeHead);
    if ((head.nla_type & NLA_TYPE_MASK) == type) return std::vector<std::uint8_t>(value.begin(), value.end());
    rest = rest.subspan(std::min(rest.size(), aligned(head.nla_len)));
  }
  return std::nullopt;
}

/// The attribute of the answer, or the error that it is.
KernelAnswer attribute_of(const NetlinkExchange& exchange, ByteView message, std::uint16_t type) {
  auto answer = exchange(message);
  if (!answer) return answer;
  nlmsghdr head{};
  if (answer->size() < sizeof head) return tl::make_unexpected(EBADMSG);
  std::memcpy(&head, answer->data(), sizeof head);
  if (head.nlmsg_len < sizeof head || head.nlmsg_len > answer->size()) return tl::make_unexpected(EBADMSG);
  if (head.nlmsg_type == NLMSG_ERROR) {
    std::int32_t error = 0;
    if (answer->size() < sizeof head + sizeof error) return tl::make_unexpected(EBADMSG);
    std::memcpy(&error, answer->data() + sizeof head, sizeof error);
    return tl::make_unexpected(error < 0 ? -error : EBADMSG);
  }
  auto value = find_attribute(ByteView(*answer).first(head.nlmsg_len), type);
  if (!value) return tl::make_unexpected(EBADMSG);
  return std::move(*value);
}

}  // namespace

KernelAnswer read_page(const NetlinkExchange& exchange, std::string_view interface, const MemoryPart& part) {
  auto family = attribute_of(
      exchange,
      Message(GENL_ID_CTRL, CTRL_CMD_GETFAMILY).add_text(CTRL_ATTR_FAMILY_NAME, ETHTOOL_GENL_NAME).finish(),
      CTRL_ATTR_FAMILY_ID);
  if (!family) return family;
  if (family->size() < sizeof(std::uint16_t)) return tl::make_unexpected(EBADMSG);
  std::uint16_t number = 0;
  std::memcpy(&number, family->data(), sizeof number);
  Message message(number, ETHTOOL_MSG_MODULE_EEPROM_GET);
  const std::size_t begin = message.size();
  message.add_text(ETHTOOL_A_HEADER_DEV_NAME, std::string(interface))
      .enclose(ETHTOOL_A_MODULE_EEPROM_HEADER, begin)
      .add(ETHTOOL_A_MODULE_EEPROM_OFFSET, static_cast<std::uint32_t>(part.first))
      .add(ETHTOOL_A_MODULE_EEPROM_LENGTH, static_cast<std::uint32_t>(part.count))
      .add(ETHTOOL_A_MODULE_EEPROM_PAGE, static_cast<std::uint8_t>(part.page))
      .add(ETHTOOL_A_MODULE_EEPROM_BANK, std::uint8_t{0})
      .add(ETHTOOL_A_MODULE_EEPROM_I2C_ADDRESS, static_cast<std::uint8_t>(part.two_wire_address));
  return attribute_of(exchange, message.finish(), ETHTOOL_A_MODULE_EEPROM_DATA);
}

KernelAnswer exchange_with_kernel(ByteView message) {
  const int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_GENERIC);
  if (fd < 0) return tl::make_unexpected(errno);
  const timeval patience{.tv_sec = 2, .tv_usec = 0};
  std::vector<std::uint8_t> answer(8192);
  ssize_t count = setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  if (count == 0) count = send(fd, message.data(), message.size(), 0);
  if (count >= 0) count = recv(fd, answer.data(), answer.size(), 0);
  const int error = errno;
  close(fd);
  if (count < 0) return tl::make_unexpected(error);
  answer.resize(static_cast<std::size_t>(count));
  return answer;
}

}  // namespace pktgen

#pragma once
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "eeprom/module_access.h"

namespace pktgen {

/// Bytes, or the kernel's errno.
using KernelAnswer = tl::expected<std::vector<std::uint8_t>, int>;

/// Sends one netlink message and gives the answer to it.
using NetlinkExchange = std::function<KernelAnswer(ByteView message)>;

/// Reads a part of a module's memory by ethtool's netlink messages (ETHTOOL_MSG_MODULE_EEPROM_GET, Linux 5.13
/// and later): the pages of CMIS modules come in no other way. Needs CAP_NET_ADMIN.
KernelAnswer read_page(const NetlinkExchange& exchange, std::string_view interface, const MemoryPart& part);

/// The kernel of this machine, with a wait of two seconds at most.
KernelAnswer exchange_with_kernel(ByteView message);

}  // namespace pktgen

#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/result.h"
#include "base/units.h"
#include "eeprom/module_memory.h"

namespace pktgen {

/// Two-wire addresses of a module in seven bits; the standards write them as A0h and A2h.
inline constexpr unsigned kTwoWireA0h = 0x50, kTwoWireA2h = 0x51;

/// A stretch of a module's memory, in one half of a page. `first` is a byte number of the standards: 0-127,
/// or 128-255, the half that belongs to `page`.
struct MemoryPart {
  unsigned two_wire_address = kTwoWireA0h, page = 0;
  std::size_t first = 0, count = 128;
  friend bool operator==(const MemoryPart&, const MemoryPart&) = default;
};

/// Where a part lies in what drivers show in one piece: A0h, then A2h, or page 00h, then 01h, 02h, ...
std::size_t flat_offset(const MemoryPart& part);

/// How a module's memory can be asked for: through whoever drives its port.
struct ModuleAccess {
  std::optional<std::size_t> flat_bytes{};  ///< how much a driver shows in one piece; nothing: page by page
  /// The bytes of a part, as many as there are. Fails (not measured) if there are none.
  std::function<Result<std::vector<std::uint8_t>>(const MemoryPart&)> read{};
  /// Of an emulated module: for how long frames have been sent. It then reads as it does at that time.
  std::function<void(Nanoseconds)> pass_time{};
};

/// Reads all that a decoder may want to know. A part that can't be read, but the first one, is left out, as
/// from a module that doesn't have it. Fails as `read` does for the first one.
Result<ModuleMemory> read_memory(const ModuleAccess& access);

/// Reads once more what changes while a module works, and nothing else: two-wire buses are slow (100 us and
/// more a byte). Fails as `read` does; the memory is then as it was.
Result<void> read_monitors_again(ModuleMemory& memory, const ModuleAccess& access);

/// Asks a memory that was read before, such as a dump.
ModuleAccess access_to(ModuleMemory memory);

}  // namespace pktgen

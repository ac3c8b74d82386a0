#pragma once
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace pktgen {

/// What one line of a textual dump says.
struct DumpLine {
  std::optional<std::size_t> offset;  ///< of its first byte, as written
  std::vector<std::uint8_t> bytes;
  bool repeats = false;                      ///< "*" of hexdump: the line before again, up to the next offset
  bool ends = false;                         ///< "XX" of i2cdump: what follows wasn't read
  std::optional<unsigned> page;              ///< "page N": where the lines below lie
  std::optional<unsigned> two_wire_address;  ///< "i2c 0x51", in seven bits, or "A0h" and "A2h"
};

/// Reads a line; `read` is how many bytes of its part came before it, by which an offset without a colon is
/// told from bare digits. A line of anything else says nothing. Fails (plan) for a line that begins as bytes
/// and goes on as something else.
Result<DumpLine> parse_dump_line(std::string_view text, std::size_t read);

}  // namespace pktgen

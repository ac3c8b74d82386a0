#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"

namespace pktgen {

/// A stretch of a module's memory under the byte numbers of its standard. Answers only for what it holds, so
/// no decoder can read past the end.
class PageView {
 public:
  PageView() = default;
  /// `first` is the number of bytes[0]: 0, or 128 for an upper page.
  explicit PageView(ByteView bytes, std::size_t first = 0) : bytes_(bytes), first_(first) {}

  bool holds(std::size_t at, std::size_t count = 1) const;
  bool is_empty() const { return bytes_.empty(); }

  std::optional<std::uint8_t> u8(std::size_t at) const;
  std::optional<std::uint16_t> be16(std::size_t at) const;
  std::optional<std::uint32_t> be32(std::size_t at) const;

  /// False also for a byte that isn't held.
  bool bit(std::size_t at, unsigned bit) const;

  /// Text without the blanks and zeros that pad it, bytes that don't print as \xNN. Nothing if it isn't held
  /// or reads 0xff throughout, as where nobody answers.
  std::optional<std::string> text(std::size_t at, std::size_t count) const;

  /// The low eight bits of the sum of bytes `first` to `last`; nothing if one of them isn't held.
  std::optional<std::uint8_t> sum(std::size_t first, std::size_t last) const;

  /// The bytes from `at` on, as many as are held of `count`.
  ByteView bytes(std::size_t at, std::size_t count) const;

 private:
  ByteView bytes_;
  std::size_t first_ = 0;
};

/// What all bytes are, if they are all the same and there are any.
std::optional<std::uint8_t> only_byte(ByteView bytes);

/// Whether each byte is a printing ASCII character, and there are any.
bool is_text(ByteView bytes);

/// Whether a module's first byte, an identifier of SFF-8024 table 4-1, tells of the memory of SFF-8636 (QSFP,
/// QSFP+, QSFP28) or of CMIS (QSFP-DD, OSFP, SFP-DD, DSFP and newer).
bool is_qsfp(std::uint8_t identifier);
bool is_cmis(std::uint8_t identifier);

/// What was read of a module, by anybody: a dump, a port.
struct ModuleMemory {
  std::vector<std::uint8_t>
      flat{};  ///< as the kernel has it: 256 bytes, then A2h, or upper pages 1, 2, 3 ...
  std::vector<std::uint8_t> second{};                     ///< two-wire address A2h, if it was read on its own
  std::map<unsigned, std::vector<std::uint8_t>> upper{};  ///< upper pages read on their own, by number

  friend bool operator==(const ModuleMemory&, const ModuleMemory&) = default;
};

/// SFF-8472: two-wire address A0h, bytes 0-255, and A2h, bytes 0-255.
PageView sfp_a0h(const ModuleMemory& memory);
PageView sfp_a2h(const ModuleMemory& memory);

/// SFF-8636 and CMIS: the lower memory, bytes 0-127, and upper page `number`, bytes 128-255.
PageView lower_page(const ModuleMemory& memory);
PageView upper_page(const ModuleMemory& memory, unsigned number);

}  // namespace pktgen

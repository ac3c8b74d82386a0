#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "eeprom/module_memory.h"

namespace pktgen {

/// "0304 07" as bytes; anything but hex digits is passed over.
inline std::vector<std::uint8_t> from_hex(std::string_view text) {
  std::string digits;
  for (const char c : text)
    if (std::string_view("0123456789abcdef").find(c) != std::string_view::npos) digits += c;
  std::vector<std::uint8_t> bytes;
  for (std::size_t at = 0; at + 1 < digits.size(); at += 2)
    bytes.push_back(static_cast<std::uint8_t>(std::stoi(digits.substr(at, 2), nullptr, 16)));
  return bytes;
}

/// A page of a module, written field by field under the byte numbers of its standard. What nobody writes is
/// 0.
class ModuleBytes {
 public:
  explicit ModuleBytes(std::size_t count, std::size_t first = 0) : bytes_(count), first_(first) {}
  explicit ModuleBytes(std::string_view hex, std::size_t count) : bytes_(from_hex(hex)) {
    bytes_.resize(count);
  }

  ModuleBytes& hex(std::size_t at, std::string_view digits) {
    for (const std::uint8_t byte : from_hex(digits)) bytes_.at(at++ - first_) = byte;
    return *this;
  }
  /// Text, padded with blanks as the standards want it.
  ModuleBytes& text(std::size_t at, std::size_t count, std::string_view text) {
    for (std::size_t i = 0; i < count; ++i)
      bytes_.at(at + i - first_) = i < text.size() ? static_cast<std::uint8_t>(text[i]) : ' ';
    return *this;
  }
  /// Puts the sum of bytes `begin` to `last` behind them.
  ModuleBytes& sum(std::size_t begin, std::size_t last) {
    std::uint8_t sum = 0;
    for (std::size_t at = begin; at <= last; ++at)
      sum = static_cast<std::uint8_t>(sum + bytes_.at(at - first_));
    bytes_.at(last + 1 - first_) = sum;
    return *this;
  }
  const std::vector<std::uint8_t>& bytes() const { return bytes_; }

 private:
  std::vector<std::uint8_t> bytes_;
  std::size_t first_ = 0;
};

/// A0h of a 10GBASE-SR module, as read from one; serial number and date replaced, checksums redone by hand.
inline ModuleBytes sr_a0h() {
  return ModuleBytes(
      "03040710000000000000000667000000 0803001e46494e4953415220434f5250 2e2020200000906546544c5838353731"
      "443342434c2020204120202003520048 001a0000544553543030303120202020 20202020323030313031202068f003da",
      256);
}

/// A2h of it with the fibre out: 30.14 C, 3.344 V, 7.934 mA, 0.5734 mW sent, 0.0004 mW received.
inline ModuleBytes sr_a2h() {
  return ModuleBytes(
      "5500f6005000fb008ca0753088b87918 170c07d0151809c4207e09d019cf0c5a 271000641f07009e0000000000000000"
      "00000000000000000000000000000000 000000003f8000000000000001000000 01000000010000000100000000000013"
      "1e2482a00f7f16660004000000000000 00400000004000000000000000000000",
      256);
}

/// A2h of an externally calibrated module, as read from one.
inline ModuleBytes external_a2h() {
  return ModuleBytes(
      "5a00f6005500fb00875770c88394748b 6f77043f6a28054f7bd20f97625b13a0 ffff0594ffff06ad0000000000000000"
      "00000000000000000000000000000000 000000003dbcda2ac1fdc52801d70000 0080000001000000010400000000008c"
      "40007f00220025000a30000000001000 00000000000000000000000000000000",
      256);
}

/// A0h of a passive cable of 2 m, as read from one; serial number and date replaced.
inline ModuleBytes cable_a0h() {
  return ModuleBytes(
      "03042100000000000400000067000000 000002004f454d202020202020202020 202020200000402044412d5346502d50"
      "6c75732d326d20204e2020200000009c 00000000544553543030303220202020 20202020323030313031202000000066",
      256);
}

/// A0h of a 10GBASE-LR module of Intel's: 1310 nm, 10 km, internally calibrated.
inline ModuleBytes lr_a0h() {
  return ModuleBytes(256)
      .hex(0, "030407 20")
      .hex(11, "06 67 00 0a 64")
      .text(20, 16, "Intel Corp")
      .hex(36, "00 001b21")
      .text(40, 16, "FTLX1471D3BCV-IT")
      .text(56, 4, "A")
      .hex(60, "051e")
      .sum(0, 62)
      .hex(64, "001a")
      .text(68, 16, "TEST0003")
      .text(84, 8, "210930")
      .hex(92, "68 f0 03")
      .sum(64, 94);
}

/// A0h of a twisted pair module that claims to be 10GBASE-SR, so that hosts accept it.
inline ModuleBytes disguised_a0h(std::string_view part) {
  return ModuleBytes(256)
      .hex(0, "030407 10")
      .hex(11, "06 67")
      .hex(18, "1e")
      .text(20, 16, "OEM")
      .text(40, 16, part)
      .text(56, 4, "1.0")
      .hex(60, "0352")
      .sum(0, 62)
      .text(68, 16, "TEST0004")
      .text(84, 8, "200101")
      .sum(64, 94);
}

/// A0h of a twisted pair module that says what it is: RJ45, 10GBASE-T short reach, 30 m.
inline ModuleBytes honest_a0h() {
  return ModuleBytes(256)
      .hex(0, "030422 00")
      .hex(11, "06 67")
      .hex(18, "1e")
      .text(20, 16, "OEM")
      .hex(36, "1c")
      .text(40, 16, "COPPER-30")
      .text(56, 4, "1.0")
      .sum(0, 62)
      .hex(64, "20")
      .text(68, 16, "TEST0005")
      .text(84, 8, "200101")
      .hex(92, "68 80 08")
      .sum(64, 94);
}

inline ModuleMemory memory_of(const ModuleBytes& first, const ModuleBytes& second) {
  ModuleMemory memory;
  memory.flat = first.bytes();
  memory.flat.insert(memory.flat.end(), second.bytes().begin(), second.bytes().end());
  return memory;
}
inline ModuleMemory memory_of(const ModuleBytes& only) {
  ModuleMemory memory;
  memory.flat = only.bytes();
  return memory;
}

}  // namespace pktgen

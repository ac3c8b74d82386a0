#pragma once
#include <string>

#include "base/bytes.h"
#include "base/result.h"
#include "eeprom/module_memory.h"

namespace pktgen {

/// Reads what tools make of a module's memory: the bytes themselves (`ethtool -m IFACE raw on`, a sysfs
/// eeprom file: A0h then A2h, or pages 00h, 01h, ...), or text: `ethtool -m IFACE hex on`, i2cdump, hexdump,
/// xxd, od -Ax -tx1, bare hex digits. In text a line with "page N" or "i2c 0x51", such as a pasted ethtool
/// command, says where the bytes below it lie; a second part from offset 0 on without such a line is A2h.
/// Fails (plan) for what is none of them, naming the line.
Result<ModuleMemory> parse_dump(ByteView file);

/// The dump in a file. Fails (environment) if it can't be read, (plan) if it is no dump.
Result<ModuleMemory> load_dump(const std::string& path);

}  // namespace pktgen

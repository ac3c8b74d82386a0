#include "eeprom/dump_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>

#include "base/text.h"
#include "eeprom/dump_line.h"

namespace pktgen {
namespace {

constexpr std::size_t kMost = 65536;  // 256 pages of 128 bytes twice over: no module has more
constexpr std::size_t kMostFile = 8 * kMost;
constexpr unsigned kA0h = 0x50, kA2h = 0x51;  // two-wire addresses in seven bits

bool is_line_byte(std::uint8_t byte) {
  return (byte >= 0x20 && byte < 0x7f) || byte == '\n' || byte == '\r' || byte == '\t';
}

/// Puts the lines of a textual dump together, part by part.
class DumpReader {
 public:
  Result<void> take(std::string_view text) {
    auto line = parse_dump_line(text, first_ + bytes_.size());
    if (!line) return tl::make_unexpected(line.error());
    if (line->page || line->two_wire_address) return begin_named(*line);
    if (line->repeats) {
      repeats_ = !bytes_.empty();
      return {};
    }
    if (line->offset)
      if (auto placed = place(*line->offset); !placed) return placed;
    if (ended_) return {};
    bytes_.insert(bytes_.end(), line->bytes.begin(), line->bytes.end());
    ended_ = line->ends;
    if (bytes_.size() > kMost) return fail(ErrorKind::plan, fmt::format("goes on behind byte {}", kMost));
    return {};
  }

  Result<ModuleMemory> finish() {
    if (auto kept = keep(); !kept) return tl::make_unexpected(kept.error());
    return std::move(memory_);
  }

 private:
  Result<void> begin_named(const DumpLine& line) {
    if (auto kept = keep(); !kept) return kept;
    page_ = line.page;
    address_ = line.two_wire_address;
    return {};
  }

  /// Checks that the bytes so far end where the next ones begin, or begins the next part.
  Result<void> place(std::size_t offset) {
    const std::size_t due = first_ + bytes_.size();
    if (repeats_) {
      if (offset < due || offset - first_ > kMost)
        return fail(ErrorKind::plan, fmt::format("a \"*\" is followed by offset 0x{:x}", offset));
      const std::size_t row = std::min<std::size_t>(16, bytes_.size());
      while (bytes_.size() < offset - first_) bytes_.push_back(bytes_[bytes_.size() - row]);
      repeats_ = false;
      return {};
    }
    if (bytes_.empty()) first_ = offset;
    else if (offset == 0) {
      if (auto kept = keep(); !kept) return kept;
    } else if (offset != due && !ended_) {
      return fail(ErrorKind::plan,
                  fmt::format("offset 0x{:x} follows byte 0x{:x}: lines are missing, or offsets "
                              "are octal (od wants -Ax)",
                              offset, due - 1));
    }
    return {};
  }

  /// Puts away the part that was read.
  Result<void> keep() {
    std::vector<std::uint8_t> part = std::move(bytes_);
    const std::size_t first = first_;
    bytes_.clear();
    first_ = 0;
    ended_ = repeats_ = false;
    if (part.empty()) return {};
    const bool is_upper = page_.value_or(0) != 0 || (page_ && first == 128);
    if (is_upper && address_.value_or(kA0h) == kA0h) return keep_upper(std::move(part), first);
    const bool is_second = address_.value_or(memory_.flat.empty() ? kA0h : kA2h) == kA2h;
    std::vector<std::uint8_t>& target = is_second ? memory_.second : memory_.flat;
    if (first != 0 && first != target.size())
      return fail(ErrorKind::plan,
                  fmt::format("a part begins at offset 0x{:x}: what lies before it is missing", first));
    if (first == 0 && !target.empty())
      return fail(ErrorKind::plan,
                  "a part begins at offset 0 once more: say with a line \"page N\" where it lies");
    target.insert(target.end(), part.begin(), part.end());
    return {};
  }

  /// A page of the upper half, whether its offsets begin at 128, as ethtool has them, or at 0.
  Result<void> keep_upper(std::vector<std::uint8_t> part, std::size_t first) {
    if (first == 0 && part.size() == 256) part.erase(part.begin(), part.begin() + 128);
    else if (first != 0 && first != 128)
      return fail(ErrorKind::plan,
                  fmt::format("page {} begins at offset 0x{:x}, wants 0x80", page_.value_or(0), first));
    memory_.upper[page_.value_or(0)] = std::move(part);
    return {};
  }

  ModuleMemory memory_;
  std::vector<std::uint8_t> bytes_;
  std::size_t first_ = 0;  // offset of bytes_[0]
  bool repeats_ = false, ended_ = false;
  std::optional<unsigned> page_, address_;
};

bool is_empty(const ModuleMemory& memory) {
  return memory.flat.empty() && memory.second.empty() && memory.upper.empty();
}

Result<ModuleMemory> parse_text(std::string_view text) {
  DumpReader reader;
  std::size_t number = 0;
  for (const std::string_view line : split(text, '\n')) {
    ++number;
    if (auto taken = reader.take(line); !taken) return within(fmt::format("line {}", number), taken.error());
  }
  return reader.finish();
}

}  // namespace

Result<ModuleMemory> parse_dump(ByteView file) {
  if (file.empty()) return fail(ErrorKind::plan, "wants the dump of a module, found an empty file");
  const auto raw = [&]() -> Result<ModuleMemory> {
    if (file.size() > kMost)
      return fail(ErrorKind::plan,
                  fmt::format("wants the dump of a module, at most {} bytes, found {}", kMost, file.size()));
    ModuleMemory memory;
    memory.flat.assign(file.begin(), file.end());
    return memory;
  };
  if (file.size() > kMostFile || !std::ranges::all_of(file, is_line_byte)) return raw();
  auto memory = parse_text({reinterpret_cast<const char*>(file.data()), file.size()});
  if (!memory || !is_empty(*memory)) return memory;
  // Nothing but text: a memory that was read as blanks, or a file of something else.
  if (only_byte(file)) return raw();
  return fail(
      ErrorKind::plan,
      "wants the dump of a module, found text without hex bytes; make one with ethtool -m IFACE raw on "
      "> module.bin");
}

Result<ModuleMemory> load_dump(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return fail(ErrorKind::environment, fmt::format("can't open {}; is the path right?", in_quotes(path)));
  std::vector<char> bytes(kMostFile + 1);
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(file.gcount()));
  if (file.bad()) return fail(ErrorKind::environment, fmt::format("can't read {}", in_quotes(path)));
  auto memory = parse_dump({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
  if (!memory) return within(path, memory.error());
  return memory;
}

}  // namespace pktgen

#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

namespace pktgen {

/// A machine's files under a root of their own, made from one text and gone with this value.
///
/// Each line is a file ("sys/kernel/mm/a: bytes"), one of bytes in hex ("proc/b: 0x 86 80 72 15"), a link
/// ("sys/c -> ../d") or a folder ("sys/e/"). A file that is named again gets another line; a line without
/// text after its colon is a blank one. Lines that are empty or begin with # say nothing. A file ends with a
/// newline unless it is of hex, as in sysfs.
class MachineTree {
 public:
  explicit MachineTree(std::string_view text);
  /// Of a file in tests/fixtures/machines, without its ".txt".
  static MachineTree of(const std::string& name);
  MachineTree(MachineTree&& other) noexcept : root_(std::move(other.root_)) { other.root_.clear(); }
  MachineTree& operator=(MachineTree&&) = delete;
  ~MachineTree();

  const std::filesystem::path& root() const { return root_; }

 private:
  std::filesystem::path root_;
};

}  // namespace pktgen

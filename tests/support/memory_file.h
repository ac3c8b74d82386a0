#pragma once
#include <cstdint>
#include <cstdlib>
#include <fmt/format.h>
#include <span>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

namespace pktgen {

/// A file that has a path but lies in memory alone, for what reads files.
class MemoryFile {
 public:
  explicit MemoryFile(std::span<const std::uint8_t> bytes) : file_(::memfd_create("test", MFD_CLOEXEC)) {
    const ssize_t wrote = ::write(file_, bytes.data(), bytes.size());
    if (wrote != static_cast<ssize_t>(bytes.size())) std::abort();
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { ::close(file_); }

  std::string path() const { return fmt::format("/proc/self/fd/{}", file_); }

 private:
  int file_;
};

}  // namespace pktgen

#pragma once
#include <atomic>
#include <cstdint>

namespace pktgen {

/// One writer, any readers. Relaxed load and store: costs what a plain `+=` costs, and is no data race.
class Counter {
 public:
  void operator+=(std::uint64_t n) { value_.store(read() + n, std::memory_order_relaxed); }
  std::uint64_t read() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> value_{0};
};

}  // namespace pktgen

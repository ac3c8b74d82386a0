#pragma once
#include <cstdint>
#include <limits>
#include <vector>

namespace pktgen {

/// How a number that a driver hands out behaves.
enum class CounterKind : std::uint8_t {
  grows,            ///< 64 bits that never come to an end
  wraps,            ///< starts again at 0 behind its last bit
  sticks,           ///< stays at all ones once it is there
  clears_on_read,   ///< each reading is what came since the last one, and sticks at all ones
  sums_of_cleared,  ///< the driver's sum of readings of registers that clear when read and stick at all ones
};

/// What is known of a counter beside its number. `bits` is the register's width.
struct CounterTraits {
  CounterKind kind = CounterKind::grows;
  std::uint32_t bits = 64;
  std::vector<std::uint32_t> dead_all_ones_bits{};  ///< all ones this wide mean that the device is gone
  friend bool operator==(const CounterTraits&, const CounterTraits&) = default;
};

/// Makes a number that only grows, and by exactly what came, out of the readings of one counter. The first
/// reading is where counting starts, for it holds what came before us (but where reading clears).
class CounterReader {
 public:
  /// `most` of take: nothing is known of what may have come.
  static constexpr std::uint64_t kAnything = std::numeric_limits<std::uint64_t>::max();

  explicit CounterReader(CounterTraits traits);

  /// Takes a reading; `most` is what can have come since the last one at the very most. It tells a counter
  /// that wrapped from one that was reset: a growth above it didn't happen.
  void take(std::uint64_t raw, std::uint64_t most = kAnything);

  std::uint64_t total() const { return total_; }
  /// The last reading was all ones of a device that is gone; no number was taken from it.
  bool is_dead() const { return is_dead_; }
  /// Readings at the counter's end: more may have come than was counted.
  std::uint32_t saturated() const { return saturated_; }
  /// Readings that nothing that came explains: the counter was reset, set back, or is wrong.
  std::uint32_t jumped() const { return jumped_; }

 private:
  bool means_dead(std::uint64_t raw) const;
  void grow(std::uint64_t by, std::uint64_t most);
  void take_absolute(std::uint64_t raw, std::uint64_t most);
  void step_back(std::uint64_t raw, std::uint64_t most);

  CounterTraits traits_;
  std::uint64_t end_;  // the register's all ones
  std::uint64_t last_ = 0, total_ = 0;
  std::uint32_t saturated_ = 0, jumped_ = 0;
  bool has_last_ = false, is_dead_ = false;
};

}  // namespace pktgen

#pragma once
#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "base/units.h"

namespace pktgen {

/// Holds what takes longer on its way until its time has come; who takes less overtakes. Of two with the same
/// time the one that came first goes first.
template <class T>
class DelayLine {
 public:
  bool empty() const { return heap_.empty(); }
  /// Of the next to leave; the end of time if there is none.
  Ticks next() const { return heap_.empty() ? kNever : heap_.front().leaves; }

  void push(T value, Ticks leaves) {
    heap_.push_back({leaves, entered_++, std::move(value)});
    std::ranges::push_heap(heap_, std::greater());
  }

  T pop() {
    std::ranges::pop_heap(heap_, std::greater());
    T value = std::move(heap_.back().value);
    heap_.pop_back();
    return value;
  }

 private:
  struct Delayed {
    Ticks leaves{};
    std::uint64_t number = 0;
    T value{};
    friend bool operator>(const Delayed& a, const Delayed& b) {
      return std::pair(a.leaves, a.number) > std::pair(b.leaves, b.number);
    }
  };

  std::vector<Delayed> heap_;
  std::uint64_t entered_ = 0;
};

}  // namespace pktgen

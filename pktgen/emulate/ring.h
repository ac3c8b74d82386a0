#pragma once
#include <cstddef>
#include <utility>
#include <vector>

namespace pktgen {

/// A first-in first-out queue in one block of memory, which doubles when full: a steady queue never
/// allocates.
template <class T>
class Ring {
 public:
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  T& front() { return slots_[head_]; }
  const T& front() const { return slots_[head_]; }
  T& operator[](std::size_t i) { return slots_[(head_ + i) & (slots_.size() - 1)]; }

  void push(T value) {
    if (size_ == slots_.size()) grow();
    (*this)[size_++] = std::move(value);
  }
  void pop() {
    head_ = (head_ + 1) & (slots_.size() - 1);
    --size_;
  }

  /// Makes room for `count` without allocating later.
  void reserve(std::size_t count) {
    while (slots_.size() < count) grow();
  }

 private:
  void grow() {
    std::vector<T> larger(slots_.empty() ? 64 : slots_.size() * 2);
    for (std::size_t i = 0; i < size_; ++i) larger[i] = std::move((*this)[i]);
    slots_ = std::move(larger);
    head_ = 0;
  }

  std::vector<T> slots_;
  std::size_t head_ = 0, size_ = 0;
};

}  // namespace pktgen

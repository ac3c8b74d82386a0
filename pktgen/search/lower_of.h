#pragma once
#include <algorithm>
#include <optional>

namespace pktgen {

/// The lowest yet: of what is known, if anything, and of one more.
template <class T>
T lower_of(const std::optional<T>& known, T one) {
  return known ? std::min(*known, one) : one;
}

}  // namespace pktgen

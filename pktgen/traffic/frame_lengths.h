#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "traffic/size_sequence.h"

namespace pktgen {

/// How long the frames of one stream are, without FCS: a function of a frame's number.
class FrameLengths {
 public:
  explicit FrameLengths(std::size_t of_all) : of_part_{of_all} {}
  FrameLengths(SizeSequence sizes, std::vector<std::size_t> of_part)
      : sizes_(std::move(sizes)), of_part_(std::move(of_part)) {}

  std::size_t at(std::uint64_t number) {
    return of_part_.size() == 1 ? of_part_[0] : of_part_[sizes_->part_at(number)];
  }

 private:
  std::optional<SizeSequence> sizes_{};
  std::vector<std::size_t> of_part_;
};

}  // namespace pktgen

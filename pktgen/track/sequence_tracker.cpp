#include "track/sequence_tracker.h"

#include <algorithm>

namespace pktgen {
namespace {

constexpr std::uint64_t kSmallestWindow = 4096;  // numbers

std::uint64_t window_for(std::uint64_t limit, std::uint64_t widest) {
  return std::bit_ceil(std::clamp(limit, kSmallestWindow, std::max(widest, kSmallestWindow)));
}

constexpr std::uint64_t bit_of(std::uint64_t sequence) { return std::uint64_t{1} << (sequence & 63); }

}  // namespace

SequenceTracker::SequenceTracker(std::uint64_t limit, bool may_be_damaged, std::uint64_t window)
    : limit_(limit),
      word_mask_(window_for(limit, window) / 64 - 1),
      seen_(word_mask_ + 1),
      damaged_(may_be_damaged ? word_mask_ + 1 : 0) {}

bool SequenceTracker::unusual(std::uint64_t sequence, bool whole) {
  const std::uint64_t window = (word_mask_ + 1) * 64;
  if (sequence >= limit_ || (sequence < next_ && next_ - sequence > window - 64)) {
    ++seen_so_far_.surplus;
    return false;
  }
  if (sequence >= next_) {
    advance_to(sequence);
  } else if ((seen_[word_of(sequence)] & bit_of(sequence)) != 0) {
    later_copy(sequence, whole);
    return false;
  } else {
    ++seen_so_far_.reordered;
  }
  first_copy(sequence, whole);
  return true;
}

void SequenceTracker::first_copy(std::uint64_t sequence, bool whole) {
  seen_[word_of(sequence)] |= bit_of(sequence);
  if (whole) {
    ++seen_so_far_.delivered;
  } else {
    ++seen_so_far_.corrupted;
    if (!damaged_.empty()) damaged_[word_of(sequence)] |= bit_of(sequence);
  }
}

void SequenceTracker::later_copy(std::uint64_t sequence, bool whole) {
  ++seen_so_far_.duplicated;
  if (!whole || damaged_.empty()) return;
  std::uint64_t& damaged = damaged_[word_of(sequence)];
  if ((damaged & bit_of(sequence)) == 0) return;
  damaged &= ~bit_of(sequence);
  --seen_so_far_.corrupted;
  ++seen_so_far_.delivered;
}

/// Moves the window so that `sequence` is its newest number, wiping the words it enters.
void SequenceTracker::advance_to(std::uint64_t sequence) {
  const std::uint64_t first = (next_ + 63) >> 6;  // a word already begun keeps its bits
  const std::uint64_t last = sequence >> 6;
  if (last >= first) {
    const std::uint64_t words = std::min(last - first + 1, word_mask_ + 1);
    for (std::uint64_t i = 0; i < words; ++i) {
      seen_[(last - i) & word_mask_] = 0;
      if (!damaged_.empty()) damaged_[(last - i) & word_mask_] = 0;
    }
  }
  next_ = sequence + 1;
}

SequenceTracker::Seen SequenceTracker::final_count(std::uint64_t sent) const {
  Seen seen = seen_so_far_;
  for (std::uint64_t sequence = sent; sequence < next_; ++sequence) {
    if ((seen_[word_of(sequence)] & bit_of(sequence)) == 0) continue;
    const bool damaged = !damaged_.empty() && (damaged_[word_of(sequence)] & bit_of(sequence)) != 0;
    --(damaged ? seen.corrupted : seen.delivered);
    ++seen.surplus;
  }
  return seen;
}

}  // namespace pktgen

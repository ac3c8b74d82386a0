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
    note_leaving(first, last);
    const std::uint64_t words = std::min(last - first + 1, word_mask_ + 1);
    for (std::uint64_t i = 0; i < words; ++i) {
      seen_[(last - i) & word_mask_] = 0;
      if (!damaged_.empty()) damaged_[(last - i) & word_mask_] = 0;
    }
  }
  next_ = sequence + 1;
}

/// Words from `first` to `last` are about to be entered, each in the place of one a whole window before it.
void SequenceTracker::note_leaving(std::uint64_t first, std::uint64_t last) {
  const std::uint64_t window = word_mask_ + 1;
  for (std::uint64_t word = last; word >= std::max(first, window); --word) {
    const std::uint64_t leaving = word - window;
    const std::uint64_t missing = ~bits_of(leaving);  // all, of one that was never entered
    if (missing == 0) continue;
    left_missing_ = (leaving << 6) + 63 - static_cast<std::uint64_t>(std::countl_zero(missing));
    return;
  }
}

/// Which of a word's numbers came; none of one that wasn't reached or that the window has left.
std::uint64_t SequenceTracker::bits_of(std::uint64_t word) const {
  const std::uint64_t end = (next_ + 63) >> 6;
  return word >= end || end - word > word_mask_ + 1 ? 0 : seen_[word & word_mask_];
}

std::optional<std::uint64_t> SequenceTracker::highest_missing(std::span<const SequenceTracker* const> parts,
                                                              std::uint64_t sent) {
  std::uint64_t begin = 0;  // of the words that all of them still know
  for (const SequenceTracker* const part : parts) {
    const std::uint64_t end = (part->next_ + 63) >> 6;
    begin = std::max(begin, end - std::min(end, part->word_mask_ + 1));
  }
  for (std::uint64_t word = (sent + 63) >> 6; word-- > begin;) {
    const std::uint64_t left = sent - (word << 6);  // that were sent, from this word on
    std::uint64_t missing = left >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << left) - 1;
    for (const SequenceTracker* const part : parts) missing &= ~part->bits_of(word);
    if (missing != 0) return (word << 6) + 63 - static_cast<std::uint64_t>(std::countl_zero(missing));
  }
  return parts.size() == 1 ? parts[0]->left_missing_ : std::nullopt;
}

SequenceTracker::Came SequenceTracker::came(std::uint64_t word) const {
  const std::uint64_t end = (next_ + 63) >> 6;
  if (word >= end || end - word > word_mask_ + 1) return {};
  const std::uint64_t seen = seen_[word & word_mask_];
  const std::uint64_t damaged = damaged_.empty() ? 0 : damaged_[word & word_mask_];
  return {seen & ~damaged, seen & damaged};
}

/// How often numbers of a word, of those in `which`, came to one part more.
SequenceTracker::Again SequenceTracker::again(std::span<const SequenceTracker* const> parts,
                                              std::uint64_t word, std::uint64_t which) {
  const auto count = [](std::uint64_t bits) { return static_cast<std::uint64_t>(std::popcount(bits)); };
  Came any;
  Again again;
  for (const SequenceTracker* const part : parts) {
    const Came here = part->came(word);
    any.whole |= here.whole & which;
    any.damaged |= here.damaged & which;
    again.whole += count(here.whole & which);
    again.damaged += count(here.damaged & which);
  }
  again.whole -= count(any.whole);
  again.damaged -= count(any.damaged & ~any.whole);
  return again;
}

SequenceTracker::Seen SequenceTracker::joint(std::span<const SequenceTracker* const> parts,
                                             std::uint64_t sent) {
  Seen all;
  std::uint64_t end = 0, begin = 0;
  for (const SequenceTracker* const part : parts) {
    const Seen seen = part->final_count(sent);
    all.delivered += seen.delivered;
    all.corrupted += seen.corrupted;
    all.duplicated += seen.duplicated;
    all.reordered += seen.reordered;
    all.surplus += seen.surplus;
    end = std::max(end, (part->next_ + 63) >> 6);
    begin = std::max(begin, end - std::min(end, part->word_mask_ + 1));
  }
  for (std::uint64_t word = begin; word < end; ++word) {
    const std::uint64_t left =
        sent > word << 6 ? sent - (word << 6) : 0;  // that were sent, from this word on
    const std::uint64_t were_sent = left >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << left) - 1;
    const Again known = again(parts, word, were_sent), beyond = again(parts, word, ~were_sent);
    all.delivered -= known.whole;
    all.corrupted -= known.damaged;
    all.surplus -= beyond.whole + beyond.damaged;
    all.duplicated += known.whole + known.damaged + beyond.whole + beyond.damaged;
  }
  return all;
}

std::vector<SequenceTracker::Missing> SequenceTracker::missing(std::span<const SequenceTracker* const> parts,
                                                               std::uint64_t sent, std::size_t most) {
  std::vector<Missing> runs;
  std::uint64_t begin = 0;
  for (const SequenceTracker* const part : parts) {
    const std::uint64_t end = (part->next_ + 63) >> 6;
    begin = std::max(begin, end - std::min(end, part->word_mask_ + 1));
  }
  for (std::uint64_t word = begin; word << 6 < sent; ++word) {
    std::uint64_t came = 0;
    for (const SequenceTracker* const part : parts) came |= part->came(word).whole | part->came(word).damaged;
    if (came == ~std::uint64_t{0}) continue;
    for (std::uint64_t s = word << 6; s < std::min(sent, (word + 1) << 6); ++s) {
      if ((came & bit_of(s)) != 0) continue;
      if (!runs.empty() && runs.back().first + runs.back().count == s) {
        ++runs.back().count;
        continue;
      }
      if (runs.size() == most) return runs;
      runs.push_back({s, 1});
    }
  }
  return runs;
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

#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace pktgen {

/// Counts what arrived of one stream's numbers, exactly, in any mixture of loss, duplication and reordering.
///
/// One bit a number in a window that moves with the newest one. The window holds all numbers of a trial up to
/// 2^27 (16 MiB); in longer trials a frame that comes more than 2^27 frames late (nine seconds at 14.88 Mfps)
/// can't be told from a duplicate and is counted as `surplus`. Who has many streams may take less.
class SequenceTracker {
 public:
  /// What has been seen so far; `surplus` are numbers at or above `limit`, or too old to be known.
  struct Seen {
    std::uint64_t delivered = 0, corrupted = 0, duplicated = 0, reordered = 0, surplus = 0;
    std::uint64_t firsts() const { return delivered + corrupted; }  ///< numbers seen, each once
    void operator+=(const Seen& other) {
      delivered += other.delivered;
      corrupted += other.corrupted;
      duplicated += other.duplicated;
      reordered += other.reordered;
      surplus += other.surplus;
    }
    friend bool operator==(const Seen&, const Seen&) = default;
  };

  static constexpr std::uint64_t kWidestWindow = std::uint64_t{1} << 27, kNarrowestWindow = 1 << 16;

  /// Numbers run from 0 to below `limit`. With `may_be_damaged` twice the memory is taken. The window is no
  /// wider than `window` numbers, a power of two.
  explicit SequenceTracker(std::uint64_t limit, bool may_be_damaged = false,
                           std::uint64_t window = kWidestWindow);

  /// As if nothing had come yet.
  void reset() {
    next_ = 0;
    left_missing_.reset();
    seen_so_far_ = {};
  }

  /// A whole frame with this number came. Returns whether it is the first of that number.
  bool on(std::uint64_t sequence) {
    const bool word_is_begun = (sequence & 63) != 0;  // a new word has to be wiped first
    if (sequence == next_ && word_is_begun && sequence < limit_) [[likely]] {
      seen_[word_of(sequence)] |= std::uint64_t{1} << (sequence & 63);
      ++next_;
      ++seen_so_far_.delivered;
      return true;
    }
    return unusual(sequence, true);
  }

  /// The same for many whole frames in order of arrival; returns how many are the first of their number.
  std::uint64_t on_many(std::span<const std::uint64_t> sequences) {
    std::uint64_t firsts = 0;
    for (std::size_t i = 0; i < sequences.size();) {
      const std::size_t run = in_order(sequences.subspan(i));
      if (run == 0) {
        firsts += on(sequences[i++]) ? 1u : 0u;
        continue;
      }
      seen_[word_of(next_)] |= ((std::uint64_t{1} << run) - 1) << (next_ & 63);
      next_ += run;
      seen_so_far_.delivered += run;
      firsts += run;
      i += run;
    }
    return firsts;
  }

  /// A frame with this number and a damaged payload came.
  bool on_damaged(std::uint64_t sequence) { return unusual(sequence, false); }

  const Seen& so_far() const { return seen_so_far_; }

  /// One above the highest number that came.
  std::uint64_t next() const { return next_; }

  /// Numbers below the highest one that haven't come: lost, or late.
  std::uint64_t missing() const { return next_ - seen_so_far_.firsts(); }

  /// The count of several trackers that each saw a part of one stream, as queues of a port do. A number that
  /// came to two of them came twice; in which order the queues got theirs can't be told, so `reordered` is
  /// what each saw on its own. Exact while the stream's numbers fit the window, which must be the same for
  /// all.
  static Seen joint(std::span<const SequenceTracker* const> parts, std::uint64_t sent);

  /// A run of numbers that didn't come.
  struct Missing {
    std::uint64_t first = 0, count = 0;
    friend bool operator==(const Missing&, const Missing&) = default;
  };

  /// The numbers below `sent` that came to none of the parts, in order: those of the window, and no more than
  /// `most` runs, the earliest.
  static std::vector<Missing> missing(std::span<const SequenceTracker* const> parts, std::uint64_t sent,
                                      std::size_t most);

  /// The highest number below `sent` that never came, neither whole nor damaged; nothing if all came. Of
  /// several parts of one stream only what lies in the window is known: nothing there too, if it lies farther
  /// back.
  static std::optional<std::uint64_t> highest_missing(std::span<const SequenceTracker* const> parts,
                                                      std::uint64_t sent);

  /// The final count, given that numbers below `sent` were sent: what is above is surplus, not delivery.
  Seen final_count(std::uint64_t sent) const;

 private:
  std::size_t word_of(std::uint64_t sequence) const { return (sequence >> 6) & word_mask_; }

  /// How many from the front are just the next numbers, within a word that is begun.
  std::size_t in_order(std::span<const std::uint64_t> sequences) const {
    const std::uint64_t room = (64 - (next_ & 63)) & 63, left = limit_ > next_ ? limit_ - next_ : 0;
    const std::size_t most = std::min({sequences.size(), room, left});
    std::size_t run = 0;
    while (run < most && sequences[run] == next_ + run) ++run;
    return run;
  }

  /// Which of a word's 64 numbers came, and of these only damaged; nothing of words that the window left.
  struct Came {
    std::uint64_t whole = 0, damaged = 0;
  };
  Came came(std::uint64_t word) const;
  struct Again {
    std::uint64_t whole = 0, damaged = 0;
  };
  static Again again(std::span<const SequenceTracker* const> parts, std::uint64_t word, std::uint64_t which);

  bool unusual(std::uint64_t sequence, bool whole);
  void first_copy(std::uint64_t sequence, bool whole);
  void later_copy(std::uint64_t sequence, bool whole);
  void advance_to(std::uint64_t sequence);
  void note_leaving(std::uint64_t first, std::uint64_t last);
  std::uint64_t bits_of(std::uint64_t word) const;

  std::uint64_t limit_;
  std::uint64_t word_mask_;
  std::uint64_t next_ = 0;  // one above the highest number seen
  std::vector<std::uint64_t> seen_;
  std::vector<std::uint64_t> damaged_;  // of the seen: only damaged copies came; empty if that can't be
  std::optional<std::uint64_t> left_missing_{};  // the highest that hadn't come when the window left it
  Seen seen_so_far_;
};

}  // namespace pktgen

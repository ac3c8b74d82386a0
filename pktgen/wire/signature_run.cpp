#include "wire/signature_run.h"

#include <algorithm>

namespace pktgen {
namespace {

struct Tails {
  std::uint64_t* words;
  std::uint16_t* checks;
  std::uint64_t heads, next_heads;  // the sums of the first 8 bytes, before and after the next 65,536
  std::uint64_t sequence, due_fine, step_fine;
};

// Both loops are of one length and without a branch, so that the compiler makes vectors of them; which ones
// is chosen by the processor when the program is loaded (PKTGEN_CLONES, see meson.build).
PKTGEN_CLONES void make_tails(const Tails& made) {
  using namespace signature_detail;
  std::uint64_t* const words = made.words;
  std::uint16_t* const checks = made.checks;
  const Tails run = made;
  const std::uint64_t low = run.sequence & 0xffff, heads_differ_by = run.next_heads - run.heads;
  for (std::uint64_t i = 0; i < SignatureRun::kMost; ++i) {
    const std::uint64_t tail = (low + i) << 48 | (run.due_fine + i * run.step_fine) >> 16;
    const std::uint64_t word = __builtin_bswap64(tail);
    const std::uint64_t heads = run.heads + (heads_differ_by & (0 - ((low + i) >> 16)));
    words[i] = word;
    checks[i] = completing(heads + halves(word));
  }
}

PKTGEN_CLONES void make_checks(const std::uint64_t* heads, const std::uint64_t* tails,
                               std::uint16_t* checks) {
  using namespace signature_detail;
  for (std::uint64_t i = 0; i < SignatureMix::kMost; ++i)
    checks[i] = completing(halves(heads[i]) + halves(tails[i]));
}

struct Words {
  const std::uint64_t *heads, *tails, *checks;
  std::uint64_t *sequences, *dues_ns;
};

/// What isn't as it should be in any of the first `count` frames: a check or magic, or another stream.
struct Odd {
  std::uint64_t foreign = 0, streams = 0;
};

PKTGEN_CLONES Odd read_words(const Words& words, std::uint64_t count) {
  using namespace signature_detail;
  const Words all = words;
  const std::uint64_t first = all.heads[0];
  Odd odd;
  for (std::uint64_t i = 0; i < SignatureBurst::kMost; ++i) {
    const std::uint64_t head = all.heads[i], tail = all.tails[i];
    const std::uint64_t counts = i < count ? ~std::uint64_t{0} : 0;
    // Nothing is left to complete where the sum is right; of the two zeros that is 0xffff.
    const std::uint64_t wrong_sum = completing(halves(head) + halves(tail) + all.checks[i]) ^ 0xffffu;
    odd.foreign |= (wrong_sum | ((head ^ kNativeMagic) & 0xffff)) & counts;
    odd.streams |= (head ^ first) & 0xffff'0000 & counts;
    const std::uint64_t low = __builtin_bswap64(tail);
    all.sequences[i] = (__builtin_bswap64(head) & 0xffff'ffff) << 16 | low >> 48;
    all.dues_ns[i] = low & k48Bits;
  }
  return odd;
}

}  // namespace

void SignatureMix::make() { make_checks(heads_.data(), tails_.data(), checks_.data()); }

bool SignatureBurst::read(std::uint32_t count) {
  const Odd odd =
      read_words({heads_.data(), tails_.data(), checks_.data(), sequences_.data(), dues_ns_.data()}, count);
  are_of_one_stream_ = odd.streams == 0;
  return odd.foreign == 0;
}

void SignatureRun::make(std::uint16_t stream, std::uint64_t sequence, std::uint64_t due_fine,
                        std::uint64_t step_fine) {
  using namespace signature_detail;
  const std::uint64_t before_next = 0x1'0000 - (sequence & 0xffff);
  same_head_ = static_cast<std::uint32_t>(std::min<std::uint64_t>(before_next, kMost));
  head_ = head_of(stream, sequence);
  next_head_ = head_of(stream, sequence + before_next);
  make_tails(
      {tails_.data(), checks_.data(), halves(head_), halves(next_head_), sequence, due_fine, step_fine});
}

}  // namespace pktgen

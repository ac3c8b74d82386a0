#include "wire/signature.h"
#include "wire/signature_run.h"

#include <array>
#include <gtest/gtest.h>

#include "base/random.h"
#include "wire/checksum.h"

namespace pktgen {
namespace {

using Stamped = std::array<std::uint8_t, kSignatureBytes>;

Stamped stamped(Signature signature) {
  Stamped bytes;
  bytes.fill(0xa5);
  stamp(bytes.data(), signature);
  return bytes;
}

SignatureState state_of(const Stamped& bytes) {
  Signature ignored;
  return read_signature(bytes.data(), ignored);
}

TEST(Signature, LiesAsTheLayoutSays) {
  const Stamped bytes = stamped({.stream = 0x0102, .sequence = 0x030405060708, .due_ns = 0x090a0b0c0d0e});
  const std::array<std::uint8_t, 16> front{0x70, 0x67, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14};
  EXPECT_TRUE(std::equal(front.begin(), front.end(), bytes.begin()));
  // 7067 + 0102 + 0304 + 0506 + 0708 + 090a + 0b0c + 0d0e = a19f; a55a - a19f = 03bb
  EXPECT_EQ(bytes[16], 0x03);
  EXPECT_EQ(bytes[17], 0xbb);
}

TEST(Signature, IsReadBackWhole) {
  Random random(7);
  for (int i = 0; i < 10'000; ++i) {
    const Signature wrote{static_cast<std::uint16_t>(random.next()), random.next() & k48Bits,
                          random.next() & k48Bits};
    const Stamped bytes = stamped(wrote);
    Signature read;
    ASSERT_EQ(read_signature(bytes.data(), read), SignatureState::ours);
    ASSERT_EQ(read.stream, wrote.stream);
    ASSERT_EQ(read.sequence, wrote.sequence);
    ASSERT_EQ(read.due_ns, wrote.due_ns);
  }
}

TEST(Signature, AddsTheSameToAnyChecksum) {
  Random random(8);
  for (int i = 0; i < 10'000; ++i) {
    const Stamped bytes = stamped(
        {static_cast<std::uint16_t>(random.next()), random.next() & k48Bits, random.next() & k48Bits});
    ASSERT_EQ(ones_complement_fold(ones_complement_add(0, bytes)), 0xa55a);
  }
}

TEST(Signature, WithAnyOneBitFlippedIsDamagedOrAbsent) {
  const Stamped good = stamped({.stream = 3, .sequence = 0xffff, .due_ns = 0xffff'ffff'ffff});
  for (std::size_t bit = 0; bit < kSignatureBytes * 8; ++bit) {
    Stamped bytes = good;
    bytes[bit / 8] ^= static_cast<std::uint8_t>(1u << (bit % 8));
    EXPECT_EQ(state_of(bytes), bit < 16 ? SignatureState::absent : SignatureState::damaged) << bit;
  }
}

TEST(Signature, IsNotSeenInBytesThatOnlyBeginLikeOne) {
  Stamped bytes{};
  bytes[0] = 0x70;
  EXPECT_EQ(state_of(bytes), SignatureState::absent);
  bytes[1] = 0x67;
  EXPECT_EQ(state_of(bytes), SignatureState::damaged);
}

TEST(SignatureRun, WritesWhatStampingOneByOneWrites) {
  for (const std::uint64_t sequence : {std::uint64_t{0}, std::uint64_t{65'519}, std::uint64_t{65'535},
                                       std::uint64_t{65'536}, k48Bits - 40}) {
    SignatureRun run;
    constexpr std::uint64_t kDueNs = 86'400'000'000'000, kStepNs = 67;  // a day; 67.25 ns a frame
    run.make(7, sequence, kDueNs << 16, (kStepNs << 16) + 0x4000);
    for (std::uint32_t i = 0; i < SignatureRun::kMost; ++i) {
      std::array<std::uint8_t, kSignatureBytes> one, many;
      one.fill(0xa5);
      many.fill(0xa5);
      stamp(one.data(), {7, sequence + i, kDueNs + kStepNs * i + i / 4});
      run.write(i, many.data());
      ASSERT_EQ(one, many) << sequence << " + " << i;
    }
  }
}

}  // namespace
}  // namespace pktgen

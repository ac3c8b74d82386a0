#include "wire/payload.h"

#include <array>

#include "base/random.h"

namespace pktgen {
namespace {

constexpr std::array<std::uint8_t, 1> kOnes{0xff};

void count_up(MutableBytes payload) {
  for (std::size_t i = 0; i < payload.size(); ++i) payload[i] = static_cast<std::uint8_t>(i);
}

void draw(MutableBytes payload, std::uint64_t seed) {
  Random random(seed);
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < payload.size(); ++i) {
    number = i % 8 == 0 ? random.next() : number >> 8;
    payload[i] = static_cast<std::uint8_t>(number);
  }
}

void shift_out_prbs31(MutableBytes payload) {
  std::uint32_t stages = 0x7fff'ffff;  // the youngest bit is the least significant
  for (std::uint8_t& byte : payload) {
    unsigned inverted = 0;
    for (unsigned bit = 0; bit < 8; ++bit) {
      const std::uint32_t next = (stages >> 30 ^ stages >> 27) & 1;
      stages = stages << 1 | next;
      inverted |= (next ^ 1) << bit;
    }
    byte = static_cast<std::uint8_t>(inverted);
  }
}

void repeat(MutableBytes payload, ByteView bytes) {
  for (std::size_t i = 0; i < payload.size(); ++i) payload[i] = bytes.empty() ? 0 : bytes[i % bytes.size()];
}

}  // namespace

void fill_payload(MutableBytes payload, const PayloadSpec& spec) {
  switch (spec.kind) {
    case PayloadSpec::Kind::counter:
      return count_up(payload);
    case PayloadSpec::Kind::zeros:
      return repeat(payload, {});
    case PayloadSpec::Kind::ones:
      return repeat(payload, kOnes);
    case PayloadSpec::Kind::random:
      return draw(payload, spec.seed);
    case PayloadSpec::Kind::prbs31:
      return shift_out_prbs31(payload);
    case PayloadSpec::Kind::pattern:
    case PayloadSpec::Kind::file:
      return repeat(payload, spec.bytes);
  }
}

}  // namespace pktgen

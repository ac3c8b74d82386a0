#include "traffic/field_writer.h"

#include <algorithm>
#include <concepts>
#include <gtest/gtest.h>
#include <string>

#include "base/random.h"
#include "traffic/stream_spec.h"
#include "wire/header_layout.h"

namespace pktgen {
namespace {

constexpr MacAddress kHere{2, 0, 0, 0, 0, 1}, kThere{2, 0, 0, 0, 0, 2};

HeaderStack stack_of(std::vector<Header> behind) {
  HeaderStack stack{EthernetHeader{.dst = kThere, .src = kHere}};
  stack.insert(stack.end(), behind.begin(), behind.end());
  return stack;
}

const Ipv4Header kIpv4{.src = {198, 18, 0, 1}, .dst = {198, 19, 0, 1}};
const Ipv6Header kIpv6{.src = {0x20, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1},
                       .dst = {0x20, 1, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1}};

/// The header's field as a whole number changed, by the field's name without the header's.
void set(HeaderStack& stack, const Field& field, std::uint64_t value) {
  const std::size_t dot = field.name.find('.');
  const std::string_view kind = std::string_view(field.name).substr(0, dot);
  const std::string_view wanted = std::string_view(field.name).substr(dot + 1);
  std::size_t nth = 1;
  std::string_view name = kind;
  if (kind.ends_with(']')) {
    nth = static_cast<std::size_t>(kind[kind.size() - 2] - '0');
    name = kind.substr(0, kind.find('['));
  }
  for (Header& header : stack) {
    if (name_of(kind_of(header)) != name || --nth != 0) continue;
    std::visit(
        [&](auto& h) {
          visit_fields(h, [&](std::string_view here, std::size_t, unsigned, auto& held) {
            if (here != wanted) return;
            using Held = std::remove_cvref_t<decltype(held)>;
            if constexpr (std::integral<Held>) {
              held = static_cast<Held>(value);
            } else {
              const std::size_t bytes = std::min<std::size_t>(held.size(), 8);
              for (std::size_t i = 0; i < bytes; ++i)
                held[held.size() - 1 - i] = static_cast<std::uint8_t>(value >> (8 * i));
            }
          });
        },
        header);
    return;
  }
}

std::uint64_t mask_of(const Field& field) {
  return field.bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << field.bits) - 1;
}

/// Written with values drawn, each frame is what a stack with these values would have been built to.
void expect_built_frames(const HeaderStack& stack, std::vector<std::string> names, FrameBytes size) {
  const BuiltFrame frame = build_frame(stack, size, {});
  std::vector<Modifier> modifiers;
  for (const std::string& name : names)
    modifiers.push_back({.field = name, .kind = Modifier::Kind::random, .seed = modifiers.size() + 7});
  auto values = FieldValues::make(frame.fields, modifiers);
  ASSERT_TRUE(values) << values.error().message;
  const FieldWriter writer(frame, *values);
  FieldColumns columns;
  values->fill(0, FieldColumns::kMost, columns);
  std::vector<std::vector<std::uint8_t>> together(FieldColumns::kMost, frame.bytes);
  std::vector<std::uint8_t*> places;
  for (auto& bytes : together) places.push_back(bytes.data());
  writer.write(columns, places);
  for (std::uint32_t i = 0; i < FieldColumns::kMost; ++i) {
    HeaderStack changed = stack;
    for (std::size_t m = 0; m < names.size(); ++m) {
      const auto field = std::ranges::find(frame.fields, names[m], &Field::name);
      const std::uint64_t value = values->value_at(m, i);
      EXPECT_EQ(value & ~mask_of(*field), 0u);
      set(changed, *field, value);
    }
    std::vector<std::uint8_t> alone = frame.bytes;
    writer.write_one(columns, i, alone.data());
    const BuiltFrame wanted = build_frame(changed, size, {});
    const auto headers = [&](const std::vector<std::uint8_t>& bytes) {
      return std::vector(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(frame.signature_at));
    };
    ASSERT_EQ(headers(alone), headers(wanted.bytes)) << names.front() << ", frame " << i;
    ASSERT_EQ(headers(together[i]), headers(wanted.bytes)) << names.front() << ", frame " << i;
  }
}

const std::vector<HeaderStack>& all_stacks() {
  static const std::vector<HeaderStack> stacks{
      stack_of({}),
      stack_of({VlanTag{.id = 7}, kIpv4, UdpHeader{}}),
      stack_of({VlanTag{.id = 100, .tpid = 0x88a8}, VlanTag{.id = 7}, kIpv6, TcpHeader{}}),
      stack_of({MplsLabel{.label = 16}, MplsLabel{.label = 17}, kIpv4, TcpHeader{}}),
      stack_of({ArpMessage{.sender_mac = kHere}}),
      stack_of({kIpv4, IcmpEcho{}}),
      stack_of({kIpv6, IcmpEcho{}}),
      stack_of({kIpv6, UdpHeader{}}),
      stack_of({kIpv4, GreHeader{.key = 5}, kIpv4, UdpHeader{}}),
      stack_of({kIpv4, UdpHeader{.dst_port = 4789}, VxlanHeader{.vni = 9},
                EthernetHeader{.dst = kThere, .src = kHere}, kIpv4, UdpHeader{}}),
      stack_of({kIpv6, UdpHeader{.dst_port = 4789}, VxlanHeader{.vni = 9},
                EthernetHeader{.dst = kThere, .src = kHere}, kIpv6, TcpHeader{}})};
  return stacks;
}

TEST(FieldWriter, WritesEachFieldOfEachStackWithItsChecksumsAsIfTheFrameWereBuiltSo) {
  for (const HeaderStack& stack : all_stacks())
    for (const std::uint64_t more : {0u, 1u, 64u, 65u}) {
      const FrameBytes size = smallest_frame(stack) + FrameBytes{more};
      for (const Field& field : build_frame(stack, size, {}).fields)
        expect_built_frames(stack, {field.name}, size);
    }
}

TEST(FieldWriter, WritesAllFieldsOfAStackAtOnce) {
  for (const HeaderStack& stack : all_stacks()) {
    const FrameBytes size = smallest_frame(stack) + FrameBytes{33};
    std::vector<std::string> names;
    for (const Field& field : build_frame(stack, size, {}).fields)
      if (names.size() < kMostFields) names.push_back(field.name);
    expect_built_frames(stack, names, size);
    std::ranges::reverse(names);
    expect_built_frames(stack, names, size);
  }
}

TEST(FieldWriter, MakesOfAUdpChecksumOfZeroTheOtherZero) {
  const HeaderStack stack = stack_of({kIpv4, UdpHeader{}});
  const BuiltFrame frame = build_frame(stack, {64}, {});
  const Modifier all_ports{.field = "udp.src_port"};
  auto values = FieldValues::make(frame.fields, {{all_ports}});
  ASSERT_TRUE(values);
  const FieldWriter writer(frame, *values);
  FieldColumns columns;
  std::vector<std::uint8_t> bytes = frame.bytes;
  std::uint64_t zeros = 0, ones = 0;
  for (std::uint64_t n = 0; n < 65'536; ++n) {
    values->fill(n, 1, columns);
    writer.write_one(columns, 0, bytes.data());
    zeros += load_be16(&bytes[40]) == 0 ? 1u : 0u;
    ones += load_be16(&bytes[40]) == 0xffff ? 1u : 0u;
  }
  EXPECT_EQ(zeros, 0u);
  EXPECT_EQ(ones, 1u);  // of 65,536 ports just one makes the sum zero
}

}  // namespace
}  // namespace pktgen

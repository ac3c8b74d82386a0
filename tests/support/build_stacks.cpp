// Writes frames of every stack, at several sizes and with changing fields, for others to read:
// build_stacks FILE.pcap prints a line for each stack: its name, the number of frames.
#include <cstdio>
#include <fmt/format.h>
#include <string>
#include <vector>

#include "plan/stream_values.h"
#include "traffic/stream_program.h"
#include "wire/pcap_file.h"
#include "wire/signature.h"

namespace {

using namespace pktgen;

constexpr const char* kStacks[] = {"eth",
                                   "eth/arp",
                                   "eth/ipv4/udp",
                                   "eth/ipv4/tcp",
                                   "eth/ipv4/icmp",
                                   "eth/ipv6/udp",
                                   "eth/ipv6/tcp",
                                   "eth/ipv6/icmp",
                                   "eth/vlan",
                                   "eth/vlan/ipv4/udp",
                                   "eth/vlan/arp",
                                   "eth/vlan/vlan/ipv4/tcp",
                                   "eth/vlan/vlan/ipv6/udp",
                                   "eth/mpls/ipv4/udp",
                                   "eth/mpls/mpls/mpls/ipv6/tcp",
                                   "eth/vlan/mpls/ipv4/icmp",
                                   "eth/ipv4/ipv4/udp",
                                   "eth/ipv4/ipv6/udp",
                                   "eth/ipv6/ipv4/tcp",
                                   "eth/ipv6/ipv6/icmp",
                                   "eth/ipv4/gre/ipv4/udp",
                                   "eth/ipv4/gre/ipv6/tcp",
                                   "eth/ipv6/gre/eth/ipv4/icmp",
                                   "eth/ipv4/gre/mpls/ipv4/udp",
                                   "eth/ipv4/udp/vxlan/eth/ipv4/udp",
                                   "eth/ipv4/udp/vxlan/eth/vlan/ipv6/tcp",
                                   "eth/ipv6/udp/vxlan/eth/ipv6/udp",
                                   "eth/ipv6/udp/vxlan/eth/arp"};

/// Fields of the innermost headers and of an outer one, as far as the stack has them.
std::vector<Modifier> modifiers_of(const std::vector<Field>& fields) {
  std::vector<Modifier> modifiers;
  for (const Field& field : fields) {
    if (modifiers.size() == kMostFields) break;
    const bool breaks_the_stack = field.name.ends_with("dst_port") || field.name == "arp.operation";
    if (breaks_the_stack || field.name.ends_with("ttl") || field.name.ends_with("hop_limit")) continue;
    const bool is_address = field.bits >= 32;
    modifiers.push_back({.field = field.name,
                         .kind = is_address ? Modifier::Kind::count : Modifier::Kind::random,
                         .first = is_address ? 0x0202'0304u : 0,
                         .step = 3,
                         .count = is_address ? 1000u : 0,
                         .seed = modifiers.size() + 1});
  }
  return modifiers;
}

StreamSpec spec_of(const char* stack, FrameBytes size, bool changes) {
  StreamSpec spec{.name = stack, .headers = *parse_header_stack(stack)};
  auto& eth = std::get<EthernetHeader>(spec.headers.front());
  eth.src = {2, 0, 0, 0, 0, 1};
  if (eth.dst == MacAddress{}) eth.dst = {2, 0, 0, 0, 0, 2};
  spec.sizes.parts = {{size, 1}};
  spec.payload.kind = static_cast<PayloadSpec::Kind>(size.count % 5);
  if (changes) spec.modifiers = modifiers_of(build_frame(spec.headers, size, {}).fields);
  return spec;
}

std::size_t write(PcapWriter& file, const StreamSpec& spec, std::uint32_t frames) {
  auto program = StreamProgram::make(spec, 0);
  if (!program) {
    fmt::print(stderr, "{}: {}\n", spec.name, program.error().message);
    return 0;
  }
  const auto& variant = program->variants()[0];
  FieldColumns columns;
  program->values(0, frames, columns);
  for (std::uint32_t i = 0; i < frames; ++i) {
    std::vector<std::uint8_t> bytes = variant.frame.bytes;
    if (program->has_fields()) variant.fields.write_one(columns, i, bytes.data());
    stamp(&bytes[program->signature_at()], {.stream = 1, .sequence = i, .due_ns = 1'000'000'007u * i});
    file.write(Nanoseconds(1), bytes);
  }
  return frames;
}

}  // namespace

int main(int, char** argv) {
  auto file = PcapWriter::create(argv[1]);
  if (!file) return 1;
  for (const char* const stack : kStacks) {
    const FrameBytes smallest = smallest_frame(*parse_header_stack(stack));
    std::size_t frames = 0;
    for (const FrameBytes size : {smallest, smallest + FrameBytes{1}, FrameBytes{256}, FrameBytes{257},
                                  FrameBytes{1518}, FrameBytes{9018}})
      frames += write(*file, spec_of(stack, size, false), 1);
    frames += write(*file, spec_of(stack, smallest, true), 32);
    frames += write(*file, spec_of(stack, {301}, true), 32);
    fmt::print("{} {}\n", stack, frames);
  }
  return file->close() ? 0 : 1;
}

#include "plan/ready_streams.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <memory>

namespace pktgen {
namespace {

Result<std::vector<std::uint8_t>> load_bytes(const std::string& path) {
  const auto cannot = [&] {
    return fail(ErrorKind::environment,
                fmt::format("payload {} can't be read: {}; check the path", path, std::strerror(errno)));
  };
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (!file) return cannot();
  std::vector<std::uint8_t> bytes(kLargestFrame.count + 1);
  bytes.resize(std::fread(bytes.data(), 1, bytes.size(), file.get()));
  if (std::ferror(file.get()) != 0) return cannot();
  if (bytes.empty() || bytes.size() > kLargestFrame.count)
    return fail(ErrorKind::plan,
                fmt::format("payload {} wants 1 to {} bytes, which repeat to the frame's end, found {}", path,
                            kLargestFrame.count, bytes.empty() ? "none" : "more"));
  return bytes;
}

}  // namespace

void fill_macs(HeaderStack& stack, const MacAddress& own, const MacAddress& peer) {
  if (stack.empty()) return;
  if (auto* const eth = std::get_if<EthernetHeader>(&stack.front())) {
    if (eth->src == MacAddress{}) eth->src = own;
    if (eth->dst == MacAddress{}) eth->dst = peer;
  }
  for (Header& header : stack)
    if (auto* const arp = std::get_if<ArpMessage>(&header))
      if (arp->sender_mac == MacAddress{}) arp->sender_mac = own;
}

Result<void> load_payloads(std::vector<StreamSpec>& streams) {
  for (StreamSpec& stream : streams) {
    if (stream.payload.kind != PayloadSpec::Kind::file) continue;
    auto bytes = load_bytes(stream.payload.file);
    if (!bytes) return within(stream.place, std::move(bytes.error()));
    stream.payload.bytes = std::move(*bytes);
  }
  return {};
}

}  // namespace pktgen

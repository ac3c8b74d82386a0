#include "plan/validate_streams.h"

#include <fmt/format.h>

#include "base/text.h"
#include "plan/header_keys.h"
#include "plan/stream_values.h"

namespace pktgen {
namespace {

Result<void> check_sizes(const StreamSpec& stream) {
  const FrameBytes smallest = smallest_frame(stream.headers);
  for (const SizeMix::Part& part : stream.sizes.parts)
    if (part.size < smallest)
      return fail(ErrorKind::plan,
                  fmt::format("size {} doesn't fit: the stack {} needs room for its headers and an 18-byte "
                              "signature, so the smallest frame is {} bytes; choose sizes from {} to {}",
                              part.size.count, print_header_stack(stream.headers), smallest.count,
                              smallest.count, kLargestFrame.count));
  return {};
}

/// A zero address is the port's own, so it is never wrong.
Result<void> check_macs(const StreamSpec& stream) {
  const auto* const eth = std::get_if<EthernetHeader>(&stream.headers.front());
  if (eth == nullptr) return {};
  if ((eth->src[0] & 1) != 0)
    return fail(
        ErrorKind::plan,
        fmt::format("eth.src {} is a group address, which no frame comes from; clear the last bit of its "
                    "first byte",
                    print_mac(eth->src)));
  if (eth->src == eth->dst && eth->src != MacAddress{})
    return fail(ErrorKind::plan, fmt::format("eth.src and eth.dst are both {}, so a switch forwards nothing; "
                                             "change one",
                                             print_mac(eth->src)));
  return {};
}

}  // namespace

Result<void> check_service(const ServiceSpec& service) {
  const std::size_t sizes = service.stream.sizes.parts.size();
  if (sizes > kMostServiceSizes)
    return within(
        service.stream.place,
        Error{ErrorKind::plan, fmt::format("a service has up to {} frame sizes, found {}; name fewer",
                                           kMostServiceSizes, sizes)});
  if (service.cir.amount > 0) return {};
  return within(
      service.stream.place,
      Error{ErrorKind::plan, "there is no CIR, which the test is about; say one like 100M with cir"});
}

Result<void> validate_streams(const std::vector<StreamSpec>& streams) {
  constexpr Result<void> (*kChecks[])(const StreamSpec&) = {
      [](const StreamSpec& stream) { return check_stack(stream.headers); }, check_macs, check_sizes};
  for (const StreamSpec& stream : streams)
    for (const auto check : kChecks)
      if (auto checked = check(stream); !checked) return within(stream.place, std::move(checked.error()));
  return {};
}

}  // namespace pktgen

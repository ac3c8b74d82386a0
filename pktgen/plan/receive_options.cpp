#include "plan/receive_options.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/text.h"

namespace pktgen {
namespace {

template <class Address>
Result<void> add(std::vector<Address>& addresses, const Address& address, std::string_view text) {
  if (std::ranges::find(addresses, address) != addresses.end())
    return fail(ErrorKind::plan, fmt::format("{} is there twice; keep one of them", text));
  addresses.push_back(address);
  return {};
}

struct ByteUnit {
  std::string_view name;
  std::uint64_t bytes;
};
constexpr ByteUnit kByteUnits[] = {{"kB", 1'000}, {"MB", 1'000'000}, {"GB", 1'000'000'000}, {"B", 1}};

}  // namespace

Result<void> store_answers(ReceivePlan& plan, std::string_view text) {
  plan.ipv4.clear();
  plan.ipv6.clear();
  for (const std::string_view part : split(text, ',')) {
    Result<void> added;
    if (const auto v4 = parse_ipv4(part)) added = add(plan.ipv4, *v4, part);
    else if (const auto v6 = parse_ipv6(part)) added = add(plan.ipv6, *v6, part);
    else
      added = fail(ErrorKind::plan,
                   fmt::format("wants IP addresses like 198.19.0.1 or 2001:2::1, found {}", in_quotes(part)));
    if (!added) return added;
  }
  return {};
}

std::string print_answers(const ReceivePlan& plan) {
  std::vector<std::string> all;
  for (const Ipv4Address& address : plan.ipv4) all.push_back(print_ipv4(address));
  for (const Ipv6Address& address : plan.ipv6) all.push_back(print_ipv6(address));
  return join(all, ",");
}

Result<void> store_bytes(std::uint64_t& target, std::string_view text) {
  constexpr std::uint64_t kMost = 1'000'000;
  for (const auto& [name, bytes] : kByteUnits) {
    if (!text.ends_with(name)) continue;
    const auto number = parse_integer(text.substr(0, text.size() - name.size()), 1, kMost);
    if (!number) break;
    target = *number * bytes;
    return {};
  }
  return fail(ErrorKind::plan, fmt::format("wants a size like 100MB or 2GB, found {}", in_quotes(text)));
}

}  // namespace pktgen

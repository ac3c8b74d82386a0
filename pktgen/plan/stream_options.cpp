#include "plan/stream_options.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/text.h"
#include "plan/header_keys.h"
#include "plan/modifier_values.h"
#include "plan/stream_values.h"

namespace pktgen {
namespace {

/// What a header's value is called, if it is one of `places`.
const HeaderKey* key_in(const Header& header, std::span<const HeaderPlace> places) {
  const auto found = std::ranges::find(places, name_of(header), &HeaderPlace::header);
  return found == places.end() ? nullptr : find_header_key(found->header, found->key);
}

}  // namespace

StreamSpec default_stream() {
  StreamSpec stream{.name = "stream", .place = "stream"};
  stream.headers = *parse_header_stack("udp4");
  stream.sizes.parts = {{.size = kSmallestFrame}};
  return stream;
}

Result<void> store_in_headers(HeaderStack& stack, std::span<const HeaderPlace> places,
                              std::string_view text) {
  for (Header& header : stack) {
    const HeaderKey* const key = key_in(header, places);
    if (key == nullptr) continue;
    auto stored = key->store(*key, header, text);
    if (stored) return stored;
    return fail(ErrorKind::plan,
                fmt::format("{} (the stack is {})", stored.error().message, print_header_stack(stack)));
  }
  std::vector<std::string_view> wanted;
  for (const HeaderPlace& place : places) wanted.push_back(place.header);
  return fail(ErrorKind::plan,
              fmt::format("the stack {} has no header for it; leave it out, or add {} to stack",
                          print_header_stack(stack), join(wanted, " or ")));
}

std::string print_in_headers(const HeaderStack& stack, std::span<const HeaderPlace> places) {
  for (const Header& header : stack)
    if (const HeaderKey* const key = key_in(header, places)) return key->print(*key, header);
  return "";
}

Result<void> store_vlan(HeaderStack& stack, std::string_view text, std::span<const HeaderPlace> place) {
  const bool has_front = !stack.empty() && std::holds_alternative<EthernetHeader>(stack.front());
  if (find_header(stack, "vlan") == nullptr && has_front) stack.insert(stack.begin() + 1, VlanTag{});
  return store_in_headers(stack, place, text);
}

Result<void> store_modifiers(Plan& plan, std::string_view text) {
  plan.stream.modifiers.clear();
  for (const std::string_view word : split(text, ' ')) {
    if (word.empty() && text.find_first_not_of(' ') != std::string_view::npos) continue;
    auto modifier = parse_modifier(word, plan.stream.headers, plan.seed + plan.stream.modifiers.size());
    if (!modifier) return tl::make_unexpected(std::move(modifier.error()));
    plan.stream.modifiers.push_back(std::move(*modifier));
  }
  return {};
}

std::string print_modifiers(const StreamSpec& stream) {
  std::string out;
  for (const Modifier& modifier : stream.modifiers)
    out += (out.empty() ? "" : " ") + print_modifier(modifier, stream.headers);
  return out;
}

}  // namespace pktgen

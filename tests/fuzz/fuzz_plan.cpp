#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "plan/settings.h"
#include "plan/validate.h"

namespace {

using namespace pktgen;

void require(bool holds) {
  if (!holds) std::abort();
}

void check(const Error& error) {
  require(error.kind == ErrorKind::plan);
  require(error.message.find('\n') == std::string::npos);
}

}  // namespace

/// Any text is a plan that prints back to itself, or one line that says why not.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto asked = parse_plan(text, "plan.toml");
  if (!asked) return check(asked.error()), 0;
  const auto plan = make_plan("sweep", *asked);
  if (!plan) return check(plan.error()), 0;
  if (const auto checked = validate(*plan); !checked) check(checked.error());

  const std::string printed = print_plan(*plan);
  const auto again = parse_plan(printed, "again.toml");
  require(again.has_value());
  const auto same = make_plan("sweep", *again);
  require(same.has_value());
  Plan as_file = *same;
  as_file.origins = plan->origins;
  require(print_plan(as_file) == printed);
  return 0;
}

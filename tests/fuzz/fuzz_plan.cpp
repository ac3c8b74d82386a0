#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "calibration/file.h"
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

Result<Plan> plan_of(std::string_view text, std::string_view command) {
  auto file = parse_plan(text, "plan.toml", command);
  if (!file) return tl::make_unexpected(file.error());
  return make_plan(command, file->asked, std::move(file->streams), std::move(file->services));
}

void check_plan(std::string_view text, std::string_view command) {
  const auto plan = plan_of(text, command);
  if (!plan) return check(plan.error());
  if (const auto checked = validate(*plan); !checked) check(checked.error());

  const std::string printed = print_plan(*plan);
  auto again = plan_of(printed, command);
  require(again.has_value());
  again->origins = plan->origins;
  require(print_plan(*again) == printed);
}

/// A calibration is read by the same reader of tables.
void check_calibration(std::string_view text) {
  const auto calibration = parse_calibration(text, "tester.toml");
  if (!calibration) return check(calibration.error());
  const auto again = parse_calibration(print_calibration(*calibration), "tester.toml");
  require(again && *again == *calibration);
}

}  // namespace

/// Any text is a plan or a calibration that prints back to itself, or one line that says why not.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const std::string_view command : {"sweep", "send", "service"}) check_plan(text, command);
  check_calibration(text);
  return 0;
}

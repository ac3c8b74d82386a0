#include "app/command_optics.h"

#include <array>
#include <cstdio>
#include <fmt/format.h>

#include "base/text.h"
#include "memory_map/decode.h"
#include "optics/describe.h"
#include "eeprom/dump_file.h"
#include "report/json_module.h"

namespace pktgen {
namespace {

Error unknown_dump_option(std::string_view option) {
  static constexpr std::array<std::string_view, 2> kOptions{"--json", "--help"};
  return {ErrorKind::usage,
          fmt::format("unknown option {}; the nearest is {}, and pktgen optics --help lists all",
                      in_quotes(option), nearest(option, kOptions))};
}

}  // namespace

Result<OpticsRequest> parse_optics(std::span<const std::string> arguments) {
  OpticsRequest request;
  bool only_files = false;
  for (const std::string& argument : arguments) {
    const bool is_option = !only_files && argument.starts_with('-') && argument != "-";
    if (is_option && argument == "--") only_files = true;
    else if (is_option && argument == "--json") request.json = true;
    else if (is_option) return tl::make_unexpected(unknown_dump_option(argument));
    else if (argument.empty() || !request.file.empty())
      return fail(ErrorKind::usage, fmt::format("wants one file, found {} too", in_quotes(argument)));
    else request.file = argument;
  }
  if (request.file.empty())
    return fail(ErrorKind::usage,
                "wants the dump of a module, like pktgen optics module.bin; make one with "
                "ethtool -m IFACE raw on > module.bin");
  return request;
}

Result<int> run_optics(const OpticsRequest& request) {
  const auto memory = load_dump(request.file);
  if (!memory) return tl::make_unexpected(memory.error());
  const auto module = decode_module(*memory);
  if (!module) return within(request.file, module.error());
  if (request.json) fmt::print("{}", json_of(*module, request.file));
  else
    for (const std::string& line : describe(*module)) fmt::print("{}\n", line);
  if (std::fflush(stdout) != 0) return fail(ErrorKind::environment, "can't write to standard output");
  return has_alarm(*module) ? 1 : 0;
}

}  // namespace pktgen

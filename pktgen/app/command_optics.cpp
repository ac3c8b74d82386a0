#include "app/command_optics.h"

#include <array>
#include <cstdio>
#include <fmt/format.h>

#include "app/module_ports.h"
#include "base/text.h"
#include "eeprom/dump_file.h"
#include "memory_map/decode.h"
#include "optics/describe.h"
#include "plan/values.h"
#include "report/json_module.h"

namespace pktgen {
namespace {

Error unknown_dump_option(std::string_view option) {
  static constexpr std::array<std::string_view, 3> kOptions{"--device", "--json", "--help"};
  return {ErrorKind::usage,
          fmt::format("unknown option {}; the nearest is {}, and pktgen optics --help lists all",
                      in_quotes(option), nearest(option, kOptions))};
}

/// Takes the dump's file or the port.
Result<void> take_source(OpticsRequest& request, const std::string& word, bool may_be_port) {
  if (word.empty() || !request.file.empty() || request.port)
    return fail(ErrorKind::usage, fmt::format("wants one file or port, found {} too", in_quotes(word)));
  const auto port = parse_port(word);
  if (port && may_be_port) request.port = *port;
  else request.file = word;
  return {};
}

Result<void> check_whole_request(const OpticsRequest& request) {
  if (request.file.empty() && !request.port)
    return fail(ErrorKind::usage,
                "wants a port or the dump of a module, like pktgen optics if:eth1 or pktgen optics "
                "module.bin; make one with ethtool -m IFACE raw on > module.bin");
  const bool is_emulated = request.port && request.port->kind == PortName::Kind::emulated;
  if (!request.device_file.empty() && !is_emulated)
    return fail(ErrorKind::usage, "--device is for emu:a and emu:b alone; leave it out");
  return {};
}

}  // namespace

Result<OpticsRequest> parse_optics(std::span<const std::string> arguments) {
  constexpr std::string_view kDevice = "--device";
  OpticsRequest request;
  bool only_files = false;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    const bool is_option = !only_files && word.starts_with('-') && word != "-";
    if (is_option && word == "--") only_files = true;
    else if (is_option && word == "--json") request.json = true;
    else if (is_option && word.starts_with(kDevice)) {
      const bool is_joined = word.starts_with("--device=");
      if (!is_joined && word != kDevice) return tl::make_unexpected(unknown_dump_option(word));
      if (is_joined) request.device_file = word.substr(kDevice.size() + 1);
      else if (i + 1 < arguments.size()) request.device_file = arguments[++i];
      if (request.device_file.empty())
        return fail(ErrorKind::usage, "--device wants the file of an emulated device, found none");
    } else if (is_option) {
      return tl::make_unexpected(unknown_dump_option(word));
    } else if (auto taken = take_source(request, word, !only_files); !taken) {
      return tl::make_unexpected(taken.error());
    }
  }
  if (auto whole = check_whole_request(request); !whole) return tl::make_unexpected(whole.error());
  return request;
}

Result<int> run_optics(const OpticsRequest& request) {
  const std::string& source = request.port ? request.port->text : request.file;
  const auto memory =
      request.port ? read_module(*request.port, request.device_file) : load_dump(request.file);
  if (!memory) return tl::make_unexpected(memory.error());
  const auto module = decode_module(*memory);
  if (!module) return within(source, module.error());
  if (request.json) fmt::print("{}", json_of(*module, source));
  else
    for (const std::string& line : describe(*module)) fmt::print("{}\n", line);
  if (std::fflush(stdout) != 0) return fail(ErrorKind::environment, "can't write to standard output");
  return has_alarm(*module) ? 1 : 0;
}

}  // namespace pktgen

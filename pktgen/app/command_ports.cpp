#include "app/command_ports.h"

#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <system_error>

#include "base/text.h"
#include "inventory/nic.h"
#include "plan/profile.h"
#include "report/json_ports.h"
#include "report/ports_text.h"

namespace pktgen {
namespace {

tl::unexpected<Error> unknown(std::string_view word) {
  static constexpr std::array<std::string_view, 3> kOptions{"--json", "--root", "--help"};
  if (!word.starts_with('-'))
    return fail(ErrorKind::usage,
                fmt::format("wants no plan and no port, found {}; pktgen ports lists all", in_quotes(word)));
  return fail(ErrorKind::usage,
              fmt::format("unknown option {}; the nearest is {}, and pktgen ports --help lists all",
                          in_quotes(word), nearest(word, kOptions)));
}

bool in_colour() { return isatty(STDOUT_FILENO) == 1 && std::getenv("NO_COLOR") == nullptr; }

}  // namespace

Result<PortsRequest> parse_ports(std::span<const std::string> arguments) {
  constexpr std::string_view kOption = "--root";
  PortsRequest request;
  bool has_root = false;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    if (word == "--json") {
      request.json = true;
      continue;
    }
    const bool is_joined = word.starts_with("--root=");
    if (word != kOption && !is_joined) return unknown(word);
    if (has_root) return fail(ErrorKind::usage, "--root is there twice; keep one of them");
    if (is_joined) request.root = word.substr(kOption.size() + 1);
    else if (i + 1 < arguments.size()) request.root = arguments[++i];
    if (request.root.empty())
      return fail(ErrorKind::usage, "--root wants a folder that holds a machine's sys and proc, found none");
    has_root = true;
  }
  while (request.root.ends_with('/')) request.root.pop_back();  // "/" is this machine
  return request;
}

Result<int> run_ports(const PortsRequest& request) {
  std::error_code error;
  if (!std::filesystem::is_directory(request.root + "/sys", error))
    return fail(
        ErrorKind::environment,
        fmt::format("there is no folder {}/sys; name one that holds a machine's sys and proc", request.root));
  const auto profiles = built_in_profiles();
  if (!profiles) return tl::make_unexpected(profiles.error());
  const std::vector<Nic> nics = read_nics(request.root, *profiles);
  fmt::print("{}", request.json ? json_of(nics) : text_of(nics, in_colour()));
  if (std::fflush(stdout) != 0) return fail(ErrorKind::environment, "can't write to standard output");
  return 0;
}

}  // namespace pktgen

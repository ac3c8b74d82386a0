#include "app/command_doctor.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>

#include "base/text.h"
#include "doctor/checks.h"
#include "dpdk/dpdk_rig.h"
#include "dpdk/eal.h"
#include "plan/plan.h"
#include "report/doctor_text.h"
#include "report/json_doctor.h"

namespace pktgen {
namespace {

constexpr std::string_view kRoot = "--root";

Error unknown_option(std::string_view option) {
  static constexpr std::array<std::string_view, 3> kOptions{"--json", "--root", "--help"};
  return {ErrorKind::usage,
          fmt::format("unknown option {}; the nearest is {}, and pktgen doctor --help lists all",
                      in_quotes(option), nearest(option, kOptions))};
}

/// "0000:01:00.0", "01:00.0" or "if:eth1".
bool is_port(std::string_view word) {
  constexpr std::size_t kShort = 7, kWhole = 12;
  if (word.starts_with("if:")) return word.size() > 3;
  const bool is_long = word.size() == kShort || word.size() == kWhole;
  const auto belongs = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || c == ':' || c == '.';
  };
  return is_long && std::ranges::all_of(word, belongs) && word[word.size() - 2] == '.';
}

Result<void> take_root(std::string_view value, DoctorRequest& request) {
  if (value.empty())
    return fail(ErrorKind::usage, "--root wants a folder with proc and sys in it, found none");
  if (!request.root.empty()) return fail(ErrorKind::usage, "--root is there twice; keep one of them");
  request.root = value;
  return {};
}

Result<void> take_port(const std::string& word, DoctorRequest& request) {
  if (!is_port(word))
    return fail(ErrorKind::usage, fmt::format("{} is no port; wants a PCI address like 0000:01:00.0, or a "
                                              "kernel interface like if:eth1",
                                              in_quotes(word)));
  if (std::ranges::find(request.ports, word) != request.ports.end())
    return fail(ErrorKind::usage, fmt::format("the port {} is given twice; keep one of them", word));
  request.ports.push_back(word);
  return {};
}

}  // namespace

Result<DoctorRequest> parse_doctor(std::span<const std::string> arguments) {
  DoctorRequest request;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string_view word = arguments[i];
    Result<void> taken;
    if (word == "--json") request.json = true;
    else if (word == kRoot) taken = take_root(++i < arguments.size() ? arguments[i] : "", request);
    else if (word.starts_with("--root=")) taken = take_root(word.substr(kRoot.size() + 1), request);
    else if (word.starts_with('-')) return tl::make_unexpected(unknown_option(word));
    else taken = take_port(arguments[i], request);
    if (!taken) return tl::make_unexpected(taken.error());
  }
  return request;
}

Result<int> run_doctor(const DoctorRequest& request) {
  std::error_code error;
  if (!request.root.empty() && !std::filesystem::is_directory(request.root, error))
    return fail(ErrorKind::environment,
                fmt::format("--root wants a folder with proc and sys in it, found none at {}",
                            in_quotes(request.root)));
  auto profiles = built_in_profiles();
  if (!profiles) return tl::make_unexpected(profiles.error());
  Wants wants{.ports = request.ports};
  wants.hugepage_megabytes = memory_megabytes(*profiles, std::ranges::max(default_sizes()));
  wants.dpdk_version = dpdk_version();
  wants.profiles = std::move(*profiles);
  const auto machine = read_machine(request.root, wants, read_rights(request.root.empty()));
  if (!machine) return tl::make_unexpected(machine.error());
  const Diagnosis diagnosis = diagnose(*machine, wants);
  fmt::print("{}", request.json ? json_of(diagnosis) : text_of(diagnosis));
  if (std::fflush(stdout) != 0) return fail(ErrorKind::environment, "can't write to standard output");
  return diagnosis.is_ready ? 0 : exit_code(ErrorKind::environment);
}

}  // namespace pktgen

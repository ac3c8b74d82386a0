#include "app/bind_words.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <system_error>
#include <utility>

#include "base/text.h"
#include "bind/record_store.h"
#include "bind/refusal.h"

namespace pktgen {
namespace {

std::string line_of(const PortOutcome& one) {
  const auto name = [](const std::string& driver) { return driver.empty() ? "no driver" : driver; };
  const std::string interfaces =
      one.interfaces.empty() ? "" : fmt::format(" ({})", join(one.interfaces, ", "));
  if (one.outcome == "already bound") return fmt::format("{}: already bound to {}", one.address, one.driver);
  if (one.outcome == "nothing to give back")
    return fmt::format("{}: nothing to give back, {} has it{}", one.address, name(one.driver), interfaces);
  if (one.outcome == "gone") return fmt::format("{}: the device is gone, and its record too", one.address);
  if (one.outcome == "dry run")
    return fmt::format("{}: {}{}, as it would be done:", one.address, name(one.driver), interfaces);
  return fmt::format("{}: {} -> {}{}", one.address, name(one.driver_before), name(one.driver), interfaces);
}

}  // namespace

std::string BindWords::next() {
  const std::string& word = words_[at_++];
  const auto equals = word.find('=');
  is_joined_ = word.starts_with("--") && equals != std::string::npos;
  option_ = is_joined_ ? word.substr(0, equals) : word;
  joined_ = is_joined_ ? word.substr(equals + 1) : "";
  return option_;
}

Result<std::string> BindWords::value(std::string_view wanted) {
  std::string value = joined_;
  if (!is_joined_ && !is_over()) value = words_[at_++];
  if (value.empty()) return fail(ErrorKind::usage, fmt::format("{} wants {}, found none", option_, wanted));
  return value;
}

Result<void> take_port(const std::string& word, std::vector<std::string>& ports) {
  if (std::ranges::find(ports, word) != ports.end())
    return fail(ErrorKind::usage, fmt::format("the port {} is given twice; keep one of them", word));
  ports.push_back(word);
  return {};
}

Result<void> take_root(BindWords& words, std::string& root) {
  auto value = words.value("a folder that holds a machine's sys and proc");
  if (!value) return tl::make_unexpected(value.error());
  root = std::move(*value);
  while (root.ends_with('/')) root.pop_back();
  return {};
}

Result<void> check_root(const std::string& root) {
  std::error_code error;
  if (std::filesystem::is_directory(root + "/sys", error)) return {};
  return fail(ErrorKind::environment,
              fmt::format("there is no folder {}/sys; name one that holds a machine's sys and proc", root));
}

Result<std::vector<Nic>> find_ports(const std::string& root, std::span<const PmdProfile> profiles,
                                    std::span<const std::string> words) {
  const std::vector<Nic> nics = read_nics(root, profiles);
  std::vector<Nic> found;
  for (const std::string& word : words) {
    auto nic = find_port(root, nics, word);
    if (!nic) return tl::make_unexpected(nic.error());
    const bool is_there = std::ranges::find(found, nic->address, &Nic::address) != found.end();
    if (!is_there) found.push_back(std::move(*nic));
  }
  return found;
}

Result<BindLock> BindLock::hold(const std::string& root) {
  const int fd = RecordStore(root).lock();
  if (fd >= 0) return BindLock(fd);
  const std::string folder = root + "/run/pktgen/bind";
  std::error_code error;
  if (!std::filesystem::is_directory(folder, error) || access(folder.c_str(), R_OK) != 0)
    return fail(ErrorKind::environment,
                fmt::format("binding wants root: {} can't be made or read; run it with sudo", folder));
  return fail(ErrorKind::environment, "another bind or unbind is at work; wait for its end");
}

BindLock::BindLock(BindLock&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

BindLock::~BindLock() {
  if (fd_ >= 0) close(fd_);
}

std::vector<std::string> interface_names_of(const Nic& nic) {
  std::vector<std::string> names;
  for (const NicInterface& one : nic.interfaces) names.push_back(one.facts.name);
  return names;
}

std::vector<std::string> print_steps(std::span<const Step> steps) {
  std::vector<std::string> lines;
  for (const Step& step : steps) lines.push_back(print_step(step));
  return lines;
}

Result<void> tell(const std::string& command, std::span<const PortOutcome> outcomes, bool json) {
  if (json) fmt::print("{}", json_of(command, outcomes));
  else
    for (const PortOutcome& one : outcomes) {
      fmt::print("{}\n", line_of(one));
      for (const std::string& step : one.steps) fmt::print("    {}\n", step);
    }
  if (std::fflush(stdout) != 0) return fail(ErrorKind::environment, "can't write to standard output");
  return {};
}

}  // namespace pktgen

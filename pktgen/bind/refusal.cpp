#include "bind/refusal.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fmt/format.h>
#include <system_error>

#include "base/text.h"
#include "host/pci_function.h"
#include "inventory/obstacles.h"
#include "inventory/sysfs_text.h"

namespace pktgen {
namespace {

using Kind = Obstacle::Kind;

constexpr std::string_view kVfio = "vfio-pci";

std::string list_of(std::span<const Nic> nics) {
  std::vector<std::string> all;
  for (const Nic& nic : nics) {
    std::string one = nic.address;
    for (const NicInterface& interface : nic.interfaces) one += fmt::format(" ({})", interface.facts.name);
    all.push_back(std::move(one));
  }
  return all.empty() ? "none" : join(all, ", ");
}

/// "01:00.0" is short for "0000:01:00.0".
std::string whole_address(std::string_view word) {
  constexpr std::size_t kShort = 7;
  std::string address(word);
  std::ranges::transform(address, address.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return address.size() == kShort && address[2] == ':' ? "0000:" + address : address;
}

bool has_interface(const Nic& nic, std::string_view name) {
  return std::ranges::any_of(nic.interfaces, [&](const auto& one) { return one.facts.name == name; });
}

/// The connection may have its port elsewhere than 22, and lie over a bond.
void add_ssh_session(const Nic& nic, const std::string& connection, std::vector<Obstacle>& found) {
  const std::vector<std::string> words = words_of(connection);
  constexpr std::size_t kPeer = 0, kOurs = 2;
  if (words.size() <= kOurs) return;
  const bool is_told = std::ranges::any_of(found, [&](const Obstacle& one) {
    return one.kind == Kind::session && one.because.starts_with("an ssh session");
  });
  for (const NicInterface& interface : nic.interfaces)
    for (const Attachment& one : interface.attached)
      if (!is_told && std::ranges::find(one.addresses, words[kOurs]) != one.addresses.end())
        found.insert(found.begin(), {Kind::session,
                                     fmt::format("this ssh session with {} goes through {} on it",
                                                 words[kPeer], one.interface),
                                     "move that to another port first", false, ""});
}

std::vector<Obstacle> obstacles_for(const std::string& root, const Nic& nic, const BindWish& wish,
                                    std::span<const std::string> together) {
  std::vector<Obstacle> found = nic.obstacles;
  add_ssh_session(nic, wish.ssh_connection, found);
  const bool is_by_another = is_for_userspace(nic.driver) && nic.driver != kVfio;
  if (is_by_another && wish.driver == kVfio) find_iommu_obstacles(root, nic, found);
  std::erase_if(found, [&](const Obstacle& one) {
    if (one.kind != Kind::no_iommu && one.kind != Kind::group) return false;
    return wish.driver != kVfio || std::ranges::find(together, one.other) != together.end();
  });
  return found;
}

/// A machine of one's own may do without an IOMMU; nobody is led there by default.
std::string next_step_of(const Obstacle& one) {
  if (one.kind != Kind::no_iommu) return one.next_step;
  return one.next_step +
         "; or let NICs write to any memory: modprobe vfio && echo Y > "
         "/sys/module/vfio/parameters/enable_unsafe_noiommu_mode";
}

/// An obstacle that nobody forced, and whether the word would help.
struct InTheWay {
  std::string said, word;
  bool is_of_host = false;
};

tl::unexpected<Error> refuse(const std::string& address, const std::vector<InTheWay>& all) {
  std::vector<std::string> said, words;
  for (const InTheWay& one : all) {
    said.push_back(one.said);
    if (std::ranges::find(words, one.word) == words.end()) words.push_back(one.word);
  }
  std::string message = fmt::format("{}: {}", address, join(said, "; "));
  if (std::ranges::find(words, "") == words.end())
    message += fmt::format("; or bind it all the same: --force {}", join(words, ","));
  const bool is_of_host = std::ranges::any_of(all, &InTheWay::is_of_host);
  return fail(is_of_host ? ErrorKind::environment : ErrorKind::port, message);
}

}  // namespace

Result<Nic> find_port(const std::string& root, std::span<const Nic> nics, std::string_view word) {
  const std::string address = whole_address(word);
  const std::string_view name = word.starts_with("if:") ? word.substr(3) : word;
  for (const Nic& nic : nics)
    if (nic.address == address || has_interface(nic, name)) return nic;
  if (address.find('/') == std::string::npos)
    if (const auto function = read_function(root, address); function && !address.empty())
      return fail(ErrorKind::port, fmt::format("{}: wants a network card (class 0x02), found class {}; the "
                                               "network ports here: {}",
                                               address, function->pci_class, list_of(nics)));
  return fail(ErrorKind::port,
              fmt::format("there is no port {}; the network ports here: {}", in_quotes(word), list_of(nics)));
}

Result<void> check_driver(const std::string& root, const std::string& driver) {
  std::error_code error;
  if (std::filesystem::exists(root + "/sys/bus/pci/drivers/" + driver, error)) return {};
  return fail(ErrorKind::environment,
              fmt::format("wants the driver {}, and it isn't loaded; load it: modprobe {} (where the kernel "
                          "hasn't got it: apt install linux-image-amd64)",
                          driver, driver));
}

Result<void> check_bind(const std::string& root, const Nic& nic, const PmdProfile& profile,
                        const BindWish& wish, std::span<const std::string> together) {
  std::vector<InTheWay> left;
  const auto add = [&](std::string said, std::string_view word, bool is_of_host) {
    if (std::ranges::find(wish.force, word) == wish.force.end())
      left.push_back({std::move(said), std::string(word), is_of_host});
  };
  for (const Obstacle& one : obstacles_for(root, nic, wish, together))
    add(fmt::format("{}: {}", one.because, next_step_of(one)), force_word(one.kind),
        one.kind == Kind::no_iommu);
  const auto& known = profile.bind.userspace_drivers;
  if (!known.empty() && std::ranges::find(known, wish.driver) == known.end())
    add(fmt::format("its profile {} works with {}, not with {}: leave --driver out", profile.name,
                    join(known, " or "), wish.driver),
        "driver", false);
  return left.empty() ? Result<void>{} : refuse(nic.address, left);
}

}  // namespace pktgen

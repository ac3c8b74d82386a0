#include "app/command_unbind.h"

#include <algorithm>
#include <fmt/format.h>

#include "app/bind_words.h"
#include "app/interrupt.h"
#include "base/text.h"
#include "bind/give_back.h"
#include "bind/record_store.h"
#include "host/pci_function.h"

namespace pktgen {
namespace {

constexpr std::string_view kOptions[] = {"--all", "--dry-run", "--json", "--root", "--help"};

Result<void> take_word(BindWords& words, UnbindRequest& request) {
  const std::string word = words.next();
  if (word == "--root") return take_root(words, request.root);
  if (word == "--all") request.all = true;
  else if (word == "--dry-run") request.dry_run = true;
  else if (word == "--json") request.json = true;
  else if (word.starts_with('-'))
    return fail(ErrorKind::usage,
                fmt::format("unknown option {}; the nearest is {}, and pktgen unbind --help lists all",
                            in_quotes(word), nearest(word, kOptions)));
  else return take_port(word, request.ports);
  return {};
}

/// The record has the name of an interface that isn't there while the port is bound.
Result<std::string> address_of_port(const std::string& root, const std::string& word,
                                    std::span<const PmdProfile> profiles) {
  const RecordStore store(root);
  const std::string name = word.starts_with("if:") ? word.substr(3) : word;
  for (const std::string& address : store.addresses()) {
    const auto before = store.load(address);
    if (address == word) return address;
    if (before && *before &&
        std::ranges::find((*before)->interfaces, name, &InterfaceBefore::name) != (*before)->interfaces.end())
      return address;
  }
  const auto nics = find_ports(root, profiles, std::span(&word, 1));
  if (!nics) return tl::make_unexpected(nics.error());
  return nics->front().address;
}

/// A driver that gives a port away waits for the process that has it, and so would we.
Result<void> check_no_process(const std::string& root, const std::string& address,
                              std::span<const PmdProfile> profiles) {
  for (const Nic& nic : read_nics(root, profiles))
    for (const Obstacle& one : nic.obstacles)
      if (nic.address == address && one.kind == Obstacle::Kind::process)
        return fail(ErrorKind::port, fmt::format("{}: {}: {}", address, one.because, one.next_step));
  return {};
}

/// All that a dry run can tell: interfaces that aren't there yet are shown as the kernel would make them.
std::vector<std::string> steps_of(const std::string& root, const PortBefore& before) {
  std::vector<Step> steps = steps_to_give_back(root, before);
  for (const InterfaceBefore& one : before.interfaces)
    for (Step& step : steps_to_settle(root, one.name, one)) steps.push_back(std::move(step));
  return print_steps(steps);
}

Result<PortOutcome> give_one_back(const UnbindRequest& request, const Kernel& kernel,
                                  const std::string& address, std::span<const PmdProfile> profiles) {
  const RecordStore store(kernel.root);
  const auto record = store.load(address);
  if (!record) return tl::make_unexpected(record.error());
  const auto now = read_function(kernel.root, address);
  PortOutcome outcome{.address = address,
                      .outcome = now ? "given back" : "gone",
                      .driver_before = now ? now->driver : "",
                      .driver = now ? now->driver : "",
                      .interfaces = interfaces_of_function(kernel.root, address),
                      .steps = {}};
  const bool is_kernels = now && !now->driver.empty() && !is_for_userspace(now->driver);
  if (!*record && is_kernels && !is_persistent(kernel.root, address)) {
    outcome.outcome = "nothing to give back";
    return outcome;
  }
  if (request.dry_run) {
    outcome.outcome = "dry run";
    PortBefore unknown;
    unknown.address = address;
    outcome.steps = steps_of(kernel.root, record->value_or(unknown));
    return outcome;
  }
  if (auto free = check_no_process(kernel.root, address, profiles); !free)
    return tl::make_unexpected(free.error());
  if (auto given = give_back_port(kernel, address); !given) return tl::make_unexpected(given.error());
  const auto after = read_function(kernel.root, address);
  outcome.driver = after ? after->driver : "";
  outcome.interfaces = interfaces_of_function(kernel.root, address);
  return outcome;
}

Result<std::vector<std::string>> addresses_for(const UnbindRequest& request, const std::string& root,
                                               std::span<const PmdProfile> profiles) {
  if (request.all) return RecordStore(root).addresses();
  std::vector<std::string> addresses;
  for (const std::string& word : request.ports) {
    auto address = address_of_port(root, word, profiles);
    if (!address) return tl::make_unexpected(address.error());
    if (std::ranges::find(addresses, *address) == addresses.end()) addresses.push_back(std::move(*address));
  }
  return addresses;
}

/// One that doesn't go back keeps none of the others from it.
Result<int> give_all_back(const UnbindRequest& request, const Kernel& kernel,
                          std::span<const std::string> addresses, std::span<const PmdProfile> profiles) {
  std::vector<PortOutcome> outcomes;
  std::vector<Error> errors;
  for (const std::string& address : addresses) {
    auto outcome = give_one_back(request, kernel, address, profiles);
    if (outcome) outcomes.push_back(std::move(*outcome));
    else errors.push_back(outcome.error());
  }
  if (addresses.empty() && !request.json) fmt::print("no port is bound by pktgen bind\n");
  if (auto told = tell("unbind", outcomes, request.json); !told) return tl::make_unexpected(told.error());
  if (errors.empty()) return 0;
  std::vector<std::string> messages;
  for (const Error& one : errors) messages.push_back(one.message);
  return fail(errors.front().kind, join(messages, "; "));
}

}  // namespace

Result<UnbindRequest> parse_unbind(std::span<const std::string> arguments) {
  UnbindRequest request;
  for (BindWords words(arguments); !words.is_over();)
    if (auto taken = take_word(words, request); !taken) return tl::make_unexpected(taken.error());
  if (request.all == !request.ports.empty())
    return fail(ErrorKind::usage,
                fmt::format("wants either ports or --all, found {}; pktgen unbind --all gives back each port "
                            "that pktgen bind bound",
                            request.all ? "both" : "neither"));
  return request;
}

Result<int> run_unbind(const UnbindRequest& request, const Kernel& kernel) {
  if (auto there = check_root(kernel.root); !there) return tl::make_unexpected(there.error());
  const auto profiles = built_in_profiles();
  if (!profiles) return tl::make_unexpected(profiles.error());
  const auto addresses = addresses_for(request, kernel.root, *profiles);
  if (!addresses) return tl::make_unexpected(addresses.error());
  if (request.dry_run || addresses->empty()) return give_all_back(request, kernel, *addresses, *profiles);
  const auto lock = BindLock::hold(kernel.root);
  if (!lock) return tl::make_unexpected(lock.error());
  const Interrupt interrupt;  // half a port is nobody's wish
  return give_all_back(request, kernel, *addresses, *profiles);
}

}  // namespace pktgen

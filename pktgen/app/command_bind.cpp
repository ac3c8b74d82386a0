#include "app/command_bind.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>

#include "app/bind_words.h"
#include "app/confirmation.h"
#include "app/interrupt.h"
#include "base/text.h"
#include "bind/bind_port.h"
#include "bind/give_back.h"
#include "host/pci_function.h"

namespace pktgen {
namespace {

constexpr std::string_view kOptions[] = {"--driver",  "--force",      "--confirm-within",
                                         "--confirm", "--persistent", "--dry-run",
                                         "--json",    "--root",       "--help"};

Result<void> take_driver(BindWords& words, BindRequest& request) {
  auto value = words.value("a driver's name, vfio-pci or uio_pci_generic");
  if (!value) return tl::make_unexpected(value.error());
  if (!is_for_userspace(*value))
    return fail(ErrorKind::plan,
                fmt::format("--driver: wants vfio-pci, uio_pci_generic or igb_uio, found {}; "
                            "pktgen unbind gives a port back to the kernel",
                            in_quotes(*value)));
  request.wish.driver = std::move(*value);
  return {};
}

Result<void> take_force(BindWords& words, BindRequest& request) {
  const auto value = words.value("what to override, such as address,route");
  if (!value) return tl::make_unexpected(value.error());
  for (const std::string_view word : split(*value, ',')) {
    if (std::ranges::find(kForceWords, word) == std::end(kForceWords))
      return fail(ErrorKind::plan,
                  fmt::format("--force: unknown obstacle {}; the nearest is {}, of these: {}",
                              in_quotes(word), nearest(word, kForceWords), join(kForceWords, ", ")));
    request.wish.force.emplace_back(word);
  }
  return {};
}

Result<void> take_time(BindWords& words, BindRequest& request) {
  const auto value = words.value("a time such as 60s");
  if (!value) return tl::make_unexpected(value.error());
  const auto time = parse_time(*value);
  if (!time) return within("--confirm-within", time.error());
  if (time->count() == 0) return fail(ErrorKind::plan, "--confirm-within: wants a time above zero, found 0");
  request.confirm_within = *time;
  return {};
}

Result<void> take_word(BindWords& words, BindRequest& request) {
  const std::string word = words.next();
  if (word == "--driver") return take_driver(words, request);
  if (word == "--force") return take_force(words, request);
  if (word == "--confirm-within") return take_time(words, request);
  if (word == "--root") return take_root(words, request.root);
  if (word == "--confirm") request.confirm = true;
  else if (word == "--persistent") request.persistent = true;
  else if (word == "--dry-run") request.dry_run = true;
  else if (word == "--json") request.json = true;
  else if (word.starts_with('-'))
    return fail(ErrorKind::usage,
                fmt::format("unknown option {}; the nearest is {}, and pktgen bind --help lists all",
                            in_quotes(word), nearest(word, kOptions)));
  else return take_port(word, request.ports);
  return {};
}

/// Which ports, and what was asked of them.
struct Job {
  const BindRequest& request;
  const Kernel& kernel;
  RecordStore store;
  std::vector<Nic> to_bind;
  std::vector<PortOutcome> outcomes;

  std::vector<std::string> addresses() const {
    std::vector<std::string> all;
    for (const Nic& nic : to_bind) all.push_back(nic.address);
    return all;
  }
};

Result<void> check_all(const Job& job, const std::vector<Nic>& nics, std::span<const PmdProfile> profiles) {
  std::vector<std::string> together;
  for (const Nic& nic : nics) together.push_back(nic.address);
  for (const Nic& nic : job.to_bind) {
    const auto& all = profiles;
    const auto found = std::ranges::find(all, nic.profile, &PmdProfile::name);
    const PmdProfile generic;
    if (auto may = check_bind(job.kernel.root, nic, found == all.end() ? generic : *found, job.request.wish,
                              together);
        !may)
      return may;
    if (nic.interfaces.empty() && !nic.driver.empty() && !is_for_userspace(nic.driver))
      fmt::print(stderr,
                 "pktgen: warning: {}: {} has it, but no interface is seen here: it may be in use in another "
                 "namespace\n",
                 nic.address, nic.driver);
  }
  return job.to_bind.empty() ? Result<void>{} : check_driver(job.kernel.root, job.request.wish.driver);
}

Result<Job> prepare(const BindRequest& request, const Kernel& kernel) {
  Job job{request, kernel, RecordStore(kernel.root), {}, {}};
  const auto profiles = built_in_profiles();
  if (!profiles) return tl::make_unexpected(profiles.error());
  const auto nics = find_ports(kernel.root, *profiles, request.ports);
  if (!nics) return tl::make_unexpected(nics.error());
  for (const Nic& nic : *nics) {
    const bool is_bound = nic.driver == request.wish.driver;
    PortOutcome outcome{.address = nic.address,
                        .outcome = is_bound ? "already bound" : "bound",
                        .driver_before = nic.driver,
                        .driver = request.wish.driver,
                        .interfaces = interface_names_of(nic),
                        .steps = {}};
    if (!is_bound) job.to_bind.push_back(nic);
    if (!is_bound && request.dry_run) {
      outcome.outcome = "dry run";
      outcome.driver = nic.driver;
      outcome.steps = print_steps(steps_to_bind(kernel.root, nic.address, request.wish.driver));
    }
    job.outcomes.push_back(std::move(outcome));
  }
  if (auto may = check_all(job, *nics, *profiles); !may) return tl::make_unexpected(may.error());
  return job;
}

Result<void> give_all_back(const Job& job) {
  Result<void> all;
  for (const std::string& address : job.addresses())
    if (auto given = give_back_port(job.kernel, address); !given) all = given;
  return all;
}

/// 0: the binding stays. 130: it was interrupted. Fails (port) without a word.
Result<int> await_word(const Job& job, const Interrupt& interrupt) {
  const std::vector<std::string> addresses = job.addresses();
  if (!job.request.confirm_within || addresses.empty()) {
    if (!interrupt.token().stop_requested()) return 0;
    if (auto given = give_all_back(job); !given) return tl::make_unexpected(given.error());
    return kInterrupted;
  }
  fmt::print(
      stderr,
      "pktgen: bound; press Enter, or run this elsewhere, within {}, else all is given back: pktgen bind "
      "--confirm {}\n",
      print_time(*job.request.confirm_within), join(addresses, " "));
  const Confirmation word =
      wait_for_confirmation(job.store, addresses, *job.request.confirm_within, interrupt.token());
  for (const std::string& address : addresses) job.store.unmark(address);
  const bool is_undone = std::ranges::any_of(addresses, [&](const std::string& address) {
    const auto now = read_function(job.kernel.root, address);
    return !now || now->driver != job.request.wish.driver;
  });
  if (is_undone) return fail(ErrorKind::port, "was given back by somebody else meanwhile; bind it again");
  if (word == Confirmation::given) return 0;
  if (auto given = give_all_back(job); !given) return tl::make_unexpected(given.error());
  if (word == Confirmation::interrupted) {
    fmt::print(stderr, "pktgen: interrupted; all was given back\n");
    return kInterrupted;
  }
  return fail(ErrorKind::port, fmt::format("nobody confirmed within {}; all was given back",
                                           print_time(*job.request.confirm_within)));
}

void make_persistent(const Job& job, const std::string& address) {
  const Step step = run_step({"driverctl", "set-override", address, job.request.wish.driver});
  auto before = job.store.load(address);
  if (before && *before) {
    (*before)->is_persistent = true;
    if (auto saved = job.store.save(**before); !saved)
      fmt::print(stderr, "pktgen: {}\n", saved.error().message);
  }
  if (auto done = carry_out(job.kernel, step); !done)
    fmt::print(stderr,
               "pktgen: bound until the next reboot only: {}; for good: apt install driverctl && {}\n",
               done.error().message, print_step(step));
}

Result<void> bind_locked(const Job& job) {
  const auto lock = BindLock::hold(job.kernel.root);
  if (!lock) return tl::make_unexpected(lock.error());
  if (job.request.confirm_within)
    for (const std::string& address : job.addresses())
      if (auto marked = job.store.mark_waiting(address); !marked) return marked;
  return bind_ports(job.kernel, job.to_bind, job.request.wish.driver);
}

/// The lock isn't held while a person is waited for: they may want to unbind.
Result<int> bind_now(const Job& job) {
  const Interrupt interrupt;
  if (auto bound = bind_locked(job); !bound) return tl::make_unexpected(bound.error());
  auto code = await_word(job, interrupt);
  if (!code || *code != 0) return code;
  if (job.request.persistent)
    for (const PortOutcome& one : job.outcomes) make_persistent(job, one.address);
  return 0;
}

Result<int> confirm_ports(const BindRequest& request, const Kernel& kernel) {
  const RecordStore store(kernel.root);
  const auto profiles = built_in_profiles();
  if (!profiles) return tl::make_unexpected(profiles.error());
  const auto nics = find_ports(kernel.root, *profiles, request.ports);
  if (!nics) return tl::make_unexpected(nics.error());
  for (const Nic& nic : *nics) {
    if (!store.unmark(nic.address))
      return fail(
          ErrorKind::port,
          fmt::format("{}: no bind waits for a word on it; pktgen ports says who has it", nic.address));
    fmt::print("{}: confirmed\n", nic.address);
  }
  return 0;
}

}  // namespace

Result<BindRequest> parse_bind(std::span<const std::string> arguments) {
  BindRequest request;
  for (BindWords words(arguments); !words.is_over();)
    if (auto taken = take_word(words, request); !taken) return tl::make_unexpected(taken.error());
  if (request.ports.empty())
    return fail(ErrorKind::usage,
                "wants a port, a PCI address like 0000:01:00.0 or an interface like eth1; pktgen ports lists "
                "all");
  if (const char* const ssh = std::getenv("SSH_CONNECTION"); ssh != nullptr)
    request.wish.ssh_connection = ssh;
  return request;
}

Result<int> run_bind(const BindRequest& request, const Kernel& kernel) {
  if (auto there = check_root(kernel.root); !there) return tl::make_unexpected(there.error());
  if (request.confirm) return confirm_ports(request, kernel);
  auto job = prepare(request, kernel);
  if (!job) return tl::make_unexpected(job.error());
  int code = 0;
  if (!request.dry_run && (request.persistent || !job->to_bind.empty())) {
    auto done = bind_now(*job);
    if (!done) return done;
    code = *done;
  }
  if (code != 0) return code;
  if (auto told = tell("bind", job->outcomes, request.json); !told) return tl::make_unexpected(told.error());
  return 0;
}

}  // namespace pktgen

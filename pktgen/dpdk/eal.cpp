#include "dpdk/eal.h"

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <mutex>
#include <pthread.h>
#include <string_view>
#include <unistd.h>

#include <rte_bus_vdev.h>
#include <rte_eal.h>
#include <rte_errno.h>
#include <rte_ethdev.h>
#include <rte_log.h>
#include <rte_version.h>

#include "host/hugepages.h"

namespace pktgen {

/// Takes the place of DPDK's log: keeps the last error, and the last warning in case there is none.
class Eal::Log {
 public:
  Log() {
    stream_ = fopencookie(this, "w", {nullptr, &Log::write, nullptr, nullptr});
    rte_openlog_stream(stream_);
  }
  ~Log() {
    rte_openlog_stream(nullptr);
    if (stream_ != nullptr) std::fclose(stream_);
  }
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;

  std::string complaint() {
    const std::lock_guard lock(mutex_);
    return error_.empty() ? warning_ : error_;
  }
  void forget() {
    const std::lock_guard lock(mutex_);
    error_.clear();
    warning_.clear();
  }

 private:
  static ssize_t write(void* self, const char* text, std::size_t length) {
    static_cast<Log*>(self)->keep({text, length});
    return static_cast<ssize_t>(length);
  }
  void keep(std::string_view text) {
    constexpr std::size_t kLongest = 300;
    while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.remove_suffix(1);
    text = text.substr(text.rfind('\n') + 1);
    if (text.empty()) return;
    const auto level = static_cast<unsigned>(rte_log_cur_msg_loglevel());
    const std::lock_guard lock(mutex_);
    if (level <= RTE_LOG_ERR) error_ = text.substr(0, kLongest);
    else if (level == RTE_LOG_WARNING) warning_ = text.substr(0, kLongest);
  }

  std::FILE* stream_ = nullptr;
  std::mutex mutex_;
  std::string error_, warning_;
};

struct Eal::Affinity {
  cpu_set_t set{};
  Affinity() { pthread_getaffinity_np(pthread_self(), sizeof set, &set); }
  void restore() const { pthread_setaffinity_np(pthread_self(), sizeof set, &set); }
};

namespace {

std::string lcores_of(const Crew& crew) {
  std::string text = fmt::format("0@{}", crew.control_core);
  for (std::size_t i = 0; i < crew.worker_cores.size(); ++i)
    text += fmt::format(",{}@{}", i + 1, crew.worker_cores[i]);
  return text;
}

std::vector<std::string> arguments_for(const EalOptions& options, bool hugepages) {
  std::vector<std::string> arguments{"pktgen",
                                     "--lcores=" + lcores_of(options.crew),
                                     "--main-lcore=0",
                                     "--no-telemetry",
                                     fmt::format("--file-prefix=pktgen-{}", getpid()),
                                     "-m",
                                     std::to_string(options.memory_megabytes)};
  if (hugepages) arguments.push_back("--in-memory");
  else arguments.insert(arguments.end(), {"--no-huge", "--no-shconf"});
  if (options.pci.empty()) arguments.push_back("--no-pci");
  for (const std::string& device : options.pci) arguments.insert(arguments.end(), {"-a", device});
  return arguments;
}

}  // namespace

Eal::Eal(std::string memory_note)
    : log_(std::make_unique<Log>()),
      before_(std::make_unique<Affinity>()),
      memory_note_(std::move(memory_note)) {}

Result<std::unique_ptr<Eal>> Eal::start(const EalOptions& options) {
  bool hugepages = true;
  if (!options.pci.empty()) {
    if (auto enough = check_hugepages("", options.memory_megabytes); !enough)
      return tl::make_unexpected(enough.error());
  } else {
    hugepages = free_hugepage_megabytes("") >= options.memory_megabytes && can_map_hugepages();
  }
  std::signal(SIGPIPE, SIG_IGN);  // DPDK writes to sockets without asking whether anybody still reads
  std::unique_ptr<Eal> eal(
      new Eal(hugepages ? "memory: hugepages" : "memory: small pages, for no hugepages are free: slower"));
  if (auto up = eal->init(arguments_for(options, hugepages)); !up) return tl::make_unexpected(up.error());
  return eal;
}

Result<void> Eal::init(std::vector<std::string> arguments) {
  static std::atomic<bool> was_up{false};  // DPDK would say so itself, but on stderr
  if (was_up)
    return fail(ErrorKind::internal, "DPDK starts only once in a process, and it was started before");
  std::vector<char*> argv;  // DPDK changes what it is given
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  if (rte_eal_init(static_cast<int>(arguments.size()), argv.data()) < 0) {
    const int error = rte_errno;
    before_->restore();
    return fail(ErrorKind::environment,
                fmt::format("DPDK could not be started ({}): {}", rte_strerror(error), last_complaint()));
  }
  was_up = is_up_ = true;
  runtime_directory_ = rte_eal_get_runtime_dir();
  return {};
}

Eal::~Eal() {
  if (!is_up_) return;
  rte_eal_cleanup();
  rmdir(runtime_directory_.c_str());  // it is ours by name, and DPDK leaves it behind
  before_->restore();
}

Result<std::uint16_t> Eal::add_device(const std::string& arguments) {
  const std::size_t comma = arguments.find(',');
  const std::string name = arguments.substr(0, comma);
  const std::string rest = comma == std::string::npos ? "" : arguments.substr(comma + 1);
  forget_complaints();
  if (const int error = rte_vdev_init(name.c_str(), rest.c_str()); error != 0) {
    const std::string said = last_complaint();
    return fail(
        ErrorKind::port,
        fmt::format("the virtual device {} could not be made ({}): {}", arguments, rte_strerror(-error),
                    said.empty() ? "no driver of DPDK goes by this name, or it refused in silence" : said));
  }
  std::uint16_t id = 0;
  if (rte_eth_dev_get_port_by_name(name.c_str(), &id) != 0)
    return fail(ErrorKind::port, fmt::format("the virtual device {} is no network port", arguments));
  return id;
}

Result<std::uint16_t> Eal::find_port(const std::string& device) const {
  std::uint16_t id = 0;
  if (rte_eth_dev_get_port_by_name(device.c_str(), &id) == 0) return id;
  const std::string said = last_complaint();
  return fail(ErrorKind::port,
              fmt::format("no driver of DPDK took it: its id is not known to any, the driver's "
                          "plug-in is missing, or it failed{}",
                          said.empty() ? "" : ": " + said));
}

std::string Eal::last_complaint() const { return log_->complaint(); }

std::string dpdk_version() {
  std::string version = rte_version();  // "DPDK 22.11.11"
  constexpr std::string_view kName = "DPDK ";
  if (version.starts_with(kName)) version.erase(0, kName.size());
  return version;
}

void Eal::forget_complaints() { log_->forget(); }

}  // namespace pktgen

#include "dpdk/open_port.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <fmt/format.h>
#include <thread>

#include <rte_errno.h>
#include <rte_ethdev.h>

#include "base/text.h"
#include "dpdk/port_link.h"

namespace pktgen {
namespace {

constexpr std::uint32_t kFramesBeside = 2048;  // in the hands of workers and in lcores' caches

tl::unexpected<Error> refused(const PortRequest& request, std::string_view what, int error) {
  return fail(ErrorKind::port,
              fmt::format("{}: the driver {} {} ({})", request.name, driver_of_port(request.id), what,
                          rte_strerror(error < 0 ? -error : error)));
}

DeviceLimits limits_of(const rte_eth_dev_info& info) {
  return {.rx_descriptors_min = info.rx_desc_lim.nb_min,
          .rx_descriptors_max = info.rx_desc_lim.nb_max,
          .rx_descriptors_align = info.rx_desc_lim.nb_align,
          .tx_descriptors_min = info.tx_desc_lim.nb_min,
          .tx_descriptors_max = info.tx_desc_lim.nb_max,
          .tx_descriptors_align = info.tx_desc_lim.nb_align,
          .max_mtu = {info.max_mtu},
          .max_rx_bytes = info.max_rx_pktlen,
          .fast_free = (info.tx_offload_capa & RTE_ETH_TX_OFFLOAD_MBUF_FAST_FREE) != 0};
}

/// "0000:01:00.0"; the names of virtual devices have no colon.
bool pci_like(const std::string& device) {
  return device.find(':') != std::string::npos && device.find('.') != std::string::npos;
}

bool is_unsupported(int error) { return error == -ENOTSUP || error == -ENOSYS; }

}  // namespace

std::string driver_of_port(std::uint16_t id) {
  rte_eth_dev_info info{};
  return rte_eth_dev_info_get(id, &info) == 0 && info.driver_name != nullptr ? info.driver_name : "unknown";
}

Result<std::unique_ptr<OpenedPort>> OpenedPort::open(const PortRequest& request, const PmdProfile& profile) {
  rte_eth_dev_info info{};
  if (const int error = rte_eth_dev_info_get(request.id, &info); error != 0)
    return refused(request, "does not describe the port", error);
  EffectiveSettings settings = settle(profile, limits_of(info), request.largest);
  if (!settings.carries_largest)
    return fail(
        ErrorKind::port,
        fmt::format("{}: frames of {} bytes were asked for, the port carries {} at most; take them out of "
                    "--sizes",
                    request.name, request.largest.count, settings.max_frame.count));
  if (request.wish.mtu) settings.mtu = *request.wish.mtu;
  std::unique_ptr<OpenedPort> port(new OpenedPort(request, std::move(settings)));
  if (auto chosen = port->choose_link(info.speed_capa); !chosen) return tl::make_unexpected(chosen.error());
  if (auto opened = port->start_with_retries(); !opened) return tl::make_unexpected(opened.error());
  return port;
}

Result<void> OpenedPort::start_with_retries() {
  auto started = start();
  for (std::uint32_t retry = 0; !started && retry < settings_.start_retries; ++retry) {
    std::this_thread::sleep_for(settings_.restart_delay);
    started = start();
  }
  return started;
}

Result<void> OpenedPort::restart() {
  stop();
  return start_again();
}

void OpenedPort::stop() {
  link_stopwatch_.stop();
  rte_eth_dev_stop(request_.id);
}

Result<void> OpenedPort::start_again() {
  const std::vector<std::string> notes = settings_.notes;  // starting adds those it has each time
  std::this_thread::sleep_for(settings_.restart_delay);
  auto started = start_with_retries();
  settings_.notes = notes;
  return started;
}

/// From the beginning each time: a driver was seen to change the speeds asked for once it started.
Result<void> OpenedPort::start() {
  if (auto done = check_queues(); !done) return done;
  if (auto done = configure(); !done) return done;
  if (auto done = set_mtu(); !done) return done;
  if (auto done = make_pools(); !done) return done;
  if (auto done = set_up_queues(); !done) return done;
  if (auto done = set_fec(); !done) return done;
  if (auto done = set_pause(); !done) return done;
  const auto started_at = LinkStopwatch::Clock::now();
  if (const int error = rte_eth_dev_start(request_.id); error != 0)
    return refused(request_, "could not start the port", error);
  if (settings_.carrier == PmdProfile::Carrier::device && !request_.link_reader)
    link_stopwatch_.start(started_at, [this] { return link().is_up; });
  if (const int error = rte_eth_promiscuous_enable(request_.id); error != 0 && !is_unsupported(error))
    settings_.notes.push_back("promiscuous mode was refused: frames to other addresses aren't seen");
  else if (error == 0)
    settings_.notes.push_back("promiscuous mode is on: frames to any address are received");
  return {};
}

Result<void> OpenedPort::check_queues() const {
  rte_eth_dev_info info{};
  if (const int error = rte_eth_dev_info_get(request_.id, &info); error != 0)
    return refused(request_, "does not describe the port", error);
  if (request_.queues.tx <= info.max_tx_queues && request_.queues.rx <= info.max_rx_queues) return {};
  return fail(
      ErrorKind::port,
      fmt::format("{}: {} queues to send and {} to receive were asked for, the driver {} has {} and {}; "
                  "lower --tx-queues or --rx-queues",
                  request_.name, request_.queues.tx, request_.queues.rx, driver_of_port(request_.id),
                  info.max_tx_queues, info.max_rx_queues));
}

/// Spreads what is received over the queues by addresses and ports, as far as the port can.
void OpenedPort::ask_for_rss(rte_eth_conf& conf) {
  if (request_.queues.rx == 1) return;
  rte_eth_dev_info info{};
  if (rte_eth_dev_info_get(request_.id, &info) != 0) return;
  constexpr std::uint64_t kWanted = RTE_ETH_RSS_IP | RTE_ETH_RSS_TCP | RTE_ETH_RSS_UDP;
  const std::uint64_t hashed = info.flow_type_rss_offloads & kWanted;
  if (hashed == 0) {
    settings_.notes.push_back("the driver doesn't say how it spreads frames over its receive queues");
    return;
  }
  conf.rxmode.mq_mode = RTE_ETH_MQ_RX_RSS;
  conf.rx_adv_conf.rss_conf.rss_hf = hashed;
}

Result<void> OpenedPort::configure() {
  rte_eth_conf conf{};
  conf.link_speeds = speed_mask(speeds_);
  conf.rxmode.mtu = static_cast<std::uint32_t>(settings_.set_mtu ? settings_.mtu.count : 0);
  if (settings_.fast_free) conf.txmode.offloads = RTE_ETH_TX_OFFLOAD_MBUF_FAST_FREE;
  ask_for_rss(conf);
  const auto rx_queues = static_cast<std::uint16_t>(request_.queues.rx);
  const auto tx_queues = static_cast<std::uint16_t>(request_.queues.tx);
  if (const int error = rte_eth_dev_configure(request_.id, rx_queues, tx_queues, &conf); error != 0)
    return refused(request_, fmt::format("refused the configuration with MTU {}", settings_.mtu.count),
                   error);
  is_configured_ = true;
  std::uint16_t rx = static_cast<std::uint16_t>(settings_.rx_descriptors);
  std::uint16_t tx = static_cast<std::uint16_t>(settings_.tx_descriptors);
  if (rte_eth_dev_adjust_nb_rx_tx_desc(request_.id, &rx, &tx) == 0) {
    settings_.rx_descriptors = rx;
    settings_.tx_descriptors = tx;
  }
  return {};
}

Result<void> OpenedPort::set_mtu() {
  mtu_ = settings_.mtu;
  if (!settings_.set_mtu && !request_.wish.mtu) return {};
  const auto wanted = static_cast<std::uint16_t>(settings_.mtu.count);
  const int error = rte_eth_dev_set_mtu(request_.id, wanted);
  if (error != 0 && !is_unsupported(error))
    return refused(
        request_,
        fmt::format("refused MTU {}, which frames of {} bytes need", wanted, request_.largest.count), error);
  std::uint16_t in_force = 0;
  if (rte_eth_dev_get_mtu(request_.id, &in_force) != 0) return {};
  mtu_ = {in_force};
  return check_mtu(request_.name, request_.wish.mtu, mtu_for(request_.largest), mtu_);
}

/// One to send for each queue, for MBUF_FAST_FREE wants all frames of a queue from one pool.
Result<void> OpenedPort::make_pools() {
  if (receive_pool_ != nullptr) return {};  // of an earlier try
  const auto send_bytes = static_cast<std::uint32_t>((request_.largest.count + kHeaderSlack + 63) / 64 * 64);
  const std::uint32_t send_buffers =
      request_.send_buffers != 0 ? request_.send_buffers : settings_.tx_descriptors + kFramesBeside;
  for (std::size_t q = 0; q < request_.queues.tx; ++q) {
    auto send = make_pool(fmt::format("send_{}_{}", request_.id, q), send_buffers, send_bytes, numa_node());
    if (!send) return tl::make_unexpected(send.error());
    send_pools_.push_back(std::move(*send));
  }
  const auto queues = static_cast<std::uint32_t>(request_.queues.rx);
  auto receive =
      make_pool(fmt::format("receive_{}", request_.id), queues * settings_.rx_descriptors + kFramesBeside,
                settings_.rx_buffer_bytes, numa_node());
  if (!receive) return tl::make_unexpected(receive.error());
  receive_pool_ = std::move(*receive);
  return {};
}

Result<void> OpenedPort::set_up_queues() {
  rte_eth_dev_info info{};
  if (const int error = rte_eth_dev_info_get(request_.id, &info); error != 0)
    return refused(request_, "does not describe the port", error);
  const auto narrow = [](std::size_t number) { return static_cast<std::uint16_t>(number); };
  rte_eth_rxconf rx = info.default_rxconf;
  if (settings_.rx_free_thresh) rx.rx_free_thresh = narrow(*settings_.rx_free_thresh);
  rx.rx_drop_en = settings_.rx_drop_en ? 1 : rx.rx_drop_en;
  rte_eth_txconf tx = info.default_txconf;
  if (settings_.tx_free_thresh) tx.tx_free_thresh = narrow(*settings_.tx_free_thresh);
  if (settings_.tx_rs_thresh) tx.tx_rs_thresh = narrow(*settings_.tx_rs_thresh);
  tx.offloads = settings_.fast_free ? RTE_ETH_TX_OFFLOAD_MBUF_FAST_FREE : 0;
  const auto socket = static_cast<unsigned>(numa_node());
  for (std::size_t q = 0; q < request_.queues.rx; ++q)
    if (const int error = rte_eth_rx_queue_setup(request_.id, narrow(q), narrow(settings_.rx_descriptors),
                                                 socket, &rx, receive_pool_.get());
        error != 0)
      return refused(request_,
                     fmt::format("refused a receive queue of {} descriptors", settings_.rx_descriptors),
                     error);
  for (std::size_t q = 0; q < request_.queues.tx; ++q)
    if (const int error =
            rte_eth_tx_queue_setup(request_.id, narrow(q), narrow(settings_.tx_descriptors), socket, &tx);
        error != 0)
      return refused(request_,
                     fmt::format("refused a send queue of {} descriptors", settings_.tx_descriptors), error);
  return {};
}

OpenedPort::~OpenedPort() {
  link_stopwatch_.stop();
  if (!is_configured_) return;
  rte_eth_dev_stop(request_.id);
  rte_eth_dev_close(request_.id);
}

MacAddress OpenedPort::mac() const {
  rte_ether_addr address{};
  MacAddress mac{};
  if (rte_eth_macaddr_get(request_.id, &address) == 0) std::ranges::copy(address.addr_bytes, mac.begin());
  return mac;
}

int OpenedPort::numa_node() const {
  const int node = rte_eth_dev_socket_id(request_.id);
  return node >= 0 && node < RTE_MAX_NUMA_NODES ? node : SOCKET_ID_ANY;
}

std::string OpenedPort::driver() const { return driver_of_port(request_.id); }

std::string OpenedPort::firmware() const {
  std::array<char, 128> text{};
  if (rte_eth_dev_fw_version_get(request_.id, text.data(), text.size() - 1) != 0) return {};
  return text.data();
}

std::string OpenedPort::card() const {
  std::array<char, RTE_ETH_NAME_MAX_LEN> name{};
  if (rte_eth_dev_get_name_by_port(request_.id, name.data()) != 0) return {};
  const std::string device = name.data();
  const std::size_t function = device.find('.');
  return pci_like(device) ? device.substr(0, function) : "";
}

Result<void> wait_for_links(std::span<const std::unique_ptr<OpenedPort>> ports, Nanoseconds timeout) {
  using Clock = std::chrono::steady_clock;
  const auto is_up = [](const auto& port) { return port->is_link_up(); };
  const auto until = Clock::now() + timeout;
  while (!std::ranges::all_of(ports, is_up)) {
    if (Clock::now() < until) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      continue;
    }
    const auto down = std::ranges::find_if_not(ports, is_up);
    if (down == ports.end()) return {};
    return fail(
        ErrorKind::port,
        fmt::format("{}: link stayed down for {}; wanted up; check cable and module, and that the far "
                    "side is up at a speed this port has",
                    (*down)->name(), print_time(timeout)));
  }
  for (const auto& port : ports)
    if (auto as_asked = port->check_link(); !as_asked) return as_asked;
  return {};
}

}  // namespace pktgen

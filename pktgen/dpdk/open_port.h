#pragma once
#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "dpdk/link_stopwatch.h"
#include "dpdk/mbuf_pool.h"
#include "link/link_choice.h"
#include "plan/profile.h"
#include "wire/frame.h"
#include "worker/port_concept.h"

struct rte_eth_conf;

namespace pktgen {

/// A link as its port sees it now.
struct LinkState {
  bool is_up = false;
  LinkBitsPerSecond speed{};             ///< zero: not known
  std::optional<std::uint64_t> downs{};  ///< how often it went down so far, where somebody counts
  friend bool operator==(const LinkState&, const LinkState&) = default;
};

/// What is asked of one port.
struct PortRequest {
  std::uint16_t id = 0;
  std::string name;                ///< as the person wrote it
  FrameBytes largest{};            ///< that will be sent or received
  std::uint32_t send_buffers = 0;  ///< of each queue; 0: enough for the descriptors
  Queues queues{};
  LinkWish wish{};
  std::function<LinkState()> link_reader;  ///< empty: the driver's word
};

/// A port that is configured and started, until the object goes. Its link may still be down.
class OpenedPort {
 public:
  /// Fails (port) naming the port, what was wanted, what is in force and what to do.
  static Result<std::unique_ptr<OpenedPort>> open(const PortRequest& request, const PmdProfile& profile);
  ~OpenedPort();
  OpenedPort(const OpenedPort&) = delete;
  OpenedPort& operator=(const OpenedPort&) = delete;

  /// Stops the port and starts it as it was opened; its link comes up later. Fails (port) as `open`.
  Result<void> restart();

  /// The link's speed from the next start on. Fails (port) for one that the port doesn't have, naming those
  /// it has; then all stays as it is.
  Result<void> choose_speed(LinkBitsPerSecond speed);

  /// The two halves of `restart`, for ports whose links are taken down together.
  void stop();
  Result<void> start_again();

  std::uint16_t id() const { return request_.id; }
  const std::string& name() const { return request_.name; }
  /// Of each queue its own, or that of the last one that sends.
  rte_mempool* send_pool(std::size_t queue = 0) const {
    return send_pools_[std::min(queue, send_pools_.size() - 1)].get();
  }
  const EffectiveSettings& settings() const { return settings_; }
  MtuBytes mtu() const { return mtu_; }  ///< as read back
  MacAddress mac() const;
  int numa_node() const;
  std::string driver() const;
  /// What the ports of a PCI card have in common: "0000:01:00"; empty for any other device.
  std::string card() const;
  std::string firmware() const;  ///< empty: the driver doesn't say
  Queues queues() const { return request_.queues; }
  LinkState link() const;
  bool is_link_up();

  /// From the start until its link was up, to five milliseconds; nothing where no wire is behind it, where
  /// somebody else keeps it up, or not yet.
  std::optional<Nanoseconds> time_to_link() const { return link_stopwatch_.time(); }

  /// As the driver reads it back now.
  LinkInForce in_force() const;

  /// Whether the link, once it is up, is what was asked for. Fails (port) saying what is in force.
  Result<void> check_link() const;

 private:
  OpenedPort(PortRequest request, EffectiveSettings settings)
      : request_(std::move(request)), settings_(std::move(settings)) {}
  Result<void> choose_link(std::uint32_t speed_capabilities);
  Result<void> check_queues() const;
  void ask_for_rss(rte_eth_conf& conf);
  Result<void> configure();
  Result<void> set_mtu();
  Result<void> make_pools();
  Result<void> set_up_queues();
  Result<void> set_fec();
  Result<void> set_pause();
  Result<void> start();
  Result<void> start_with_retries();

  PortRequest request_;
  EffectiveSettings settings_;
  LinkAbilities abilities_{};
  SpeedChoice speeds_{};
  LinkStopwatch link_stopwatch_{};
  MtuBytes mtu_{};
  std::vector<MbufPool> send_pools_;
  MbufPool receive_pool_;
  bool is_configured_ = false;
};

/// The driver's name of a port that was found, "net_i40e".
std::string driver_of_port(std::uint16_t id);

/// Waits until all links are up, and looks whether each is what was asked for. Fails (port) after `timeout`,
/// saying which link was seen how, and for a link that isn't as it was asked.
Result<void> wait_for_links(std::span<const std::unique_ptr<OpenedPort>> ports, Nanoseconds timeout);

}  // namespace pktgen

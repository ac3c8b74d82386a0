#include "dpdk/port_link.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include <fmt/format.h>
#include <rte_errno.h>
#include <rte_ethdev.h>

#include "dpdk/open_port.h"

namespace pktgen {
namespace {

constexpr std::pair<std::uint32_t, std::uint64_t> kMegabits[] = {
    {RTE_ETH_LINK_SPEED_10M, 10},      {RTE_ETH_LINK_SPEED_100M, 100},   {RTE_ETH_LINK_SPEED_1G, 1000},
    {RTE_ETH_LINK_SPEED_2_5G, 2500},   {RTE_ETH_LINK_SPEED_5G, 5000},    {RTE_ETH_LINK_SPEED_10G, 10'000},
    {RTE_ETH_LINK_SPEED_20G, 20'000},  {RTE_ETH_LINK_SPEED_25G, 25'000}, {RTE_ETH_LINK_SPEED_40G, 40'000},
    {RTE_ETH_LINK_SPEED_50G, 50'000},  {RTE_ETH_LINK_SPEED_56G, 56'000}, {RTE_ETH_LINK_SPEED_100G, 100'000},
    {RTE_ETH_LINK_SPEED_200G, 200'000}};

constexpr std::pair<FecMode, std::uint32_t> kFecBits[] = {
    {FecMode::off, RTE_ETH_FEC_MODE_CAPA_MASK(NOFEC)},
    {FecMode::rs, RTE_ETH_FEC_MODE_CAPA_MASK(RS)},
    {FecMode::baser, RTE_ETH_FEC_MODE_CAPA_MASK(BASER)},
    {FecMode::autoneg, RTE_ETH_FEC_MODE_CAPA_MASK(AUTO)}};

constexpr std::array<rte_eth_fc_mode, 4> kPauseModes{RTE_ETH_FC_NONE, RTE_ETH_FC_RX_PAUSE,
                                                     RTE_ETH_FC_TX_PAUSE, RTE_ETH_FC_FULL};

tl::unexpected<Error> not_taken(const std::string& port, const std::string& driver, const std::string& what,
                                int error) {
  return fail(ErrorKind::port,
              fmt::format("{}: the driver {} refused {} ({}); leave it out, or ask for another", port, driver,
                          what, rte_strerror(error < 0 ? -error : error)));
}

}  // namespace

std::vector<LinkBitsPerSecond> speeds_of(std::uint32_t capabilities) {
  std::vector<LinkBitsPerSecond> speeds;
  for (const auto& [bit, megabits] : kMegabits)
    if ((capabilities & bit) != 0) speeds.push_back({megabits * 1'000'000});
  return speeds;
}

std::uint32_t speed_mask(const SpeedChoice& choice) {
  std::uint32_t mask = choice.is_fixed ? RTE_ETH_LINK_SPEED_FIXED : 0;
  for (const LinkBitsPerSecond speed : choice.offered)
    for (const auto& [bit, megabits] : kMegabits)
      if (megabits * 1'000'000 == speed.count) mask |= bit;
  return mask;
}

std::vector<FecMode> fecs_of(std::uint16_t port) {
  const int count = rte_eth_fec_get_capability(port, nullptr, 0);
  if (count <= 0) return {};
  std::vector<rte_eth_fec_capa> by_speed(static_cast<std::size_t>(count));
  if (rte_eth_fec_get_capability(port, by_speed.data(), static_cast<unsigned>(count)) != count) return {};
  std::uint32_t bits = 0;
  for (const rte_eth_fec_capa& one : by_speed) bits |= one.capa;
  std::vector<FecMode> fecs;
  for (const auto& [mode, bit] : kFecBits)
    if ((bits & bit) != 0) fecs.push_back(mode);
  return fecs;
}

int ask_for_fec(std::uint16_t port, FecMode mode) {
  const auto* const found = std::ranges::find(kFecBits, mode, &std::pair<FecMode, std::uint32_t>::first);
  return rte_eth_fec_set(port, found->second);
}

int ask_for_pause(std::uint16_t port, PauseMode mode) {
  rte_eth_fc_conf flow{};
  if (const int error = rte_eth_dev_flow_ctrl_get(port, &flow); error != 0) return error;
  flow.mode = kPauseModes[static_cast<std::size_t>(mode)];
  return rte_eth_dev_flow_ctrl_set(port, &flow);
}

std::optional<FecMode> read_fec(std::uint16_t port) {
  std::uint32_t bits = 0;
  if (rte_eth_fec_get(port, &bits) != 0 || std::popcount(bits) != 1) return std::nullopt;
  for (const auto& [mode, bit] : kFecBits)
    if (bits == bit) return mode;
  return std::nullopt;
}

std::optional<PauseMode> read_pause(std::uint16_t port) {
  rte_eth_fc_conf flow{};
  if (rte_eth_dev_flow_ctrl_get(port, &flow) != 0) return std::nullopt;
  const auto* const found = std::ranges::find(kPauseModes, flow.mode);
  if (found == kPauseModes.end()) return std::nullopt;
  return static_cast<PauseMode>(found - kPauseModes.begin());
}

/// What can be asked of this port, and what is; before it is configured.
Result<void> OpenedPort::choose_link(std::uint32_t speed_capabilities) {
  abilities_ = {.port = request_.name,
                .driver = driver(),
                .speeds = common_speeds(speeds_of(speed_capabilities), settings_.speeds),
                .fecs = fecs_of(request_.id),
                .takes_fixed = settings_.fixed_allowed,
                .unknown_speed_means = settings_.unknown_speed_means};
  auto chosen = choose_speeds(request_.wish, settings_.offered_speeds, abilities_);
  if (!chosen) return tl::make_unexpected(chosen.error());
  speeds_ = std::move(*chosen);
  if (!speeds_.note.empty()) settings_.notes.push_back(speeds_.note);
  return {};
}

Result<void> OpenedPort::choose_speed(LinkBitsPerSecond speed) {
  LinkWish wish = request_.wish;
  wish.speed = speed;
  auto chosen = choose_speeds(wish, settings_.offered_speeds, abilities_);
  if (!chosen) return tl::make_unexpected(chosen.error());
  request_.wish = std::move(wish);
  speeds_ = std::move(*chosen);
  return {};
}

Result<void> OpenedPort::set_fec() {
  if (!request_.wish.fec) return {};
  const int error = ask_for_fec(request_.id, *request_.wish.fec);
  if (error == 0) return {};
  return not_taken(request_.name, driver(), fmt::format("--fec {}", name_of(*request_.wish.fec)), error);
}

/// Off where nobody says otherwise: pause frames would falsify the load. It must be where they are on by
/// default.
Result<void> OpenedPort::set_pause() {
  const auto& asked = request_.wish.pause;
  if (!asked && !settings_.flow_control_off) return {};
  const int error = ask_for_pause(request_.id, asked.value_or(PauseMode::off));
  if (error == 0 || (!asked && !settings_.flow_control_required)) return {};
  if (asked) return not_taken(request_.name, driver(), fmt::format("--pause {}", name_of(*asked)), error);
  return fail(ErrorKind::port,
              fmt::format("{}: the driver {} could not turn flow control off: pause frames "
                          "would falsify the load ({})",
                          request_.name, driver(), rte_strerror(error < 0 ? -error : error)));
}

LinkState OpenedPort::link() const {
  if (request_.link_reader) return request_.link_reader();
  rte_eth_link link{};
  if (rte_eth_link_get_nowait(request_.id, &link) != 0) return {};
  const bool is_known = link.link_speed != RTE_ETH_SPEED_NUM_UNKNOWN;
  return {.is_up = link.link_status == RTE_ETH_LINK_UP,
          .speed = {is_known ? std::uint64_t{link.link_speed} * 1'000'000 : 0}};
}

bool OpenedPort::is_link_up() { return !link_stopwatch_.is_running() && link().is_up; }

/// Pause frames that are on by default must be off.
Result<void> OpenedPort::check_link() const {
  LinkWish wish = request_.wish;
  if (settings_.flow_control_required && !wish.pause) wish.pause = PauseMode::off;
  return check_in_force(wish, in_force(), abilities_);
}

LinkInForce OpenedPort::in_force() const {
  return {.speed = link().speed, .fec = read_fec(request_.id), .pause = read_pause(request_.id)};
}

}  // namespace pktgen

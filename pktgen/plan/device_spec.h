#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/units.h"
#include "wire/hash_policy.h"

namespace pktgen {

/// What a device does to the frames whose outer tag has this VLAN id, beside what it does to all.
struct VlanSpec {
  std::uint64_t id = 0;
  std::uint64_t latency_ns = 0;
  std::uint64_t policer_l2_bits_per_second = 0;  ///< 0: none
  std::uint64_t policer_burst_bytes = 12'176;    ///< eight frames of 1522
  friend bool operator==(const VlanSpec&, const VlanSpec&) = default;
};

/// What a direction is like while its link is at this speed; what isn't given is as at every speed.
struct SpeedSpec {
  LinkBitsPerSecond link{};
  double time_to_link_s = 0;  ///< from the change of speed until the link is up
  std::optional<std::uint64_t> max_frame_bytes{}, latency_ns{}, drop_every{}, capacity_frames_per_second{};
  std::optional<double> drop_probability{};
  friend bool operator==(const SpeedSpec&, const SpeedSpec&) = default;
};

/// What happens to frames of one direction on their way; every default makes a perfect cable.
/// The keys are those of the device file (docs/device_file.md), their units end their names there.
struct WaySpec {
  enum class Kind : std::uint8_t { cable, store_and_forward, cut_through };

  LinkBitsPerSecond link = 10_Gbps;
  std::uint64_t propagation_ns = 5;
  double clock_ppm = 0;
  std::vector<SpeedSpec> speeds;  ///< that it can be taken to; empty: all, alike

  Kind kind = Kind::cable;
  std::uint64_t latency_ns = 0;
  std::uint64_t egress_bits_per_second = 0;  ///< 0: as the link
  std::uint64_t buffer_bytes = 0;
  std::uint64_t max_frame_bytes = 9022;                                           ///< larger frames vanish
  std::uint64_t capacity_frames_per_second = 0, capacity_l2_bits_per_second = 0;  ///< 0: no limit
  bool learns = false;
  std::uint64_t ageing_s = 300;
  std::uint64_t table_entries = 8192, learns_per_second = 0;  ///< addresses; 0: as fast as frames come
  std::uint64_t overload_recovery_ns = 0;  ///< it drops all for so long after the last of an overload
  std::uint64_t jitter_ns = 0;             ///< added to `latency_ns`, drawn for each frame
  bool blocks_broadcast = false, blocks_multicast = false;
  std::uint64_t broadcast_limit_frames_per_second = 0,
                multicast_limit_frames_per_second = 0;  ///< 0: no limit
  std::vector<double> carried_vlans;                    ///< whose tagged frames pass; empty: all
  std::uint64_t policer_l2_bits_per_second = 0;         ///< 0: none
  std::uint64_t policer_burst_bytes = 12'176;
  std::vector<VlanSpec> vlans;

  std::uint64_t lag_members = 0;  ///< of a LAG that the device sends over to a second one; 0: there is none
  std::uint64_t member_bits_per_second = 1'000'000'000, member_buffer_bytes = 65'536;
  HashPolicy lag_policy = HashPolicy::layer3_4;
  std::uint64_t skew_ns = 0;  ///< each member takes so much longer than the one before
  std::uint64_t down_member = 0;
  std::vector<double> member_down_at_s;
  double member_down_for_s = 1;
  std::uint64_t failover_ns = 0, rejoin_loss_ns = 0;

  std::uint64_t drop_every = 0, duplicate_every = 0, reorder_every = 0, reorder_by = 1, corrupt_every = 0,
                crc_error_every = 0, delay_every = 0, delay_by_ns = 0,
                vlan_leak_every = 0;  ///< 0: never
  double drop_probability = 0;
  std::vector<double> flap_at_s;
  double flap_for_s = 0.1;
  std::vector<double> reset_at_s;  ///< it drops all that comes, its links stay up
  double reset_for_s = 0.1;

  std::uint64_t lldp = 0, stp = 0, arp = 0, ipv6_nd = 0;  ///< frames a second towards the receiver

  std::uint64_t tx_capacity_frames_per_second = 0, rx_miss_every = 0;
  bool pause_received = false;
  double tx_hangs_at_s = 0;  ///< from this time of a trial on the port takes no frame; 0: never
  std::uint64_t egress_hold_ns = 0;

  /// When the sending port hangs in a trial that begins at `start`; kNever: it doesn't.
  Ticks hangs_at(Ticks start, TicksPerSecond clock) const {
    if (tx_hangs_at_s == 0) return kNever;
    return start + Ticks{static_cast<std::uint64_t>(tx_hangs_at_s * clock.count)};
  }
};

/// What a module measures from a time of each trial on; what isn't given stays as it was.
struct ModuleStage {
  std::optional<std::size_t> port{};  ///< 0: that of the first port, 1: of the second; nothing: both
  Nanoseconds at{};                   ///< from the start of sending
  std::optional<double> temperature_celsius{}, supply_volts{}, bias_milliamperes{};
  std::optional<double> tx_power_dbm{}, rx_power_dbm{};  ///< minus infinity: no light
};

/// The emulated wire and what lies on it.
struct DeviceSpec {
  std::uint64_t seed = 1;
  std::array<WaySpec, 2> ways{};             ///< a to b, b to a
  std::string module_eeprom;                 ///< a file beside the device file; empty: no module
  std::vector<ModuleStage> module_course{};  ///< by time; only with a memory
};

/// Reads a device file. Fails (plan) with file, line, column and key for unknown keys (naming the nearest),
/// wrong types, values out of range; (environment) if it can't be read.
Result<DeviceSpec> load_device(const std::string& path);

/// The same of text; `name` stands for the file in messages.
Result<DeviceSpec> parse_device(std::string_view text, std::string_view name);

}  // namespace pktgen

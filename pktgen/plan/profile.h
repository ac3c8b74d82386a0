#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/units.h"
#include "counters/port_book.h"
#include "link/link_wish.h"

namespace pktgen {

/// Why a profile says what it says about one key.
struct Quirk {
  std::string key;      ///< "tx.rs_thresh"
  std::string why;      ///< a sentence for people
  std::string seen_on;  ///< a device, a source file, a report; may be empty
};

/// A key that a person's file set in place of the built-in profile.
struct Override {
  std::string key;    ///< "rx.descriptors"
  std::string where;  ///< "/etc/pmd/x710.toml:7:1"
};

/// What is known of one kind of port beyond what its driver says: a file of pmd_config/, whose README has
/// each key with its unit. Nothing here widens what the driver says; it only narrows it.
struct PmdProfile {
  /// Who knows whether the wire is there: the driver, the kernel's interface behind it, nobody.
  enum class Carrier : std::uint8_t { device, kernel, none };

  std::string name;  ///< the file's stem: "x710"
  std::string summary;

  struct Match {
    std::string driver;  ///< as DPDK names it: "net_i40e"; empty for the generic profile
    std::vector<std::string> pci_ids;
    bool any_id = false;  ///< also the driver's other devices; set if no ids are listed
  } match{};
  struct Bind {
    std::vector<std::string> userspace_drivers;  ///< those the port works with, the best first
  } bind{};
  struct Link {
    std::vector<LinkBitsPerSecond> speeds;  ///< that can be asked for; empty: as the driver says
    LinkBitsPerSecond request{};            ///< zero: autonegotiation of all
    std::string unknown_speed_means;
    bool fixed_allowed = false;
    Carrier carrier = Carrier::device;
    bool speed_is_nominal = false;  ///< a constant that no wire stands behind
    Nanoseconds up_timeout = std::chrono::seconds(12);
    Nanoseconds restart_delay = std::chrono::milliseconds(500);
    std::uint32_t start_retries = 0;
  } link{};
  struct Frame {
    std::optional<MtuBytes> max_mtu{};
    bool mtu_settable = true;
    std::vector<std::uint32_t> ethertypes_blocked;  ///< that the port never sends
  } frame{};
  struct Ring {
    std::uint32_t descriptors = 1024;
    std::optional<std::uint32_t> descriptors_min{}, descriptors_max{}, descriptors_align{};
    bool descriptors_pow2 = false;
    std::optional<std::uint32_t> free_thresh{};  ///< descriptors; absent: the driver's own
  };
  struct Receive : Ring {
    std::uint32_t burst_frames = 32;
    bool drop_en = false;
    std::uint32_t buffer_bytes = 2048, buffer_jumbo_bytes = 10240;  ///< for frames, without headroom
  } rx{};
  struct Transmit : Ring {
    std::optional<std::uint32_t> rs_thresh{};
    bool fast_free = false;  ///< worth asking for
    bool may_block = false;
  } tx{};
  struct FlowControl {
    bool on_by_default = false;
    bool off_at_start = true;
  } flow_control{};
  struct Stats {
    Nanoseconds poll = std::chrono::milliseconds(200);
    std::optional<Nanoseconds> poll_at_least_every{};  ///< or counters stick
    bool counts_bytes = true;
    std::optional<bool> counters_include_fcs{}, ierrors_are_frames{};
    CounterKind counters = CounterKind::grows;
    std::uint32_t frame_counter_bits = 64, error_counter_bits = 64;
    std::optional<bool> tx_counts_sent{};           ///< false: frames accepted, whatever became of them
    std::vector<std::uint32_t> dead_all_ones_bits;  ///< a counter of all ones this wide means a dead device
    std::optional<std::vector<std::string>> crc_error_xstats{}, pause_received_xstats{}, pause_sent_xstats{};
  } stats{};
  struct Recover {
    bool restart_stuck_queue = false;  ///< a new start cures a send queue that takes nothing any more
  } recover{};
  struct Module {
    bool eeprom = true;  ///< whether the driver is asked for the memory of the port's module
  } module{};
  struct Limits {
    FramesPerSecond device_frames_per_second{};  ///< of all ports together; zero: none known
    FrameBytes device_limit_below{};             ///< the frames it is about
    std::vector<std::string> notes;
  } limits{};
  std::vector<Quirk> quirks;
  std::string file;                 ///< that a person gave; empty: built in
  std::vector<Override> overrides;  ///< of a built-in one, in the order of the person's file
};

/// Reads a profile; `name` stands for the file in messages, its stem names the profile. Fails (plan) with
/// file, line, column and key for unknown keys (naming the nearest), wrong types and values out of range.
Result<PmdProfile> parse_profile(std::string_view text, std::string_view name);

/// `base` with the keys that `text` sets, which may be any of them; a quirk about a key takes the place of
/// those that `base` has about it. Fails as parse_profile.
Result<PmdProfile> override_profile(PmdProfile base, std::string_view text, std::string_view name);

/// The keys a profile may have, each with its table: "tx.rs_thresh".
std::vector<std::string> profile_keys();

/// The profiles this program carries, by name. Fails (internal) if one of them is wrong.
Result<std::vector<PmdProfile>> built_in_profiles();

/// Those, with the *.toml files of a directory: the keys of one of a built-in's name win over the built-in's,
/// others are added. An empty path means none. Fails (environment) if the directory can't be read, (plan) for
/// what is wrong in a file or if two profiles claim the same device.
Result<std::vector<PmdProfile>> load_profiles(const std::string& override_directory);

/// How the counters of such a port are to be read.
CounterRules counter_rules(const PmdProfile::Stats& stats);

/// The profile of a device: that which lists its id ("8086:1572", may be empty), else that of its driver,
/// else the generic one, which `profiles` must hold (those of the two functions above do).
const PmdProfile& profile_for(std::span<const PmdProfile> profiles, std::string_view pci_id,
                              std::string_view driver);

/// What a device says of itself, in plain numbers; zero means that it doesn't say.
struct DeviceLimits {
  std::uint32_t rx_descriptors_min = 0, rx_descriptors_max = 0, rx_descriptors_align = 0;
  std::uint32_t tx_descriptors_min = 0, tx_descriptors_max = 0, tx_descriptors_align = 0;
  MtuBytes max_mtu{};              ///< 65535 is what ethdev says for drivers that don't
  std::uint32_t max_rx_bytes = 0;  ///< the longest frame, as the driver counts
  bool fast_free = false;          ///< offers MBUF_FAST_FREE
};

/// How the engine sets up one port.
struct EffectiveSettings {
  std::string profile;
  std::string file;                 ///< that a person gave for the profile; empty: built in
  std::vector<Override> overrides;  ///< keys that a person's file set
  std::uint32_t rx_descriptors = 0, tx_descriptors = 0;
  std::optional<std::uint32_t> rx_free_thresh{}, tx_free_thresh{},
      tx_rs_thresh{};  ///< absent: the driver's own
  std::uint32_t rx_burst_frames = 32;
  std::uint32_t rx_buffer_bytes = 2048;  ///< for frames; DPDK's headroom comes on top
  bool rx_drop_en = false;
  bool fast_free = false;  ///< ask for MBUF_FAST_FREE

  bool set_mtu = true;
  MtuBytes mtu{}, max_mtu{};
  FrameBytes max_frame{};       ///< the largest that max_mtu carries
  bool carries_largest = true;  ///< the largest frame asked for fits

  std::vector<std::uint32_t> ethertypes_blocked;  ///< what has one of these never leaves the port
  FramesPerSecond card_frames_per_second{};       ///< of all ports of the card together; zero: not known
  FrameBytes card_limit_below{};                  ///< about frames smaller than this

  std::vector<LinkBitsPerSecond> offered_speeds;  ///< to set as the speed mask; empty: autonegotiation of all
  std::vector<LinkBitsPerSecond> speeds;  ///< of the driver's, those that the profile knows; empty: all
  bool fixed_allowed = false;
  std::string unknown_speed_means;
  bool flow_control_off = true;        ///< set to none after the port was configured
  bool flow_control_required = false;  ///< and not being able to is an error: it is on by default
  PmdProfile::Carrier carrier = PmdProfile::Carrier::device;
  bool speed_is_nominal = false;
  Nanoseconds link_timeout{}, restart_delay{};
  std::uint32_t start_retries = 0;
  bool reads_module = true;  ///< whether the driver is asked for the memory of the port's module

  bool restart_when_stuck = false;  ///< between trials, where a send queue stood still
  Nanoseconds poll{};
  CounterRules counters{};
  std::vector<std::string> notes;  ///< limits to tell the user, a sentence each
};

/// The settings for a device that is to carry frames up to `largest`. Every wish is bounded by both what the
/// profile and what the device say; where they leave no room the device's bound wins.
EffectiveSettings settle(const PmdProfile& profile, const DeviceLimits& device, FrameBytes largest);

/// The settings as text, a line each.
std::string describe(const EffectiveSettings& settings);

}  // namespace pktgen

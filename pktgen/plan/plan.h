#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/units.h"
#include "plan/lag_plan.h"
#include "link/link_wish.h"
#include "plan/service_spec.h"
#include "traffic/replay_timing.h"
#include "traffic/stream_spec.h"
#include "trial/trial.h"
#include "wire/frame.h"
#include "wire/link_model.h"
#include "wire/pcap_reader.h"
#include "wire/rewrite.h"

namespace pktgen {

/// A port as a person writes it: "emu:a", "if:eth1", "vdev:net_null0", "0000:01:00.0".
struct PortName {
  enum class Kind : std::uint8_t { emulated, interface, virtual_device, pci };
  Kind kind = Kind::emulated;
  std::string text;  ///< as written
  std::string name;  ///< without the prefix
  friend bool operator==(const PortName&, const PortName&) = default;
};

/// Where a value came from; the later one wins.
enum class Origin : std::uint8_t { default_value, profile, file, command_line };

/// What a replay is asked for.
struct ReplayPlan {
  std::string file;      ///< the capture
  bool fastest = false;  ///< all frames are due at once
  double speed = 1.0;
  std::optional<std::uint64_t> loops = 1;  ///< none: for ever
  std::vector<AddressMap> maps{};
  std::string maps_text{};   ///< as they were written
  FrameBytes largest{1518};  ///< that the ports are set up for
  CaptureReading::Fcs fcs = CaptureReading::Fcs::find_out;
  bool skips_truncated = false;
};

/// A goal of MLRsearch, draft-ietf-bmwg-mlrsearch-15.
struct MlrGoalPlan {
  double loss_percent = 0;                              ///< of a trial; one that loses more is a bad one
  double exceed_percent = 50;                           ///< of the time at a load that bad trials may fill
  double width_percent = 0.5;                           ///< between the bounds, of the upper
  Nanoseconds trial = std::chrono::seconds(1);          ///< of sending
  Nanoseconds duration_sum = std::chrono::seconds(21);  ///< at one load
  friend bool operator==(const MlrGoalPlan&, const MlrGoalPlan&) = default;
};

/// How searches go about it.
struct SearchPlan {
  double precision_percent = 0.1;                         ///< of line rate
  double accepted_loss_percent = 0;                       ///< RFC 2544's throughput has none
  Nanoseconds trial_duration = std::chrono::seconds(10);  ///< of trials on the way to the answer
  std::uint64_t repeats = 3;                              ///< of a trial that wasn't measured
  bool is_quick = false;                                  ///< trials of seconds, which RFC 2544 doesn't know
  std::string resume{};                                   ///< the folder of a run to go on from; empty: none
  double step_percent = 10;       ///< between loads of the loss rate; RFC 2544: 10 at most
  std::uint64_t repetitions = 0;  ///< of a latency or a burst; 0: as the standard says
  Nanoseconds longest_burst = std::chrono::seconds(2);  ///< RFC 9004: 30 s at most
  Nanoseconds rest{};                                   ///< between trials, for the device to settle
  bool each_way = false;                                ///< a>b alone, then b>a alone, then both at once
  std::vector<MlrGoalPlan> goals{{}, {.loss_percent = 0.5}};  ///< those of FD.io CSIT: NDR and PDR
};

/// What a switch is asked, and how (docs/switch.md).
struct SwitchPlan {
  std::vector<std::string> tests{};  ///< names of kSwitchTests, in its order; empty: all
  std::uint64_t most_addresses = 65'536;
  std::uint64_t learning_rate = 1000;       ///< of the capacity, frames a second
  std::uint64_t learning_addresses = 1000;  ///< of the learning rate, at most as many as there is room for
  double learning_precision_percent = 1;    ///< of the learning rate
  Nanoseconds ageing = std::chrono::seconds(300);  ///< after which the device has forgotten
  Nanoseconds longest_ageing = std::chrono::minutes(20), ageing_resolution = std::chrono::seconds(1);
  std::vector<std::uint16_t> isolated_vlans{};
  std::optional<double> tester_slope{};  ///< what the tester adds a byte, in nanoseconds
};

/// What recovery and reset ask of a device that was overloaded or reset (docs/searches.md).
struct OutagePlan {
  std::optional<Load> throughput{};               ///< known before; none: it is looked for
  Nanoseconds relief = std::chrono::seconds(60);  ///< at half of the overload
  std::optional<Nanoseconds> limit{};             ///< what takes longer fails
  Nanoseconds stable = std::chrono::seconds(15);  ///< before and after a reset; RFC 2544 section 26.6
  Nanoseconds wait = std::chrono::minutes(5);     ///< for the reset and its end
  std::string kind = "hardware";                  ///< of the reset, as the person says
  std::string on_reset{};                         ///< the command that resets; empty: by hand
};

/// How a long run goes about it.
struct SoakPlan {
  bool is_bidirectional = false;
  Nanoseconds every = std::chrono::seconds(10);
  double ber = 1e-12;              ///< IEEE 802.3
  std::uint64_t kept_frames = 16;  ///< before and after each loss
};

/// What can be asked of a switch with two ports, in the order in which it is.
inline constexpr std::string_view kSwitchTests =
    "forwarding mode broadcast multicast vlan ageing capacity learning-rate";

/// Commands that search, each of one frame size after the other.
inline constexpr std::string_view kSearches = "throughput latency loss burst recovery reset mlr rfc2544";

/// Whether `words`, with spaces between, has `command`.
bool is_among(std::string_view command, std::string_view words);

/// Whether each trial of a command has one frame size, of a list of them.
inline bool is_of_sizes(std::string_view command) {
  return is_among(command, "sweep switch lag calibrate") || is_among(command, kSearches);
}

/// What a receive does beside counting.
struct ReceivePlan {
  std::vector<Ipv4Address> ipv4{};  ///< whose questions are answered
  std::vector<Ipv6Address> ipv6{};
  std::string filter{};   ///< as tcpdump has it; empty: all
  std::string capture{};  ///< the pcapng file; empty: none
  std::uint64_t ring_files = 0, ring_bytes = 0;
};

/// All that a person asked for: one value, made once, then only read.
struct Plan {
  std::string command = "sweep";
  std::vector<PortName> ports{{PortName::Kind::emulated, "emu:a", "a"},
                              {PortName::Kind::emulated, "emu:b", "b"}};
  std::string device_file;             ///< the emulated device; empty: a perfect 10 Gb/s cable
  std::string pmd_config_directory{};  ///< profiles that win over the built-in ones; empty: none
  std::vector<FrameBytes> sizes;       ///< ascending, without repeats
  Load load{};
  Nanoseconds duration = std::chrono::seconds(10);
  Nanoseconds drain = std::chrono::seconds(2);  ///< RFC 2544 section 23
  Nanoseconds link_timeout = std::chrono::seconds(30);
  double tolerance_percent = 0.1;  ///< of the load that may be left unsent
  std::vector<Direction> directions{Direction::a_to_b, Direction::b_to_a};
  Stack stack = Stack::udp4;
  std::optional<std::uint16_t> vlan{};
  std::optional<MacAddress> src_mac{}, dst_mac{};                              ///< default: the ports' own
  Ipv4Address src_ipv4{198, 18, 0, 1}, dst_ipv4{198, 19, 0, 1};                // RFC 2544 appendix C.2.2
  Ipv6Address src_ipv6{0x20, 0x01, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};  // RFC 5180 section 8
  Ipv6Address dst_ipv6{0x20, 0x01, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1};
  std::uint16_t src_port = 0xc020, dst_port = 7;
  std::uint32_t sample_frames = 16;
  std::uint64_t seed = 1;
  bool verify_payload = false;
  bool real_time = false;                        ///< the emulated pair on lcores instead of in virtual time
  LinkWish link{};                               ///< of each port that was asked for
  std::vector<LinkBitsPerSecond> link_speeds{};  ///< taken one after the other; empty: as the links are
  std::vector<unsigned> lcores;                  ///< cores for workers; empty: chosen
  std::size_t tx_queues = 1, rx_queues = 1;      ///< of each port
  bool json = false, csv = false;                ///< what standard output carries instead of the table
  std::string out_directory;                     ///< empty: no files
  std::string calibration{};                     ///< a file, or "none"; empty: this tester's, if there is one
  std::string store{};                           ///< of a calibration; empty: where later runs look
  bool force = false;                            ///< overwrite an existing run

  StreamSpec stream{};                ///< what the options of a send say, where there are no `streams`
  std::vector<StreamSpec> streams{};  ///< of the plan file's [[stream]] tables
  ReplayPlan replay{};
  ReceivePlan receive{};
  SearchPlan search{};
  SwitchPlan switching{};
  LagPlan lag{};
  OutagePlan outage{};
  ServicePlan service{};
  SoakPlan soak{};
  Nanoseconds dom_interval = std::chrono::seconds(1);  ///< between readings of the ports' modules
  std::vector<ServiceSpec> services{};                 ///< of the plan file's [[service]] tables
  std::size_t asked_ports =
      2;  ///< of `ports`; a second one that wasn't asked for takes what is sent, and is not shown

  std::map<std::string, Origin> origins;  ///< by the key's name; a key that's missing is a default
};

/// What is sent: the plan's streams, or the one that options describe.
std::vector<StreamSpec> streams_of(const Plan& plan);

/// What is tested: the plan's services, or the one that options describe.
std::vector<ServiceSpec> services_of(const Plan& plan);

/// The default sizes of a sweep.
const std::vector<FrameBytes>& default_sizes();

/// What a replay does with the file, of a plan that is one.
ReplaySpec replay_spec(const Plan& plan);

/// Whether the person named this key, in the file or on the command line.
bool was_asked(const Plan& plan, const std::string& key);

}  // namespace pktgen

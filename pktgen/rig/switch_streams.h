#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "rig/measurer.h"
#include "trial/vlan_counts.h"

namespace pktgen {

/// What a switch with two ports to the tester can be asked about its addresses: they are learned at a port,
/// and frames to them come in at that same port. A switch filters those of addresses that it knows to be
/// there, and floods the others to port b: what arrives there wasn't known. Every frame to an address that
/// nobody has must arrive, a hundred at least, so that a frame that is missing is one that was filtered.
struct AddressTrial {
  std::uint64_t first = 0;      ///< the addresses are numbers from here on; the first asks after the others
  std::uint64_t addresses = 2;  ///< 2 or more
  FramesPerSecond learning_rate{};  ///< at which they are shown
  Nanoseconds silence{};            ///< before, for what was learned earlier to be forgotten
  Nanoseconds asked_after{};        ///< from the showing of the second address to the first frame to it
  Nanoseconds between_asked{};      ///< from the frame to one address to the frame to the next
  FrameBytes size = kSmallestFrame;
  Nanoseconds drain{};
};

/// What came of it.
struct AddressCount {
  std::uint64_t asked = 0, known = 0;  ///< addresses that were asked after; of them, those that were filtered
  std::string not_measured{};          ///< why the counts mean nothing; else empty
};

/// The streams of an address trial: those that ask, the frames that must arrive, those that show.
StreamsRequest address_streams(const AddressTrial& trial);
/// Of what came of `address_streams`, to its end.
AddressCount count_addresses(const AddressTrial& trial, const StreamsOutcome& outcome);

/// Which frames of a group are sent: to everybody, or to 01:00:5e:01:00:01, a multicast group that nobody
/// joined.
enum class Group : std::uint8_t { broadcast, multicast };

/// Frames of one size to a group, from each of the trial's directions.
StreamsRequest group_streams(const Trial& trial, Group group);

/// What is sent to see whether frames of a VLAN come out where it isn't: unicast, broadcast and multicast
/// frames of each, both ways, beside frames that must come.
struct VlanTrial {
  std::vector<std::uint16_t> isolated{};     ///< VLANs that don't reach from one port to the other
  std::optional<std::uint16_t> connected{};  ///< of the frames that must come; nothing: untagged
  FramesPerSecond load{};                    ///< of each stream
  Nanoseconds duration{}, drain{};
};

StreamsRequest vlan_streams(const VlanTrial& trial);
VlanCounts count_vlans(const VlanTrial& trial, const StreamsOutcome& outcome);

/// Why no stream of `outcome` can be trusted: frames weren't sent, a link went down, the receiving port
/// dropped frames; empty: all can.
std::string tester_shortfall(const StreamsOutcome& outcome);

}  // namespace pktgen

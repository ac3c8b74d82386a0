#include "counters/shared_cards.h"

namespace pktgen {
namespace {

using enum CounterRole;

constexpr CounterCard kSendErrors{
    .means = "frames that the driver says it could not send",
    .causes = "frames longer than the port takes, a queue that stopped, an interface that is down",
    .next_step = "compare the port's MTU with the frame size, and see whether its link was up"};
constexpr CounterCard kQueueErrors{
    .means = "receive errors that the driver books on one queue",
    .causes = "damage on the wire, or a queue without free descriptors; which of them only its driver knows",
    .next_step = "run again at a tenth of the load: if the count goes, the receiver was too slow"};

// The names that DPDK itself makes for every port, and what Intel's drivers have in common.
constexpr CounterEntry kTable[] = {
    {"", "rx_good_packets", traffic, &cards::kTraffic},
    {"", "tx_good_packets", traffic, &cards::kTraffic},
    {"", "rx_good_bytes", traffic, &cards::kTraffic},
    {"", "tx_good_bytes", traffic, &cards::kTraffic},
    {"", "rx_missed_errors", rx_missed, &cards::kMissed, false},
    {"", "rx_mbuf_allocation_errors", rx_no_buffer, &cards::kNoBuffer, false},
    {"", "rx_errors", other, &cards::kErrorsSummed},
    {"", "tx_errors", other, &kSendErrors},
    {"", "rx_q#_errors", other, &kQueueErrors},
    {"", "rx_q#_packets", traffic, &cards::kTraffic},
    {"", "rx_q#_bytes", traffic, &cards::kTraffic},
    {"", "tx_q#_packets", traffic, &cards::kTraffic},
    {"", "tx_q#_bytes", traffic, &cards::kTraffic},
    {"", "rx_crc_errors", rx_crc_errors, &cards::kCrc},
    {"", "rx_oversize_errors", rx_oversize, &cards::kOversize},
    {"", "rx_xon_packets", rx_pause, &cards::kPauseReceived},
    {"", "rx_xoff_packets", rx_pause, &cards::kPauseReceived},
    {"", "tx_xon_packets", tx_pause, &cards::kPauseSent},
    {"", "tx_xoff_packets", tx_pause, &cards::kPauseSent},
    {"", "rx_flow_control_xon_packets", rx_pause, &cards::kPauseReceived},
    {"", "rx_flow_control_xoff_packets", rx_pause, &cards::kPauseReceived},
    {"", "tx_flow_control_xon_packets", tx_pause, &cards::kPauseSent},
    {"", "tx_flow_control_xoff_packets", tx_pause, &cards::kPauseSent},
    {"", "rx_priority#_xon_packets", other, &cards::kClassPause},
    {"", "rx_priority#_xoff_packets", other, &cards::kClassPause},
    {"", "tx_priority#_xon_packets", other, &cards::kClassPause},
    {"", "tx_priority#_xoff_packets", other, &cards::kClassPause},
    {"", "tx_priority#_xon_to_xoff_packets", other, &cards::kClassPause},
    {"", "rx_illegal_byte_errors", damaged, &cards::kIllegalByte},
    {"", "rx_error_bytes", other, &cards::kErrorBytes},
    {"", "rx_length_errors", damaged, &cards::kLength},
    {"", "rx_fragment_errors", damaged, &cards::kFragment},
    {"", "rx_undersize_errors", damaged, &cards::kUndersize},
    {"", "rx_jabber_errors", damaged, &cards::kJabber},
    {"", "mac_local_errors", link_fault, &cards::kLocalFault},
    {"", "mac_remote_errors", link_fault, &cards::kRemoteFault},
    {"", "rx_management_packets", other, &cards::kManagement},
    {"", "rx_management_dropped", other, &cards::kManagement},
    {"", "tx_management_packets", other, &cards::kManagement},
    {"", "rx_unicast_packets", traffic, &cards::kCasts},
    {"", "rx_multicast_packets", traffic, &cards::kCasts},
    {"", "rx_broadcast_packets", traffic, &cards::kCasts},
    {"", "tx_unicast_packets", traffic, &cards::kCasts},
    {"", "tx_multicast_packets", traffic, &cards::kCasts},
    {"", "tx_broadcast_packets", traffic, &cards::kCasts},
    {"", "rx_size_*", traffic, &cards::kSizes},
    {"", "tx_size_*", traffic, &cards::kSizes},
    {"", "rx_total_packets", traffic, &cards::kTraffic},
    {"", "rx_total_bytes", traffic, &cards::kTraffic},
    {"", "tx_total_packets", traffic, &cards::kTraffic},
    {"", "tx_total_bytes", traffic, &cards::kTraffic},
};

}  // namespace

std::span<const CounterEntry> common_counters() { return kTable; }

}  // namespace pktgen

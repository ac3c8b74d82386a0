#include "counters/shared_cards.h"

namespace pktgen {
namespace {

using enum CounterRole;

constexpr CounterCard kSizeError{
    .means = "frames that this port dropped for their length",
    .causes = "an MTU too small at this port, or frames cut off on the way",
    .next_step = "raise the MTU of this port above the frame size, then run again"};
constexpr CounterCard kUnknownProtocol{
    .means = "frames that no receive queue wanted",
    .causes = "other traffic while promiscuous mode is off, or a filter left in the card",
    .next_step = "look at the foreign frames of the result, and restart the port if the count is our load"};
constexpr CounterCard kNotSent{
    .means = "frames that this port took and dropped before they left",
    .causes =
        "a frame that the card forbids (MAC control, a foreign source address), a queue that it shut "
        "as malicious, a link that went down",
    .next_step = "read the driver's messages, and see whether the link was up the whole time"};
constexpr CounterCard kLinkDown{
    .means = "frames that this port dropped because its link was down",
    .causes = "a cable or module that lost contact, a far side that restarted",
    .next_step = "reseat cable and module at this port, and read the far side's log"};
constexpr CounterCard kShortUnused{
    .means = "nothing on this card: the driver has the name, and never counts there",
    .causes = "none",
    .next_step = "look at rx_undersized_errors and rx_fragmented_errors instead"};
constexpr CounterCard kSleepState{
    .means = "whether this side of the link sleeps between frames (IEEE 802.3az) at this moment",
    .causes = "Energy Efficient Ethernet is on at both sides",
    .next_step = "switch EEE off at the far side if latency at low rates matters"};
constexpr CounterCard kSleepCount{
    .means = "how often the link fell asleep between frames (IEEE 802.3az)",
    .causes =
        "Energy Efficient Ethernet is on at both sides: waking takes microseconds, which are in the "
        "latency",
    .next_step = "switch EEE off at the far side, then measure latency again"};
constexpr CounterCard kUnprepared{
    .means = "frames that the driver found unfit to send",
    .causes = "a frame in too many pieces, too short or too long for the card",
    .next_step = "report it with the result file: this tester makes no such frames"};
constexpr CounterCard kQueueDrops{
    .means =
        "frames that reached this port and found their receive queue full: the tester's loss. The driver "
        "has them in no other counter once a full queue may drop",
    .causes = "the receiving core of that queue is too slow or was held up",
    .next_step = "give the receiver more cores and queues, and keep other work off those it has"};
constexpr CounterCard kReceiveMany{
    .means = "receive errors of all kinds added up, with a number of bytes among them: no number of frames",
    .causes = "see the counters that name one kind",
    .next_step = "look at this port's other counters"};

constexpr CounterEntry kI40e[] = {
    {"net_i40e", "rx_dropped_packets", rx_missed, &cards::kMissed, false},
    {"net_i40e", "rx_size_error_packets", refused, &kSizeError},
    {"net_i40e", "rx_unknown_protocol_packets", other, &kUnknownProtocol},
    {"net_i40e", "rx_undersized_errors", damaged, &cards::kUndersize},
    {"net_i40e", "rx_fragmented_errors", damaged, &cards::kFragment},
    {"net_i40e", "rx_mac_short_dropped", state, &kShortUnused},
    {"net_i40e", "tx_dropped_packets", not_sent, &kNotSent},
    {"net_i40e", "tx_link_down_dropped", not_sent, &kLinkDown},
    {"net_i40e", "tx_mbuf_error_packets", not_sent, &kUnprepared},
    {"net_i40e", "rx_flow_director_*", other, &cards::kFlowDirector},
    {"net_i40e", "tx_low_power_idle_status", state, &kSleepState},
    {"net_i40e", "rx_low_power_idle_status", state, &kSleepState},
    {"net_i40e", "tx_low_power_idle_count", other, &kSleepCount},
    {"net_i40e", "rx_low_power_idle_count", other, &kSleepCount},
    {"net_i40e", "rx_errors", traffic, &cards::kErrorsSummed, false},
};

constexpr CounterEntry kIxgbe[] = {
    {"net_ixgbe", "rx_q#_errors", rx_missed, &kQueueDrops},
    {"net_ixgbe", "rx_total_missed_packets", rx_missed, &cards::kMissed, false},
    {"net_ixgbe", "rx_priority#_dropped", rx_missed, &cards::kMissed, false},
    {"net_ixgbe", "rx_priority#_mbuf_allocation_errors", other, &cards::kNoBuffer},
    {"net_ixgbe", "rx_mac_short_packet_dropped", refused, &cards::kShort},
    {"net_ixgbe", "rx_l3_l4_xsum_error", other, &cards::kChecksum},
    {"net_ixgbe", "rx_errors", traffic, &kReceiveMany, false},
    {"net_ixgbe", "rx_flow_control_xon_packets", rx_pause, &cards::kPauseReceived, false},
    {"net_ixgbe", "rx_flow_control_xoff_packets", rx_pause, &cards::kPauseReceived, false},
    {"net_ixgbe", "tx_flow_control_xon_packets", tx_pause, &cards::kPauseSent, false},
    {"net_ixgbe", "tx_flow_control_xoff_packets", tx_pause, &cards::kPauseSent, false},
    {"net_ixgbe", "flow_director_*", other, &cards::kFlowDirector},
    {"net_ixgbe", "rx_fcoe_*", other, &cards::kFcoe},
    {"net_ixgbe", "tx_fcoe_*", other, &cards::kFcoe},
    {"net_ixgbe", "in_pkts_*", other, &cards::kMacsec},
    {"net_ixgbe", "in_octets_*", other, &cards::kMacsec},
    {"net_ixgbe", "out_pkts_*", other, &cards::kMacsec},
    {"net_ixgbe", "out_octets_*", other, &cards::kMacsec},
};

}  // namespace

std::span<const CounterEntry> i40e_counters() { return kI40e; }
std::span<const CounterEntry> ixgbe_counters() { return kIxgbe; }

}  // namespace pktgen

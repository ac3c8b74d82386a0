#include "counters/shared_cards.h"

namespace pktgen {
namespace {

using enum CounterRole;

constexpr CounterCard kReceiveErrors{
    .means = "frames that this port received with an error; the card doesn't say which error",
    .causes = "damage on the wire (a wrong FCS), or lengths that it doesn't take",
    .next_step = "swap the last cable; then run smaller frames: errors of the large ones alone are an MTU"};
constexpr CounterCard kFoldedSendErrors{
    .means = "errors that the driver lists beside the frames it sent; what exactly they are isn't documented",
    .causes = "not known; a card in trouble (firmware, power, its slot) is a guess worth a look",
    .next_step = "read the driver's messages, and reseat the card or its adapter if the count grows"};
constexpr CounterCard kAlign{.means = "frames that don't end on a whole byte",
                             .causes = "damage on copper: cable, plug, disturbance, a duplex mismatch",
                             .next_step = "swap the last cable, and compare speed and duplex of both sides"};
constexpr CounterCard kSymbol{.means = "symbols that no sender makes",
                              .causes = "a weak or disturbed signal: cable, plug, module",
                              .next_step = "clean or swap the last cable, then the module"};
constexpr CounterCard kCollision{
    .means = "collisions or waiting for a free wire: the link is half duplex",
    .causes = "a duplex mismatch: one side is fixed, the other one negotiates",
    .next_step = "set both sides to autonegotiation, then read speed and duplex of both"};
constexpr CounterCard kCarrier{.means = "frames with a carrier that was missing or extended wrongly",
                               .causes = "a bad cable or plug, a half-duplex link",
                               .next_step = "swap the cable, and compare speed and duplex of both sides"};
constexpr CounterCard kUnsupportedControl{
    .means = "MAC control frames of a kind that this port doesn't know",
    .causes = "priority flow control at the far side, or another sender of such frames",
    .next_step = "switch priority flow control off at the far side"};
constexpr CounterCard kSegmentation{.means = "segmentation in the card, which this tester never asks for",
                                    .causes = "another program that uses the card",
                                    .next_step = "make sure that nothing else drives this port"};
constexpr CounterCard kInterrupts{.means = "interrupts that the card raised",
                                  .causes = "link changes",
                                  .next_step = "look at the link's ups and downs if it grows fast"};
constexpr CounterCard kHostDrops{.means = "frames of one queue that were dropped, all reasons together",
                                 .causes = "see the counters of the same queue that name a reason",
                                 .next_step = "look at the other counters of that queue"};
constexpr CounterCard kHostErrors{.means = "frames that the host handed over as broken",
                                  .causes = "damage on the host's wire, or a fault of its switch",
                                  .next_step = "read the counters of the host's own network card"};
constexpr CounterCard kTooManyPieces{
    .means = "frames that the driver didn't send: too many pieces, or segmentation that it can't do",
    .causes = "none in this tester, which sends whole frames",
    .next_step = "report it with the result file"};
constexpr CounterCard kRingFull{
    .means = "times that the send ring was full; the frames are offered again or told as ring_full",
    .causes = "the host takes frames more slowly than they are made",
    .next_step = "lower the load, or give the virtual machine's host more time"};

constexpr CounterCard kNotRefilled{
    .means =
        "times that the driver found no buffer to fill its ring again; how many frames that cost isn't "
        "counted here",
    .causes = "too little memory for buffers, or receivers that stand still with frames in their hands",
    .next_step = "give the tester more hugepages (pktgen doctor), and keep other work off its cores"};
constexpr CounterCard kVirtioSizes{
    .means = "frames that passed, by length without FCS: a frame of 64 bytes is undersize here",
    .causes = "traffic",
    .next_step = "compare with the sizes that were sent, four bytes less each"};

constexpr CounterEntry kAtlantic[] = {
    {"net_atlantic", "erpt", damaged, &kReceiveErrors},  {"net_atlantic", "erpr", other, &kFoldedSendErrors},
    {"net_atlantic", "uprc", traffic, &cards::kCasts},   {"net_atlantic", "mprc", traffic, &cards::kCasts},
    {"net_atlantic", "bprc", traffic, &cards::kCasts},   {"net_atlantic", "uptc", traffic, &cards::kCasts},
    {"net_atlantic", "mptc", traffic, &cards::kCasts},   {"net_atlantic", "bptc", traffic, &cards::kCasts},
    {"net_atlantic", "ubrc", traffic, &cards::kTraffic}, {"net_atlantic", "ubtc", traffic, &cards::kTraffic},
    {"net_atlantic", "mbrc", traffic, &cards::kTraffic}, {"net_atlantic", "mbtc", traffic, &cards::kTraffic},
    {"net_atlantic", "bbrc", traffic, &cards::kTraffic}, {"net_atlantic", "bbtc", traffic, &cards::kTraffic},
    {"net_atlantic", "in_*", other, &cards::kMacsec},    {"net_atlantic", "out_*", other, &cards::kMacsec},
};

constexpr CounterEntry kOther[] = {
    {"net_e1000_igb", "rx_missed_packets", rx_missed, &cards::kMissed, false},
    {"net_e1000_igb", "rx_align_errors", damaged, &kAlign},
    {"net_e1000_igb", "rx_symbol_errors", damaged, &kSymbol},
    {"net_e1000_igb", "rx_code_violation_packets", damaged, &kSymbol},
    {"net_e1000_igb", "rx_carrier_ext_errors", damaged, &kCarrier},
    {"net_e1000_igb", "tx_no_carrier_sense_packets", link_fault, &kCarrier},
    {"net_e1000_igb", "tx_single_collision_packets", link_fault, &kCollision},
    {"net_e1000_igb", "tx_multiple_collision_packets", link_fault, &kCollision},
    {"net_e1000_igb", "tx_excessive_collision_packets", not_sent, &kCollision},
    {"net_e1000_igb", "tx_late_collisions", not_sent, &kCollision},
    {"net_e1000_igb", "tx_total_collisions", link_fault, &kCollision},
    {"net_e1000_igb", "tx_deferred_packets", link_fault, &kCollision},
    {"net_e1000_igb", "rx_flow_control_unsupported_packets", other, &kUnsupportedControl},
    {"net_e1000_igb", "tx_tso_*", other, &kSegmentation},
    {"net_e1000_igb", "rx_sent_to_host_packets", traffic, &cards::kTraffic},
    {"net_e1000_igb", "tx_sent_by_host_packets", traffic, &cards::kTraffic},
    {"net_e1000_igb", "interrupt_assert_count", state, &kInterrupts},
    {"net_e1000_igb", "rx_errors", traffic, &cards::kErrorsSummed, false},
    {"net_vmxnet3", "rx_q#_drop_total", other, &kHostDrops},
    {"net_vmxnet3", "rx_q#_drop_err", damaged, &kHostErrors},
    {"net_vmxnet3", "rx_q#_drop_fcs", rx_crc_errors, &cards::kCrc},
    {"net_vmxnet3", "rx_q#_rx_buf_alloc_failure", other, &kNotRefilled},
    {"net_vmxnet3", "tx_q#_drop_total", not_sent, &kHostDrops},
    {"net_vmxnet3", "tx_q#_drop_too_many_segs", other, &kTooManyPieces},
    {"net_vmxnet3", "tx_q#_drop_tso", other, &kTooManyPieces},
    {"net_vmxnet3", "tx_q#_tx_ring_full", other, &kRingFull},
    {"net_virtio", "rx_q#_errors", damaged, &kHostErrors},
    {"net_virtio", "rx_q#_undersize_packets", traffic, &kVirtioSizes},
    {"net_virtio", "rx_q#_good_*", traffic, &cards::kTraffic},
    {"net_virtio", "rx_q#_multicast_packets", traffic, &cards::kCasts},
    {"net_virtio", "rx_q#_broadcast_packets", traffic, &cards::kCasts},
    {"net_virtio", "rx_q#_size_*", traffic, &kVirtioSizes},
    {"net_virtio", "tx_q#_good_*", traffic, &cards::kTraffic},
    {"net_virtio", "tx_q#_multicast_packets", traffic, &cards::kCasts},
    {"net_virtio", "tx_q#_broadcast_packets", traffic, &cards::kCasts},
    {"net_virtio", "tx_q#_size_*", traffic, &kVirtioSizes},
    {"net_virtio", "tx_q#_undersize_packets", traffic, &kVirtioSizes},
};

}  // namespace

std::span<const CounterEntry> atlantic_counters() { return kAtlantic; }
std::span<const CounterEntry> other_counters() { return kOther; }

}  // namespace pktgen

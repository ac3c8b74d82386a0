#pragma once
#include "counters/counter_card.h"

namespace pktgen::cards {

inline constexpr CounterCard kCrc{
    .means = "frames whose FCS was wrong: damaged between the last sender and this port, dropped by its MAC",
    .causes =
        "dirty or damaged fibre, a bad or too long cable, a module at the end of its reach or life, "
        "electrical disturbance",
    .next_step =
        "clean both ends of the last cable, then swap cable and module one at a time, and watch "
        "which swap ends the count"};
inline constexpr CounterCard kMissed{
    .means = "frames that reached this port and found no free descriptor or no room in it: the tester's loss",
    .causes = "the receiving cores are too slow or were held up, too few receive queues, a narrow PCIe slot",
    .next_step =
        "give the receiver more cores and queues, and compare the slot's width and speed with what "
        "the card can do (pktgen ports)"};
inline constexpr CounterCard kNoBuffer{
    .means = "frames for which the driver had no buffer: the tester's loss",
    .causes = "too little hugepage memory, or receivers that stand still with frames in their hands",
    .next_step = "give the tester more hugepages (pktgen doctor), and keep other work off its cores"};
inline constexpr CounterCard kOversize{
    .means = "whole frames that were longer than this port takes, dropped by its MAC",
    .causes = "an MTU too small at this port, or tags that something on the way has added",
    .next_step =
        "raise the MTU of this port; if it is large enough, look for a tag that is added on the way"};
inline constexpr CounterCard kPauseReceived{
    .means = "pause frames from the far side: it held our sender back",
    .causes = "something slower behind the far port: an uplink, a module that adapts rates, a full buffer",
    .next_step = "find what is slower behind that port, or switch flow control off there"};
inline constexpr CounterCard kPauseSent{
    .means = "pause frames that this port sent: it held the device back",
    .causes = "our receiver was too slow while flow control is on at our port",
    .next_step = "give the receiver more cores, and switch flow control off on our port"};
inline constexpr CounterCard kClassPause{
    .means = "pause frames of one priority (IEEE 802.1Qbb)",
    .causes = "priority flow control is on at one of the two sides",
    .next_step = "switch priority flow control off on both sides, then run again"};
inline constexpr CounterCard kFragment{
    .means = "pieces shorter than 64 bytes with a wrong FCS: frames cut off on the way",
    .causes = "a cable or module that loses the signal for moments, a duplex mismatch, a link that flaps",
    .next_step = "reseat and swap the last cable and module, and compare speed and duplex of both sides"};
inline constexpr CounterCard kJabber{
    .means = "things longer than the longest frame with a wrong FCS",
    .causes = "a faulty sender or module, or two frames run together by a lost gap",
    .next_step = "swap the module or the port at the far side of the last cable"};
inline constexpr CounterCard kUndersize{
    .means = "whole frames shorter than 64 bytes with a right FCS",
    .causes = "a device that takes a tag off and doesn't pad, or one that makes frames too short",
    .next_step = "try the same load with 68-byte frames; look for the hop that removes a tag"};
inline constexpr CounterCard kLength{
    .means = "frames whose length field doesn't agree with their length",
    .causes = "frames with a length instead of an EtherType, or damage in the header",
    .next_step = "read the received sample (pcap) for frames with a type field below 0x0600"};
inline constexpr CounterCard kIllegalByte{
    .means = "frames with symbols in them that no sender makes (IEEE 802.3 coding)",
    .causes = "a weak or disturbed signal: dirt, a bend, a bad plug, a module that fails",
    .next_step =
        "clean or swap the last cable, then the module, and compare the received light with its "
        "limits (pktgen optics)"};
inline constexpr CounterCard kErrorBytes{
    .means = "bytes of frames that came damaged; not a number of frames",
    .causes = "as for rx_crc_errors and rx_illegal_byte_errors",
    .next_step = "look at rx_crc_errors and rx_illegal_byte_errors of the same port"};
inline constexpr CounterCard kLocalFault{
    .means = "local faults: this port itself couldn't make sense of what it received",
    .causes = "no or too little light, an unplugged or broken receive fibre, a module that came loose",
    .next_step =
        "check the receive fibre and the module of this port, and its received light (pktgen optics)"};
inline constexpr CounterCard kRemoteFault{
    .means = "remote faults: the far side says that it doesn't understand what we send",
    .causes = "a broken transmit fibre, a module of ours without light, a far side that restarts",
    .next_step = "swap the two fibres or our module, and read the received light at the far side"};
inline constexpr CounterCard kChecksum{
    .means = "frames whose IP, TCP or UDP checksum is wrong though their FCS is right",
    .causes = "a stream that was given such a checksum on purpose, a device that changes contents",
    .next_step = "look at a received sample (pcap) and compare it with the one that was sent"};
inline constexpr CounterCard kManagement{
    .means = "frames for the card's management controller, which never reach us",
    .causes = "a management controller (BMC) that shares this port",
    .next_step = "move the BMC to a port of its own, or switch its sharing off in the firmware"};
inline constexpr CounterCard kShort{
    .means = "frames dropped because they were shorter than the MAC takes",
    .causes = "a device that makes frames too short, or pieces of frames",
    .next_step = "try the same load with 68-byte frames; then swap the last cable and module"};
inline constexpr CounterCard kSizes{.means = "frames that passed, by length with FCS",
                                    .causes = "traffic",
                                    .next_step =
                                        "compare with the sizes that were sent: another size is "
                                        "other traffic, or a tag added or taken off"};
inline constexpr CounterCard kTraffic{.means = "frames or bytes that passed",
                                      .causes = "traffic, ours and that of others",
                                      .next_step = "nothing; more than was sent means other traffic"};
inline constexpr CounterCard kCasts{.means = "frames that passed, by the kind of their address",
                                    .causes = "traffic; broadcast and multicast are seldom ours",
                                    .next_step =
                                        "if a quiet link shows many, look for a loop or chatter on "
                                        "it (foreign frames in the result)"};
inline constexpr CounterCard kFlowDirector{
    .means = "what the card's flow filters did",
    .causes = "filters that another program left in the card",
    .next_step = "restart the port's driver if filters are in force that nobody asked for"};
inline constexpr CounterCard kFcoe{.means = "frames of Fibre Channel over Ethernet",
                                   .causes = "storage traffic on this link",
                                   .next_step = "take the storage traffic off the link under test"};
inline constexpr CounterCard kMacsec{
    .means = "frames and bytes of MACsec (IEEE 802.1AE)",
    .causes = "MACsec is on at one of the two sides; this tester never switches it on",
    .next_step = "switch MACsec off at the far side, or test behind it"};
inline constexpr CounterCard kErrorsSummed{
    .means = "receive errors of all kinds that the driver adds up",
    .causes = "see the counters that name one kind",
    .next_step = "look at this port's other counters for the kind of error"};

}  // namespace pktgen::cards

#include "inventory/pcie_slot.h"

#include <gtest/gtest.h>

#include "inventory/pcie_verdict.h"
#include "support/machine_tree.h"

namespace pktgen {
namespace {

const std::string kDevice = "sys/devices/pci0000:00/0000:00:01.0/0000:01:00.0";
const std::string kLink =
    "sys/bus/pci/devices/0000:01:00.0 -> ../../../devices/pci0000:00/0000:00:01.0/0000:01:00.0\n";

std::string link_files(const std::string& folder, const std::string& now, const std::string& most) {
  const auto files = [&](const std::string& which, const std::string& link) {
    const auto x = link.find(" x");
    return folder + "/" + which + "_link_speed: " + link.substr(0, x) + "\n" + folder + "/" + which +
           "_link_width: " + link.substr(x + 2) + "\n";
  };
  return files("current", now) + files("max", most);
}

PcieSlot slot_of(const std::string& files) {
  return read_pcie_slot(MachineTree(kLink + files).root().string(), "0000:01:00.0");
}

/// 64 bytes of header whose list begins at 0x40, and `tail` behind them.
std::string config(const std::string& tail) {
  std::string hex = kDevice + "/config: 0x 86 80 72 15 06 04 10 00";
  for (int i = 8; i < 0x40; ++i) hex += i == 0x34 ? " 40" : " 00";
  return hex + " " + tail + "\n";
}

TEST(PcieSlot, KnowsTheSpeedsOfGenerations) {
  EXPECT_EQ(generation_of("2.5 GT/s PCIe"), 1U);
  EXPECT_EQ(generation_of("5.0 GT/s PCIe"), 2U);
  EXPECT_EQ(generation_of("8 GT/s"), 3U);
  EXPECT_EQ(generation_of("16.0 GT/s PCIe"), 4U);
  EXPECT_EQ(generation_of("32.0 GT/s PCIe"), 5U);
  EXPECT_EQ(generation_of("Unknown"), 0U);
  EXPECT_EQ(generation_of(""), 0U);
}

TEST(PcieSlot, ReadsCardAndSlot) {
  const PcieSlot slot =
      slot_of(link_files(kDevice, "5.0 GT/s PCIe x2", "8.0 GT/s PCIe x8") +
              link_files("sys/devices/pci0000:00/0000:00:01.0", "5.0 GT/s PCIe x2", "16.0 GT/s PCIe x4"));
  EXPECT_EQ(slot.now, (PcieLink{2, 2}));
  EXPECT_EQ(slot.card_can, (PcieLink{3, 8}));
  EXPECT_EQ(slot.slot_can, (PcieLink{4, 4}));
  EXPECT_EQ(slot.narrowest, (PcieLink{2, 2}));
  EXPECT_EQ(slot.narrowest_at, "");
  EXPECT_FALSE(slot.max_payload);
}

TEST(PcieSlot, FindsTheNarrowerLinkAbove) {
  const PcieSlot slot =
      slot_of(link_files(kDevice, "8.0 GT/s PCIe x8", "8.0 GT/s PCIe x8") +
              link_files("sys/devices/pci0000:00/0000:00:01.0", "8.0 GT/s PCIe x1", "8.0 GT/s PCIe x16"));
  EXPECT_EQ(slot.now, (PcieLink{3, 8}));
  EXPECT_EQ(slot.narrowest, (PcieLink{3, 1}));
  EXPECT_EQ(slot.narrowest_at, "0000:00:01.0");
}

TEST(PcieSlot, TakesAHiddenLinkAsUnknown) {
  for (const char* hidden : {"Unknown x0", "Unknown x255", "8.0 GT/s PCIe x0", "8.0 GT/s PCIe x255"})
    EXPECT_EQ(slot_of(link_files(kDevice, hidden, hidden)).now, PcieLink{}) << hidden;
  EXPECT_EQ(slot_of(kDevice + "/class: 0x020000\n").now, PcieLink{});
}

TEST(PcieSlot, ReadsPayloadAndReadLimitsThroughTheListOfCapabilities) {
  // a capability at 0x40 (power), its next 0x48: PCI Express, Device Control 0x2030 + payload 256, RCB 128
  const PcieSlot slot =
      slot_of(config("01 48 00 00 00 00 00 00 "
                     "10 00 02 00 00 00 00 00 20 20 00 00 00 00 00 00 08 00 00 00"));
  EXPECT_EQ(slot.max_payload, 256U);
  EXPECT_EQ(slot.max_read, 512U);
  EXPECT_EQ(slot.read_boundary, 128U);
}

TEST(PcieSlot, DoesntKnowTheLimitsWithoutRoot) {
  const PcieSlot slot = slot_of(kDevice + "/config: 0x 86 80 72 15 06 04 10 00\n");
  EXPECT_FALSE(slot.max_payload);
  EXPECT_FALSE(slot.read_boundary);
}

TEST(PcieSlot, EndsOnAListThatRunsInACircleOrBeyondTheBytes) {
  EXPECT_FALSE(slot_of(config("01 40 00 00")).max_payload);
  EXPECT_FALSE(slot_of(config("01 fc 00 00")).max_payload);
  EXPECT_FALSE(slot_of(config("10 00 02 00")).max_payload);
}

PcieSlot slot(PcieLink now, PcieLink card, PcieLink of_slot) {
  PcieSlot slot;
  slot.now = slot.narrowest = now;
  slot.card_can = card;
  slot.slot_can = of_slot;
  slot.max_payload = 256;
  slot.max_read = 512;
  slot.read_boundary = 64;
  return slot;
}

std::vector<std::string> said_of(const PcieSlot& slot, unsigned ports) {
  std::vector<std::string> said;
  for (const PcieFinding& one : judge_slot(slot, 10_Gbps, ports, 16).findings) said.push_back(one.because);
  return said;
}

TEST(PcieVerdict, SaysThatTwoLanesOfGen2CapAPort) {
  EXPECT_EQ(said_of(slot({2, 2}, {3, 8}, {2, 2}), 1),
            std::vector<std::string>{"Gen2 x2 caps this port at about 7 Gb/s; it needs 10 Gb/s"});
}

TEST(PcieVerdict, HasNothingToSayOfAGoodSlot) {
  EXPECT_EQ(said_of(slot({3, 8}, {3, 8}, {3, 16}), 2).size(), 0U);
}

TEST(PcieVerdict, TellsALinkThatTrainedBelowWhatBothEndsCan) {
  const auto said = said_of(slot({1, 8}, {2, 8}, {3, 16}), 1);
  ASSERT_EQ(said.size(), 2U);
  EXPECT_EQ(said[0], "the link trained at Gen1 x8, though card (Gen2 x8) and slot (Gen3 x16) can Gen2 x8");
}

TEST(PcieVerdict, AddsUpThePortsOfACard) {
  EXPECT_EQ(
      said_of(slot({3, 4}, {3, 4}, {3, 16}), 2),
      std::vector<std::string>{"Gen3 x4 carries 18.1 Gb/s of 64-byte frames each way while both ways are "
                               "busy; the card's 2 ports together need 20 Gb/s"});
}

TEST(PcieVerdict, DoesntSendToAWiderSlotACardThatCanNoMore) {
  const auto findings = judge_slot(slot({3, 4}, {3, 4}, {3, 16}), 10_Gbps, 2, 16).findings;
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].next_step, "the card can no more: share the load between two cards");
}

TEST(PcieVerdict, SaysNothingOfWhatAnUnknownSpeedNeeds) {
  const PcieVerdict verdict = judge_slot(slot({2, 2}, {2, 2}, {2, 2}), {}, 1, 16);
  EXPECT_EQ(verdict.figures.size(), 2U);
  EXPECT_TRUE(verdict.findings.empty());
  EXPECT_TRUE(verdict.enough_large.empty());
}

TEST(PcieVerdict, WidensTheRangeWhereThePayloadLimitIsUnknown) {
  PcieSlot unknown = slot({2, 2}, {3, 8}, {2, 2});
  unknown.max_payload.reset();
  const PcieFigures large = judge_slot(unknown, 10_Gbps, 1, 16).figures[1];
  EXPECT_NEAR(large.low.receive / 1e9, 6.1, 0.05);
  EXPECT_NEAR(large.high.receive / 1e9, 7.3, 0.05);
}

}  // namespace
}  // namespace pktgen

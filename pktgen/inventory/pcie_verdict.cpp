#include "inventory/pcie_verdict.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace pktgen {
namespace {

constexpr FrameBytes kSmall{64}, kLarge{1518};
constexpr double kTolerance = 0.98;

double gigabits(double bits) { return bits / 1e9; }

/// "5.7-7.0", "6.9"
std::string range(double low, double high) {
  const std::string from = fmt::format("{:.1f}", gigabits(low)), to = fmt::format("{:.1f}", gigabits(high));
  return from == to ? from : from + "-" + to;
}

/// What a payload limit that can't be read may be: PCI Express allows more, but hosts don't set it.
constexpr std::array<unsigned, 3> kPayloads{128, 256, 512};

PcieCuts cuts_of(const PcieSlot& slot, unsigned max_payload, unsigned rx_descriptor_bytes) {
  constexpr unsigned kUsualRead = 512, kLeastBoundary = 64;
  return {.max_payload = max_payload,
          .max_read = slot.max_read.value_or(kUsualRead),
          .completion = slot.read_boundary.value_or(kLeastBoundary),
          .rx_descriptor = rx_descriptor_bytes};
}

template <class Choose>
PcieCap each(const PcieCap& a, const PcieCap& b, Choose choose) {
  return {choose(a.send, b.send), choose(a.receive, b.receive), choose(a.both, b.both)};
}

PcieFigures figures_of(const PcieSlot& slot, FrameBytes frame, unsigned rx_descriptor_bytes) {
  PcieFigures figures{.frame = frame, .low = {}, .high = {}};
  for (const unsigned payload : kPayloads) {
    const bool is_first = payload == kPayloads.front();
    PcieCuts cuts = cuts_of(slot, slot.max_payload.value_or(payload), rx_descriptor_bytes);
    const PcieCap low = pcie_cap(slot.narrowest, cuts, frame);
    cuts.completion = std::max(cuts.completion, cuts.max_payload);
    const PcieCap high = pcie_cap(slot.narrowest, cuts, frame);
    figures.low = is_first ? low : each(figures.low, low, [](double a, double b) { return std::min(a, b); });
    figures.high =
        is_first ? high : each(figures.high, high, [](double a, double b) { return std::max(a, b); });
  }
  return figures;
}

bool is_narrower(PcieLink a, PcieLink b) {
  return a.is_known() && b.is_known() && (a.generation < b.generation || a.lanes < b.lanes);
}

void find_training(const PcieSlot& slot, std::vector<PcieFinding>& findings) {
  const PcieLink possible{std::min(slot.card_can.generation, slot.slot_can.generation),
                          std::min(slot.card_can.lanes, slot.slot_can.lanes)};
  if (is_narrower(slot.now, possible))
    findings.push_back(
        {fmt::format("the link trained at {}, though card ({}) and slot ({}) can {}", print_link(slot.now),
                     print_link(slot.card_can), print_link(slot.slot_can), print_link(possible)),
         "reseat the card, try without a riser, and look for the slot's speed in the BIOS"});
  if (!slot.narrowest_at.empty())
    findings.push_back({fmt::format("the link above, of the bridge {}, is only {}: all below it share that",
                                    slot.narrowest_at, print_link(slot.narrowest)),
                        "use a slot of the processor"});
}

/// "Gen2 x2 caps this port at about 7 Gb/s": one way, the frames that cost least.
void find_caps(const PcieVerdict& verdict, const PcieSlot& slot, double one_port,
               std::vector<PcieFinding>& findings) {
  const PcieFigures &small = verdict.figures[0], &large = verdict.figures[1];
  const std::string link = print_link(slot.narrowest);
  const double all = one_port * verdict.ports;
  const std::string more =
      slot.narrowest == slot.card_can
          ? "the card can no more: share the load between two cards"
          : "use a slot with more lanes or of a later generation, up to " + print_link(slot.card_can);
  const double best = std::max(large.high.send, large.high.receive);
  if (best < kTolerance * one_port) {
    findings.push_back({fmt::format("{} caps this port at about {:.2g} Gb/s; it needs {:g} Gb/s", link,
                                    gigabits(best), gigabits(one_port)),
                        more});
    return;
  }
  const auto both = [&](const PcieFigures& figures, double need, const std::string& whose) {
    if (figures.low.both >= kTolerance * need) return false;
    findings.push_back({fmt::format("{} carries {} Gb/s of {}-byte frames each way while both ways are busy; "
                                    "{} {:g} Gb/s",
                                    link, range(figures.low.both, figures.high.both), figures.frame.count,
                                    whose, gigabits(need)),
                        more});
    return true;
  };
  if (both(large, one_port, "this port needs")) return;
  const std::string together = fmt::format("the card's {} ports together need", verdict.ports);
  if (verdict.ports > 1 && both(large, all, together)) return;
  if (both(small, one_port, "this port needs") || verdict.ports == 1) return;
  both(small, all, together);
}

}  // namespace

PcieVerdict judge_slot(const PcieSlot& slot, LinkBitsPerSecond fastest, unsigned ports,
                       unsigned rx_descriptor_bytes) {
  PcieVerdict verdict{.ports = ports, .figures = {}, .enough_large = {}, .enough_small = {}, .findings = {}};
  if (!slot.now.is_known()) return verdict;
  find_training(slot, verdict.findings);
  if (encoded_bits_per_second(slot.narrowest) == 0) return verdict;
  for (const FrameBytes frame : {kSmall, kLarge})
    verdict.figures.push_back(figures_of(slot, frame, rx_descriptor_bytes));
  const auto one_port = static_cast<double>(fastest.count);
  if (one_port == 0) return verdict;
  const PcieCuts cuts = cuts_of(slot, slot.max_payload.value_or(kPayloads.front()), rx_descriptor_bytes);
  const double needed = kTolerance * one_port * ports;
  const PcieLink most = slot.card_can.is_known() ? slot.card_can : slot.now;
  verdict.enough_large = links_enough(needed, cuts, kLarge, most);
  verdict.enough_small = links_enough(needed, cuts, kSmall, most);
  find_caps(verdict, slot, one_port, verdict.findings);
  return verdict;
}

}  // namespace pktgen

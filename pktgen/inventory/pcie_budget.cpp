#include "inventory/pcie_budget.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace pktgen {
namespace {

constexpr std::array<double, 6> kTransfersPerSecond{0, 2.5e9, 5e9, 8e9, 16e9, 32e9};

/// Bytes between two acknowledgements, by generation (Gen3 stands for later ones), lanes (1 2 4 8 16) and
/// largest payload (128 256 512): see tlp_bits_per_second.
constexpr double kAckLimits[3][5][3] = {
    {{237, 416, 559}, {128, 217, 289}, {73, 118, 154}, {67, 107, 86}, {48, 72, 86}},
    {{288, 467, 610}, {179, 268, 340}, {124, 169, 205}, {118, 158, 137}, {99, 123, 137}},
    {{333, 512, 655}, {224, 313, 385}, {169, 214, 250}, {163, 203, 182}, {144, 168, 182}}};

double ack_limit(PcieLink link, unsigned max_payload) {
  const std::size_t generation = std::min(link.generation, 3U) - 1;
  std::size_t lanes = 0;
  while (lanes < 4 && (2U << lanes) <= link.lanes) ++lanes;
  const std::size_t payload = max_payload >= 512 ? 2 : max_payload >= 256 ? 1 : 0;
  return kAckLimits[generation][lanes][payload];
}

/// Bytes on the link, from the device to memory (up) and back (down).
struct Load {
  double up = 0, down = 0;
};

double parts(double bytes, double of) { return std::ceil(bytes / of); }

constexpr double kRequest = 24, kCompletion = 20, kDoorbell = 28, kTxDescriptor = 16;

Load load_of_send(double bytes, const PcieCuts& cuts) {
  constexpr double kFetched = 32, kWrittenBackOf = 32, kDoorbellFor = 32;
  const double fetched = kTxDescriptor * kFetched;
  return {.up = parts(bytes, cuts.max_read) * kRequest + parts(fetched, cuts.max_read) * kRequest / kFetched +
                (kTxDescriptor + kRequest) / kWrittenBackOf,
          .down = bytes + parts(bytes, cuts.completion) * kCompletion + kTxDescriptor +
                  parts(fetched, cuts.completion) * kCompletion / kFetched + kDoorbell / kDoorbellFor};
}

Load load_of_receive(double bytes, const PcieCuts& cuts) {
  constexpr double kFetched = 8, kWritten = 4, kDoorbellFor = 32;
  const double descriptor = cuts.rx_descriptor;
  return {.up = bytes + parts(bytes, cuts.max_payload) * kRequest + descriptor +
                parts(descriptor * kWritten, cuts.max_payload) * kRequest / kWritten +
                parts(descriptor * kFetched, cuts.max_read) * kRequest / kFetched,
          .down = descriptor + parts(descriptor * kFetched, cuts.completion) * kCompletion / kFetched +
                  kDoorbell / kDoorbellFor};
}

}  // namespace

std::string print_link(PcieLink link) {
  return link.is_known() ? fmt::format("Gen{} x{}", link.generation, link.lanes) : "unknown";
}

double encoded_bits_per_second(PcieLink link) {
  if (!link.is_known() || link.generation >= kTransfersPerSecond.size()) return 0;
  const double coding = link.generation < 3 ? 8.0 / 10 : 128.0 / 130;
  return kTransfersPerSecond[link.generation] * link.lanes * coding;
}

double tlp_bits_per_second(PcieLink link, unsigned max_payload) {
  const double encoded = encoded_bits_per_second(link);
  if (encoded == 0) return 0;
  constexpr double kDllp = 8, kSkip = 4, kSkipEvery = 1538;
  return encoded * (1 - 2 * kDllp / ack_limit(link, max_payload) - kSkip / kSkipEvery);
}

PcieCap pcie_cap(PcieLink link, const PcieCuts& cuts, FrameBytes frame) {
  const double bytes_per_second = tlp_bits_per_second(link, cuts.max_payload) / 8;
  const auto bytes = static_cast<double>(without_fcs(frame).count);
  const double bits_on_wire = 8 * static_cast<double>(on_wire(frame).count);
  const Load send = load_of_send(bytes, cuts), receive = load_of_receive(bytes, cuts);
  const auto cap = [&](Load load) { return bytes_per_second / std::max(load.up, load.down) * bits_on_wire; };
  return {.send = cap(send),
          .receive = cap(receive),
          .both = cap({send.up + receive.up, send.down + receive.down})};
}

std::vector<PcieLink> links_enough(double needed_bits_per_second, const PcieCuts& cuts, FrameBytes frame,
                                   PcieLink most) {
  std::vector<PcieLink> enough;
  for (unsigned generation = 1; generation <= std::min(most.generation, 5U); ++generation)
    for (const unsigned lanes : {1U, 2U, 4U, 8U, 16U}) {
      const PcieLink link{generation, lanes};
      if (lanes > most.lanes || pcie_cap(link, cuts, frame).both < needed_bits_per_second) continue;
      enough.push_back(link);
      break;
    }
  return enough;
}

}  // namespace pktgen

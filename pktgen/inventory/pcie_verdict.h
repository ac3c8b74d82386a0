#pragma once
#include <string>
#include <vector>

#include "inventory/pcie_slot.h"

namespace pktgen {

/// What a slot carries of frames of one size: the model's low and high end.
struct PcieFigures {
  FrameBytes frame;
  PcieCap low, high;
};

/// What of a slot a person should know.
struct PcieFinding {
  std::string because, next_step;
};

/// A slot against what is asked of it.
struct PcieVerdict {
  unsigned ports = 0;                ///< that share the link, itself among them
  std::vector<PcieFigures> figures;  ///< of 64 and 1518 bytes; none for an unknown link
  std::vector<PcieLink> enough_large,
      enough_small;  ///< of those the card can: for all ports at their fastest, both ways
  std::vector<PcieFinding> findings;
};

/// Judges a slot for `ports` ports of at most `fastest` each; zero: the speed isn't known, and nothing is
/// said of what it needs. A payload limit that isn't readable may be 128, 256 or 512 bytes: the ends are
/// those of all three. A shortfall below two per cent isn't told.
PcieVerdict judge_slot(const PcieSlot& slot, LinkBitsPerSecond fastest, unsigned ports,
                       unsigned rx_descriptor_bytes);

}  // namespace pktgen

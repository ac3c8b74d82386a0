#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace pktgen {

/// How flows, or frames, lie on the members of a LAG.
struct Distribution {
  std::vector<std::uint64_t> counts{};  ///< of each member, the largest first
  double largest_share = 0;             ///< 0 to 1
  double imbalance = 0;                 ///< the largest share times the members: 1 is perfect
  double chi2 = 0;                      ///< of so many flows against an even share
  double critical_chi2 = 0;             ///< a fair hash exceeds it once in a hundred
  std::uint64_t flows = 0;              ///< that chi2 is of

  bool is_polarised() const { return largest_share > 0.9; }
  /// A fair hash with enough flows.
  bool is_even() const { return chi2 < critical_chi2 && imbalance < 1.2; }
};

/// Of flows on each member; members on which there are none may be left out of `on_member`.
Distribution distribution_of_flows(std::vector<std::uint64_t> on_member, std::size_t members);

/// Of frames on each member, as a device counts them: chi2 is of `flows` that lie in the same shares, for it
/// is flows that a hash throws, not frames.
Distribution distribution_of_frames(std::vector<std::uint64_t> on_member, std::uint64_t flows);

/// Which chi-square of so many degrees of freedom, 1 or more, is exceeded once in a hundred; from 8 on by
/// Wilson and Hilferty's approximation, right to 0.02.
double critical_chi2(std::size_t degrees);

}  // namespace pktgen

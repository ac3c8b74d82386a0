#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "trial/streams.h"

namespace pktgen {

/// Which flows share a member of a LAG, found out from losses alone.
///
/// In each trial one flow, the *reference*, is so fast that its member can't carry all of it; the others are
/// slow. Whoever loses frames as it does, a quarter of its share at least, is on its member. Then a flow that
/// is on none yet is the reference, until there are none: one that lost too little to be told finds its
/// member so.
class Placement {
 public:
  explicit Placement(std::size_t flows) : member_of_(flows) {}

  /// The flow to be the reference of the next trial; nothing once all are placed, it has failed, or after 128
  /// trials, when a LAG that keeps flows on members would long be known.
  std::optional<std::size_t> next() const;

  /// What became of all flows in a trial; none that the tester fell short in.
  void learn(std::size_t reference, const std::vector<StreamOutcome>& flows);

  /// Nothing of this can be trusted.
  void give_up(std::string why) { not_measured_ = std::move(why); }

  /// Of each flow: a member, as numbers from 0 up in the order in which they were found; nothing: none yet.
  const std::vector<std::optional<std::size_t>>& member_of() const { return member_of_; }
  std::vector<std::uint64_t> flows_on_members() const;
  std::size_t members() const { return members_; }
  std::uint64_t unplaced() const;
  /// Flows that lost frames beside references of two members: they changed over, or something else lost them.
  std::uint64_t contradictions() const { return contradictions_; }
  std::uint64_t trials() const { return trials_; }
  const std::string& not_measured() const { return not_measured_; }  ///< why; else empty

 private:
  std::size_t member_that_lost(const std::vector<StreamOutcome>& flows, double lost) const;

  std::vector<std::optional<std::size_t>> member_of_;
  std::vector<std::size_t> references_;
  std::size_t members_ = 0;
  std::uint64_t trials_ = 0, contradictions_ = 0;
  std::string not_measured_;
};

/// Flows, of those that are placed, that lie as was foretold, numbers of members put aside.
std::uint64_t as_predicted(const std::vector<std::optional<std::size_t>>& member_of,
                           const std::vector<std::size_t>& predicted);

}  // namespace pktgen

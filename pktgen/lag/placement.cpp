#include "lag/placement.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

#include "verdict/wording.h"

namespace pktgen {
namespace {

// Of the share of frames that the reference loses: less isn't what chance makes of a hundred frames beside
// it.
constexpr double kShares = 0.25;
constexpr double kLeastOverload = 0.05;  // of the reference's frames that must be lost
constexpr std::size_t kMostMembers = 64, kMostTrials = 128;

double loss_of(const StreamOutcome& flow) {
  return flow.tx.sent == 0 ? 0 : static_cast<double>(flow.missing) / static_cast<double>(flow.tx.sent);
}

/// Flows that both a foretold member (row) and a found one (column) have.
using Overlap = std::vector<std::vector<std::int64_t>>;

/// The most flows that can agree where each found member stands for one foretold: an assignment, by shortest
/// augmenting paths (Kuhn, Munkres), for a choice of the largest first may miss it.
std::uint64_t best_matching(const Overlap& overlap) {
  const std::size_t n = overlap.size();
  std::vector<std::int64_t> of_row(n + 1), of_column(n + 1);  // potentials; row and column 0 are nobody's
  std::vector<std::size_t> row_at(n + 1);
  for (std::size_t row = 1; row <= n; ++row) {
    std::vector<std::int64_t> slack(n + 1, std::numeric_limits<std::int64_t>::max());
    std::vector<std::size_t> before(n + 1);
    std::vector<bool> is_reached(n + 1);
    std::size_t at = 0;
    for (row_at[0] = row; row_at[at] != 0;) {
      is_reached[at] = true;
      std::int64_t least = std::numeric_limits<std::int64_t>::max();
      std::size_t nearest = 0;
      for (std::size_t to = 1; to <= n; ++to) {
        if (is_reached[to]) continue;
        const std::int64_t cost = -overlap[row_at[at] - 1][to - 1] - of_row[row_at[at]] - of_column[to];
        if (cost < slack[to]) {
          slack[to] = cost;
          before[to] = at;
        }
        if (slack[to] < least) {
          least = slack[to];
          nearest = to;
        }
      }
      for (std::size_t to = 0; to <= n; ++to) {
        if (is_reached[to]) {
          of_row[row_at[to]] += least;
          of_column[to] -= least;
        } else {
          slack[to] -= to == 0 ? 0 : least;
        }
      }
      at = nearest;
    }
    for (; at != 0; at = before[at]) row_at[at] = row_at[before[at]];
  }
  std::int64_t agreeing = 0;
  for (std::size_t column = 1; column <= n; ++column) agreeing += overlap[row_at[column] - 1][column - 1];
  return static_cast<std::uint64_t>(agreeing);
}

}  // namespace

std::optional<std::size_t> Placement::next() const {
  if (!not_measured_.empty() || members_ == kMostMembers || trials_ == kMostTrials) return {};
  for (std::size_t flow = 0; flow < member_of_.size(); ++flow) {
    const bool was_reference = std::ranges::find(references_, flow) != references_.end();
    if (!member_of_[flow] && !was_reference) return flow;
  }
  return {};
}

void Placement::learn(std::size_t reference, const std::vector<StreamOutcome>& flows) {
  ++trials_;
  references_.push_back(reference);
  const double lost = loss_of(flows[reference]);
  if (lost < kLeastOverload) {
    not_measured_ = fmt::format(
        "a flow of {} lost {:.3g} % of its frames only, so its member wasn't overloaded: members are faster "
        "than was said or found, or each frame takes another one",
        rate_text(flows[reference].load), lost * 100);
    return;
  }
  const std::size_t member = member_that_lost(flows, lost);
  members_ = std::max(members_, member + 1);
  member_of_[reference] = member;
  for (std::size_t flow = 0; flow < flows.size(); ++flow) {
    if (flow == reference || loss_of(flows[flow]) < lost * kShares) continue;
    if (member_of_[flow].value_or(member) != member) ++contradictions_;
    else member_of_[flow] = member;
  }
}

/// One that is known, if most of its flows lost frames: the reference is one that couldn't be told before.
std::size_t Placement::member_that_lost(const std::vector<StreamOutcome>& flows, double lost) const {
  std::vector<std::uint64_t> losing(members_);
  for (std::size_t flow = 0; flow < flows.size(); ++flow)
    if (member_of_[flow] && loss_of(flows[flow]) >= lost * kShares) ++losing[*member_of_[flow]];
  const std::vector<std::uint64_t> all = flows_on_members();
  for (std::size_t member = 0; member < members_; ++member)
    if (losing[member] * 2 > all[member]) return member;
  return members_;
}

std::vector<std::uint64_t> Placement::flows_on_members() const {
  std::vector<std::uint64_t> on_member(members_);
  for (const auto& member : member_of_)
    if (member) ++on_member[*member];
  return on_member;
}

std::uint64_t Placement::unplaced() const {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(member_of_, [](const auto& member) { return !member; }));
}

std::uint64_t as_predicted(const std::vector<std::optional<std::size_t>>& member_of,
                           const std::vector<std::size_t>& predicted) {
  std::size_t members = 0;
  for (std::size_t flow = 0; flow < predicted.size() && flow < member_of.size(); ++flow)
    members = std::max({members, predicted[flow] + 1, member_of[flow].value_or(0) + 1});
  Overlap overlap(members, std::vector<std::int64_t>(members));
  for (std::size_t flow = 0; flow < predicted.size() && flow < member_of.size(); ++flow)
    if (member_of[flow]) ++overlap[predicted[flow]][*member_of[flow]];
  return best_matching(overlap);
}

}  // namespace pktgen

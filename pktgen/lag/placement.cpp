#include "lag/placement.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

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

/// Each member found stands for the foretold one that most of its flows have.
std::uint64_t as_predicted(const std::vector<std::optional<std::size_t>>& member_of,
                           const std::vector<std::size_t>& predicted) {
  std::map<std::size_t, std::map<std::size_t, std::uint64_t>> both;
  for (std::size_t flow = 0; flow < predicted.size() && flow < member_of.size(); ++flow)
    if (member_of[flow]) ++both[predicted[flow]][*member_of[flow]];
  std::uint64_t agreeing = 0;
  std::vector<std::size_t> taken;
  for (const auto& [member, found] : both) {
    std::uint64_t most = 0;
    std::size_t best = 0;
    for (const auto& [place, flows] : found)
      if (flows > most && std::ranges::find(taken, place) == taken.end()) {
        most = flows;
        best = place;
      }
    if (most == 0) continue;
    agreeing += most;
    taken.push_back(best);
  }
  return agreeing;
}

}  // namespace pktgen

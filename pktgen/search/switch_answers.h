#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "search/address_capacity.h"
#include "search/ageing_time.h"
#include "search/forwarding_mode.h"
#include "search/learning_rate.h"
#include "search/size_result.h"
#include "trial/vlan_counts.h"
#include "verdict/run_verdict.h"

namespace pktgen {

/// A search about addresses, and each of its trials, which RFC 2889 wants reported.
template <Strategy S>
struct AddressSearch {
  typename S::Goal goal{};
  typename S::Answer answer{};
  Course course{};
  std::vector<Heard> heard{};
};

/// What the latencies of one direction say of the device.
struct ForwardingOfWay {
  Direction direction = Direction::a_to_b;
  ForwardingFit fit{};
};

/// All that a run found out about a switch. A part that wasn't asked for is empty.
struct SwitchAnswers {
  std::string direction{};           ///< of the searches by load: "both", "a>b", "b>a"
  std::vector<std::string> asked{};  ///< "forwarding", "mode" ...: in the order in which it was
  std::vector<SizeThroughput> forwarding{}, broadcast{}, multicast{};
  std::vector<ForwardingOfWay> mode{};
  std::optional<VlanCounts> vlan{};
  std::vector<std::uint16_t> isolated_vlans{};
  std::optional<AddressSearch<AgeingTime>> ageing{};
  std::optional<AddressSearch<AddressCapacity>> capacity{};
  std::optional<AddressSearch<LearningRate>> learning_rate{};
  Nanoseconds silence{};  ///< before each trial about how many or how fast
};

/// A test of RFC 2889 that two ports, or these ports, can't do, and what it needs.
struct OutOfReach {
  std::string_view name, section, needs;
};
const std::vector<OutOfReach>& out_of_reach();

/// Pass: there is an answer that can be trusted. Fail: the switch did its part at no load, learned nothing,
/// or leaks. Else not measured.
Verdict verdict_of(const AddressSearch<AddressCapacity>& found);
Verdict verdict_of(const AddressSearch<LearningRate>& found);
Verdict verdict_of(const AddressSearch<AgeingTime>& found);
Verdict verdict_of(const VlanCounts& seen);
Verdict verdict_of(const ForwardingFit& fit);                   ///< never a fail
Verdict of_group(const SizeThroughput& found, bool must_come);  ///< groups that nobody joined needn't come

/// Any fail makes the run fail, else any not measured makes it so, but for a forwarding mode that can't be
/// told and for VLANs that nobody named.
RunVerdict judge_switch(const SwitchAnswers& answers, bool interrupted);

}  // namespace pktgen

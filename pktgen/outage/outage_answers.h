#pragma once
#include <optional>
#include <string>
#include <vector>

#include "outage/recovery.h"
#include "outage/reset.h"
#include "search/size_result.h"
#include "verdict/run_verdict.h"

namespace pktgen {

using SizeRecovery = SizeResult<Recovery>;
using SizeReset = SizeResult<Reset>;

/// How long a device was out, after an overload or a reset. A part that wasn't asked for is empty.
struct OutageAnswers {
  std::string direction{};             ///< "both", "a>b", "b>a"
  std::string reset_kind{};            ///< "hardware", "software", "power": as the person says
  std::optional<Nanoseconds> limit{};  ///< what takes longer fails
  std::vector<SizeRecovery> recovery{};
  std::vector<SizeReset> reset{};
};

/// Pass: each repetition was measured, or there was nothing to measure. Fail: one took longer than the limit;
/// what wasn't over by the end took at least that long. Else not measured.
Verdict verdict_of(const SizeRecovery& found, const std::optional<Nanoseconds>& limit);
Verdict verdict_of(const SizeReset& found, const std::optional<Nanoseconds>& limit);

/// Any fail makes the run fail, else any not measured makes it so.
RunVerdict judge_outages(const OutageAnswers& answers, bool interrupted);

}  // namespace pktgen

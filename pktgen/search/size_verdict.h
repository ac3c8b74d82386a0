#pragma once
#include "search/size_result.h"
#include "verdict/run_verdict.h"

namespace pktgen {

/// Pass: there is an answer that can be trusted. Fail: the device did its part at no load. Else not measured.
Verdict verdict_of(const SizeThroughput& found);  ///< pass: precise, and below each load given up one failed
Verdict verdict_of(const SizeLatency& found);
Verdict verdict_of(const SizeLoss& found);   ///< pass: each load was measured
Verdict verdict_of(const SizeBurst& found);  ///< pass also where line rate passes: there is nothing to buffer
Verdict verdict_of(const SizeMlr& found);    ///< fail: for some goal even the least load was too much

/// How a run went about it.
struct SearchManner {
  std::string unlike_rfc2544{};  ///< how its trials aren't those of RFC 2544; empty: they are, or needn't be
  bool interrupted = false;
};

/// Any fail makes the run fail, else any not measured makes it so. Tells loads that failed below one that
/// passed, trials that were given up, and what isn't as RFC 2544 wants it.
RunVerdict judge_searches(const SearchAnswers& answers, const SearchManner& manner);

}  // namespace pktgen

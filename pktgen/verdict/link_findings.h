#pragma once
#include <string>
#include <vector>

#include "trial/facts.h"
#include "verdict/run_verdict.h"

namespace pktgen {

/// "0.5 s", "less than 0.02 s", "for good".
std::string lasted_text(const LinkDown& down);

/// A run whose ports' links went down between its trials, where no trial saw it: then it fails, for that is
/// what the person needs to know. A run that has a finding of a link that flapped is as it was.
RunVerdict with_link_downs(RunVerdict run, const std::vector<PortFacts>& ports);

}  // namespace pktgen

#pragma once
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "trial/facts.h"
#include "verdict/run_verdict.h"

namespace pktgen {

/// That the link went down so many times, and what is to be said of the first. Nothing for no time.
std::optional<Finding> link_flapped(std::size_t times, std::string_view first);

/// A run whose ports' links went down between its trials, where no trial saw it: then it fails, for that is
/// what the person needs to know. A run that has a finding of a link that flapped is as it was.
RunVerdict with_link_downs(RunVerdict run, const std::vector<PortFacts>& ports);

}  // namespace pktgen

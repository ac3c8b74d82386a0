#pragma once
#include <string>
#include <vector>

#include "report/document.h"

namespace pktgen {

/// Bits a second that a stream occupied on the link, with preamble and gap; zero without a sending time.
double l1_bits_per_second(const StreamOutcome& stream, Nanoseconds sending_time);

/// A line a stream: what was sent and when, and what the other port got of it.
Table make_streams_table(const StreamsRecord& streams);

/// How exactly frames followed each other, and what else arrived.
std::vector<Fact> streams_facts(const StreamsRecord& streams);

/// One plain sentence.
std::string streams_conclusion(const StreamsRecord& streams, Verdict verdict, bool interrupted);

}  // namespace pktgen

#pragma once
#include <string>
#include <vector>

#include "report/document.h"
#include "report/json_values.h"

namespace pktgen {

/// The configuration test, a line for each service and step, and the performance test, one for each service.
std::vector<Table> make_service_tables(const ServiceAnswers& answers);

/// One plain sentence.
std::string service_conclusion(const ServiceAnswers& answers, Verdict verdict, bool interrupted);

/// The answer of the result document.
Json services_json(const ServiceAnswers& answers);

/// A line for each step, in the order of the tests.
std::string services_csv(const ServiceAnswers& answers, bool emulated);

}  // namespace pktgen

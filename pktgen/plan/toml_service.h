#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "plan/service_spec.h"
#include "plan/toml_reader.h"

namespace pktgen {

/// The services of a plan's `[[service]]` tables (docs/service.md): the headers, sizes and fields of a
/// `[[stream]]`, and what was promised. Fails (plan) with file, line, column and the service's place.
Result<std::vector<ServiceSpec>> read_services(const TomlEntry& entry, std::string_view file);

/// The services as `[[service]]` tables that read back to the same services.
std::string print_services(const std::vector<ServiceSpec>& services);

}  // namespace pktgen

#pragma once
#include <cstddef>
#include <string>

#include "base/result.h"

namespace pktgen {

/// Hugepages that nobody uses yet, of all sizes, in megabytes; `root` is "" but in tests.
std::size_t free_hugepage_megabytes(const std::string& root);

/// Whether this process can really map one: not every container lets it.
bool can_map_hugepages();

/// How many pages of 2 MB to reserve so that `megabytes` are free, what is in use included.
std::size_t hugepages_to_reserve(const std::string& root, std::size_t megabytes);

/// Fails (environment) if fewer than `megabytes` are free, with the line that reserves them.
Result<void> check_hugepages(const std::string& root, std::size_t megabytes);

}  // namespace pktgen

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "plan/search_values.h"
#include "plan/settings.h"
#include "plan/stream_options.h"

namespace pktgen {
namespace {

/// The stack gives other values their meaning, and all of them the modifiers.
int turn_of(const Setting& setting) {
  if (setting.name == "stack") return 0;
  if (setting.name == "modify") return 2;
  return 1;
}

/// What a sweep says of all its trials, whatever its streams say.
bool is_of_the_trials(std::string_view command, const Setting& setting) {
  return is_of_sizes(command) && (setting.name == "sizes" || setting.name == "load");
}

Result<void> check_asked(std::string_view command, std::span<const Asked> asked,
                         std::span<const StreamSpec> streams) {
  for (const Asked& one : asked)
    if (!takes(command, *one.setting))
      return within(one.where, Error{ErrorKind::plan, not_taken(command, *one.setting)});
  if (streams.empty()) return {};
  if (!takes_streams(command))
    return within(
        streams[0].place,
        Error{ErrorKind::plan, fmt::format("streams aren't for pktgen {}; leave them out", command)});
  for (const Asked& one : asked)
    if (one.setting->is_of_one_stream && !is_of_the_trials(command, *one.setting))
      return within(
          one.where,
          Error{ErrorKind::plan,
                fmt::format("each [[stream]] of the plan says this itself, the first at {}; leave it out",
                            streams[0].place)});
  return {};
}

}  // namespace

Result<Plan> make_plan(std::string_view command, std::span<const Asked> asked,
                       std::vector<StreamSpec> streams) {
  if (auto fine = check_asked(command, asked, streams); !fine) return tl::make_unexpected(fine.error());
  Plan plan;
  plan.command = command;
  plan.stream = default_stream();
  plan.streams = std::move(streams);
  for (const int turn : {0, 1, 2}) {
    for (const Asked& one : asked) {
      if (turn_of(*one.setting) != turn) continue;
      if (auto applied = one.setting->apply(plan, one.text); !applied)
        return within(one.where, std::move(applied.error()));
      plan.origins[std::string(one.setting->name)] = one.origin;
    }
  }
  if (is_among(command, kSearches) || command == "switch") choose_search_times(plan);
  plan.stream.schedule.load = plan.load;
  plan.stream.schedule.seed = plan.stream.payload.seed = plan.seed;
  return plan;
}

}  // namespace pktgen

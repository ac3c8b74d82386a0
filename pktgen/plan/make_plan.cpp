#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "plan/lag_values.h"
#include "plan/outage_options.h"
#include "plan/calibrate_options.h"
#include "plan/search_values.h"
#include "plan/service_values.h"
#include "plan/settings.h"
#include "plan/soak_options.h"
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

/// Each table says what options would say of the one.
Result<void> check_one_of_all(std::string_view command, std::span<const Asked> asked, std::string_view table,
                              std::string_view first) {
  for (const Asked& one : asked)
    if (one.setting->is_of_one_stream && !is_of_the_trials(command, *one.setting))
      return within(one.where, Error{ErrorKind::plan,
                                     fmt::format("each [[{}]] of the plan says this itself, the first at {}; "
                                                 "leave it out",
                                                 table, first)});
  return {};
}

Result<void> check_asked(std::string_view command, std::span<const Asked> asked,
                         std::span<const StreamSpec> streams, std::span<const ServiceSpec> services) {
  for (const Asked& one : asked)
    if (!takes(command, *one.setting))
      return within(one.where, Error{ErrorKind::plan, not_taken(command, *one.setting)});
  if (!services.empty() && command != "service")
    return within(services[0].stream.place,
                  Error{ErrorKind::plan,
                        fmt::format("services are for pktgen service, not for {}; leave them out", command)});
  if (!services.empty())
    if (auto fine = check_one_of_all(command, asked, "service", services[0].stream.place); !fine) return fine;
  if (streams.empty()) return {};
  if (!takes_streams(command))
    return within(
        streams[0].place,
        Error{ErrorKind::plan, fmt::format("streams aren't for pktgen {}; leave them out", command)});
  return check_one_of_all(command, asked, "stream", streams[0].place);
}

}  // namespace

Result<Plan> make_plan(std::string_view command, std::span<const Asked> asked,
                       std::vector<StreamSpec> streams, std::vector<ServiceSpec> services) {
  if (auto fine = check_asked(command, asked, streams, services); !fine)
    return tl::make_unexpected(fine.error());
  Plan plan;
  plan.command = command;
  plan.stream = default_stream();
  plan.streams = std::move(streams);
  plan.services = std::move(services);
  for (const int turn : {0, 1, 2}) {
    for (const Asked& one : asked) {
      if (turn_of(*one.setting) != turn) continue;
      if (auto applied = one.setting->apply(plan, one.text); !applied)
        return within(one.where, std::move(applied.error()));
      plan.origins[std::string(one.setting->name)] = one.origin;
    }
  }
  if (is_among(command, kSearches) || command == "switch" || command == "lag") choose_search_times(plan);
  if (command == "lag") choose_lag_defaults(plan);
  if (is_among(command, "recovery reset rfc2544")) choose_outage_times(plan);
  if (command == "service") choose_service_times(plan);
  if (command == "soak") choose_soak_defaults(plan);
  if (command == "calibrate") choose_calibrate_times(plan);
  plan.stream.schedule.load = plan.load;
  plan.stream.schedule.seed = plan.stream.payload.seed = plan.seed;
  return plan;
}

}  // namespace pktgen

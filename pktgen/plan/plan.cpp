#include "plan/plan.h"

#include <algorithm>

#include "base/text.h"

namespace pktgen {

bool is_among(std::string_view command, std::string_view words) {
  const auto names = split(words, ' ');
  return std::ranges::find(names, command) != names.end();
}

const std::vector<FrameBytes>& default_sizes() {
  static const std::vector<FrameBytes> sizes{{64},   {128},  {256},  {512},  {1024}, {1280},
                                             {1518}, {2048}, {4096}, {9000}, {9018}};
  return sizes;
}

std::vector<StreamSpec> streams_of(const Plan& plan) {
  return plan.streams.empty() ? std::vector<StreamSpec>{plan.stream} : plan.streams;
}

std::vector<ServiceSpec> services_of(const Plan& plan) {
  if (!plan.services.empty()) return plan.services;
  ServiceSpec one = plan.service.one;
  one.stream = plan.stream;
  one.stream.name = one.stream.place = "service";
  return {one};
}

bool was_asked(const Plan& plan, const std::string& key) {
  const auto found = plan.origins.find(key);
  return found != plan.origins.end() &&
         (found->second == Origin::file || found->second == Origin::command_line);
}

ReplaySpec replay_spec(const Plan& plan) {
  using Timing = ReplaySpec::Timing;
  const Timing timing = plan.replay.fastest       ? Timing::fastest
                        : was_asked(plan, "load") ? Timing::load
                                                  : Timing::recorded;
  return {.timing = timing,
          .speed = plan.replay.speed,
          .load = plan.load,
          .loops = plan.replay.loops,
          .rewriting = {.dst_mac = plan.dst_mac, .src_mac = plan.src_mac, .addresses = plan.replay.maps}};
}

}  // namespace pktgen

#include "app/service_run.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <fmt/format.h>
#include <utility>

#include "app/calibration_use.h"
#include "base/text.h"
#include "plan/ready_streams.h"
#include "service/judge.h"
#include "traffic/stream_program.h"

namespace pktgen {
namespace {

/// Which streams of a request are a service's, and how its seconds were.
struct Watched {
  std::size_t first = 0, count = 0;
  SecondCounter counter{};

  void see(const Snapshot& snapshot) {
    std::uint64_t sent = 0, received = 0;
    for (std::size_t i = first; i < first + count && i < snapshot.streams.size(); ++i) {
      sent += snapshot.streams[i].sent;
      received += snapshot.streams[i].received;
    }
    counter.see(snapshot.elapsed, sent, received);
  }
};

std::vector<Watched> watched(const std::vector<ServiceSpec>& services) {
  std::vector<Watched> all;
  std::size_t first = 0;
  for (const ServiceSpec& service : services) {
    const std::size_t count = service.stream.sizes.parts.size();
    all.push_back({.first = first, .count = count});
    first += count;
  }
  return all;
}

}  // namespace

ServiceRun::ServiceRun(const Plan& plan, Measurer& measurer, const Watch& watch, Criteria criteria)
    : plan_(plan),
      measurer_(measurer),
      watch_(watch),
      criteria_(std::move(criteria)),
      services_(services_of(plan)) {}

Result<void> ServiceRun::all(ServiceAnswers& answers) {
  using Tests = ServicePlan::Tests;
  if (plan_.service.tests != Tests::performance)
    for (const ServiceSpec& service : services_) {
      if (is_stopped()) return {};
      if (auto done = configure(service, answers); !done) return done;
    }
  if (plan_.service.tests == Tests::configuration || is_stopped()) return {};
  const auto is_bad = [](const StepResult& step) { return step.verdict != Verdict::pass; };
  const auto bad = std::ranges::find_if(answers.configuration, is_bad);
  if (bad == answers.configuration.end()) return perform(answers);
  answers.performance_left_out = fmt::format(
      "the service performance test was left out, for the configuration test {}: {}, {}",
      bad->verdict == Verdict::fail ? "failed" : "wasn't measured", bad->service, name_of(bad->step));
  return {};
}

Result<void> ServiceRun::configure(const ServiceSpec& service, ServiceAnswers& answers) {
  const auto ports = measurer_.ports();
  const LinkBitsPerSecond link = ports[service.stream.port].link;
  for (const ServiceStep& step : configuration_steps(service, plan_.service, link)) {
    if (is_stopped()) return {};
    if (!step.impossible.empty()) {
      answers.configuration.push_back(untried(service, step));
      continue;
    }
    if (auto done = measure({service}, {step}, plan_.service.step, answers.configuration); !done) return done;
  }
  return {};
}

Result<void> ServiceRun::perform(ServiceAnswers& answers) {
  std::vector<ServiceStep> steps;
  for (const ServiceSpec& service : services_) steps.push_back(performance_step(service));
  return measure(services_, steps, plan_.duration, answers.performance);
}

Result<StreamsRequest> ServiceRun::request_of(const std::vector<ServiceSpec>& services,
                                              const std::vector<ServiceStep>& steps,
                                              Nanoseconds duration) const {
  StreamsRequest request{
      .streams = {}, .duration = duration, .drain = plan_.drain, .sample_frames = 0, .shows_streams = true};
  const std::array macs{plan_.src_mac.value_or(MacAddress{}), plan_.dst_mac.value_or(MacAddress{})};
  for (std::size_t i = 0; i < services.size(); ++i)
    for (StreamSpec& stream : streams_at(services[i], steps[i].asked_bits_per_second)) {
      if (auto sane = check_program(stream); !sane) return tl::make_unexpected(sane.error());
      fill_macs(stream.headers, macs[stream.port], macs[1 - stream.port]);
      request.streams.push_back(std::move(stream));
    }
  if (auto loaded = load_payloads(request.streams); !loaded) return tl::make_unexpected(loaded.error());
  return request;
}

Result<void> ServiceRun::measure(const std::vector<ServiceSpec>& services,
                                 const std::vector<ServiceStep>& steps, Nanoseconds duration,
                                 std::vector<StepResult>& results) {
  const auto request = request_of(services, steps, duration);
  if (!request) return tl::make_unexpected(request.error());
  std::vector<Watched> each = watched(services);
  const auto show = [&](const Snapshot& snapshot) {
    for (Watched& one : each) one.see(snapshot);
    watch_.show(snapshot);
  };
  const auto outcome = measurer_.stream(*request, {.show = show, .stop = watch_.stop});
  if (!outcome) return tl::make_unexpected(outcome.error());
  Criteria criteria = criteria_;
  criteria.limits = limits_of_streams(criteria_.limits, *request, *outcome);
  for (std::size_t i = 0; i < services.size(); ++i)
    results.push_back(judge_step(services[i], plan_.service, steps[i], *outcome, each[i].first, criteria,
                                 each[i].counter.seconds()));
  return {};
}

std::string unlike_y1564(const Plan& plan) {
  constexpr auto kShortest = std::chrono::minutes(15);
  if (plan.service.tests == ServicePlan::Tests::configuration || plan.duration >= kShortest) return "";
  return fmt::format("the service performance test takes {} here; Y.1564 has 15 min, 2 h and 24 h",
                     print_time(plan.duration));
}

}  // namespace pktgen

#include "service/steps.h"

#include <algorithm>
#include <fmt/format.h>

#include "traffic/size_sequence.h"
#include "verdict/wording.h"

namespace pktgen {
namespace {

/// What the link carries of a service at most, and what is lower.
void fit_to_link(ServiceStep& step, const ServiceSpec& service, const ServicePlan& plan, double line) {
  if (line == 0 || step.asked_bits_per_second <= line) return;
  const double limit = (information_rate(service.cir, service.stream.sizes) +
                        information_rate(service.eir, service.stream.sizes)) *
                       (1 + plan.margin_percent / 100);
  if (step.kind == ServiceStep::Kind::policing && line > limit) step.asked_bits_per_second = line;
  else
    step.impossible =
        fmt::format("the link carries {} of these frames, no more than what {}", bits_text(line),
                    step.kind == ServiceStep::Kind::policing ? "may come through" : "is to be sent");
}

}  // namespace

std::string name_of(const ServiceStep& step) {
  switch (step.kind) {
    case ServiceStep::Kind::cir:
      return fmt::format("CIR {:g} %", step.cir_percent);
    case ServiceStep::Kind::eir:
      return "EIR";
    case ServiceStep::Kind::policing:
      return "policing";
    case ServiceStep::Kind::performance:
      return "performance";
  }
  return "?";
}

double information_rate(Load rate, const SizeMix& sizes) {
  if (rate.unit != Load::Unit::l1_bits_per_second) return rate.amount;
  return rate.amount * mean_frame_bytes(sizes) / mean_wire_bytes(sizes);
}

double l1_of_information_rate(double bits_per_second, const SizeMix& sizes) {
  return bits_per_second * mean_wire_bytes(sizes) / mean_frame_bytes(sizes);
}

std::vector<ServiceStep> configuration_steps(const ServiceSpec& service, const ServicePlan& plan,
                                             LinkBitsPerSecond link) {
  constexpr double kSmallExcess = 0.2, kMore = 1.25;
  const SizeMix& sizes = service.stream.sizes;
  const double cir = information_rate(service.cir, sizes), eir = information_rate(service.eir, sizes);
  using Kind = ServiceStep::Kind;
  std::vector<ServiceStep> steps;
  for (const double percent : plan.steps_percent)
    steps.push_back(
        {.kind = Kind::cir, .cir_percent = percent, .asked_bits_per_second = cir * percent / 100});
  if (eir > 0) steps.push_back({.kind = Kind::eir, .asked_bits_per_second = cir + eir});
  const double too_much = eir < kSmallExcess * cir ? kMore * cir + eir : cir + kMore * eir;
  if (service.is_policed) steps.push_back({.kind = Kind::policing, .asked_bits_per_second = too_much});
  const double line =
      information_rate({Load::Unit::l1_bits_per_second, static_cast<double>(link.count)}, sizes);
  for (ServiceStep& step : steps) fit_to_link(step, service, plan, line);
  return steps;
}

ServiceStep performance_step(const ServiceSpec& service) {
  return {.kind = ServiceStep::Kind::performance,
          .asked_bits_per_second = information_rate(service.cir, service.stream.sizes)};
}

std::vector<StreamSpec> streams_at(const ServiceSpec& service, double bits_per_second) {
  const SizeMix& sizes = service.stream.sizes;
  const double frames = bits_per_second / 8 / mean_frame_bytes(sizes);
  double weights = 0;
  for (const SizeMix::Part& part : sizes.parts) weights += part.weight;
  std::vector<StreamSpec> streams;
  for (const SizeMix::Part& part : sizes.parts) {
    StreamSpec stream = service.stream;
    if (sizes.parts.size() > 1) stream.name += fmt::format(" {}", part.size.count);
    stream.sizes.parts = {{part.size, 1}};
    stream.schedule = {.load = {Load::Unit::frames_per_second, frames * part.weight / weights},
                       .seed = service.stream.schedule.seed};
    streams.push_back(std::move(stream));
  }
  return streams;
}

}  // namespace pktgen

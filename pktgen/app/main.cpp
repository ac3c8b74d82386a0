#include <cstdio>
#include <fmt/format.h>
#include <variant>

#include "app/cli.h"
#include "app/command_lag.h"
#include "app/command_calibrate.h"
#include "app/command_receive.h"
#include "app/command_replay.h"
#include "app/command_reset.h"
#include "app/command_search.h"
#include "app/command_send.h"
#include "app/command_service.h"
#include "app/command_soak.h"
#include "app/command_sweep.h"
#include "app/command_switch.h"

namespace {

pktgen::Result<int> run(pktgen::CheckedPlan checked) {
  if (checked.plan.command == "replay") return pktgen::run_replay(checked);
  if (checked.plan.command == "calibrate") return pktgen::run_calibrate(std::move(checked));
  if (checked.plan.command == "service") return pktgen::run_service(checked);
  if (checked.plan.command == "soak") return pktgen::run_soak(checked);
  if (checked.plan.command == "send") return pktgen::run_send(checked);
  if (checked.plan.command == "receive") return pktgen::run_receive(checked);
  if (checked.plan.command == "lag") return pktgen::run_lag(std::move(checked));
  if (checked.plan.command == "reset") return pktgen::run_reset(std::move(checked));
  if (checked.plan.command == "switch") return pktgen::run_switch(std::move(checked));
  if (pktgen::is_among(checked.plan.command, pktgen::kSearches))
    return pktgen::run_searches(std::move(checked));
  return pktgen::run_sweep(std::move(checked));
}

pktgen::Result<int> run(pktgen::Parsed parsed) {
  if (const auto* error = std::get_if<pktgen::Error>(&parsed)) return tl::make_unexpected(*error);
  if (const auto* request = std::get_if<pktgen::OpticsRequest>(&parsed)) return pktgen::run_optics(*request);
  if (const auto* request = std::get_if<pktgen::PortsRequest>(&parsed)) return pktgen::run_ports(*request);
  if (const auto* request = std::get_if<pktgen::DoctorRequest>(&parsed)) return pktgen::run_doctor(*request);
  if (const auto* request = std::get_if<pktgen::BindRequest>(&parsed))
    return pktgen::run_bind(*request, pktgen::kernel_of(request->root));
  if (const auto* request = std::get_if<pktgen::UnbindRequest>(&parsed))
    return pktgen::run_unbind(*request, pktgen::kernel_of(request->root));
  return run(std::move(std::get<pktgen::CheckedPlan>(parsed)));
}

}  // namespace

int main(int argc, char** argv) {
  using namespace pktgen;
  auto parsed = parse_command_line(argc, argv);
  if (const Say* say = std::get_if<Say>(&parsed)) {
    fmt::print(say->exit_code == 0 ? stdout : stderr, "{}", say->text);
    return say->exit_code;
  }
  const Result<int> done = run(std::move(parsed));
  if (done) return *done;
  fmt::print(stderr, "pktgen: {}\n", done.error().message);
  return exit_code(done.error().kind);
}

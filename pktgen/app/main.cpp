#include <cstdio>
#include <fmt/format.h>
#include <variant>

#include "app/cli.h"
#include "app/command_receive.h"
#include "app/command_replay.h"
#include "app/command_send.h"
#include "app/command_sweep.h"

namespace {

pktgen::Result<int> run(pktgen::CheckedPlan checked) {
  if (checked.plan.command == "replay") return pktgen::run_replay(checked);
  if (checked.plan.command == "send") return pktgen::run_send(checked);
  if (checked.plan.command == "receive") return pktgen::run_receive(checked);
  return pktgen::run_sweep(std::move(checked));
}

}  // namespace

int main(int argc, char** argv) {
  using namespace pktgen;
  auto parsed = parse_command_line(argc, argv);
  if (const Say* say = std::get_if<Say>(&parsed)) {
    fmt::print(say->exit_code == 0 ? stdout : stderr, "{}", say->text);
    return say->exit_code;
  }
  Result<int> done = std::holds_alternative<Error>(parsed)
                         ? Result<int>(tl::make_unexpected(std::get<Error>(parsed)))
                         : run(std::move(std::get<CheckedPlan>(parsed)));
  if (done) return *done;
  fmt::print(stderr, "pktgen: {}\n", done.error().message);
  return exit_code(done.error().kind);
}

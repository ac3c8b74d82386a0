// MLRsearch beside plain bisection, on simulated devices whose truth is known: searches [DEVICES], 201 of
// each kind by default. Prints one Markdown table, the same on every machine.
#include <charconv>
#include <cmath>
#include <cstring>
#include <fmt/format.h>

#include "search/comparison.h"

namespace {

using namespace pktgen::comparison;

constexpr std::size_t kDevices = 201;

/// In percent, to a hundredth; never "-0.00".
double percent(double error) { return std::round(error * 10'000) / 100 + 0.0; }

void print_rows(const char* device, Kind kind, std::size_t devices) {
  for (const Contender& contender : contenders()) {
    bool is_first = true;
    for (const Tally& tally : tallies(contender, kind, devices)) {
      const std::string cost =
          is_first ? fmt::format("{} | {:.0f} | {:.0f}", tally.trials, tally.time, tally.worst) : "| |";
      fmt::print("| {} | {} | {} | {} | {:.2f} | {:.2f} to {:.2f} | {} |\n", is_first ? device : "",
                 is_first ? contender.name : "", tally.goal, cost, percent(tally.error),
                 percent(tally.lowest), percent(tally.highest), tally.above);
      is_first = false;
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t devices = kDevices;
  if (argc > 1) {
    const char* end = argv[1] + std::strlen(argv[1]);
    const auto [stopped, error] = std::from_chars(argv[1], end, devices);
    if (argc > 2 || error != std::errc() || stopped != end || devices == 0) {
      fmt::print(stderr,
                 "searches: how many devices of each kind? 1 or more is wanted: searches [DEVICES]\n");
      return 2;
    }
  }
  fmt::print(
      "| device | search | goal | trials | time, s | at most | error, % | lowest to highest | above the "
      "truth |\n"
      "| --- | --- | --- | --: | --: | --: | --: | --- | --: |\n");
  print_rows("clean", Kind::clean, devices);
  print_rows("noisy", Kind::noisy, devices);
  print_rows("collapsing", Kind::collapsing, devices);
}

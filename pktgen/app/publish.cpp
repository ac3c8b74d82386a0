#include "app/publish.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>

#include "app/interrupt.h"
#include "base/embedded_file.h"
#include "plan/settings.h"
#include "report/csv.h"
#include "report/document.h"
#include "report/html.h"
#include "report/json.h"
#include "report/text.h"
#include "verdict/link_findings.h"
#include "verdict/verdict.h"

namespace pktgen {
namespace {

/// https://no-color.org: set and not empty means no colour.
bool wants_colour() {
  const char* const no_colour = std::getenv("NO_COLOR");
  return isatty(STDOUT_FILENO) == 1 && (no_colour == nullptr || *no_colour == '\0');
}

Result<void> print(std::string_view text) {
  const bool wrote =
      std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (wrote) return {};
  return fail(ErrorKind::environment,
              fmt::format("can't write the result to standard output: {}; redirect it to a "
                          "file with room, or use --out",
                          std::strerror(errno)));
}

}  // namespace

Result<std::optional<RunDirectory>> open_directory(const Plan& plan) {
  if (plan.out_directory.empty()) return std::optional<RunDirectory>();
  auto made = RunDirectory::create(plan.out_directory, plan.force);
  if (!made) return tl::make_unexpected(made.error());
  return std::optional<RunDirectory>(std::move(*made));
}

Result<void> publish(const Plan& plan, const RunRecord& record, std::optional<RunDirectory>& out) {
  const Document document = make_document(record);
  const std::string json = json_of(record), csv = csv_of(record);
  if (out) {
    const std::pair<std::string_view, std::string> files[] = {
        {"result.json", json},
        {"result.csv", csv},
        {"report.html", html_of(document, chart_files().front().text)},
        {"plan.toml", print_plan(plan)}};
    for (const auto& [name, text] : files)
      if (const auto written = out->write(name, text); !written) return tl::make_unexpected(written.error());
    if (auto moved = out->commit(); !moved) return moved;
  }
  if (plan.json) return print(json);
  if (plan.csv) return print(csv);
  return print(text_of(document, wants_colour()));
}

Result<int> conclude(const Plan& plan, RunRecord record, std::unique_ptr<Measurer> measurer,
                     std::optional<RunDirectory>& out, const Result<void>& measured) {
  record.ports = measurer->ports();
  if (plan.asked_ports < record.ports.size()) record.ports.resize(plan.asked_ports);
  record.run = with_link_downs(std::move(record.run), record.ports);
  measurer.reset();  // interfaces are put back before anything can go wrong with a disk or a pipe
  if (const auto published = publish(plan, record, out); !published)
    return tl::make_unexpected(published.error());
  if (!measured) return exit_code(measured.error().kind);
  return record.interrupted ? kInterrupted : exit_code(record.run.verdict);
}

}  // namespace pktgen

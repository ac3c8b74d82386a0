#include "report/lag_tables.h"

#include <fmt/format.h>

#include "base/text.h"
#include "plan/lag_values.h"
#include "verdict/wording.h"

namespace pktgen {
namespace {

std::string rate_or_nothing(const std::optional<FramesPerSecond>& rate) {
  return rate ? whole(*rate) : kNothing;
}

/// In microseconds, as many digits as tell.
std::string microseconds(std::uint64_t ns) { return fmt::format("{:.6g}", static_cast<double>(ns) / 1e3); }

Table capacity_table(const LagAnswers& answers) {
  Table table{.columns = {{"flows", ""},
                          {"throughput", "frames/s"},
                          {"fails at", "frames/s"},
                          {"of one flow", "times"},
                          {"of the ideal", "%"},
                          {"trials", ""},
                          {"verdict", "", false}},
              .title = "Capacity"};
  if (!answers.capacity) return table;
  const LagCapacity& capacity = *answers.capacity;
  const auto share = largest_share(answers);
  const Verdict verdict = verdict_of(capacity);
  table.rows.push_back(
      {{thousands(capacity.one.flows), rate_or_nothing(capacity.one.throughput),
        rate_or_nothing(capacity.one.lowest_failed), capacity.one.throughput ? "1" : kNothing, kNothing,
        thousands(capacity.one.trials), verdict_text(verdict)},
       verdict});
  const std::string ideal =
      share && answers.members ? fmt::format("{:.1f}", 100 / (*share * static_cast<double>(*answers.members)))
                               : kNothing;
  table.rows.push_back(
      {{thousands(capacity.all.flows), rate_or_nothing(capacity.all.throughput),
        rate_or_nothing(capacity.all.lowest_failed), share ? fmt::format("{:.2f}", 1 / *share) : kNothing,
        ideal, thousands(capacity.all.trials), verdict_text(verdict)},
       verdict});
  return table;
}

std::string counts_text(const Distribution& seen) {
  constexpr std::size_t kShown = 8;
  std::string text;
  for (std::size_t i = 0; i < seen.counts.size() && i < kShown; ++i)
    text += fmt::format("{}{}", i == 0 ? "" : " ", thousands(seen.counts[i]));
  return text + (seen.counts.size() > kShown ? " ..." : "");
}

std::vector<std::string> distribution_cells(const Distribution& seen) {
  return {counts_text(seen), fmt::format("{:.1f}", seen.largest_share * 100),
          fmt::format("{:.2f}", seen.imbalance), fmt::format("{:.2f}", seen.chi2),
          fmt::format("{:.2f}", seen.critical_chi2)};
}

void add_row(Table& table, std::vector<std::string> front, const Distribution* seen,
             std::vector<std::string> back, Verdict verdict) {
  const std::vector<std::string> cells =
      seen != nullptr ? distribution_cells(*seen) : std::vector<std::string>(5, kNothing);
  front.insert(front.end(), cells.begin(), cells.end());
  front.insert(front.end(), back.begin(), back.end());
  table.rows.push_back({std::move(front), verdict});
}

Table members_table(const LagAnswers& answers) {
  Table table{.columns = {{"members told by", "", false},
                          {"on each member", "", false},
                          {"fullest", "%"},
                          {"imbalance", "1 is ideal"},
                          {"chi-square", ""},
                          {"1 % above", ""},
                          {"verdict", "", false},
                          {"how well", "", false}},
              .title = "Flows on members"};
  if (answers.distribution) {
    const Placement& placement = answers.distribution->placement;
    const auto& seen = answers.distribution->distribution;
    const std::string how_well =
        seen ? fmt::format("inferred in {} trials", placement.trials()) : placement.not_measured();
    const Verdict verdict = verdict_of(*answers.distribution);
    add_row(table, {"losses beside an overloaded member"}, seen ? &*seen : nullptr,
            {verdict_text(verdict), how_well}, verdict);
  }
  if (answers.counted)
    add_row(table, {"the device's counters"}, &*answers.counted,
            {verdict_text(verdict_of(*answers.counted)), "frames, as they were given"},
            verdict_of(*answers.counted));
  if (answers.predicted) {
    const LagPrediction& predicted = *answers.predicted;
    const std::string agreeing = predicted.agreeing
                                     ? fmt::format("{} flows lie so", thousands(*predicted.agreeing))
                                     : "arithmetic alone";
    add_row(table, {fmt::format("policy {}, foretold", name_of(predicted.policy))}, &predicted.distribution,
            {kNothing, agreeing}, Verdict::pass);
  }
  return table;
}

std::string role_text(FieldRole role) {
  switch (role) {
    case FieldRole::not_in_hash:
      return "not in the hash";
    case FieldRole::in_hash:
      return "in the hash";
    case FieldRole::polarised:
      return "in the hash, polarised";
    case FieldRole::not_measured:
      return "not measured";
  }
  return "?";
}

Table fields_table(const LagAnswers& answers) {
  Table table{.columns = {{"field", "", false},
                          {"values", "", false},
                          {"on each member", "", false},
                          {"fullest", "%"},
                          {"imbalance", "1 is ideal"},
                          {"chi-square", ""},
                          {"1 % above", ""},
                          {"is", "", false}},
              .title = "Fields of the hash"};
  for (const LagPlacement& field : answers.fields) {
    const FieldRole role = role_of(field);
    const Verdict verdict = role == FieldRole::not_measured ? Verdict::not_measured
                            : role == FieldRole::polarised  ? Verdict::fail
                                                            : Verdict::pass;
    add_row(table, {print_fields(field.fields), field.is_random ? "random" : "sequential"},
            field.distribution ? &*field.distribution : nullptr, {role_text(role)}, verdict);
  }
  return table;
}

Table order_table(const LagAnswers& answers) {
  Table table{.columns = {{"flows", ""},
                          {"load", "frames/s"},
                          {"frames", "that came"},
                          {"reordered", "%"},
                          {"extent", "p50 p99 max", false},
                          {"n-reordered", "n = 1 2 3 10", false},
                          {"late", "us, p99"},
                          {"skew", "us, estimated"},
                          {"missing", "frames"},
                          {"verdict", "", false}},
              .title = "Order within a flow, RFC 4737"};
  for (const LagOrder& order : answers.reordering) {
    const Reordering& seen = order.seen;
    const bool any = seen.reordered > 0;
    const Verdict verdict = verdict_of(order, answers.is_round_robin);
    const auto& n = seen.n_reordered;
    table.rows.push_back(
        {{thousands(order.flows), whole(order.load), thousands(seen.arrivals),
          seen.arrivals == 0 ? kNothing : percent_text(seen.reordered, seen.arrivals),
          any ? fmt::format("{} {} {}", seen.extent_p50, seen.extent_p99, seen.extent_max) : kNothing,
          any ? fmt::format("{} {} {} {}", n[0], n[1], n[2], n[3]) : kNothing,
          any ? microseconds(seen.late_p99_ns) : kNothing, any ? microseconds(seen.late_p50_ns) : kNothing,
          thousands(order.missing), verdict_text(verdict)},
         verdict});
  }
  return table;
}

Table outage_table(const LagAnswers& answers) {
  Table table{.columns = {{"at", "s"},
                          {"flows", "that lost"},
                          {"lost", "frames"},
                          {"longest", "s, of a flow"},
                          {"mean", "s, of those"},
                          {"never back", "flows"}},
              .title = "Outages while a member was away, by the frame-loss method"};
  if (!answers.failover) return table;
  for (const LagOutage& outage : answers.failover->outages) {
    const bool is_bad = outage.flows_that_never_came_back > 0 ||
                        (answers.longest_outage && outage.longest > *answers.longest_outage);
    table.rows.push_back(
        {{seconds_text(outage.at),
          fmt::format("{} of {}", thousands(outage.flows), thousands(answers.failover->flows)),
          thousands(outage.lost), seconds_text(outage.longest), seconds_text(outage.mean),
          thousands(outage.flows_that_never_came_back)},
         is_bad ? Verdict::fail : Verdict::pass});
  }
  return table;
}

}  // namespace

std::vector<Table> make_lag_tables(const LagAnswers& answers) {
  return {capacity_table(answers), members_table(answers), fields_table(answers), order_table(answers),
          outage_table(answers)};
}

std::string lag_conclusion(const LagAnswers& answers, Verdict verdict, bool interrupted) {
  std::vector<std::string> parts;
  if (const auto share = largest_share(answers))
    parts.push_back(
        fmt::format("{} flows use {:.2f} times what one can", thousands(answers.flows), 1 / *share));
  if (answers.distribution && answers.distribution->distribution)
    parts.push_back(fmt::format("they lie on {} members", answers.distribution->placement.members()));
  std::uint64_t reordered = 0;
  for (const LagOrder& order : answers.reordering) reordered += order.seen.reordered;
  if (!answers.reordering.empty())
    parts.push_back(reordered == 0 ? "no frame was reordered"
                                   : thousands(reordered) + " frames were reordered");
  if (answers.failover && answers.failover->not_measured.empty())
    parts.push_back(fmt::format("{} outages were seen", answers.failover->outages.size()));
  const char* const word = verdict == Verdict::pass   ? "Pass"
                           : verdict == Verdict::fail ? "Fail"
                                                      : "Not measured";
  const std::string said = parts.empty() ? "see the notes" : join(parts, ", ");
  return fmt::format("{}: {}.{}", word, said, interrupted ? " The run was stopped by hand." : "");
}

}  // namespace pktgen

#include "report/outage_tables.h"

#include <fmt/format.h>

#include "report/search_tables.h"
#include "verdict/wording.h"

namespace pktgen {
namespace {

std::string time_text(const std::optional<Nanoseconds>& time) {
  return time ? thousands(static_cast<std::uint64_t>(time->count())) : kNothing;
}

Json time_json(const std::optional<Nanoseconds>& time) { return time ? Json(time->count()) : Json(nullptr); }

/// What stands where a mean would.
std::string recovery_text(const SizeRecovery& found) {
  const Recovery::Answer& answer = found.answer;
  if (!answer.is_applicable) return "not applicable: line rate passes";
  if (answer.mean) return time_text(answer.mean);
  if (answer.not_over > 0) return fmt::format("not over in {} s", seconds_text(found.goal.relief_for));
  return answer.without_loss > 0 ? "no loss under overload" : kNothing;
}

Table recovery_table(const OutageAnswers& answers) {
  Table table{.columns = {{"size", "bytes"},
                          {"way", "", false},
                          {"throughput", "frames/s each way"},
                          {"overload", "frames/s"},
                          {"then", "frames/s"},
                          {"recovery", "ns, mean"},
                          {"min", "ns"},
                          {"max", "ns"},
                          {"known to", "ns"},
                          {"repetitions", ""},
                          {"verdict", "", false}},
              .title = "System recovery"};
  for (const SizeRecovery& found : answers.recovery) {
    const Recovery::Answer& answer = found.answer;
    const Verdict verdict = verdict_of(found, answers.limit);
    const bool is_known = answer.mean.has_value();
    table.rows.push_back(
        {{std::to_string(found.size.count), found.direction, whole(found.goal.throughput),
          answer.is_applicable ? whole(answer.overload) : kNothing,
          answer.is_applicable ? whole(answer.relief) : kNothing, recovery_text(found), time_text(answer.min),
          time_text(answer.max), is_known ? time_text(answer.resolution + answer.error) : kNothing,
          std::to_string(answer.measured.size()), verdict_text(verdict)},
         verdict});
  }
  return table;
}

/// A line for each reset.
Table reset_table(const OutageAnswers& answers) {
  Table table{.columns = {{"size", "bytes"},
                          {"way", "", false},
                          {"load", "frames/s each way"},
                          {"kind", "", false},
                          {"reset", ""},
                          {"by loss", "ns"},
                          {"by timestamps", "ns"},
                          {"interruptions", ""},
                          {"lost", "frames"},
                          {"known to", "ns"},
                          {"verdict", "", false}},
              .title = "Reset"};
  for (const SizeReset& found : answers.reset) {
    const Verdict verdict = verdict_of(found, answers.limit);
    const auto add = [&](std::vector<std::string> cells) {
      cells.insert(cells.begin(), {std::to_string(found.size.count), answers.direction,
                                   whole(found.goal.load), answers.reset_kind});
      cells.push_back(verdict_text(verdict));
      table.rows.push_back({std::move(cells), verdict});
    };
    std::size_t number = 0;
    for (const Reset::Figure& reset : found.answer.resets) {
      std::uint64_t lost = 0;
      for (const Outage& outage : reset.outages) lost += outage.lost;
      add({std::to_string(++number), time_text(reset.by_loss), time_text(reset.by_timestamps),
           std::to_string(reset.outages.size()), thousands(lost), time_text(found.answer.resolution)});
    }
    if (number == 0) add({kNothing, kNothing, kNothing, kNothing, kNothing, kNothing});
    if (number > 1) add({"mean", time_text(found.answer.mean), kNothing, kNothing, kNothing, kNothing});
  }
  return table;
}

template <class Found>
void end_json(Json& json, const Found& found, const OutageAnswers& answers) {
  json["limit_ns"] = time_json(answers.limit);
  json["trials"] = found.course.trials;
  json["not_measured_trials"] = found.course.not_measured;
  json["ended"] = name_of(found.course.ended);
  json["verdict"] = name_of(verdict_of(found, answers.limit));
}

Json one(const SizeRecovery& found, const OutageAnswers& answers) {
  const Recovery::Answer& answer = found.answer;
  const auto rate = [&](FramesPerSecond load) {
    return answer.is_applicable ? Json(load.count) : Json(nullptr);
  };
  Json json{{"frame_bytes", found.size.count}, {"direction", found.direction}};
  json["recovery_ns"] = time_json(answer.mean);
  json["min_ns"] = time_json(answer.min);
  json["max_ns"] = time_json(answer.max);
  json["resolution_ns"] = answer.mean ? Json(answer.resolution.count()) : Json(nullptr);
  json["error_ns"] = answer.mean ? Json(answer.error.count()) : Json(nullptr);
  json["is_applicable"] = answer.is_applicable;
  json["line_rate_frames_per_second"] = found.line_rate.count;
  json["throughput_frames_per_second"] = found.goal.throughput.count;
  json["overload_frames_per_second"] = rate(answer.overload);
  json["relief_frames_per_second"] = rate(answer.relief);
  json["overload_s"] = seconds(found.goal.overload_for);
  json["relief_s"] = seconds(found.goal.relief_for);
  json["recoveries"] = Json::array();
  for (const Outage& each : answer.measured)
    json["recoveries"].push_back({{"recovery_ns", each.lasted.count()}, {"lost_after_step", each.lost}});
  json["without_loss"] = answer.without_loss;
  json["not_over"] = answer.not_over;
  json["unmeasured"] = answer.unmeasured;
  end_json(json, found, answers);
  return json;
}

Json reset_json(const Reset::Figure& reset) {
  Json json{{"recovery_ns", reset.value().count()},
            {"method", reset.by_loss ? "frame_loss" : "timestamp"},
            {"frame_loss_ns", time_json(reset.by_loss)},
            {"timestamp_ns", reset.by_timestamps.count()},
            {"lost_outside", reset.lost_outside}};
  json["interruptions"] = Json::array();
  for (const Outage& outage : reset.outages)
    json["interruptions"].push_back({{"direction", outage.direction},
                                     {"at_ns", outage.at.count()},
                                     {"lasted_ns", outage.lasted.count()},
                                     {"lost", outage.lost},
                                     {"link_stayed_up", outage.link_stayed_up}});
  return json;
}

Json one(const SizeReset& found, const OutageAnswers& answers) {
  const Reset::Answer& answer = found.answer;
  Json json{
      {"frame_bytes", found.size.count}, {"direction", answers.direction}, {"kind", answers.reset_kind}};
  json["recovery_ns"] = time_json(answer.mean);
  json["min_ns"] = time_json(answer.min);
  json["max_ns"] = time_json(answer.max);
  json["resolution_ns"] = answer.mean ? Json(answer.resolution.count()) : Json(nullptr);
  json["load_frames_per_second"] = found.goal.load.count;
  json["stable_s"] = seconds(found.goal.stable_for);
  json["wait_s"] = seconds(found.goal.wait);
  json["resets"] = Json::array();
  for (const Reset::Figure& reset : answer.resets) json["resets"].push_back(reset_json(reset));
  json["unmeasured"] = answer.unmeasured;
  end_json(json, found, answers);
  return json;
}

template <class Found>
Json list_of(const std::vector<Found>& all, const OutageAnswers& answers) {
  Json json = Json::array();
  for (const Found& found : all) json.push_back(one(found, answers));
  return json;
}

std::string count_text(std::size_t count, const char* of_one, const char* of_many) {
  return fmt::format("{} {}", count, count == 1 ? of_one : of_many);
}

std::string outage_sentence(const RunRecord& record) {
  const OutageAnswers& answers = *record.outages;
  std::size_t measured = 0, not_applicable = 0, resets = 0;
  for (const SizeRecovery& found : answers.recovery) {
    measured += found.answer.mean.has_value();
    not_applicable += !found.answer.is_applicable;
  }
  for (const SizeReset& found : answers.reset) resets += found.answer.resets.size();
  if (record.command == "reset") return count_text(resets, "reset was measured", "resets were measured");
  return fmt::format("recovery was measured for {}, and isn't applicable for {}",
                     count_text(measured, "size", "sizes"), not_applicable);
}

}  // namespace

void add_outages(Document& document, const RunRecord& record) {
  const OutageAnswers& answers = *record.outages;
  if (!answers.recovery.empty()) document.tables.push_back(recovery_table(answers));
  if (!answers.reset.empty()) document.tables.push_back(reset_table(answers));
  const std::string sentence = outage_sentence(record);
  if (record.command == "rfc2544") {
    document.conclusion += fmt::format(" Also {}.", sentence);
    return;
  }
  const std::string_view verdict = document.verdict == Verdict::pass   ? "Pass"
                                   : document.verdict == Verdict::fail ? "Fail"
                                                                       : "Not measured";
  document.conclusion =
      fmt::format("{}: {}.{}", verdict, sentence, record.interrupted ? " The run was stopped by hand." : "");
}

Json outages_json(const RunRecord& record) {
  const OutageAnswers& answers = *record.outages;
  if (record.command == "recovery") return list_of(answers.recovery, answers);
  if (record.command == "reset") return list_of(answers.reset, answers);
  Json json = searches_json(record.command, *record.searched);
  json["recovery"] = list_of(answers.recovery, answers);
  return json;
}

}  // namespace pktgen

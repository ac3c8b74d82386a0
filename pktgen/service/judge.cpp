#include "service/judge.h"

#include <algorithm>
#include <fmt/format.h>

#include "traffic/size_sequence.h"
#include "verdict/trial_verdict.h"
#include "verdict/wording.h"

namespace pktgen {
namespace {

std::string time_text(double nanoseconds) {
  if (nanoseconds < 1e3) return fmt::format("{:.0f} ns", nanoseconds);
  return nanoseconds < 1e6 ? fmt::format("{:.2f} us", nanoseconds / 1e3)
                           : fmt::format("{:.3f} ms", nanoseconds / 1e6);
}

std::string share_text(double ratio) { return significant(ratio * 100, 4) + " %"; }

/// What is held against a service's thresholds in one step.
class StepJudge {
 public:
  StepJudge(const ServiceSpec& service, const ServicePlan& plan, StepResult& result)
      : service_(service), plan_(plan), result_(result), figures_(*result.figures) {
    const SizeMix& sizes = service.stream.sizes;
    cir_ = information_rate(service.cir, sizes);
    most_ = cir_ + information_rate(service.eir, sizes);
  }

  void judge() {
    using Kind = ServiceStep::Kind;
    switch (result_.step.kind) {
      case Kind::performance:
        check_availability();
        [[fallthrough]];
      case Kind::cir:
        check_loss();
        check_delays();
        break;
      case Kind::policing:
        check_policing();
        [[fallthrough]];
      case Kind::eir:
        check_committed();
        break;
    }
    result_.verdict = has_failed_ ? Verdict::fail : is_untold_ ? Verdict::not_measured : Verdict::pass;
  }

 private:
  void fail(std::string rule, const std::string& because, std::string next_step) {
    has_failed_ = true;
    add(std::move(rule), because, std::move(next_step), Effect::fails);
  }
  void leave_open(const std::string& because, std::string next_step) {
    is_untold_ = true;
    add("threshold-not-measured", because, std::move(next_step), Effect::voids);
  }
  void add(std::string rule, const std::string& because, std::string next_step, Effect effect) {
    result_.findings.push_back({std::move(rule),
                                fmt::format("{}, {}: {}", result_.service, name_of(result_.step), because),
                                std::move(next_step), effect});
  }

  void check_loss() {
    if (figures_.loss_ratio * 100 <= service_.flr_percent) return;
    fail("cir-not-met",
         fmt::format("{} of {} lost, FLR {} where {} is accepted: {} of {} came",
                     thousands(figures_.sent - figures_.delivered), frames_text(figures_.sent),
                     share_text(figures_.loss_ratio), share_text(service_.flr_percent / 100),
                     bits_text(figures_.delivered_bits_per_second),
                     bits_text(figures_.offered_bits_per_second)),
         "compare the CIR (L2: destination MAC to FCS) and CBS of each policer and shaper on the way with "
         "what "
         "was promised");
  }

  void check_delays() {
    check_time("ftd-above-threshold", "FTD", figures_.delay_ns, service_.ftd);
    check_time("fdv-above-threshold", "FDV", figures_.variation_ns, service_.fdv);
  }
  void check_time(const char* rule, const char* name, const std::optional<double>& measured,
                  const std::optional<Nanoseconds>& accepted) {
    if (!accepted) return;
    const auto most = static_cast<double>(accepted->count());
    if (!measured)
      return leave_open(fmt::format("{} isn't known: no frame came whose delay could be told", name),
                        "mend what loses the frames, or the clocks, first");
    if (*measured <= most) return;
    fail(rule, fmt::format("{} is {}, {} is accepted", name, time_text(*measured), time_text(most)),
         "look for queues that stand on the way, and for the priority that the service has there");
  }

  void check_availability() {
    const auto& wanted = service_.availability_percent;
    if (!wanted) return;
    if (!figures_.availability)
      return leave_open("availability can't be told from less than 10 seconds",
                        "give it a longer --duration");
    if (*figures_.availability * 100 >= *wanted) return;
    fail("availability-below-threshold",
         fmt::format("available in {} of the time, {} is wanted", share_text(*figures_.availability),
                     share_text(*wanted / 100)),
         "read the logs on the way for the time of the test: for ten seconds and more most frames were lost");
  }

  /// One frame more or less, and two clocks that IEEE 802.3 allows to differ.
  double unsure() const {
    const double time = seconds(figures_.sending_time);
    return cir_ * kClockTolerance + (time > 0 ? mean_frame_bytes(service_.stream.sizes) * 8 / time : 0);
  }

  void check_committed() {
    const double least = cir_ * (1 - service_.flr_percent / 100);
    if (figures_.delivered_bits_per_second >= least - unsure()) return;
    fail("cir-not-met",
         fmt::format("{} came where {} were committed", bits_text(figures_.delivered_bits_per_second),
                     bits_text(least)),
         "what exceeds the CIR costs frames of the CIR: look for a policer or a queue that drops both alike");
  }

  void check_policing() {
    const double most = most_ * (1 + plan_.margin_percent / 100);
    if (figures_.offered_bits_per_second <= most)
      return leave_open(fmt::format("{} were offered, no more than the {} that may come through",
                                    bits_text(figures_.offered_bits_per_second), bits_text(most)),
                        "lower --margin, for such a load shows no policer");
    if (figures_.delivered_bits_per_second <= most) return;
    fail("not-policed",
         fmt::format(
             "{} of {} came, more than CIR and EIR with the margin, {}: {}",
             bits_text(figures_.delivered_bits_per_second), bits_text(figures_.offered_bits_per_second),
             bits_text(most),
             figures_.delivered == figures_.sent ? "there is no policer" : "the policer lets more pass"),
         "set the policer of the service to its CIR and EIR; where none is wanted say policing no");
  }

  const ServiceSpec& service_;
  const ServicePlan& plan_;
  StepResult& result_;
  const ServiceFigures& figures_;
  double cir_ = 0, most_ = 0;
  bool has_failed_ = false, is_untold_ = false;
};

StepResult begun(const ServiceSpec& service, const ServiceStep& step) {
  return {.service = service.stream.name,
          .direction = service.stream.port == 0 ? Direction::a_to_b : Direction::b_to_a,
          .step = step,
          .l1_bits_per_second = l1_of_information_rate(step.asked_bits_per_second, service.stream.sizes),
          .figures = {}};
}

FrameBytes smallest_of(const SizeMix& sizes) {
  return std::ranges::min_element(sizes.parts, {}, &SizeMix::Part::size)->size;
}

/// Frames that were handed over too late aren't the load that was asked.
void check_late(const StreamsOutcome& outcome, std::size_t first, std::size_t count, const Criteria& criteria,
                TrialVerdict& tester) {
  std::uint64_t late = 0, sent = 0;
  for (std::size_t i = first; i < first + count; ++i) {
    late += outcome.streams[i].sent_late;
    sent += outcome.streams[i].tx.sent;
  }
  if (static_cast<double>(late) * 100 <= criteria.tolerance_percent * static_cast<double>(sent)) return;
  tester.findings.push_back({"stream-late",
                             fmt::format("{} of {} were handed over more than 1 ms after they were due",
                                         thousands(late), frames_text(sent)),
                             "keep other work off the sender's core, or lower the load", Effect::voids});
  if (tester.verdict == Verdict::pass) tester.verdict = Verdict::not_measured;
}

}  // namespace

StepResult judge_step(const ServiceSpec& service, const ServicePlan& plan, const ServiceStep& step,
                      const StreamsOutcome& outcome, std::size_t first, const Criteria& criteria,
                      const std::vector<ServiceSecond>& seconds) {
  StepResult result = begun(service, step);
  Criteria of_tester = criteria;
  of_tester.accepted_loss_ratio = 1;  // loss is held against the service's own threshold
  TrialVerdict tester = judge_trial(outcome.total, direction_of(outcome.total, result.direction),
                                    smallest_of(service.stream.sizes), of_tester);
  check_late(outcome, first, service.stream.sizes.parts.size(), criteria, tester);
  for (Finding& finding : tester.findings) {
    // Loss is told below, in the words of the service; here it was only looked at to suspect the tester
    // first.
    if (finding.effect == Effect::note) continue;
    finding.because = fmt::format("{}, {}: {}", result.service, name_of(step), finding.because);
    result.findings.push_back(std::move(finding));
  }
  if (!outcome.total.link_downs.empty())
    result.findings.push_back(
        {"link-flapped", fmt::format("{}, {}: the link went down in the test", result.service, name_of(step)),
         "reseat or swap cable and module, then test the service again", Effect::fails});
  result.verdict = tester.verdict;
  if (tester.verdict == Verdict::not_measured) return result;
  result.figures = figures_of(outcome, first, service);
  if (step.kind == ServiceStep::Kind::performance) result.figures->availability = availability_of(seconds);
  StepJudge(service, plan, result).judge();
  if (tester.verdict == Verdict::fail) result.verdict = Verdict::fail;
  return result;
}

StepResult untried(const ServiceSpec& service, const ServiceStep& step) {
  StepResult result = begun(service, step);
  result.findings.push_back({"step-impossible",
                             fmt::format("{}, {}: {}", result.service, name_of(step), step.impossible),
                             "test over a faster link, or leave the step out (policing no)", Effect::voids});
  return result;
}

RunVerdict judge_services(const ServiceAnswers& answers, const ServiceManner& manner) {
  RunVerdict run;
  bool failed = false, unmeasured = manner.interrupted;
  for (const auto* const steps : {&answers.configuration, &answers.performance})
    for (const StepResult& step : *steps) {
      failed |= step.verdict == Verdict::fail;
      unmeasured |= step.verdict == Verdict::not_measured;
      for (const Finding& finding : step.findings) {
        failed |= finding.effect == Effect::fails;
        run.findings.push_back(finding);
      }
    }
  const bool is_empty = answers.configuration.empty() && answers.performance.empty();
  run.verdict = failed ? Verdict::fail : unmeasured || is_empty ? Verdict::not_measured : Verdict::pass;
  const auto note = [&](const char* rule, const std::string& because, const char* next_step) {
    run.findings.push_back({rule, because, next_step, Effect::note});
  };
  if (!answers.performance_left_out.empty())
    note("performance-left-out", answers.performance_left_out,
         "mend that first; --test performance runs the service performance test alone");
  if (manner.is_coloured)
    note("colour-blind",
         "no frame carries a colour: which ones the network takes for the excess can't be told, so the steps "
         "above the CIR are judged by their rate alone",
         "nothing; FLR, FTD and FDV of the committed frames are those of the steps up to the CIR");
  if (!manner.unlike_y1564.empty())
    note("not-y1564", manner.unlike_y1564,
         "leave out --quick and --duration for a result that can be quoted");
  return run;
}

}  // namespace pktgen

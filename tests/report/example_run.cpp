#include "example_run.h"

namespace pktgen {
namespace {

constexpr LinkBitsPerSecond kLink{10'000'000'000};

/// A direction in which `sent` frames were sent in a second and all came.
DirectionOutcome clean(Direction direction, FrameBytes size, std::uint64_t sent) {
  DirectionOutcome way;
  way.direction = direction;
  way.load = line_rate(kLink, size);
  way.link = kLink;
  way.sending_time = std::chrono::seconds(1);
  way.tx = {.due = sent, .sent = sent};
  way.ledger = make_ledger(sent, {.delivered = sent}, {}, {});
  way.sender.tx_frames = sent;
  way.receiver.rx_frames = sent;
  way.latency = {.samples = sent,
                 .min = 72,
                 .p50 = 73,
                 .p90 = 73,
                 .p99 = 74,
                 .p999 = 75,
                 .p9999 = 75,
                 .max = 76,
                 .mean = 72.5};
  return way;
}

Trial trial_of(FrameBytes size) {
  Trial trial;
  trial.size = size;
  trial.duration = std::chrono::seconds(1);
  trial.drain = std::chrono::seconds(2);
  trial.sample_frames = 16;
  return trial;
}

void add(RunRecord& run, FrameBytes size, Outcome outcome) {
  const Criteria criteria = criteria_for(0.1, run.tagged, run.ports);
  JudgedTrial judged{trial_of(size), std::move(outcome), {}};
  judged.verdicts = judge_trial(judged.trial, judged.outcome, criteria);
  run.trials.push_back(std::move(judged));
  const std::string stem = "samples/" + std::to_string(size.count);
  run.sample_files.push_back({{stem + "-a-to-b-tx.pcap", stem + "-a-to-b-rx.pcap"},
                              {stem + "-b-to-a-tx.pcap", stem + "-b-to-a-rx.pcap"}});
}

Outcome both(FrameBytes size, std::uint64_t sent) {
  Outcome outcome;
  outcome.directions = {clean(Direction::a_to_b, size, sent), clean(Direction::b_to_a, size, sent)};
  return outcome;
}

PortFacts port(std::string name, std::string mac) {
  return {.name = std::move(name),
          .kind = "emulated",
          .driver = "emulated",
          .profile = "",
          .link = kLink,
          .mtu = {9'000},
          .largest_frame = {9'018},
          .numa_node = -1,
          .timestamp_grade = "virtual",
          .mac = std::move(mac),
          .notes = {}};
}

RunRecord empty_run() {
  RunRecord run;
  run.started_at = "2026-01-02T03:04:05Z";
  run.tool = {"0.1.0", "22.11.7", "g++ 12.2.0"};
  run.host = {{"kernel", "6.1.0"}, {"cpu", "a processor"}};
  run.emulated = true;
  run.clock = {.is_virtual = true, .ticks_per_second = 1e12, .error_ppm = 0};
  run.plan = {{"load", "100%", "default"},
              {"sizes", std::vector<std::int64_t>{64, 1518, 9018}, "command line"},
              {"duration", "1s", "command line"},
              {"seed", std::int64_t{1}, "default"},
              {"verify_payload", false, "default"}};
  run.ports = {port("emu:a", "02:00:00:00:00:0a"), port("emu:b", "02:00:00:00:00:0b")};
  return run;
}

void judge(RunRecord& run) {
  run.run = judge_run(run.trials, criteria_for(0.1, run.tagged, run.ports),
                      {.boundary = run.boundary, .interrupted = run.interrupted});
}

}  // namespace

RunRecord passing_run() {
  RunRecord run = empty_run();
  add(run, {64}, both({64}, 14'880'952));
  add(run, {1'518}, both({1'518}, 812'743));
  add(run, {9'018}, both({9'018}, 138'304));
  judge(run);
  return run;
}

RunRecord example_run() {
  RunRecord run = empty_run();
  add(run, {64}, both({64}, 14'880'952));

  Outcome lossy = both({128}, 8'445'945);
  lossy.directions[0].ledger =
      make_ledger(8'445'945, {.delivered = 8'437'500, .duplicated = 3, .late = 2}, {}, {1});
  lossy.directions[0].receiver.others = {{"rx_fragment_errors", 12}, {"rx_new_thing", 7}};
  run.ports[1].notes = {"a port with <b>markup</b> & \"quotes\" in its note"};
  add(run, {128}, lossy);

  Outcome throttled = both({256}, 4'528'985);
  throttled.directions[0].tx = {.due = 4'528'985, .sent = 2'500'000, .ring_full = 2'028'985};
  throttled.directions[0].ledger = make_ledger(2'500'000, {.delivered = 2'500'000}, {}, {});
  throttled.directions[0].sender.tx_frames = 2'500'000;
  throttled.directions[1].receiver.rx_missed = 30'000;
  throttled.directions[1].ledger =
      make_ledger(4'528'985, {.delivered = 4'498'985}, {.rx_missed = 30'000}, {});
  add(run, {256}, throttled);

  Outcome flapped = both({512}, 2'349'624);
  flapped.link_downs = {{0, std::chrono::milliseconds(500), std::chrono::milliseconds(100)}};
  add(run, {512}, flapped);

  Outcome not_started;
  not_started.not_started = "emu:b has no link after 30 s";
  add(run, {1'024}, not_started);
  run.sample_files.back().clear();

  add(run, {1'518}, both({1'518}, 812'743));
  Outcome swallowed = both({9'018}, 138'304);
  for (DirectionOutcome& way : swallowed.directions) {
    way.ledger = make_ledger(138'304, {}, {}, {});
    way.latency = {};
  }
  add(run, {9'018}, swallowed);
  run.boundary = Sweep::Boundary{{1'518}, {1'519}, 11};
  judge(run);
  return run;
}

}  // namespace pktgen

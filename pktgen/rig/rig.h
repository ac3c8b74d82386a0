#pragma once
#include <algorithm>
#include <array>
#include <concepts>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "plan/plan.h"
#include "rig/layout.h"
#include "rig/listen_run.h"
#include "rig/measurer.h"
#include "rig/replay_run.h"
#include "rig/standstill_guard.h"
#include "rig/streams_run.h"
#include "rig/tally.h"
#include "rig/trial_streams.h"
#include "worker/rx_worker.h"
#include "worker/tx_worker.h"

namespace pktgen {

/// What a rig stands in: two ports, a clock, and somebody who runs workers. In virtual time that is one
/// thread that moves the clock (emulate/virtual_lab.h), in real time lcores (dpdk/dpdk_lab.h).
template <class L>
concept Lab = TxPort<typename L::Port> && RxPort<typename L::Port> &&
    requires(L lab, std::span<const Task> tasks, Ticks t, const FrameTemplate& frame, ByteView bytes) {
  { lab.port(0) } -> std::same_as<typename L::Port&>;
  { lab.port(0, 0) } -> std::same_as<typename L::Port&>;  // a port's queue: one to send, one to receive
  { lab.queues() } -> std::same_as<Queues>;
  { lab.scale() } -> std::same_as<TickScale>;
  { lab.now() } -> std::same_as<Ticks>;
  { lab.make_ready() } -> std::same_as<Result<void>>;                 // links up, MTU read back
  { lab.relink(LinkBitsPerSecond{}) } -> std::same_as<Result<void>>;  // both, up again at that speed
  lab.wait(t);                             // until t; what arrives meanwhile is thrown away
  lab.start(tasks, t);                     // t: a stretch of time in which at most half a burst is due
  lab.run(t);                              // workers run; returns at t at the latest
  { lab.stop() } -> std::same_as<bool>;    // whether no worker ever stood still
  { lab.slice() } -> std::same_as<Ticks>;  // how often the control thread looks
  { lab.stuck_worker() } -> std::same_as<std::optional<StuckWorker>>;    // for a second already
  { lab.counted_sent(0) } -> std::same_as<std::optional<CountedSoFar>>;  // nothing: it can't be told yet
  { lab.has_link(0) } -> std::same_as<bool>;                             // as last seen
  lab.stood_still(Standstill{});  // of a port: it is started anew before the next trial, if that helps
  { lab.hangs() } -> std::same_as<bool>;  // a worker never came back: what it may touch is never freed
  lab.trial_starts(t);
  { lab.link_downs(t, t) } -> std::same_as<std::vector<LinkDown>>;  // between two times
  { lab.facts() } -> std::same_as<std::vector<PortFacts>>;
  { lab.clock() } -> std::same_as<ClockFacts>;
  { lab.macs() } -> std::same_as<std::array<MacAddress, 2>>;
  lab.port(0).use_template(frame);
  lab.port(0).use_payloads(PayloadImages{});
  { lab.port(0).send_control(bytes, t) } -> std::same_as<bool>;
  { lab.port(0).counters() } -> std::same_as<PortCounters>;
};

/// Runs trials: ready, learn, baseline, send, drain, snapshot, ledger (docs/honesty.md).
template <Lab L>
class Rig final : public Measurer {
 public:
  using Port = typename L::Port;

  Rig(Plan plan, std::unique_ptr<L> lab) : plan_(std::move(plan)), lab_(std::move(lab)) {}
  ~Rig() override {
    if (lab_->hangs()) static_cast<void>(lab_.release());
  }

  Result<Outcome> measure(const Trial& trial, const Watch& watch) override;
  Result<ReplayOutcome> replay(ReplayScript& script, Nanoseconds duration, const Watch& watch) override {
    return leave_to_hanging(std::make_unique<ReplayRun<L>>(*lab_, script, watch),
                            [&](auto& run) { return run.run(duration); });
  }
  Result<StreamsOutcome> stream(const StreamsRequest& request, const Watch& watch) override {
    const std::uint16_t first = next_stream_;
    next_stream_ = static_cast<std::uint16_t>((next_stream_ + request.streams.size()) % kStreams);
    return leave_to_hanging(std::make_unique<StreamsRun<L>>(*lab_, request, first, watch),
                            [](auto& run) { return run.run(); });
  }
  Result<ListenOutcome> listen(const ListenRequest& request, const Watch& watch) override {
    return leave_to_hanging(std::make_unique<ListenRun<L>>(*lab_, request, watch),
                            [](auto& run) { return run.run(); });
  }
  Result<void> relink(LinkBitsPerSecond speed) override { return lab_->relink(speed); }
  std::vector<PortFacts> ports() const override { return lab_->facts(); }
  ClockFacts clock() const override { return lab_->clock(); }

 private:
  static constexpr Nanoseconds kSettle = std::chrono::milliseconds(10);  // from learning to sending
  static constexpr Nanoseconds kQuiet = std::chrono::milliseconds(20);   // nothing more comes after this
  static constexpr Nanoseconds kRelearn = std::chrono::seconds(5);       // of a port that only receives
  static constexpr Nanoseconds kHurriedDrain = std::chrono::milliseconds(200);  // when interrupted
  static constexpr std::uint16_t kStreams = 0xfffe;  // two numbers are used by each trial, in turn

  struct Way {
    Direction direction{};
    std::size_t from = 0, to = 1;
    FramesPerSecond load{};
    LinkBitsPerSecond link{};
    std::uint64_t frames = 0;
    Period period{};
    std::uint16_t stream = 0;
    FrameLayout layout{};
    FrameTemplate frame{};
    std::unique_ptr<TxWorker<Port>> tx{};
  };
  struct Run {
    std::vector<Way> ways;
    std::array<std::unique_ptr<RxWorker<Port>>, 2> rx;  // at each port
    std::array<PortCounters, 2> baseline;
    Ticks start{}, planned_end{}, relearn{}, gave_up_at{};
    bool interrupted = false;
    std::optional<Standstill> standstill{};

    bool is_cut_short() const { return interrupted || standstill; }
  };

  /// Runs `run`, which stays where it is for ever if a worker never comes back from it.
  template <class R, class Body>
  auto leave_to_hanging(std::unique_ptr<R> run, const Body& body) {
    auto outcome = body(*run);
    if (lab_->hangs()) static_cast<void>(run.release());
    return outcome;
  }

  Result<Outcome> measure_streams(const Trial& trial, const Watch& watch);
  Result<Run> lay_out(const Trial& trial);
  void learn(const Run& run);
  void relearn(Run& run);
  void make_workers(Run& run, const Trial& trial);
  std::vector<Task> tasks(Run& run) const;
  void send(Run& run, const Trial& trial, const Watch& watch);
  void drain(Run& run, const Trial& trial, const Watch& watch);
  bool all_came(const Run& run) const;
  std::array<SentSoFar, 2> sent_so_far(const Run& run) const;
  void show(const Run& run, const Trial& trial, const Watch& watch, const std::string& alarm = {}) const;
  Outcome take_stock(Run& run, bool steady);
  Outcome leave_behind(Run& run);
  DirectionOutcome stock_of(const Run& run, const Way& way, const std::array<PortCounters, 2>& counted) const;

  Plan plan_;
  std::unique_ptr<L> lab_;
  std::uint16_t next_stream_ = 0;
  bool was_ready_ = false;
};

template <Lab L>
Result<Outcome> Rig<L>::measure(const Trial& trial, const Watch& watch) {
  if (auto ready = lab_->make_ready(); !ready) {
    if (!was_ready_) return tl::make_unexpected(ready.error());
    return Outcome{
        .directions = {}, .link_downs = {}, .interrupted = false, .not_started = ready.error().message};
  }
  was_ready_ = true;
  if (!plan_.streams.empty() || lab_->queues().tx + lab_->queues().rx > 2)
    return measure_streams(trial, watch);
  auto laid_out = lay_out(trial);
  if (!laid_out) return tl::make_unexpected(laid_out.error());
  Run& run = *laid_out;
  learn(run);
  for (std::size_t i : {0u, 1u}) run.baseline[i] = lab_->port(i).counters();
  make_workers(run, trial);
  send(run, trial, watch);
  drain(run, trial, watch);
  const bool steady = lab_->stop();
  return lab_->hangs() ? leave_behind(run) : take_stock(run, steady);
}

/// The streams of the plan, or the one that it describes, over all queues.
template <Lab L>
Result<Outcome> Rig<L>::measure_streams(const Trial& trial, const Watch& watch) {
  const auto request = streams_of_trial(plan_, trial, lab_->facts());
  if (!request) return tl::make_unexpected(request.error());
  auto outcome = stream(*request, watch);
  if (!outcome) return tl::make_unexpected(outcome.error());
  for (DirectionOutcome& way : outcome->total.directions)
    if (const auto asked = frames_per_second(trial.load, way.link, trial.size)) way.load = *asked;
  return std::move(outcome->total);
}

/// What each direction sends; refused if the link can't carry it or nothing would be sent.
template <Lab L>
Result<typename Rig<L>::Run> Rig<L>::lay_out(const Trial& trial) {
  Run run;
  const auto facts = lab_->facts();
  const TickScale scale = lab_->scale();
  for (const Direction direction : trial.directions) {
    Way way{.direction = direction, .layout = layout_for(plan_, direction, lab_->macs())};
    if (auto sane = check_addresses(way.layout); !sane) return tl::make_unexpected(sane.error());
    if (direction == Direction::b_to_a) std::swap(way.from, way.to);
    way.link = facts[way.from].link;
    const auto load = frames_per_second(trial.load, way.link, trial.size);
    if (!load) return tl::make_unexpected(load.error());
    way.load = *load;
    way.frames = frames_in(way.load, trial.duration);
    if (way.frames == 0)
      return fail(ErrorKind::plan, "no frame is due within the duration at this load; lengthen --duration");
    way.period = Period::of(scale.clock().count / way.load.count);
    way.stream = next_stream_;
    next_stream_ = static_cast<std::uint16_t>((next_stream_ + 1) % kStreams);
    way.frame = make_template(way.layout, trial.size);
    lab_->port(way.from).use_template(way.frame);
    run.ways.push_back(std::move(way));
  }
  return run;
}

/// Shows a switch both addresses before anything counts, and lets it settle.
template <Lab L>
void Rig<L>::learn(const Run& run) {
  const FrameLayout there = run.ways.front().layout;
  FrameLayout back = there;
  std::swap(back.src_mac, back.dst_mac);
  const std::size_t from = run.ways.front().from;
  lab_->port(from).send_control(learning_frame(there).bytes, lab_->now());
  lab_->port(1 - from).send_control(learning_frame(back).bytes, lab_->now());
  lab_->wait(lab_->now() + lab_->scale().ticks(kSettle));
}

/// Within a trial only a port that has nothing to send itself speaks up again.
template <Lab L>
void Rig<L>::relearn(Run& run) {
  if (run.ways.size() != 1 || lab_->now() < run.relearn) return;
  run.relearn = lab_->now() + lab_->scale().ticks(kRelearn);
  FrameLayout back = run.ways.front().layout;
  std::swap(back.src_mac, back.dst_mac);
  lab_->port(run.ways.front().to).send_control(learning_frame(back).bytes, lab_->now());
}

template <Lab L>
void Rig<L>::make_workers(Run& run, const Trial& trial) {
  const TickScale scale = lab_->scale();
  std::vector<StreamTable> tables;  // first, for taking the memory of a long trial takes long
  for (const Way& way : run.ways) {
    tables.emplace_back(way.stream);
    tables.back().add(way.frames, true);
  }
  run.start = lab_->now() + scale.ticks(kSettle);
  run.planned_end = run.start + scale.ticks(trial.duration);
  run.relearn = run.start + scale.ticks(kRelearn);
  for (std::size_t i = 0; i < run.ways.size(); ++i) {
    Way& way = run.ways[i];
    way.tx = std::make_unique<TxWorker<Port>>(
        lab_->port(way.from), FrameSource(way.stream, way.frame.signature_at, scale),
        Departures({.load = {way.load.count}, .frames = way.frames}, scale.clock(), run.start),
        Capture(trial.sample_frames, way.frame.bytes.size()), scale);
    Expected expected{.signature_at = way.frame.signature_at,
                      .length = way.frame.bytes.size(),
                      .sending_ends = run.planned_end,
                      .payload = {}};
    if (plan_.verify_payload) expected.payload = way.frame.bytes;
    run.rx[way.to] =
        std::make_unique<RxWorker<Port>>(lab_->port(way.to), std::move(tables[i]), std::move(expected),
                                         Capture(trial.sample_frames, way.frame.bytes.size()), scale);
  }
  for (std::size_t i : {0u, 1u}) {  // a port that only sends is emptied all the same
    if (run.rx[i]) continue;
    const Expected nothing{.signature_at = run.ways.front().frame.signature_at, .payload = {}};
    run.rx[i] = std::make_unique<RxWorker<Port>>(lab_->port(i), StreamTable(kLearningStream), nothing,
                                                 Capture(0, 0), scale);
  }
}

template <Lab L>
std::vector<Task> Rig<L>::tasks(Run& run) const {
  std::vector<Task> tasks;
  for (Way& way : run.ways) tasks.push_back(Task::of(*way.tx));
  for (auto& rx : run.rx) tasks.push_back(Task::of(*rx));
  return tasks;
}

template <Lab L>
void Rig<L>::send(Run& run, const Trial& trial, const Watch& watch) {
  std::uint64_t shortest = ~std::uint64_t{0};
  for (const Way& way : run.ways) shortest = std::min(shortest, way.period.ticks);
  lab_->trial_starts(run.start);
  lab_->start(tasks(run), {std::max<std::uint64_t>(1, shortest * kBurst / 2)});
  StandstillGuard<L> guard(*lab_, run.start);
  const auto ended = [](const Way& way) { return way.tx->ended(); };
  while (!std::ranges::all_of(run.ways, ended) && !guard.is_given_up()) {
    lab_->run(lab_->now() + lab_->slice());
    const bool stands_still = guard.look(sent_so_far(run));
    show(run, trial, watch, guard.alarm());
    relearn(run);
    run.interrupted = run.interrupted || watch.stop.stop_requested();
    if (run.interrupted || stands_still)
      for (const Way& way : run.ways) way.tx->ask_to_end();
  }
  run.standstill = guard.found();
  run.gave_up_at = lab_->now();
}

template <Lab L>
std::array<SentSoFar, 2> Rig<L>::sent_so_far(const Run& run) const {
  std::array<SentSoFar, 2> sent;
  for (const Way& way : run.ways)
    sent[way.from] = {way.tx->count().sent.read(), way.tx->count().ring_full.read()};
  return sent;
}

/// Until all that was sent has come and nothing more comes, or the time is up.
template <Lab L>
void Rig<L>::drain(Run& run, const Trial& trial, const Watch& watch) {
  const TickScale scale = lab_->scale();
  const Ticks drained =
      lab_->now() + scale.ticks(run.is_cut_short() ? std::min(trial.drain, kHurriedDrain) : trial.drain);
  const Ticks quiet = scale.ticks(kQuiet);
  const Ticks earliest = std::min(drained, lab_->now() + quiet);
  while (lab_->now() < drained) {
    lab_->run(std::min(drained, lab_->now() + lab_->slice()));
    show(run, trial, watch);
    std::uint64_t newest = 0;
    for (const Way& way : run.ways) newest = std::max(newest, run.rx[way.to]->count().newest_ticks.read());
    const bool is_quiet = lab_->now() > earliest && lab_->now() > Ticks{newest} + quiet;
    if (is_quiet && (all_came(run) || watch.stop.stop_requested())) return;
  }
}

template <Lab L>
bool Rig<L>::all_came(const Run& run) const {
  return std::ranges::all_of(run.ways, [&](const Way& way) {
    return run.rx[way.to]->count().received.read() >= way.tx->count().sent.read();
  });
}

template <Lab L>
void Rig<L>::show(const Run& run, const Trial& trial, const Watch& watch, const std::string& alarm) const {
  Snapshot snapshot{.elapsed = {}, .duration = trial.duration, .directions = {}, .alarm = alarm};
  if (const Ticks now = lab_->now(); now > run.start)
    snapshot.elapsed = Nanoseconds(lab_->scale().nanoseconds(now - run.start));
  for (const Way& way : run.ways)
    snapshot.directions.push_back({.due = way.tx->count().due.read(),
                                   .sent = way.tx->count().sent.read(),
                                   .received = run.rx[way.to]->count().received.read()});
  watch.show(snapshot);
}

template <Lab L>
Outcome Rig<L>::take_stock(Run& run, bool steady) {
  std::array<PortCounters, 2> counted;
  for (std::size_t i : {0u, 1u}) counted[i] = lab_->port(i).counters().since(run.baseline[i]);
  Ticks ended = run.planned_end;
  for (const Way& way : run.ways) ended = std::max(ended, Ticks{way.tx->count().ended_at_ticks.read()});
  Outcome outcome{.directions = {},
                  .link_downs = lab_->link_downs(run.start, ended),
                  .interrupted = run.interrupted,
                  .standstill = run.standstill,
                  .not_started = {}};
  for (const Way& way : run.ways) {
    outcome.directions.push_back(stock_of(run, way, counted));
    outcome.directions.back().stalled = !steady;
  }
  return outcome;
}

/// What a worker that never came back may still touch stays where it is, and its counts aren't read.
template <Lab L>
Outcome Rig<L>::leave_behind(Run& run) {
  Outcome outcome{.directions = {}, .link_downs = {}, .standstill = run.standstill, .not_started = {}};
  if (!outcome.standstill) outcome.standstill = Standstill{};
  outcome.standstill->hangs = true;
  for (const Way& way : run.ways)
    outcome.directions.push_back(
        {.direction = way.direction, .load = way.load, .link = way.link, .stalled = true});
  static_cast<void>(std::make_unique<Run>(std::move(run)).release());
  return outcome;
}

template <Lab L>
DirectionOutcome Rig<L>::stock_of(const Run& run, const Way& way,
                                  const std::array<PortCounters, 2>& counted) const {
  const TickScale scale = lab_->scale();
  const RxWorker<Port>& rx = *run.rx[way.to];
  const StreamTrack& track = rx.streams().at(0);
  DirectionOutcome out{.direction = way.direction, .load = way.load, .link = way.link};
  out.tx = tally_of(way.tx->count());
  out.sender = counted[way.from];
  out.receiver = counted[way.to];
  out.ledger = make_ledger(out.tx.sent, tally_of(track, out.tx.sent), out.receiver, foreign_of(rx.count()));
  out.latency = summary_of(track.latency);
  out.largest_lag = Nanoseconds(scale.nanoseconds({way.tx->count().largest_lag_ticks.read()}));
  const Ticks said{way.tx->count().ended_at_ticks.read()};  // by a worker that came round to it
  const Ticks last_slot_ends = (said == Ticks{} ? run.gave_up_at : said) + Ticks{way.period.ticks};
  const Ticks took =
      (run.is_cut_short() ? last_slot_ends : std::max(last_slot_ends, run.planned_end)) - run.start;
  out.sending_time = Nanoseconds(scale.nanoseconds(took));
  out.tx_samples = samples_of(way.tx->samples());
  out.rx_samples = samples_of(rx.samples());
  return out;
}

}  // namespace pktgen

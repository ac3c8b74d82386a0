#include "rig/module_watch.h"

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include "memory_map/decode.h"
#include "optics/module_course.h"
#include "optics/module_timeline.h"

namespace pktgen {
namespace {

using Modules = std::array<std::optional<ModuleCourse>, 2>;

/// The module of one port: how to ask, what it said last, and how it went since the run began.
class WatchedModule {
 public:
  /// Nothing if nothing can be read. What can be read and means nothing has a course that says so.
  static std::optional<WatchedModule> begin(const ModuleAccess& access) {
    auto memory = read_memory(access);
    if (!memory) return std::nullopt;
    WatchedModule watched(access, std::move(*memory));
    const auto module = decode_module(watched.memory_);
    watched.has_monitors_ = module && !module->diagnostics.readings.empty();
    watched.of_run_ = module ? begin_course(*module) : ModuleCourse{};
    if (!module) watched.of_run_.why_none = module.error().message;
    return watched;
  }

  const ModuleCourse& of_run() const { return of_run_; }

  bool has_monitors() const { return has_monitors_; }

  /// Reads once more, for the run and for the measurement that `course` is about, which sends since `at`.
  void look(std::optional<ModuleCourse>& course, Nanoseconds at, std::optional<TimelineRecorder>& recorder) {
    if (access_.pass_time) access_.pass_time(at);
    const bool is_new = !course;
    if (is_new && !has_monitors_) course = of_run_;
    if (!has_monitors_) return;
    const bool came = read_monitors_again(memory_, access_).has_value();
    const auto module = decode_module(memory_);
    if (!came || !module) {
      ++of_run_.unread;
      if (course) ++course->unread;
      return;
    }
    follow(of_run_, *module);
    if (is_new) course = begin_course(*module);
    else follow(*course, *module);
    if (recorder) recorder->add(at, *module);
  }

 private:
  WatchedModule(ModuleAccess access, ModuleMemory memory)
      : access_(std::move(access)), memory_(std::move(memory)) {}

  ModuleAccess access_;
  ModuleMemory memory_;
  ModuleCourse of_run_;
  bool has_monitors_ = false;
};

/// Sees in snapshots that something was lost: gaps were counted, or what is sent no longer arrives.
class LossNotice {
 public:
  bool look(const Snapshot& snapshot) {
    const std::uint64_t before = std::exchange(events_, snapshot.loss_events);
    return snapshot.loss_events > before;
  }

  /// Once between two readings: a link that is down shows no gap until it is up again.
  bool look_for_silence(const Snapshot& snapshot) {
    ways_.resize(snapshot.directions.size());
    bool begins = false;
    for (std::size_t i = 0; i < ways_.size(); ++i) {
      const Snapshot::OneWay& now = snapshot.directions[i];
      const bool is_silent = now.sent > ways_[i].sent && now.received == ways_[i].received;
      ways_[i].silent_looks = is_silent ? ways_[i].silent_looks + 1 : 0;
      begins |= ways_[i].silent_looks == kSilence;
      ways_[i].sent = now.sent;
      ways_[i].received = now.received;
    }
    return begins;
  }

 private:
  static constexpr unsigned kSilence = 2;  // one look may lie between a frame's departure and its arrival
  struct Way {
    std::uint64_t sent = 0, received = 0;
    unsigned silent_looks = 0;
  };
  std::uint64_t events_ = 0;
  std::vector<Way> ways_{};
};

class ModuleMeasurer final : public Measurer {
  static constexpr int kRests = 20;  // times as long as reading took
  using Recorders = std::array<std::optional<TimelineRecorder>, 2>;

  template <class Run>
  auto beside(const Watch& watch, Modules& seen, Recorders& recorders, const Run& run) {
    LossNotice losses;
    Nanoseconds now{}, due = std::max(interval_, look(seen, recorders, now));
    const auto keep_near = [&] {
      for (auto& recorder : recorders)
        if (recorder) recorder->keep_near();
    };
    const auto looks = [&](const Snapshot& snapshot) {
      watch.show(snapshot);
      now = snapshot.elapsed;
      if (losses.look(snapshot)) keep_near();
      if (now < due) return;
      const Nanoseconds rest = look(seen, recorders, now);
      due = std::max(now - now % interval_ + interval_, now + rest);
      if (losses.look_for_silence(snapshot)) keep_near();
    };
    auto outcome =
        run({.show = looks, .stop = watch.stop, .at_least_every = std::min(interval_, watch.at_least_every)});
    look(seen, recorders, now);
    return outcome;
  }

  /// Returns for how long nobody is to look again. Virtual time stands still meanwhile.
  Nanoseconds look(Modules& seen, Recorders& recorders, Nanoseconds at) {
    const auto began = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < modules_.size(); ++i)
      if (modules_[i]) modules_[i]->look(seen[i], at, recorders[i]);
    if (measurer_->clock().is_virtual) return Nanoseconds::zero();
    return kRests * std::chrono::duration_cast<Nanoseconds>(std::chrono::steady_clock::now() - began);
  }

 public:
  ModuleMeasurer(std::unique_ptr<Measurer> measurer, std::array<std::optional<WatchedModule>, 2> modules,
                 Nanoseconds interval)
      : measurer_(std::move(measurer)), modules_(std::move(modules)), interval_(interval) {}

  Result<Outcome> measure(const Trial& trial, const Watch& watch) override {
    Modules seen;
    Recorders none;
    auto outcome =
        beside(watch, seen, none, [&](const Watch& looks) { return measurer_->measure(trial, looks); });
    if (outcome) outcome->modules = std::move(seen);
    return outcome;
  }
  Result<StreamsOutcome> stream(const StreamsRequest& request, const Watch& watch) override {
    Modules seen;
    Recorders recorders;
    for (std::size_t i = 0; i < recorders.size(); ++i)
      if (request.soak && modules_[i] && modules_[i]->has_monitors())
        recorders[i].emplace(interval_, request.soak->every, request.soak->most_intervals, request.duration);
    auto outcome =
        beside(watch, seen, recorders, [&](const Watch& looks) { return measurer_->stream(request, looks); });
    if (!outcome) return outcome;
    outcome->total.modules = std::move(seen);
    for (std::size_t i = 0; i < recorders.size(); ++i)
      if (recorders[i] && outcome->soak) outcome->soak->modules[i] = recorders[i]->timeline();
    return outcome;
  }
  Result<ReplayOutcome> replay(ReplayScript& script, Nanoseconds duration, const Watch& watch) override {
    return measurer_->replay(script, duration, watch);
  }
  Result<ListenOutcome> listen(const ListenRequest& request, const Watch& watch) override {
    return measurer_->listen(request, watch);
  }
  Result<void> relink(LinkBitsPerSecond speed) override { return measurer_->relink(speed); }
  ClockFacts clock() const override { return measurer_->clock(); }
  std::vector<PortFacts> ports() const override {
    auto ports = measurer_->ports();
    for (std::size_t i = 0; i < std::min(ports.size(), modules_.size()); ++i)
      if (modules_[i]) ports[i].module = modules_[i]->of_run();
    return ports;
  }

 private:
  std::unique_ptr<Measurer> measurer_;
  std::array<std::optional<WatchedModule>, 2> modules_;
  Nanoseconds interval_;
};

}  // namespace

std::unique_ptr<Measurer> watch_modules(std::unique_ptr<Measurer> measurer, const ModuleAccesses& modules,
                                        Nanoseconds interval) {
  std::array<std::optional<WatchedModule>, 2> watched;
  for (std::size_t i = 0; i < modules.size(); ++i)
    if (modules[i]) watched[i] = WatchedModule::begin(*modules[i]);
  if (!watched[0] && !watched[1]) return measurer;
  return std::make_unique<ModuleMeasurer>(std::move(measurer), std::move(watched), interval);
}

}  // namespace pktgen

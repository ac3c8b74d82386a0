#include "rig/module_watch.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "memory_map/decode.h"
#include "optics/module_course.h"

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

  /// Reads once more, for the run and for the measurement that `course` is about.
  void look(std::optional<ModuleCourse>& course) {
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
  }

 private:
  WatchedModule(ModuleAccess access, ModuleMemory memory)
      : access_(std::move(access)), memory_(std::move(memory)) {}

  ModuleAccess access_;
  ModuleMemory memory_;
  ModuleCourse of_run_;
  bool has_monitors_ = false;
};

class ModuleMeasurer final : public Measurer {
  static constexpr Nanoseconds kInterval = std::chrono::seconds(1);
  static constexpr int kRests = 20;  // times as long as reading took

  template <class Run>
  auto beside(const Watch& watch, Modules& seen, const Run& run) {
    Nanoseconds due = std::max(kInterval, look(seen));
    const auto looks = [&](const Snapshot& snapshot) {
      watch.show(snapshot);
      if (snapshot.elapsed < due) return;
      due = snapshot.elapsed + std::max(kInterval, look(seen));
    };
    auto outcome = run({.show = looks, .stop = watch.stop});
    look(seen);
    return outcome;
  }

  /// Returns for how long nobody is to look again. Virtual time stands still meanwhile.
  Nanoseconds look(Modules& seen) {
    const auto began = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < modules_.size(); ++i)
      if (modules_[i]) modules_[i]->look(seen[i]);
    if (measurer_->clock().is_virtual) return Nanoseconds::zero();
    return kRests * std::chrono::duration_cast<Nanoseconds>(std::chrono::steady_clock::now() - began);
  }

 public:
  ModuleMeasurer(std::unique_ptr<Measurer> measurer, std::array<std::optional<WatchedModule>, 2> modules)
      : measurer_(std::move(measurer)), modules_(std::move(modules)) {}

  Result<Outcome> measure(const Trial& trial, const Watch& watch) override {
    Modules seen;
    auto outcome = beside(watch, seen, [&](const Watch& looks) { return measurer_->measure(trial, looks); });
    if (outcome) outcome->modules = std::move(seen);
    return outcome;
  }
  Result<StreamsOutcome> stream(const StreamsRequest& request, const Watch& watch) override {
    Modules seen;
    auto outcome = beside(watch, seen, [&](const Watch& looks) { return measurer_->stream(request, looks); });
    if (outcome) outcome->total.modules = std::move(seen);
    return outcome;
  }
  Result<ReplayOutcome> replay(ReplayScript& script, Nanoseconds duration, const Watch& watch) override {
    return measurer_->replay(script, duration, watch);
  }
  Result<ListenOutcome> listen(const ListenRequest& request, const Watch& watch) override {
    return measurer_->listen(request, watch);
  }
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
};

}  // namespace

std::unique_ptr<Measurer> watch_modules(std::unique_ptr<Measurer> measurer, const ModuleAccesses& modules) {
  std::array<std::optional<WatchedModule>, 2> watched;
  for (std::size_t i = 0; i < modules.size(); ++i)
    if (modules[i]) watched[i] = WatchedModule::begin(*modules[i]);
  if (!watched[0] && !watched[1]) return measurer;
  return std::make_unique<ModuleMeasurer>(std::move(measurer), std::move(watched));
}

}  // namespace pktgen

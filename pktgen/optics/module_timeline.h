#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "base/units.h"
#include "optics/module.h"

namespace pktgen {

/// What one monitor said in some time, in its unit.
struct MonitorSpan {
  Monitor monitor = Monitor::temperature;
  unsigned lane = 0;  ///< 0: of the whole module
  double least = 0, most = 0, last = 0;
};

/// A module's readings in some time. Times are from the start of sending.
struct ModuleSpan {
  Nanoseconds from{}, to{};
  std::uint64_t readings = 0;
  std::vector<MonitorSpan> monitors{};
};

/// One reading.
struct ModuleSample {
  struct Value {
    Monitor monitor = Monitor::temperature;
    unsigned lane = 0;
    double value = 0;
  };
  Nanoseconds at{};
  std::vector<Value> values{};
};

/// A monitor beyond a threshold, from the first reading that showed it.
struct Excursion {
  enum class Limit : std::uint8_t { high_alarm, low_alarm, high_warning, low_warning };
  Monitor monitor = Monitor::temperature;
  unsigned lane = 0;
  Limit limit = Limit::high_alarm;
  Nanoseconds at{};
  std::optional<Nanoseconds> until{};  ///< the first reading within again; nothing: it stayed
  double worst = 0;                    ///< farthest beyond
};

/// An optical power that went from one level to another, 1 dB or more away.
struct PowerStep {
  Monitor monitor = Monitor::rx_power;
  unsigned lane = 0;
  Nanoseconds at{};         ///< the first reading that was 1 dB away
  double from = 0, to = 0;  ///< milliwatts; 0: no light
};

/// How a module went in a long run, in bounded memory.
struct ModuleTimeline {
  Nanoseconds interval{};                   ///< between readings, as asked
  std::vector<ModuleSpan> spans{};          ///< all readings, by time
  std::vector<ModuleSample> near_losses{};  ///< readings around losses, by time
  std::vector<Excursion> excursions{};      ///< by time, the first
  std::vector<PowerStep> steps{};           ///< by time, the first
  std::uint64_t all_excursions = 0, all_steps = 0;
};

/// "high alarm", "low warning".
std::string name_of(Excursion::Limit limit);

/// By how many dB a power fell (above 0) or rose; nothing to or from no light.
std::optional<double> fallen_db(const PowerStep& step);

/// The readings before and behind a time that are nearest to it, among those around losses.
struct NearReadings {
  const ModuleSample *before = nullptr, *after = nullptr;
};
NearReadings readings_near(const ModuleTimeline& timeline, Nanoseconds at);

/// All readings from `from` to before `to`; spans count by their middle. No readings: none came.
ModuleSpan span_of(const ModuleTimeline& timeline, Nanoseconds from, Nanoseconds to);

/// Makes a timeline of readings as they come: spans of the length of an interval, put together two by two
/// when there are too many, and single readings around losses only.
class TimelineRecorder {
 public:
  /// `every`: of a span, at first; `most_spans` is even. Readings from `end` on are the last span's.
  TimelineRecorder(Nanoseconds interval, Nanoseconds every, std::size_t most_spans,
                   Nanoseconds end = kForever);

  void add(Nanoseconds at, const Module& module);

  /// Something was lost since the readings before the last one: those of late and the next one are kept.
  void keep_near();

  const ModuleTimeline& timeline() const { return timeline_; }

 private:
  void add_to_spans(const ModuleSample& sample);
  void keep(const ModuleSample& sample);
  void follow_limits(Nanoseconds at, const Reading& reading);
  void follow_power(Nanoseconds at, const Reading& reading);

  /// How a power goes: its level, and whether it is on its way to another.
  struct Level {
    Monitor monitor = Monitor::rx_power;
    unsigned lane = 0;
    double level = 0, last = 0;
    bool moves = false, is_listed = false;
  };

  ModuleTimeline timeline_;
  Nanoseconds every_{}, end_{};
  std::size_t most_spans_;
  std::deque<ModuleSample> recent_{};
  bool keeps_next_ = false;
  std::vector<Level> levels_{};
  std::vector<Excursion> open_{};  // that aren't over, listed or not
};

}  // namespace pktgen

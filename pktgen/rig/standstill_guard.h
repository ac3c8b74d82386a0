#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "observe/standstill_watch.h"
#include "trial/standstill.h"

namespace pktgen {

/// What the senders of a port did so far, in frames.
struct SentSoFar {
  std::uint64_t sent = 0, refused = 0;  ///< taken by the port; offered while its ring was full
};

/// What a port itself counted as sent, and when that was read.
struct CountedSoFar {
  std::uint64_t frames = 0;
  Ticks read_at{};
};

/// A worker that makes no step.
struct StuckWorker {
  unsigned core = 0;
  Ticks since{};
};

/// Watches on any lab (rig/rig.h) that no worker and no port stands still while a trial runs. The workers'
/// loops know nothing of it: it reads what they count anyway.
template <class L>
class StandstillGuard {
 public:
  StandstillGuard(L& lab, Ticks start) : lab_(lab), start_(start) {}

  /// To be called each time the control thread looks. Whether something has stood still for a second: then
  /// the trial is to end. The first thing found stays.
  bool look(const std::array<SentSoFar, 2>& sent) {
    if (found_) return true;
    const Ticks now = lab_.now();
    if (const auto worker = lab_.stuck_worker())
      find({.what = Standstill::What::worker, .which = worker->core}, worker->since, now);
    for (std::size_t i = 0; i < sent.size() && !found_; ++i) look_at_port(i, sent[i], now);
    return found_.has_value();
  }

  const std::optional<Standstill>& found() const { return found_; }

  /// For people; empty: nothing stands still.
  std::string alarm() const {
    if (!found_) return "";
    const bool is_worker = found_->what == Standstill::What::worker;
    return describe(*found_, is_worker ? std::string() : lab_.facts()[found_->which].name);
  }

  /// Workers that were asked to end when it was found have had their time: nobody waits any longer.
  bool is_given_up() const { return found_ && lab_.now() > found_at_ + lab_.scale().ticks(kGrace); }

 private:
  static constexpr Nanoseconds kLimit = std::chrono::seconds(1), kGrace = std::chrono::seconds(1);

  /// A port whose link is down has a reason to take nothing.
  void look_at_port(std::size_t i, const SentSoFar& sent, Ticks now) {
    if (!lab_.has_link(i)) {
      queues_[i].excuse();
      counters_[i].excuse();
      return;
    }
    if (queues_[i].look(now, sent.sent, sent.refused))
      return find({.what = Standstill::What::send_queue, .which = i}, queues_[i].since(), now);
    const auto counted = lab_.counted_sent(i);
    if (!counted || counted->read_at <= start_ || counted->read_at == read_at_[i]) return;
    read_at_[i] = counted->read_at;
    if (counters_[i].look(counted->read_at, counted->frames, sent.sent))
      find({.what = Standstill::What::counters, .which = i}, counters_[i].since(), now);
  }

  void find(Standstill standstill, Ticks since, Ticks now) {
    standstill.at = Nanoseconds(since > start_ ? lab_.scale().nanoseconds(since - start_) : 0);
    found_ = standstill;
    found_at_ = now;
    lab_.stood_still(standstill);
  }

  StandstillWatch watch() const { return StandstillWatch(lab_.scale().ticks(kLimit)); }

  L& lab_;
  Ticks start_;
  std::array<StandstillWatch, 2> queues_{watch(), watch()}, counters_{watch(), watch()};
  std::array<Ticks, 2> read_at_{};
  std::optional<Standstill> found_{};
  Ticks found_at_{};
};

}  // namespace pktgen

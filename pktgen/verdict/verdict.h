#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace pktgen {

/// Whether the link and the device did what was asked; `not_measured` is the tester's own shortfall.
enum class Verdict : std::uint8_t { pass, fail, not_measured };

/// "pass", "fail", "not_measured".
std::string_view name_of(Verdict verdict);

/// The process exit code of a run's verdict: 0, 1 or 6.
constexpr int exit_code(Verdict verdict) {
  return verdict == Verdict::pass ? 0 : verdict == Verdict::fail ? 1 : 6;
}

/// What a finding does to the verdict of its trial.
enum class Effect : std::uint8_t {
  note,    ///< worth knowing; the verdict stays
  fails,   ///< the link or the device fell short
  stands,  ///< as `fails`, and nothing the tester did could explain it
  voids,   ///< the tester fell short: not measured
  ends,    ///< nothing of the trial can be used: not measured, and no other finding is looked for
};

/// Something that was seen: a rule's name, the evidence in numbers, and the next physical step.
struct Finding {
  std::string rule, because, next_step;
  Effect effect = Effect::note;
  friend bool operator==(const Finding&, const Finding&) = default;
};

}  // namespace pktgen

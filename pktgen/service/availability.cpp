#include "service/availability.h"

namespace pktgen {
namespace {

constexpr std::size_t kRow = 10;
constexpr double kBadLoss = 0.5;

bool is_bad(const ServiceSecond& second) {
  return static_cast<double>(second.received) < static_cast<double>(second.sent) * (1 - kBadLoss);
}

}  // namespace

void SecondCounter::see(Nanoseconds elapsed, std::uint64_t sent, std::uint64_t received) {
  const auto whole = static_cast<std::uint64_t>(elapsed / std::chrono::seconds(1));
  if (whole <= counted_) return;
  const std::uint64_t passed = whole - counted_;
  const ServiceSecond each{(sent - so_far_.sent) / passed, (received - so_far_.received) / passed};
  counted_ = whole;
  so_far_ = {sent, received};
  if (each.sent > 0) seconds_.insert(seconds_.end(), passed, each);
}

std::optional<double> availability_of(const std::vector<ServiceSecond>& seconds) {
  if (seconds.size() < kRow) return std::nullopt;
  std::size_t unavailable = 0, row = 0;
  bool is_available = true;
  for (const ServiceSecond& second : seconds) {
    // A row is of seconds that speak against how it is so far.
    row = is_bad(second) == is_available ? row + 1 : 0;
    unavailable += is_available ? 0u : 1u;
    if (row < kRow) continue;
    if (is_available) unavailable += kRow;
    else unavailable -= kRow;
    is_available = !is_available;
    row = 0;
  }
  return 1 - static_cast<double>(unavailable) / static_cast<double>(seconds.size());
}

}  // namespace pktgen

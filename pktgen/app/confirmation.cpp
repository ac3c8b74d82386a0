#include "app/confirmation.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>

namespace pktgen {
namespace {

constexpr int kPauseMs = 100;

enum class Typed : std::uint8_t { nothing, line, end };

Typed read_input() {
  pollfd input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
  if (poll(&input, 1, kPauseMs) <= 0 || input.revents == 0) return Typed::nothing;
  std::array<char, 256> text{};
  const auto got = read(STDIN_FILENO, text.data(), text.size());
  if (got <= 0) return Typed::end;
  return std::find(text.begin(), text.begin() + got, '\n') == text.begin() + got ? Typed::nothing
                                                                                 : Typed::line;
}

}  // namespace

Confirmation wait_for_confirmation(const RecordStore& store, std::span<const std::string> addresses,
                                   Nanoseconds within, const std::stop_token& stop) {
  for (const int signal : {SIGTSTP, SIGTTIN, SIGTTOU, SIGPIPE}) std::signal(signal, SIG_IGN);
  const auto end = std::chrono::steady_clock::now() + within;
  bool has_input = true;
  while (std::chrono::steady_clock::now() < end) {
    if (stop.stop_requested()) return Confirmation::interrupted;
    const bool is_waiting =
        std::ranges::any_of(addresses, [&](const auto& one) { return store.is_waiting(one); });
    if (!is_waiting) return Confirmation::given;
    const Typed typed = has_input ? read_input() : Typed::nothing;
    if (typed == Typed::line) return Confirmation::given;
    if (typed == Typed::end) has_input = false;
    if (!has_input) poll(nullptr, 0, kPauseMs);
  }
  return Confirmation::missing;
}

}  // namespace pktgen

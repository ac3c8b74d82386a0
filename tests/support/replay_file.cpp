// replay_file IN OUT [OLD=NEW ...]: what a replay of IN would send, written to the pcapng OUT at its due
// times after 2026-01-01. For tests/scripts/replay_file_test.py, which holds it against other programs.
#include <cstdio>
#include <fmt/format.h>

#include "traffic/replay_script.h"
#include "wire/pcapng_writer.h"

namespace {

using namespace pktgen;

constexpr Nanoseconds kBegan{1'767'225'600'000'000'000};

Result<void> replay(const std::string& in, const std::string& out, const Rewriting& rewriting) {
  auto reader = PcapReader::open(in, {});
  if (!reader) return tl::make_unexpected(reader.error());
  auto script = ReplayScript::make(std::move(*reader), {.rewriting = rewriting}, 10_Gbps);
  if (!script) return tl::make_unexpected(script.error());
  auto writer = PcapngWriter::create(out, {{.name = "emu:a", .speed = 10_Gbps}}, {}, kBegan);
  if (!writer) return tl::make_unexpected(writer.error());
  FrameQueue queue(1 << 20);
  for (auto filled = ReplayScript::Filled::some; filled != ReplayScript::Filled::all;) {
    const auto more = script->fill(queue);
    if (!more) return tl::make_unexpected(more.error());
    filled = *more;
    for (; queue.look() == FrameQueue::State::ready; queue.pop())
      writer->write({.time = kBegan + queue.front().due,
                     .direction = CaptureDirection::outbound,
                     .frame = queue.front().bytes,
                     .comment = queue.front().due == Nanoseconds(0) ? "the first" : ""});
  }
  for (const std::string& note : script->notes()) fmt::print("{}\n", note);
  return writer->close();
}

}  // namespace

int main(int count, char** words) {
  if (count < 3) return 2;
  Rewriting rewriting;
  for (int i = 3; i < count; ++i) {
    const auto map = parse_address_map(words[i]);
    if (!map) return fmt::print(stderr, "{}\n", map.error().message), exit_code(map.error().kind);
    rewriting.addresses.push_back(*map);
  }
  const auto done = replay(words[1], words[2], rewriting);
  if (!done) return fmt::print(stderr, "{}\n", done.error().message), exit_code(done.error().kind);
  return 0;
}

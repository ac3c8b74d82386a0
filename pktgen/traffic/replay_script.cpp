#include "traffic/replay_script.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace pktgen {

ReplayScript::ReplayScript(PcapReader reader, const ReplaySpec& spec, LinkBitsPerSecond link)
    : reader_(std::move(reader)),
      timing_(spec, link),
      rewriter_(spec.rewriting),
      maps_addresses_(!spec.rewriting.addresses.empty()),
      loops_(spec.loops) {}

Result<ReplayScript> ReplayScript::make(PcapReader reader, const ReplaySpec& spec, LinkBitsPerSecond link) {
  if (const auto checked = check(spec, link); !checked) return tl::make_unexpected(checked.error());
  return ReplayScript(std::move(reader), spec, link);
}

Result<std::optional<ReplayScript::Due>> ReplayScript::next_frame() {
  if (count_.loops == loops_) return std::optional<Due>{};
  auto frame = reader_.next();
  if (frame && !*frame) {
    if (++count_.loops == loops_) return std::optional<Due>{};
    if (const auto looped = timing_.begin_loop(); !looped) return tl::make_unexpected(looped.error());
    if (const auto began = reader_.begin_again(); !began) return tl::make_unexpected(began.error());
    frame = reader_.next();  // a file without frames is refused, so this is its first
  }
  if (!frame) return tl::make_unexpected(frame.error());
  const CapturedFrame& found = **frame;
  const auto due = timing_.next_due(found.time, {found.bytes.size()});
  if (!due) return within(fmt::format("record {}", found.record), due.error());
  return Due{.frame = found, .due = *due};
}

Result<ReplayScript::Filled> ReplayScript::fill(FrameQueue& queue, std::uint64_t most) {
  for (std::uint64_t done = 0; done < most; ++done) {
    if (!waiting_) {
      auto next = next_frame();
      if (!next) return tl::make_unexpected(next.error());
      waiting_ = *next;
    }
    if (!waiting_) {
      queue.finish();
      return Filled::all;
    }
    const MutableBytes room = queue.room_for(waiting_->frame.bytes.size());
    if (room.empty()) return Filled::to_the_brim;
    std::ranges::copy(waiting_->frame.bytes, room.begin());
    if (rewriter_.rewrite(room)) ++count_.rewritten;
    queue.publish(waiting_->due);
    waiting_.reset();
    ++count_.frames;
  }
  return Filled::some;
}

std::vector<std::string> ReplayScript::notes() const {
  std::vector<std::string> lines = reader_.notes();
  if (maps_addresses_ && count_.frames != 0 && count_.rewritten == 0)
    lines.push_back("no frame had an address that was to be mapped");
  return lines;
}

}  // namespace pktgen

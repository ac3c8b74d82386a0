#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "traffic/frame_queue.h"
#include "traffic/replay_timing.h"
#include "wire/pcap_reader.h"
#include "wire/rewrite.h"

namespace pktgen {

/// What went into the queue so far.
struct ReplayCount {
  std::uint64_t frames = 0;
  std::uint64_t rewritten = 0;  ///< frames of which an IP address was changed
  std::uint64_t loops = 0;      ///< ended
};

/// A file on its way into a queue: each frame read, rewritten, and given its due time. Belongs to the thread
/// that reads.
class ReplayScript {
 public:
  /// Refuses what `check` refuses.
  static Result<ReplayScript> make(PcapReader reader, const ReplaySpec& spec, LinkBitsPerSecond link);

  enum class Filled : std::uint8_t {
    some,         ///< there is room for more: come again at once
    to_the_brim,  ///< come again when some are sent
    all,          ///< everything is in, and the queue knows that it ends
  };
  /// Puts frames into `queue`, at most `most` of them, so that a replay for ever comes back. Fails (plan)
  /// with the record's number where the file can't be replayed; the frames before are in the queue, which has
  /// not ended.
  Result<Filled> fill(FrameQueue& queue, std::uint64_t most = 4096);

  const ReplayCount& count() const { return count_; }

  /// What a person should know of the file (`PcapReader::notes`, of the newest loop), and of addresses to map
  /// that no frame had.
  std::vector<std::string> notes() const;

 private:
  struct Due {
    CapturedFrame frame;
    Nanoseconds due{};
  };
  ReplayScript(PcapReader reader, const ReplaySpec& spec, LinkBitsPerSecond link);
  Result<std::optional<Due>> next_frame();

  PcapReader reader_;
  ReplayTiming timing_;
  Rewriter rewriter_;
  bool maps_addresses_;
  std::optional<std::uint64_t> loops_;
  std::optional<Due> waiting_;  // read, and not yet in the queue
  ReplayCount count_;
};

}  // namespace pktgen

#pragma once
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "base/result.h"
#include "observe/snapshot.h"
#include "traffic/replay_script.h"
#include "traffic/stream_spec.h"
#include "trial/facts.h"
#include "trial/listen.h"
#include "trial/replay.h"
#include "trial/streams.h"
#include "trial/trial.h"
#include "wire/pcap_filter.h"
#include "wire/responder.h"

namespace pktgen {

/// Looks on while a trial runs, and may end it.
struct Watch {
  std::function<void(const Snapshot&)> show = [](const Snapshot&) {};
  std::stop_token stop;
  /// In virtual time `show` is called at each multiple of it at least, from the start of sending on. In real
  /// time it is called every few milliseconds.
  Nanoseconds at_least_every = kForever;
};

/// What is to be sent at once.
struct StreamsRequest {
  std::vector<StreamSpec> streams;    ///< validated; their payloads' bytes are there
  Nanoseconds duration{};             ///< of all streams, `kForever` at most; each may end earlier
  Nanoseconds drain{};                ///< the longest wait for stragglers
  bool is_received = true;            ///< whether the other port is there to count what arrives
  bool introduces = true;             ///< whether a switch is shown the addresses of both sides first
  std::uint32_t sample_frames = 0;    ///< frames kept a port and side, from the first on
  bool shows_streams = false;         ///< whether snapshots tell of each stream
  bool measures_order = false;        ///< whether reordering is measured: costs time for each frame
  bool tells_missing = false;         ///< whether each stream's missing numbers are told
  Nanoseconds silence = kForever;     ///< a longer time in which nothing of a stream came is kept
  std::optional<SoakRequest> soak{};  ///< a long run that is watched; its ports have one queue to receive
};

/// What is to be listened for, and what to do about it.
struct ListenRequest {
  std::size_t ports = 1;               ///< the first one, or both
  Nanoseconds duration = kForever;     ///< until asked to stop
  LocalAddresses answers_for{};        ///< whose questions are answered; each port has its own MAC
  const PcapFilter* filter = nullptr;  ///< what it takes goes to `keep`; null: nothing
  /// Keeps a frame that arrived at a time of the tester's clock; false if it couldn't.
  std::function<bool(std::size_t port, Nanoseconds arrival, ByteView frame)> keep{};
};

/// The one seam between questions and devices: everything above it is values.
class Measurer {
 public:
  virtual ~Measurer() = default;
  Measurer() = default;
  Measurer(const Measurer&) = delete;
  Measurer& operator=(const Measurer&) = delete;

  /// Runs one trial from ready to drained. An error means that nothing more can be measured (port gone).
  virtual Result<Outcome> measure(const Trial& trial, const Watch& watch) = 0;

  /// Sends what `script` makes of a file from the first port, until its end, `duration` (zero: for ever) or
  /// until it is asked to stop. An error is one of the file or of the ports; frames before it were sent.
  virtual Result<ReplayOutcome> replay(ReplayScript& script, Nanoseconds duration, const Watch& watch) = 0;

  /// Sends streams from their ports until all have ended, or until it is asked to stop, and counts what the
  /// other port got of each. Fails (plan) for what a link can't carry or frames can't be.
  virtual Result<StreamsOutcome> stream(const StreamsRequest& request, const Watch& watch) = 0;

  /// Counts all that comes, until the time is up or it is asked to stop.
  virtual Result<ListenOutcome> listen(const ListenRequest& request, const Watch& watch) = 0;

  /// Takes both links to another speed, and waits until they are up at it. Fails (port) saying what is in
  /// force instead; the next try may succeed.
  virtual Result<void> relink(LinkBitsPerSecond speed) = 0;

  /// As last read; links may change between trials.
  virtual std::vector<PortFacts> ports() const = 0;
  virtual ClockFacts clock() const = 0;
};

}  // namespace pktgen

#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "rig/measurer.h"
#include "track/capture.h"
#include "track/stream_table.h"
#include "traffic/stream_program.h"
#include "traffic/stream_rate.h"
#include "worker/rx_worker.h"

namespace pktgen {

/// The streams of a request as workers need them: programs, rates, and what each port may receive.
class StreamLayout {
 public:
  /// A stream, or what one queue sends of it: streams fewer than queues are divided among all of them.
  struct Laid {
    std::size_t stream = 0;  ///< of the request
    StreamSpec spec;         ///< with the ports' addresses
    StreamRate rate;
    std::optional<StreamProgram> program{};
  };
  /// Addresses that frames go between, and the port that has the first.
  struct Neighbours {
    std::size_t port = 0;
    MacAddress src{}, dst{};
  };

  StreamLayout() = default;

  /// Fails (plan), with the stream's place, for what frames can't be or the ports' links can't carry.
  static Result<StreamLayout> make(const StreamsRequest& request, const std::vector<PortFacts>& ports,
                                   const std::array<MacAddress, 2>& macs, std::size_t send_queues = 1);

  std::size_t size() const { return laid_.size(); }
  const Laid& at(std::size_t i) const { return laid_[i]; }
  /// What a port sends.
  const std::vector<std::size_t>& of_port(std::size_t port) const { return of_[port]; }
  /// The same queue by queue, as many as have something to send.
  const std::vector<std::vector<std::size_t>>& lanes(std::size_t port) const { return lanes_[port]; }
  const PayloadImages& images(std::size_t port) const { return images_[port]; }

  /// Whether this is one stream of evenly spaced frames of one size: what the faster loop sends.
  bool is_one_of_a_kind(const std::vector<std::size_t>& lane) const;

  /// All of these together, in the mean.
  FramesPerSecond load_of(const std::vector<std::size_t>& lane) const;

  /// How much later than the first of the port's streams that run then an even stream begins: a part of its
  /// own gap, for all at once would be a burst.
  Nanoseconds phase_of(std::size_t stream) const;

  /// What a switch is to be shown, each pair once.
  std::vector<Neighbours> neighbours() const;

  /// What may come to a port, in streams of numbers from `first_number` on.
  StreamTable table_at(std::size_t port, std::uint16_t first_number) const;
  Expected expected_at(std::size_t port) const;

  /// Room for the frames to be kept of a port and side.
  Capture capture() const;
  std::size_t longest() const;  ///< of all frames, without FCS

 private:
  Result<void> add(std::size_t stream, const StreamSpec& spec, LinkBitsPerSecond link, std::size_t parts);
  Result<void> lay_out_port(std::size_t port);
  Result<void> check_sum(std::size_t port, LinkBitsPerSecond link) const;
  std::uint64_t expected_frames(const Laid& laid) const;

  Nanoseconds duration_{}, silence_ = kForever;
  std::uint32_t sample_frames_ = 0;
  bool measures_order_ = false;
  std::vector<Laid> laid_;  // in the request's order
  std::array<std::vector<std::size_t>, 2> of_{};
  std::array<std::vector<std::vector<std::size_t>>, 2> lanes_{};
  std::array<PayloadImages, 2> images_{};
};

}  // namespace pktgen

#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "trial/facts.h"
#include "trial/soak.h"
#include "wire/pcapng_writer.h"

namespace pktgen {

/// The frames around the first losses of a soak, as one pcapng file in the run's directory.
class SoakCapture {
 public:
  static constexpr std::size_t kMostLosses = 100;  ///< that are kept, so that the file stays small
  static constexpr const char* kName = "losses.pcapng";

  /// The file is made with the first loss.
  SoakCapture(std::string directory, std::vector<PortFacts> ports, const ClockFacts& clock)
      : directory_(std::move(directory)), ports_(std::move(ports)), clock_(clock) {}

  /// False if there are enough, or they can't be written.
  bool keep(const LossCapture& loss);

  /// Its name; empty if nothing was lost. Fails (environment) if it couldn't be written.
  Result<std::string> close();

 private:
  std::string directory_;
  std::vector<PortFacts> ports_;
  ClockFacts clock_;
  std::optional<PcapngWriter> writer_{};
  std::optional<Error> trouble_{};
  std::size_t kept_ = 0;
};

}  // namespace pktgen

#include "app/samples.h"

#include <filesystem>
#include <fmt/format.h>
#include <span>
#include <system_error>

#include "wire/pcap_file.h"

namespace pktgen {
namespace {

/// Nothing was kept: no file, an empty name.
Result<std::string> write_file(const std::string& directory, const std::string& name,
                               std::span<const Sample> samples, const ClockFacts& clock) {
  if (samples.empty()) return std::string();
  auto file = PcapWriter::create(directory + "/" + name);
  if (!file) return tl::make_unexpected(file.error());
  for (const Sample& sample : samples)
    file->write(sample.time + Nanoseconds(static_cast<std::int64_t>(clock.epoch_ns)), sample.bytes);
  if (auto closed = file->close(); !closed) return tl::make_unexpected(closed.error());
  return name;
}

}  // namespace

Result<std::vector<SampleFiles>> write_samples(const std::string& directory, const std::string& prefix,
                                               const Outcome& outcome, const ClockFacts& clock) {
  std::error_code failed;
  std::filesystem::create_directories(directory + "/samples", failed);
  if (failed)
    return fail(ErrorKind::environment,
                fmt::format("can't make {}/samples: {}; choose another --out", directory, failed.message()));
  std::vector<SampleFiles> files;
  for (const DirectionOutcome& way : outcome.directions) {
    const std::string stem =
        fmt::format("samples/{}{}", prefix, way.direction == Direction::a_to_b ? "a_to_b" : "b_to_a");
    auto tx = write_file(directory, stem + "_tx.pcap", way.tx_samples, clock);
    if (!tx) return tl::make_unexpected(tx.error());
    auto rx = write_file(directory, stem + "_rx.pcap", way.rx_samples, clock);
    if (!rx) return tl::make_unexpected(rx.error());
    files.push_back({*tx, *rx});
  }
  return files;
}

}  // namespace pktgen

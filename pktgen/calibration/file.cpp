#include "calibration/file.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "base/text.h"
#include "calibration/table_reader.h"
#include "plan/toml_reader.h"
#include "plan/toml_stream.h"

namespace pktgen {
namespace {

constexpr std::string_view kSchema = "pktgen.calibration/1";
constexpr std::size_t kMostSizes = 1024;
constexpr double kMostRate = 1e10, kMostTime = 1e15;  // frames a second; nanoseconds
constexpr std::uint64_t kMostLink = 10'000'000'000'000;

using Way = std::pair<std::string_view, std::size_t>;
constexpr Way kWays[] = {{"a_to_b", 0}, {"b_to_a", 1}};

template <class Port>
struct PortText {
  std::string_view key;
  std::string Port::*member;
};
constexpr PortText<TesterPort> kPortTexts[] = {
    {"name", &TesterPort::name},         {"kind", &TesterPort::kind},     {"pci_id", &TesterPort::pci_id},
    {"firmware", &TesterPort::firmware}, {"driver", &TesterPort::driver}, {"profile", &TesterPort::profile},
    {"settings", &TesterPort::settings}, {"pause", &TesterPort::pause},   {"fec", &TesterPort::fec}};
constexpr PortText<TesterHost> kHostTexts[] = {{"name", &TesterHost::name},
                                               {"cpu", &TesterHost::cpu},
                                               {"dpdk", &TesterHost::dpdk},
                                               {"tool", &TesterHost::tool}};

std::string print_port(const TesterPort& port) {
  std::string out = "\n[[port]]\n";
  for (const auto& [key, member] : kPortTexts)
    out += fmt::format("{} = {}\n", key, toml_string(port.*member));
  out += fmt::format("tx_queues = {}\nrx_queues = {}\n", port.tx_queues, port.rx_queues);
  out += fmt::format("link_bits_per_second = {}\nmtu_bytes = {}\n", port.link.count, port.mtu.count);
  return out;
}

std::string print_size(const SizeLimits& limits) {
  std::string out = fmt::format("\n[[size]]\nframe_bytes = {}\n", limits.size.count);
  for (const auto& [way, i] : kWays)
    out += fmt::format("{}_frames_per_second = {}\n", way, limits.one_way[i].count);
  for (const auto& [way, i] : kWays)
    out += fmt::format("{}_of_both_frames_per_second = {}\n", way, limits.both[i].count);
  for (const auto& [way, i] : kWays) {
    const LatencyFloor& floor = limits.floor[i];
    out += fmt::format("{}_floor = {{ min_ns = {}, mean_ns = {}, p50_ns = {}, p99_ns = {}, samples = {} }}\n",
                       way, floor.min, floor.mean, floor.p50, floor.p99, floor.samples);
  }
  return out;
}

TesterHost read_host(const TomlValue* value, TableMistake& mistake) {
  TesterHost host;
  TableReader table(value, "host", mistake);
  for (const auto& [key, member] : kHostTexts) table.text(key, host.*member);
  table.end();
  return host;
}

TesterPort read_port(const TomlValue& value, const std::string& path, TableMistake& mistake) {
  TesterPort port;
  TableReader table(&value, path, mistake);
  for (const auto& [key, member] : kPortTexts) table.text(key, port.*member);
  table.integer("tx_queues", port.tx_queues, 1, 1024);
  table.integer("rx_queues", port.rx_queues, 1, 1024);
  table.integer("link_bits_per_second", port.link.count, 0, kMostLink);
  table.integer("mtu_bytes", port.mtu.count, 0, 65'535);
  table.end();
  return port;
}

LatencyFloor read_floor(const TomlValue* value, const std::string& path, TableMistake& mistake) {
  constexpr auto kMost = static_cast<std::uint64_t>(kMostTime);
  LatencyFloor floor;
  TableReader table(value, path, mistake);
  table.integer("min_ns", floor.min, 0, kMost);
  table.number("mean_ns", floor.mean, 0, kMostTime);
  table.integer("p50_ns", floor.p50, 0, kMost);
  table.integer("p99_ns", floor.p99, 0, kMost);
  table.integer("samples", floor.samples, 1, std::numeric_limits<std::int64_t>::max());
  table.end();
  return floor;
}

SizeLimits read_size(const TomlValue& value, const std::string& path, TableMistake& mistake) {
  constexpr double kLeastRate = 0.001;
  SizeLimits limits;
  TableReader table(&value, path, mistake);
  table.integer("frame_bytes", limits.size.count, kSmallestFrame.count, kLargestFrame.count);
  for (const auto& [way, i] : kWays) {
    table.number(fmt::format("{}_frames_per_second", way), limits.one_way[i].count, kLeastRate, kMostRate);
    table.number(fmt::format("{}_of_both_frames_per_second", way), limits.both[i].count, kLeastRate,
                 kMostRate);
    const std::string key = fmt::format("{}_floor", way);
    limits.floor[i] = read_floor(table.find(key), fmt::format("{}.{}", path, key), mistake);
  }
  table.end();
  return limits;
}

std::optional<ByteSlope> read_slope(const TomlValue* value, const std::string& path, TableMistake& mistake) {
  if (value == nullptr) return std::nullopt;
  constexpr double kMost = 1e9;
  ByteSlope slope;
  TableReader table(value, path, mistake);
  table.number("ns_per_byte", slope.measured, -kMost, kMost);
  table.number("error_ns_per_byte", slope.error, 0, kMost);
  table.number("serialisation_ns_per_byte", slope.serialisation, 0, kMost);
  table.end();
  return slope;
}

void read_ports(const TomlValue* list, Calibration& read, TableMistake& mistake) {
  const std::span<const TomlValue> ports = elements_of(list, "port", mistake);
  if (mistake.found()) return;
  if (ports.size() != 2)
    return mistake.say(list->where, "port", fmt::format("wants two [[port]] tables, found {}", ports.size()));
  for (std::size_t i : {0u, 1u}) {
    read.tester.ports[i] = read_port(ports[i], fmt::format("port[{}]", i), mistake);
    read.limits.links[i] = read.tester.ports[i].link;
  }
}

void read_sizes(const TomlValue* list, Calibration& read, TableMistake& mistake) {
  const std::span<const TomlValue> sizes = elements_of(list, "size", mistake);
  if (mistake.found()) return;
  if (sizes.empty() || sizes.size() > kMostSizes)
    return mistake.say(list->where, "size",
                       fmt::format("wants 1 to {} [[size]] tables, found {}", kMostSizes, sizes.size()));
  for (const TomlValue& value : sizes) {
    const std::string path = fmt::format("size[{}]", read.limits.sizes.size());
    const SizeLimits limits = read_size(value, path, mistake);
    if (mistake.found()) return;
    if (!read.limits.sizes.empty() && limits.size <= read.limits.sizes.back().size)
      return mistake.say(value.where, path, "wants larger frames than the table before");
    read.limits.sizes.push_back(limits);
  }
}

void read_top(const TomlValue& root, Calibration& read, TableMistake& mistake) {
  TableReader top(&root, "", mistake);
  std::string schema;
  top.text("schema", schema);
  if (!mistake.found() && schema != kSchema)
    return mistake.say(
        root.where, "schema",
        fmt::format("wants {}, found {}; run pktgen calibrate again", in_quotes(kSchema), in_quotes(schema)));
  std::uint64_t duration = 0;
  top.text("calibrated_at", read.calibrated_at);
  top.boolean("emulated", read.is_emulated);
  top.boolean("virtual_time", read.limits.is_virtual);
  top.boolean("verify_payload", read.tester.verifies_payload);
  top.number("clock_error_ppm", read.clock_error_ppm, 0, 1e6);
  top.number("precision_percent", read.precision_percent, 0, 100);
  top.integer("duration_ns", duration, 1, static_cast<std::uint64_t>(kForever.count()));
  read.duration = Nanoseconds(duration);
  read.tester.host = read_host(top.find("host"), mistake);
  read_ports(top.find("port"), read, mistake);
  read_sizes(top.find("size"), read, mistake);
  for (const auto& [way, i] : kWays) {
    const std::string key = fmt::format("{}_slope", way);
    read.slopes[i] = read_slope(top.find(key), key, mistake);
  }
  top.end();
}

}  // namespace

std::string print_calibration(const Calibration& calibration) {
  std::string out =
      "# What pktgen calibrate measured on a plain cable. Measure again rather than change a figure.\n";
  out += fmt::format("schema = {}\n", toml_string(kSchema));
  out += fmt::format("calibrated_at = {}\n", toml_string(calibration.calibrated_at));
  out += fmt::format("emulated = {}\nvirtual_time = {}\nverify_payload = {}\n", calibration.is_emulated,
                     calibration.limits.is_virtual, calibration.tester.verifies_payload);
  out +=
      fmt::format("clock_error_ppm = {}\nprecision_percent = {}\nduration_ns = {}\n",
                  calibration.clock_error_ppm, calibration.precision_percent, calibration.duration.count());
  for (const auto& [way, i] : kWays)
    if (const auto& slope = calibration.slopes[i])
      out += fmt::format(
          "{}_slope = {{ ns_per_byte = {}, error_ns_per_byte = {}, serialisation_ns_per_byte = {} }}\n", way,
          slope->measured, slope->error, slope->serialisation);
  out += "\n[host]\n";
  for (const auto& [key, member] : kHostTexts)
    out += fmt::format("{} = {}\n", key, toml_string(calibration.tester.host.*member));
  for (const TesterPort& port : calibration.tester.ports) out += print_port(port);
  for (const SizeLimits& limits : calibration.limits.sizes) out += print_size(limits);
  return out;
}

Result<Calibration> parse_calibration(std::string_view text, std::string_view name) {
  auto entries = read_toml(text, name);
  if (!entries) return tl::make_unexpected(entries.error());
  TomlValue root{.kind = TomlValue::Kind::table, .members = {}, .where = std::string(name)};
  for (TomlEntry& entry : *entries)
    if (entry.table.empty()) root.members.push_back(std::move(entry));
  Calibration read;
  TableMistake mistake;
  read_top(root, read, mistake);
  if (mistake.found()) return tl::make_unexpected(mistake.error());
  return read;
}

}  // namespace pktgen

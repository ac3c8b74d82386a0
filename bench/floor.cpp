// The least that a sender on DPDK can do, written by hand and without our workers, which are measured by it:
// take 32 buffers from a pool, write into each, hand the burst on. Nothing is paced, counted by stream or
// taken back.
//   null, ring                          16 bytes in each buffer: the frame's number and the burst's time
//   null-four-fields, ring-four-fields  64 bytes from a template, number and time, four header fields, the
//                                       IPv4 and UDP checksums over all of it, and the mbuf's own fields
// `null` hands on to the net_null driver, which frees; `ring` to an rte_ring, from which the same core takes
// the burst back and returns it to the pool. One reading of the TSC a burst is part of each.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <getopt.h>
#include <sched.h>
#include <string>
#include <string_view>
#include <vector>

#include <rte_cycles.h>
#include <rte_eal.h>
#include <rte_ethdev.h>
#include <rte_ip.h>
#include <rte_mbuf.h>
#include <rte_memcpy.h>
#include <rte_ring.h>
#include <rte_udp.h>

namespace {

constexpr unsigned kBurst = 32, kPool = 4095, kCache = 256, kBatch = 256;
constexpr std::uint16_t kFrame = 60, kIpAt = 14, kUdpAt = 34, kSequenceAt = 42, kStampAt = 50;
constexpr std::uint32_t kSource = 0xc6120000, kDestination = 0xc6130000;  // 198.18.0.0, 198.19.0.0

/// UDP over IPv4; what is written anew in each frame is zero. As long as a copy of 64 bytes.
constexpr std::array<std::uint8_t, 64> kTemplate{2,    0, 0, 0,  0, 2,  2, 0, 0,  0,  0, 1, 8, 0,  // Ethernet
                                                 0x45, 0, 0, 46, 0, 0,  0, 0, 64, 17, 0, 0, 0, 0,
                                                 0,    0, 0, 0,  0, 0,          // IPv4
                                                 0,    0, 0, 0,  0, 26, 0, 0};  // UDP

struct Floor {
  rte_mempool* pool = nullptr;
  rte_ring* ring = nullptr;
  std::uint16_t port = 0;
};

struct Sample {
  double cycles_per_frame = 0, frames_per_second = 0, ticks_per_second = 0;
};

[[noreturn]] void give_up(const char* what) {
  std::fprintf(stderr, "floor: %s\n", what);
  std::exit(4);
}

double seconds_now() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC_RAW, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

void put(std::uint8_t* at, auto value) { std::memcpy(at, &value, sizeof value); }

/// A ones' complement sum doesn't care for byte order (RFC 1071 section 2B): words are added as they lie.
std::uint16_t folded(std::uint64_t sum) {
  sum = (sum & 0xffff'ffff) + (sum >> 32);
  sum = (sum & 0xffff) + (sum >> 16);
  sum = (sum & 0xffff) + (sum >> 16);
  return static_cast<std::uint16_t>(~(sum + (sum >> 16)));
}

void make_number_and_time(rte_mbuf* frame, std::uint64_t number, std::uint64_t time) {
  std::uint8_t* const bytes = rte_pktmbuf_mtod(frame, std::uint8_t*);
  put(bytes + kSequenceAt, number);
  put(bytes + kStampAt, time);
}

void make_four_fields(rte_mbuf* frame, std::uint64_t number, std::uint64_t time) {
  constexpr std::uint64_t kIpSum = 0x0045 + (46u << 8) + 64 + (17u << 8);  // as words lie in memory
  constexpr std::uint64_t kUdpSum = (17u << 8) + (26u << 8) + (26u << 8);
  std::uint8_t* const bytes = rte_pktmbuf_mtod(frame, std::uint8_t*);
  const auto n = static_cast<std::uint32_t>(number);
  const std::uint32_t source = rte_cpu_to_be_32(kSource + (n & 0xffff));
  const std::uint32_t destination = rte_cpu_to_be_32(kDestination + (n >> 4 & 0xffff));
  const std::uint32_t ports = rte_cpu_to_be_32((n & 0x3fff) << 16 | (n >> 8 & 0x3fff));
  rte_mov64(bytes, kTemplate.data());
  put(bytes + kIpAt + 12, source);
  put(bytes + kIpAt + 16, destination);
  put(bytes + kUdpAt, ports);
  make_number_and_time(frame, number, time);
  const std::uint64_t addresses = std::uint64_t{source} + destination;
  put(bytes + kIpAt + 10, folded(kIpSum + addresses));
  const std::uint64_t payload = (number & 0xffff'ffff) + (number >> 32) + (time & 0xffff'ffff) + (time >> 32);
  const std::uint16_t checksum = folded(kUdpSum + addresses + ports + payload);
  put(bytes + kUdpAt + 6, checksum == 0 ? std::uint16_t{0xffff} : checksum);
  frame->ol_flags = 0;
  frame->pkt_len = frame->data_len = kFrame;
}

unsigned to_null(const Floor& floor, rte_mbuf** burst) {
  return rte_eth_tx_burst(floor.port, 0, burst, kBurst);
}

unsigned to_ring(const Floor& floor, rte_mbuf** burst) {
  void** const frames = reinterpret_cast<void**>(burst);
  unsigned moved = rte_ring_sp_enqueue_burst(floor.ring, frames, kBurst, nullptr);
  moved = rte_ring_sc_dequeue_burst(floor.ring, frames, moved, nullptr);
  rte_mempool_put_bulk(floor.pool, frames, moved);
  return moved;
}

using Make = void (*)(rte_mbuf*, std::uint64_t, std::uint64_t);
using HandOn = unsigned (*)(const Floor&, rte_mbuf**);

template <Make make, HandOn hand_on>
Sample measure(const Floor& floor, double seconds) {
  std::uint64_t number = 0;
  const double began = seconds_now();
  const std::uint64_t first = rte_rdtsc();
  double ended = began;
  while (ended < began + seconds) {
    for (unsigned i = 0; i < kBatch; ++i) {
      std::array<rte_mbuf*, kBurst> burst;
      const std::uint64_t time = rte_rdtsc();
      if (rte_mempool_get_bulk(floor.pool, reinterpret_cast<void**>(burst.data()), kBurst) != 0)
        give_up("the pool ran dry, so buffers were not given back");
      for (rte_mbuf* const frame : burst) make(frame, number++, time);
      if (hand_on(floor, burst.data()) != kBurst) give_up("a burst was not taken whole");
    }
    ended = seconds_now();
  }
  const auto ticks = static_cast<double>(rte_rdtsc() - first), frames = static_cast<double>(number);
  return {ticks / frames, frames / (ended - began), ticks / (ended - began)};
}

struct Row {
  std::string_view name;
  Sample (*measure)(const Floor&, double seconds);
};
constexpr std::array kRows{Row{"null", measure<make_number_and_time, to_null>},
                           Row{"ring", measure<make_number_and_time, to_ring>},
                           Row{"null-four-fields", measure<make_four_fields, to_null>},
                           Row{"ring-four-fields", measure<make_four_fields, to_ring>}};

bool has_free_hugepages() {
  constexpr long kEnough = 64;
  std::FILE* const file = std::fopen("/sys/kernel/mm/hugepages/hugepages-2048kB/free_hugepages", "r");
  long free_pages = 0;
  if (file == nullptr) return false;
  if (std::fscanf(file, "%ld", &free_pages) != 1) free_pages = 0;
  std::fclose(file);
  return free_pages >= kEnough;
}

/// The first core that this process may use: taskset chooses.
std::string first_core() {
  cpu_set_t allowed{};
  sched_getaffinity(0, sizeof allowed, &allowed);
  std::size_t core = 0;
  while (core < CPU_SETSIZE - 1 && !CPU_ISSET(core, &allowed)) ++core;
  return std::to_string(core);
}

/// DPDK up, one net_null port, a pool whose buffers hold the template already, and a ring.
Floor set_up(bool hugepages) {
  std::vector<std::string> arguments{
      "floor", "--lcores=0@" + first_core(), "--no-pci", "--no-telemetry", "--log-level=4", "-m",
      "128",   "--vdev=net_null0,no-rx=1"};
  if (hugepages) arguments.push_back("--in-memory");
  else arguments.insert(arguments.end(), {"--no-huge", "--no-shconf"});
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  if (rte_eal_init(static_cast<int>(argv.size()), argv.data()) < 0) give_up("DPDK could not be started");
  Floor floor;
  floor.pool = rte_pktmbuf_pool_create("floor", kPool, kCache, 0, RTE_MBUF_DEFAULT_BUF_SIZE, SOCKET_ID_ANY);
  floor.ring = rte_ring_create("floor", 1024, SOCKET_ID_ANY, RING_F_SP_ENQ | RING_F_SC_DEQ);
  if (floor.pool == nullptr || floor.ring == nullptr) give_up("no memory for the pool and the ring");
  constexpr auto kAnyNode = static_cast<unsigned>(SOCKET_ID_ANY);
  const rte_eth_conf conf{};
  if (rte_eth_dev_get_port_by_name("net_null0", &floor.port) != 0 ||
      rte_eth_dev_configure(floor.port, 1, 1, &conf) != 0 ||
      rte_eth_rx_queue_setup(floor.port, 0, 512, kAnyNode, nullptr, floor.pool) != 0 ||
      rte_eth_tx_queue_setup(floor.port, 0, 512, kAnyNode, nullptr) != 0 ||
      rte_eth_dev_start(floor.port) != 0)
    give_up("net_null could not be started");
  rte_mempool_obj_iter(
      floor.pool,
      [](rte_mempool*, void*, void* frame, unsigned) {
        make_four_fields(static_cast<rte_mbuf*>(frame), 0, 0);
      },
      nullptr);
  return floor;
}

/// A floor whose frames were wrong would be too low.
void check_frames(const Floor& floor) {
  rte_mbuf* const frame = rte_pktmbuf_alloc(floor.pool);
  for (std::uint64_t number = 1; number < std::uint64_t{1} << 40; number *= 3) {
    make_four_fields(frame, number, number * 7919);
    const auto* const ip = rte_pktmbuf_mtod_offset(frame, const rte_ipv4_hdr*, kIpAt);
    // Summed with the checksum in it, what is right gives 0; for UDP that is told as 0xffff.
    if (rte_ipv4_cksum(ip) != 0) give_up("an IPv4 checksum is wrong");
    if (rte_ipv4_udptcp_cksum(ip, ip + 1) != 0xffff) give_up("a UDP checksum is wrong");
  }
  rte_pktmbuf_free(frame);
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return (values[values.size() / 2] + values[(values.size() - 1) / 2]) / 2;
}

struct Options {
  std::string_view row;
  double seconds = 1;
  int repeats = 5;
  bool json = false;
};

Options options_of(int argc, char** argv) {
  static constexpr std::array<option, 5> kLong{{{"row", required_argument, nullptr, 'r'},
                                                {"seconds", required_argument, nullptr, 's'},
                                                {"repeats", required_argument, nullptr, 'n'},
                                                {"json", no_argument, nullptr, 'j'},
                                                {}}};
  Options options;
  for (int letter; (letter = getopt_long(argc, argv, "", kLong.data(), nullptr)) != -1;) {
    if (letter == 'r') options.row = optarg;
    else if (letter == 's') options.seconds = std::atof(optarg);
    else if (letter == 'n') options.repeats = std::atoi(optarg);
    else if (letter == 'j') options.json = true;
    else std::exit(2);
  }
  const bool knows_row = std::ranges::any_of(kRows, [&](Row row) { return row.name == options.row; });
  if ((!options.row.empty() && !knows_row) || options.seconds <= 0 || options.repeats < 1 || optind < argc) {
    std::fprintf(stderr,
                 "usage: floor [--row null|ring|null-four-fields|ring-four-fields] [--seconds S] "
                 "[--repeats N] [--json]\n");
    std::exit(2);
  }
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  const Options options = options_of(argc, argv);
  const bool hugepages = has_free_hugepages();
  const Floor floor = set_up(hugepages);
  check_frames(floor);
  std::array<std::vector<double>, kRows.size()> cycles, rates, clocks;
  for (int repeat = 0; repeat < options.repeats; ++repeat)
    for (std::size_t i = 0; i < kRows.size(); ++i) {
      if (!options.row.empty() && options.row != kRows[i].name) continue;
      const Sample sample = kRows[i].measure(floor, options.seconds);
      cycles[i].push_back(sample.cycles_per_frame);
      rates[i].push_back(sample.frames_per_second);
      clocks[i].push_back(sample.ticks_per_second);
    }
  if (options.json) std::printf("{\"memory\": \"%s\", \"rows\": [", hugepages ? "hugepages" : "small pages");
  const char* between = "";
  for (std::size_t i = 0; i < kRows.size(); ++i) {
    if (cycles[i].empty()) continue;
    if (options.json)
      std::printf(
          "%s{\"name\": \"%s\", \"cycles_per_frame\": %.3f, \"frames_per_second\": %.0f, "
          "\"tsc_hz\": %.0f}",
          between, kRows[i].name.data(), median(cycles[i]), median(rates[i]), median(clocks[i]));
    else
      std::printf("%-17s %6.2f cycles/frame %8.2f million frames/s\n", kRows[i].name.data(),
                  median(cycles[i]), median(rates[i]) / 1e6);
    between = ", ";
  }
  if (options.json) std::printf("]}\n");
  rte_eal_cleanup();
}

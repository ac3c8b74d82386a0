#include "dpdk/dpdk_rig.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

#include "base/text.h"
#include "dpdk/dpdk_lab.h"
#include "dpdk/pci.h"
#include "host/core_places.h"
#include "host/interface.h"
#include "rig/rig.h"

namespace pktgen {
namespace {

constexpr std::size_t kMegabyte = 1 << 20;
constexpr std::size_t kBesidePools = 48;  // megabytes: drivers' descriptor rings, DPDK's own tables
constexpr std::size_t kWireWorkers = 2;   // the two directions of an emulated wire
constexpr Nanoseconds kCalibration = std::chrono::seconds(1);
constexpr std::array<MacAddress, 2> kOwnMacs{{{0x02, 0, 0, 0, 0, 0x0a}, {0x02, 0, 0, 0, 0, 0x0b}}};

FrameBytes largest_of(const Plan& plan) {
  return plan.sizes.empty() ? kLargestFrame : std::ranges::max(plan.sizes);
}

/// One port before DPDK runs: what it is and what it needs.
struct Wanted {
  PortName name;
  DeviceBehindPort behind{};  // of a virtual device
  std::string pci_id{};
  PmdProfile profile{};
};

/// Emulated ports have one of each. A kernel interface's packet sockets come in pairs, and who answers needs
/// one to send for each that receives.
Queues queues_of(const Plan& plan) {
  if (plan.ports[0].kind == PortName::Kind::emulated) return {};
  const auto is_interface = [](const PortName& port) { return port.kind == PortName::Kind::interface; };
  if (!std::ranges::any_of(plan.ports, is_interface) && plan.command != "receive")
    return {.tx = plan.tx_queues, .rx = plan.rx_queues};
  const std::size_t pairs = std::max(plan.tx_queues, plan.rx_queues);
  return {.tx = pairs, .rx = pairs};
}

std::size_t memory_for(const PmdProfile& profile, FrameBytes largest, Queues queues = {}) {
  constexpr std::uint32_t kBeside = 2048;
  const bool is_jumbo = largest.count + 2 * kTag > profile.rx.buffer_bytes;  // as settle() chooses
  const std::uint32_t buffer = is_jumbo ? profile.rx.buffer_jumbo_bytes : profile.rx.buffer_bytes;
  const std::size_t send =
      pool_memory(profile.tx.descriptors + kBeside, static_cast<std::uint32_t>(largest.count + kHeaderSlack));
  const auto receive_queues = static_cast<std::uint32_t>(queues.rx);
  return queues.tx * send + pool_memory(receive_queues * profile.rx.descriptors + kBeside, buffer);
}

/// `node` is the ports' one; -1: not known.
Result<LabParts> begin(const Plan& plan, EalOptions options, std::size_t pool_bytes, int node = -1) {
  TscCalibration calibration;
  const Queues queues = queues_of(plan);
  const std::vector<unsigned> allowed = best_first(core_places("", allowed_cores()), node);
  auto crew = choose_crew(allowed, plan.lcores, 2 * (queues.tx + queues.rx) + kWireWorkers);
  if (!crew) return tl::make_unexpected(crew.error());
  options.crew = *crew;
  options.memory_megabytes = pool_bytes / kMegabyte + kBesidePools;
  auto eal = Eal::start(options);
  if (!eal) return tl::make_unexpected(eal.error());
  LabParts parts;
  parts.eal = std::move(*eal);
  parts.crew = std::move(*crew);
  parts.queues = queues;
  parts.clock = calibration.finish(kCalibration);
  return parts;
}

void append(std::vector<std::string>& notes, const std::vector<std::string>& more) {
  notes.insert(notes.end(), more.begin(), more.end());
}

/// About the run, not about one port: they stand at the first.
std::vector<std::string> notes_of_run(const LabParts& parts) {
  std::vector<std::string> notes = parts.crew.notes;
  notes.push_back(fmt::format("workers on core {}, control on core {}", print_lcores(parts.crew.worker_cores),
                              parts.crew.control_core));
  notes.push_back(parts.eal->memory_note());
  std::vector<PortPlace> ports;
  for (const PortFacts& port : parts.facts) ports.push_back({.name = port.name, .node = port.numa_node});
  append(notes, placement_notes(core_places("", parts.crew.worker_cores), ports));
  return notes;
}

/// Notes are about a start, not about how the port is set up.
std::string fingerprint_of(EffectiveSettings settings) {
  settings.notes.clear();
  return fingerprint(describe(settings));
}

PortFacts facts_of(const OpenedPort& port, std::string kind, const MacAddress& mac) {
  const LinkInForce link = port.in_force();
  return {.name = port.name(),
          .kind = std::move(kind),
          .driver = port.driver(),
          .profile = port.settings().profile,
          .link = link.speed,
          .mtu = port.mtu(),
          .largest_frame = frame_for(port.mtu()),
          .ethertypes_blocked = port.settings().ethertypes_blocked,
          .numa_node = port.numa_node(),
          .card = {.card = port.card(),
                   .frames_per_second = port.settings().card_frames_per_second,
                   .below = port.settings().card_limit_below},
          .timestamp_grade = "software same host",
          .mac = print_mac(mac),
          .time_to_link = port.time_to_link(),
          .pause = link.pause ? std::string(name_of(*link.pause)) : "",
          .fec = link.fec ? std::string(name_of(*link.fec)) : "",
          .notes = port.settings().notes,
          .firmware = port.firmware(),
          .settings = fingerprint_of(port.settings()),
          .tx_queues = port.queues().tx,
          .rx_queues = port.queues().rx};
}

std::unique_ptr<Measurer> rig_of(const Plan& plan, LabParts parts) {
  return std::make_unique<Rig<DpdkLab>>(plan, std::make_unique<DpdkLab>(std::move(parts)));
}

Result<std::unique_ptr<Measurer>> open_emulated(const Plan& plan, const DeviceSpec& device) {
  const auto profiles = load_profiles(plan.pmd_config_directory);
  if (!profiles) return tl::make_unexpected(profiles.error());
  const PmdProfile& ring = profile_for(*profiles, "", "net_ring");
  const FrameBytes largest = largest_of(plan);
  auto parts = begin(plan, {}, RingDevice::memory(device, largest) + 2 * memory_for(ring, largest));
  if (!parts) return tl::make_unexpected(parts.error());
  auto made = RingDevice::make(device, parts->clock.scale, largest);
  if (!made) return tl::make_unexpected(made.error());
  parts->device = std::move(*made);
  parts->macs = kOwnMacs;
  for (std::size_t i : {0u, 1u}) {
    const LinkState link{.is_up = true, .speed = device.ways[i].link};
    auto port = OpenedPort::open({.id = parts->device->ports()[i],
                                  .name = plan.ports[i].text,
                                  .largest = largest,
                                  .send_buffers = RingDevice::send_buffers(device.ways[i], largest),
                                  .link_reader = [link] { return link; }},
                                 ring);
    if (!port) return tl::make_unexpected(port.error());
    parts->facts[i] = facts_of(**port, "emulated", kOwnMacs[i]);
    parts->facts[i].notes.clear();  // the wire between knows and counts what a bare ring doesn't
    parts->facts[i].mtu = mtu_for(kLargestFrame);
    parts->facts[i].largest_frame = kLargestFrame;
    parts->ports[i] = std::move(*port);
  }
  append(parts->facts[0].notes, notes_of_run(*parts));
  return rig_of(plan, std::move(*parts));
}

/// Addresses that a switch can tell apart: drivers without a wire have none, or all the same.
void choose_macs(LabParts& parts, const std::vector<Wanted>& wanted) {
  for (std::size_t i : {0u, 1u}) parts.macs[i] = wanted[i].behind.mac.value_or(parts.ports[i]->mac());
  if (parts.macs[0] != parts.macs[1] && parts.macs[0] != MacAddress{} && parts.macs[1] != MacAddress{})
    return;
  parts.macs = kOwnMacs;
}

/// Whose carrier is that of the wire, where a profile says so: the interface behind a packet socket.
std::function<LinkState()> link_of_interface(const std::string& arguments) {
  constexpr std::string_view kKey = "iface=";
  const std::size_t at = arguments.find(kKey);
  if (at == std::string::npos) return {};
  std::string name = arguments.substr(at + kKey.size());
  name.erase(std::min(name.find(','), name.size()));
  return [name = std::move(name)] {
    const auto now = read_interface("/sys", name);
    return now ? LinkState{.is_up = now->up && now->carrier, .speed = now->link} : LinkState{};
  };
}

Result<void> open_each(LabParts& parts, const Plan& plan, std::vector<Wanted>& wanted,
                       std::span<const PmdProfile> profiles) {
  for (std::size_t i : {0u, 1u}) {
    Wanted& one = wanted[i];
    const bool is_pci = one.name.kind == PortName::Kind::pci;
    const bool is_kernels = one.name.kind == PortName::Kind::interface;  // who sets its link
    const auto id =
        is_pci ? parts.eal->find_port(one.name.name) : parts.eal->add_device(one.behind.arguments);
    if (!id) return within(one.name.text, id.error());
    one.profile = profile_for(profiles, one.pci_id, driver_of_port(*id));
    if (!one.behind.link_reader && one.profile.link.carrier == PmdProfile::Carrier::kernel)
      one.behind.link_reader = link_of_interface(one.behind.arguments);
    parts.eal->forget_complaints();
    auto port = OpenedPort::open({.id = *id,
                                  .name = one.name.text,
                                  .largest = largest_of(plan),
                                  .queues = parts.queues,
                                  .wish = i < plan.asked_ports && !is_kernels ? plan.link : LinkWish{},
                                  .link_reader = one.behind.link_reader},
                                 one.profile);
    if (!port && parts.eal->last_complaint().empty()) return tl::make_unexpected(port.error());
    if (!port)
      return fail(port.error().kind, port.error().message + "; DPDK said: " + parts.eal->last_complaint());
    parts.ports[i] = std::move(*port);
  }
  return {};
}

/// What can be said once the ports are open and their links up.
void describe_ports(LabParts& parts, const std::vector<Wanted>& wanted) {
  choose_macs(parts, wanted);
  for (std::size_t i : {0u, 1u}) {
    const std::string kind = wanted[i].name.kind == PortName::Kind::pci ? "pci" : wanted[i].behind.kind;
    parts.facts[i] = facts_of(*parts.ports[i], kind, parts.macs[i]);
    parts.facts[i].pci_id = wanted[i].pci_id;
    append(parts.facts[i].notes, wanted[i].behind.notes);
    parts.witnesses[i] = wanted[i].behind.witness;
  }
  append(parts.facts[0].notes, notes_of_run(parts));
}

Result<std::unique_ptr<Measurer>> open_ports(const Plan& plan, std::vector<Wanted> wanted) {
  const auto profiles = load_profiles(plan.pmd_config_directory);
  if (!profiles) return tl::make_unexpected(profiles.error());
  EalOptions options;
  std::size_t memory = 0;
  int node = -1;
  for (Wanted& port : wanted) {
    if (port.name.kind == PortName::Kind::pci) {
      const auto function = check_pci_port("", port.name.name);
      if (!function) return tl::make_unexpected(function.error());
      port.pci_id = function->id;
      if (node < 0) node = function->numa_node;
      options.pci.push_back(port.name.name);
    }
    const std::string& arguments = port.behind.arguments;  // "net_af_packet0,iface=eth1" -> "net_af_packet"
    const std::string driver = arguments.substr(0, arguments.find_first_of(",0123456789"));
    memory += memory_for(profile_for(*profiles, port.pci_id, driver), largest_of(plan), queues_of(plan));
  }
  auto parts = begin(plan, std::move(options), memory, node);
  if (!parts) return tl::make_unexpected(parts.error());
  parts->link_timeout = plan.link_timeout;
  if (auto opened = open_each(*parts, plan, wanted, *profiles); !opened)
    return tl::make_unexpected(opened.error());
  if (!was_asked(plan, "link-timeout"))
    for (const auto& port : parts->ports)
      parts->link_timeout = std::max(parts->link_timeout, port->settings().link_timeout);
  if (auto up = wait_for_links(parts->ports, parts->link_timeout); !up)
    return tl::make_unexpected(up.error());
  describe_ports(*parts, wanted);
  return rig_of(plan, std::move(*parts));
}

}  // namespace

Result<std::unique_ptr<Measurer>> open_dpdk_rig(const Plan& plan, const DeviceSpec& device) {
  if (plan.ports[0].kind == PortName::Kind::emulated) return open_emulated(plan, device);
  std::vector<Wanted> wanted;
  for (const PortName& name : plan.ports) {
    wanted.push_back({.name = name});
    wanted.back().behind = {.arguments = name.name, .kind = "virtual device"};
  }
  return open_ports(plan, std::move(wanted));
}

Result<std::unique_ptr<Measurer>> open_virtual_rig(const Plan& plan,
                                                   const std::array<DeviceBehindPort, 2>& ports) {
  std::vector<Wanted> wanted;
  for (std::size_t i : {0u, 1u}) wanted.push_back({.name = plan.ports[i], .behind = ports[i]});
  return open_ports(plan, std::move(wanted));
}

std::size_t memory_megabytes(std::span<const PmdProfile> profiles, FrameBytes largest) {
  std::size_t bytes = 0;
  for (const PmdProfile& profile : profiles) bytes = std::max(bytes, memory_for(profile, largest));
  return 2 * bytes / kMegabyte + kBesidePools;
}

}  // namespace pktgen

#include "app/interface_ports.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "app/kernel_witness.h"
#include "base/text.h"
#include "dpdk/dpdk_rig.h"
#include "host/interface.h"
#include "host/interface_control.h"
#include "host/interface_guard.h"
#include "host/interface_use.h"
#include "host/kernel_path.h"

namespace pktgen {
namespace {

constexpr const char* kSysfs = "/sys";
constexpr const char* kProcfs = "/proc";

/// One port of the plan; `facts` and what follows are there if it is a kernel interface.
struct Held {
  std::optional<InterfaceFacts> facts{};
  std::optional<InterfaceGuard> guard{};
  KernelPath path{};
};

/// A rig on kernel interfaces, and what was changed of them: it lasts as long as the rig.
class InterfaceMeasurer final : public Measurer {
 public:
  InterfaceMeasurer(std::array<Held, 2> held, std::unique_ptr<Measurer> rig)
      : held_(std::move(held)), rig_(std::move(rig)) {}

  ~InterfaceMeasurer() override {
    rig_.reset();  // drivers set the interface's state too: the guards have the last word
    for (Held& held : held_) {
      if (!held.guard) continue;
      if (const auto back = held.guard->put_back(); !back)
        fmt::print(stderr, "pktgen: {}\n", back.error().message);
    }
  }

  Result<Outcome> measure(const Trial& trial, const Watch& watch) override {
    return rig_->measure(trial, watch);
  }
  Result<ReplayOutcome> replay(ReplayScript& script, Nanoseconds duration, const Watch& watch) override {
    return rig_->replay(script, duration, watch);
  }
  Result<StreamsOutcome> stream(const StreamsRequest& request, const Watch& watch) override {
    return rig_->stream(request, watch);
  }
  Result<ListenOutcome> listen(const ListenRequest& request, const Watch& watch) override {
    return rig_->listen(request, watch);
  }
  Result<void> relink(LinkBitsPerSecond speed) override { return rig_->relink(speed); }
  ClockFacts clock() const override { return rig_->clock(); }

  std::vector<PortFacts> ports() const override {
    auto ports = rig_->ports();
    for (std::size_t i = 0; i < ports.size(); ++i) {
      if (!held_[i].facts) continue;
      ports[i].mtu = held_[i].guard->mtu();
      ports[i].largest_frame = std::min(held_[i].path.largest_frame, frame_for(ports[i].mtu));
      ports[i].numa_node = held_[i].facts->numa_node;
      if (const auto name = kernel_name(held_[i].facts->name)) {
        ports[i].pause = pause_in_force(*name);
        ports[i].fec = fec_in_force(*name);
      }
      ports[i].pci_id = held_[i].facts->pci_id;
      if (!held_[i].facts->driver.empty()) ports[i].driver += " on " + held_[i].facts->driver;
    }
    return ports;
  }

 private:
  std::array<Held, 2> held_;
  std::unique_ptr<Measurer> rig_;
};

/// Looks at all interfaces before the first is changed.
Result<std::array<Held, 2>> look_at(const Plan& plan) {
  std::array<Held, 2> held;
  const NetworkTables tables = read_network_tables(kProcfs);
  const auto addresses = read_addresses();
  for (std::size_t i : {0u, 1u}) {
    if (plan.ports[i].kind != PortName::Kind::interface) continue;
    auto facts = read_interface(kSysfs, plan.ports[i].name);
    if (!facts) return within(plan.ports[i].text, facts.error());
    if (auto free = check_free(*facts, tables, addresses); !free)
      return within(plan.ports[i].text, free.error());
    const auto name = kernel_name(facts->name);
    if (facts->driver.empty() && name) facts->driver = driver_name(*name);
    held[i].facts = std::move(*facts);
  }
  return held;
}

/// What all the held interfaces carry of what the plan asks for: what is above is refused or left out later,
/// when the plan is held against the ports.
Result<FrameBytes> hold(const Plan& plan, std::array<Held, 2>& held) {
  FrameBytes largest = std::ranges::max(plan.sizes);
  std::vector<MtuBytes> mtus;
  std::ranges::transform(plan.sizes, std::back_inserter(mtus), mtu_for);
  for (Held& one : held) {
    if (!one.facts) continue;
    auto guard = InterfaceGuard::hold(*one.facts, mtus, plan.link.mtu);
    if (!guard) return tl::make_unexpected(guard.error());
    one.guard.emplace(std::move(*guard));
    largest = std::min(largest, frame_for(one.guard->mtu()));
  }
  return largest;
}

DeviceBehindPort behind(const Held& held) {
  DeviceBehindPort port{.arguments = held.path.device, .notes = held.path.notes};
  port.notes.insert(port.notes.end(), held.guard->notes().begin(), held.guard->notes().end());
  port.link_reader = [name = held.facts->name] {
    const auto now = read_interface(kSysfs, name);
    return now ? LinkState{.is_up = now->up && now->carrier, .speed = now->link, .downs = now->carrier_downs}
               : LinkState{};
  };
  port.witness = KernelWitness(kSysfs, held.facts->name);
  if (const auto mac = parse_mac(held.facts->mac)) port.mac = *mac;
  return port;
}

}  // namespace

Result<std::unique_ptr<Measurer>> open_interface_ports(const Plan& plan) {
  auto held = look_at(plan);
  if (!held) return tl::make_unexpected(held.error());
  const auto largest = hold(plan, *held);
  if (!largest) return tl::make_unexpected(largest.error());
  std::array<DeviceBehindPort, 2> ports;
  for (unsigned i : {0u, 1u}) {
    Held& one = (*held)[i];
    ports[i] = {.arguments = plan.ports[i].name, .kind = "virtual device"};
    if (!one.facts) continue;
    auto path = choose_kernel_path(*one.facts, *largest, i, std::max(plan.tx_queues, plan.rx_queues));
    if (!path) return within(plan.ports[i].text, path.error());
    one.path = std::move(*path);
    ports[i] = behind(one);
  }
  Plan fitting = plan;
  fitting.sizes = {*largest};
  auto rig = open_virtual_rig(fitting, ports);
  if (!rig) return tl::make_unexpected(rig.error());
  return std::make_unique<InterfaceMeasurer>(std::move(*held), std::move(*rig));
}

}  // namespace pktgen

#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "host/interface.h"
#include "inventory/network.h"
#include "inventory/pcie_slot.h"
#include "inventory/pcie_verdict.h"
#include "plan/profile.h"

namespace pktgen {

/// Why vfio-pci can't have a port.
struct Obstacle {
  enum class Kind : std::uint8_t {
    not_pci,
    wireless,
    virtual_functions,
    default_route,
    session,  ///< an established TCP connection, ssh or another
    member,   ///< of a bond, bridge or team, or with a VLAN or the like on it
    address,
    route,
    no_iommu,
    group,  ///< the IOMMU group holds a device that the kernel uses
    process
  };
  Kind kind = Kind::not_pci;
  std::string because, next_step;
  bool may_force = false;  ///< what pktgen bind --force takes away is the port's own settings alone
  std::string other{};     ///< of a group: the address of the device that is in the way
};

/// The word by which pktgen bind --force overrides an obstacle: "default-route", "session", "member",
/// "address", "route", "group"; empty: nothing does.
std::string_view force_word(Obstacle::Kind kind);

/// A kernel interface of a NIC.
struct NicInterface {
  InterfaceFacts facts;
  std::string firmware;              ///< as the driver says; empty: not known
  std::vector<Attachment> attached;  ///< itself, then what lies over it
  std::string refusal;               ///< why a measurement can't have it as if:NAME; empty: it can
};

/// All that the host says of one NIC port, with or without DPDK.
struct Nic {
  enum class Kind : std::uint8_t { ethernet, wireless, other };
  /// ready: bound for userspace; free: pktgen bind takes it; forced: only with --force,
  /// and then it loses settings of its own alone; refused: it can't, or this machine would lose more.
  enum class Take : std::uint8_t { ready, free, forced, refused };

  std::string address;  ///< "0000:01:00.0"; of a NIC that isn't on PCI its place on its bus, "1-1:1.0"
  std::string bus;      ///< "pci", "usb", "platform", ...
  Kind kind = Kind::ethernet;
  std::string id;                 ///< "8086:1572"; empty: not on PCI
  std::string name;               ///< of the host's pci.ids, else what its profile is about; empty: neither
  std::string driver;             ///< empty: none
  std::string profile;            ///< of pmd_config/; "generic" if none is about it
  int numa_node = -1;             ///< -1: not known
  std::string physical_function;  ///< that this one is a virtual function of; empty: it is none
  std::vector<NicInterface> interfaces;
  LinkBitsPerSecond fastest{};  ///< the profile's or the present link's; zero: not known
  PcieSlot slot;
  PcieVerdict pcie;
  Take take = Take::refused;
  std::vector<Obstacle> obstacles;  ///< none if ready or free
};

/// The kernel's interfaces of a PCI function now, by name.
std::vector<std::string> interfaces_of_function(const std::string& root, const std::string& address);

/// Every NIC of the machine whose files lie under `root` ("": this one), by address, PCI first. Nothing is
/// changed, and no driver is asked but for its firmware's version.
std::vector<Nic> read_nics(const std::string& root, std::span<const PmdProfile> profiles);

}  // namespace pktgen

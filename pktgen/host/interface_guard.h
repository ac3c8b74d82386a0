#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "host/interface.h"

namespace pktgen {

/// Sets what a measurement needs of a kernel interface, and puts back what it changed: when it goes, and also
/// if the process ends in any other way (a crash, SIGKILL): a child process watches over that.
///
/// The MTU is raised to carry the largest frame (never lowered), promiscuity is on, and off are the offloads
/// that merge, cut or finish frames (GRO, LRO, GSO, TSO, checksums) and the forwarding of what arrives.
class InterfaceGuard {
 public:
  /// `mtus`: what the frame sizes need, in any order; the largest that the driver takes is set. Where it
  /// takes none above the one in force a note says so. Fails (port) if another run holds the interface, and
  /// (environment) without CAP_NET_ADMIN and for what the kernel refuses; then all is as it was.
  /// `exactly`: this MTU instead, also below the one in force; then one that wasn't taken fails (port).
  static Result<InterfaceGuard> hold(const InterfaceFacts& facts, std::vector<MtuBytes> mtus,
                                     std::optional<MtuBytes> exactly = {});

  InterfaceGuard(InterfaceGuard&&) noexcept;
  InterfaceGuard& operator=(InterfaceGuard&&) = delete;
  ~InterfaceGuard();

  /// What was changed, and what couldn't be, one sentence each.
  const std::vector<std::string>& notes() const { return notes_; }

  /// The MTU in force while the guard lives.
  MtuBytes mtu() const { return mtu_; }

  /// Puts everything back; a second call does nothing. An interface that is gone needs nothing. Fails
  /// (environment) with the line that mends what couldn't be put back.
  Result<void> put_back();

 private:
  struct Held;
  explicit InterfaceGuard(std::unique_ptr<Held> held);

  std::unique_ptr<Held> held_;
  std::vector<std::string> notes_;
  MtuBytes mtu_{};
};

}  // namespace pktgen

#include "optics/host_fit.h"

#include <algorithm>
#include <fmt/format.h>

namespace pktgen {
namespace {

constexpr std::string_view kIntelOui = "00:1b:21";

bool has(const Module& module, std::string_view compliance) {
  return std::ranges::find(module.compliance, compliance) != module.compliance.end();
}

std::string name_of(const Module& module) {
  const std::string vendor = module.vendor.value_or(""), part = module.part.value_or("");
  const std::string name = vendor + (vendor.empty() || part.empty() ? "" : " ") + part;
  return name.empty() ? "it" : name;
}

HostFit fit_x710(const Module& module) {
  HostFit fit;
  fit.nic = "Intel X710 (i40e)";
  if (module.medium == Medium::passive_copper) {
    fit.acceptance = Acceptance::takes;
    fit.because = "its firmware takes passive cables";
    return fit;
  }
  if (module.oui == kIntelOui && module.medium != Medium::twisted_pair) {
    fit.because = "it is Intel's, and so likely on the list of qualified modules in the NIC's firmware";
    fit.next_step = "if the link stays down with light, update the NIC's firmware";
    return fit;
  }
  const std::string heat = module.medium == Medium::twisted_pair
                               ? ", and a twisted pair module takes more power than the cage is made for"
                               : "";
  fit.because = fmt::format(
      "X710 refuses this module if the list of qualified modules in its firmware is in force "
      "and lacks {}{}; the link then stays down though light arrives, and no driver can "
      "override it",
      name_of(module), heat);
  fit.next_step = module.medium == Medium::twisted_pair
                      ? "use an X710-T or X550 for 10GBASE-T, or a fibre module or passive cable here"
                      : "use a module coded for Intel, a passive cable, or a board sold as open optics";
  return fit;
}

HostFit fit_x520(const Module& module) {
  HostFit fit;
  fit.nic = "Intel X520 (ixgbe)";
  fit.acceptance = Acceptance::takes;
  if (module.medium == Medium::passive_copper || module.medium == Medium::active_copper) {
    fit.because = "its driver takes cables of any vendor";
    return fit;
  }
  const bool is_gigabit =
      has(module, "1000BASE-T") || has(module, "1000BASE-SX") || has(module, "1000BASE-LX");
  if (!module.has_10g_code && !is_gigabit) {
    fit.acceptance = Acceptance::refuses;
    fit.because =
        "X520 refuses this module because its bytes name neither a 10G nor a 1000BASE-T, SX or LX code, "
        "which the driver wants before it looks at allow_unsupported_sfp";
    fit.next_step = module.medium == Medium::twisted_pair
                        ? "use an X540 or X550 for 10GBASE-T"
                        : "use a 10GBASE-SR or LR module, or a passive cable";
    return fit;
  }
  if (module.oui == kIntelOui || is_gigabit) {
    fit.because =
        is_gigabit ? "its driver takes 1000BASE-T, SX and LX modules of any vendor" : "it is Intel's";
    return fit;
  }
  fit.acceptance = Acceptance::depends;
  fit.because = "it isn't Intel's: DPDK takes it with a warning, the kernel refuses it unless told otherwise";
  fit.next_step = "for the kernel: modprobe ixgbe allow_unsupported_sfp=1";
  return fit;
}

}  // namespace

std::vector<HostFit> host_fits(const Module& module) {
  if (module.map != MemoryMap::sff8472 || !module.part) return {};
  return {fit_x710(module), fit_x520(module)};
}

}  // namespace pktgen

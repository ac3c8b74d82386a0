#include "report/ports_text.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/text.h"
#include "report/text.h"

namespace pktgen {
namespace {

std::string or_dash(const std::string& text) { return text.empty() ? "-" : text; }

/// "5.7-7.0", "6.9": what the model's two ends make of bits a second.
std::string gigabits(double low, double high) {
  const std::string from = fmt::format("{:.1f}", low / 1e9), to = fmt::format("{:.1f}", high / 1e9);
  return from == to ? from : from + "-" + to;
}

std::string link_of(const Nic& nic) {
  if (nic.interfaces.empty()) return "?";
  const InterfaceFacts& facts = nic.interfaces.front().facts;
  if (!facts.up) return "down";
  if (!facts.carrier) return "no carrier";
  return facts.link.count == 0 ? "up" : "up " + print_speed(facts.link);
}

std::string names_of(const Nic& nic) {
  std::vector<std::string> names;
  for (const NicInterface& one : nic.interfaces) names.push_back(one.facts.name);
  return join(names, " ");
}

TableRow row_of(const Nic& nic) {
  const auto both = [&](std::size_t i) {
    const auto& figures = nic.pcie.figures;
    return i < figures.size() ? gigabits(figures[i].low.both, figures[i].high.both) : "-";
  };
  const bool is_usable = nic.take != Nic::Take::refused;
  return {.cells = {nic.address, or_dash(names_of(nic)), or_dash(nic.driver), nic.profile,
                    nic.numa_node < 0 ? "?" : std::to_string(nic.numa_node),
                    nic.interfaces.empty() ? "?" : or_dash(nic.interfaces.front().facts.mac), link_of(nic),
                    nic.slot.now.is_known() ? print_link(nic.slot.now) : "-", both(0), both(1),
                    std::string(name_of(nic.take))},
          .verdict = is_usable ? Verdict::pass : Verdict::not_measured};
}

Table table_of(const std::vector<Nic>& nics) {
  Table table{.columns = {{"address", "", false},
                          {"interface", "", false},
                          {"driver", "", false},
                          {"profile", "", false},
                          {"node", "", false},
                          {"MAC", "", false},
                          {"link", "", false},
                          {"slot", "", false},
                          {"64 B", "Gb/s*", false},
                          {"1518 B", "Gb/s*", false},
                          {"can be taken", "", false}},
              .rows = {}};
  for (const Nic& nic : nics) table.rows.push_back(row_of(nic));
  return table;
}

void add_slot(const Nic& nic, std::vector<Fact>& facts) {
  const PcieSlot& slot = nic.slot;
  if (!slot.now.is_known()) {
    facts.push_back({"slot", nic.bus != "pci"                 ? "not on PCI: on " + nic.bus
                             : !nic.physical_function.empty() ? "that of " + nic.physical_function
                                                              : "no PCI Express link is shown"});
    return;
  }
  std::string text = fmt::format("{} now; the card can {}, the slot {}", print_link(slot.now),
                                 print_link(slot.card_can), print_link(slot.slot_can));
  if (slot.max_payload && slot.max_read)
    text += fmt::format("; payload {}, read request {} bytes", *slot.max_payload, *slot.max_read);
  else text += "; payload limit unknown (root may read it)";
  facts.push_back({"slot", text});
  for (const PcieFigures& one : nic.pcie.figures)
    facts.push_back(
        {one.frame.count < 100 ? "carries" : "",
         fmt::format("{}-byte frames: send {}, receive {}, each way while both are busy {} Gb/s",
                     one.frame.count, gigabits(one.low.send, one.high.send),
                     gigabits(one.low.receive, one.high.receive), gigabits(one.low.both, one.high.both))});
}

std::string links_text(const std::vector<PcieLink>& links) {
  std::vector<std::string> names;
  for (const PcieLink link : links) names.push_back(print_link(link));
  return names.empty() ? "no slot the card can use" : join(names, " or ");
}

void add_needs(const Nic& nic, std::vector<Fact>& facts) {
  if (nic.pcie.figures.empty()) return;
  if (nic.fastest.count == 0) {
    facts.push_back({"needs", "unknown: neither a profile nor a link says how fast the port is"});
    return;
  }
  const std::string who = nic.pcie.ports == 1 ? "" : fmt::format(" of its card's {} ports", nic.pcie.ports);
  facts.push_back({"needs", fmt::format("for {} both ways{}: {} with 1518-byte frames, {} with 64-byte ones",
                                        print_speed(nic.fastest), who, links_text(nic.pcie.enough_large),
                                        links_text(nic.pcie.enough_small))});
}

std::string attachment_text(const Attachment& one) {
  std::string text = one.kind.empty() ? one.interface : fmt::format("{} ({})", one.interface, one.kind);
  std::vector<std::string> parts = one.addresses;
  for (const std::string& route : one.routes) parts.push_back("route " + route);
  return parts.empty() ? text : text + ": " + join(parts, ", ");
}

void add_interfaces(const Nic& nic, std::vector<Fact>& facts) {
  if (nic.interfaces.empty())
    facts.push_back({"interface", "none: the kernel shows neither MAC, link nor firmware of this port"});
  for (const NicInterface& one : nic.interfaces) {
    facts.push_back({"firmware", one.firmware.empty() ? "unknown" : one.firmware});
    std::string name = "hangs on it";
    for (const Attachment& attached : one.attached) {
      const bool is_bare = attached.kind.empty() && attached.addresses.empty() && attached.routes.empty();
      if (is_bare && one.attached.size() > 1) continue;
      facts.push_back({name, is_bare ? "nothing" : attachment_text(attached)});
      name.clear();
    }
  }
}

void add_takes(const Nic& nic, std::vector<Fact>& facts) {
  std::string name = "vfio-pci";
  if (nic.obstacles.empty())
    facts.push_back({name, nic.take == Nic::Take::ready
                               ? fmt::format("bound to {}: use it as {}", nic.driver, nic.address)
                               : fmt::format("can have it: pktgen bind {}", nic.address)});
  for (const Obstacle& one : nic.obstacles) {
    facts.push_back({name, fmt::format("{}: {}: {}", one.may_force ? "only with --force" : "no", one.because,
                                       one.next_step)});
    name.clear();
  }
  for (const NicInterface& one : nic.interfaces)
    facts.push_back({"if:" + one.facts.name, one.refusal.empty() ? "can be used" : "no: " + one.refusal});
}

std::string facts_of(const Nic& nic) {
  std::string title = nic.address;
  if (!nic.name.empty()) title += "  " + nic.name;
  if (!nic.id.empty()) title += fmt::format(" [{}]", nic.id);
  if (!nic.physical_function.empty()) title += ", a virtual function of " + nic.physical_function;
  std::vector<Fact> facts;
  add_interfaces(nic, facts);
  add_slot(nic, facts);
  add_needs(nic, facts);
  for (const PcieFinding& finding : nic.pcie.findings)
    facts.push_back({"warning", finding.because + ": " + finding.next_step});
  add_takes(nic, facts);
  return title + "\n" + text_of(facts);
}

}  // namespace

std::string_view name_of(Nic::Take take) {
  static constexpr std::string_view kNames[] = {"ready", "yes", "with --force", "no"};
  return kNames[static_cast<std::size_t>(take)];
}

std::string_view name_of(Nic::Kind kind) {
  static constexpr std::string_view kNames[] = {"ethernet", "wireless", "other"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string text_of(const std::vector<Nic>& nics, bool in_colour) {
  if (nics.empty()) return "No NIC: neither a network card on PCI nor another network device of hardware.\n";
  std::string out = text_of(table_of(nics), in_colour);
  const bool has_figures =
      std::ranges::any_of(nics, [](const Nic& nic) { return !nic.pcie.figures.empty(); });
  if (has_figures)
    out += "* what the slot carries each way while both ways are busy, after PCIe's overhead\n";
  if (std::ranges::none_of(nics, [](const Nic& nic) { return nic.kind == Nic::Kind::ethernet; }))
    out += "\nThere is no Ethernet port on this host.\n";
  for (const Nic& nic : nics) out += "\n" + facts_of(nic);
  return out;
}

}  // namespace pktgen

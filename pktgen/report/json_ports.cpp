#include "report/json_ports.h"

#include "report/json_values.h"
#include "report/ports_text.h"

namespace pktgen {
namespace {

Json link_json(PcieLink link) {
  if (!link.is_known()) return nullptr;
  return {{"generation", link.generation}, {"lanes", link.lanes}};
}

Json links_json(const std::vector<PcieLink>& links) {
  Json json = Json::array();
  for (const PcieLink link : links) json.push_back(link_json(link));
  return json;
}

Json cap_json(const PcieCap& cap) {
  const auto whole = [](double bits) { return static_cast<std::uint64_t>(bits); };
  return {{"send_bits_per_second", whole(cap.send)},
          {"receive_bits_per_second", whole(cap.receive)},
          {"both_ways_bits_per_second", whole(cap.both)}};
}

Json pcie_json(const PcieSlot& slot, const PcieVerdict& verdict, bool is_speed_known) {
  if (!slot.now.is_known()) return nullptr;
  const bool has_needs = is_speed_known && !verdict.figures.empty();
  Json json;
  json["now"] = link_json(slot.now);
  json["card_can"] = link_json(slot.card_can);
  json["slot_can"] = link_json(slot.slot_can);
  json["narrowest"] = link_json(slot.narrowest);
  json["narrowest_at"] = or_null(slot.narrowest_at);
  json["max_payload_bytes"] = or_null(slot.max_payload);
  json["max_read_bytes"] = or_null(slot.max_read);
  json["read_boundary_bytes"] = or_null(slot.read_boundary);
  json["encoded_bits_per_second"] = static_cast<std::uint64_t>(encoded_bits_per_second(slot.narrowest));
  json["ports_of_card"] = verdict.ports;
  json["carries"] = Json::array();
  for (const PcieFigures& one : verdict.figures)
    json["carries"].push_back(
        {{"frame_bytes", one.frame.count}, {"low", cap_json(one.low)}, {"high", cap_json(one.high)}});
  json["needs_1518_bytes"] = has_needs ? links_json(verdict.enough_large) : Json(nullptr);
  json["needs_64_bytes"] = has_needs ? links_json(verdict.enough_small) : Json(nullptr);
  json["findings"] = Json::array();
  for (const PcieFinding& one : verdict.findings)
    json["findings"].push_back({{"because", one.because}, {"next_step", one.next_step}});
  return json;
}

Json attached_json(const std::vector<Attachment>& attached) {
  Json json = Json::array();
  for (const Attachment& one : attached)
    json.push_back({{"interface", one.interface},
                    {"kind", or_null(one.kind)},
                    {"addresses", one.addresses},
                    {"routes", one.routes}});
  return json;
}

Json interface_json(const NicInterface& one) {
  const InterfaceFacts& facts = one.facts;
  Json json;
  json["name"] = facts.name;
  json["mac"] = or_null(facts.mac);
  json["up"] = facts.up;
  json["carrier"] = facts.carrier;
  json["link_bits_per_second"] = facts.link.count == 0 ? Json(nullptr) : Json(facts.link.count);
  json["mtu_bytes"] = facts.mtu.count;
  json["firmware"] = or_null(one.firmware);
  json["attached"] = attached_json(one.attached);
  json["usable"] = one.refusal.empty();
  json["why_not"] = or_null(one.refusal);
  return json;
}

Json nic_json(const Nic& nic) {
  static constexpr std::string_view kTakes[] = {"ready", "free", "forced", "refused"};
  Json json;
  json["address"] = nic.address;
  json["bus"] = nic.bus;
  json["kind"] = name_of(nic.kind);
  json["pci_id"] = or_null(nic.id);
  json["name"] = or_null(nic.name);
  json["driver"] = or_null(nic.driver);
  json["profile"] = nic.profile;
  json["numa_node"] = nic.numa_node < 0 ? Json(nullptr) : Json(nic.numa_node);
  json["physical_function"] = or_null(nic.physical_function);
  json["fastest_bits_per_second"] = nic.fastest.count == 0 ? Json(nullptr) : Json(nic.fastest.count);
  json["interfaces"] = Json::array();
  for (const NicInterface& one : nic.interfaces) json["interfaces"].push_back(interface_json(one));
  json["pcie"] = pcie_json(nic.slot, nic.pcie, nic.fastest.count != 0);
  json["take"] = kTakes[static_cast<std::size_t>(nic.take)];
  json["obstacles"] = Json::array();
  for (const Obstacle& one : nic.obstacles)
    json["obstacles"].push_back({{"because", one.because},
                                 {"next_step", one.next_step},
                                 {"may_force", one.may_force},
                                 {"force", or_null(std::string(force_word(one.kind)))}});
  return json;
}

}  // namespace

std::string json_of(const std::vector<Nic>& nics) {
  Json json;
  json["schema"] = "pktgen.ports/1";
  json["ports"] = Json::array();
  for (const Nic& nic : nics) json["ports"].push_back(nic_json(nic));
  // Firmware and names come from devices and lists: what isn't UTF-8 is replaced, for nothing may throw.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace pktgen

#include "calibration/identity.h"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>

#include "base/text.h"
#include "plan/profile.h"

namespace pktgen {
namespace {

using Named = std::pair<std::string, std::string>;

std::string said(const std::string& text) { return text.empty() ? "not known" : text; }

std::vector<Named> values_of(const TesterIdentity& tester) {
  std::vector<Named> values{{"host", tester.host.name},
                            {"processor", tester.host.cpu},
                            {"DPDK", tester.host.dpdk},
                            {"pktgen", tester.host.tool},
                            {"verify-payload", tester.verifies_payload ? "on" : "off"}};
  for (std::size_t i : {0u, 1u}) {
    const TesterPort& port = tester.ports[i];
    const std::string of = i == 0 ? " of port a" : " of port b";
    const auto add = [&](const char* what, const std::string& value) {
      values.emplace_back(what + of, value);
    };
    add("name", port.name);
    add("kind", port.kind);
    add("PCI id", port.pci_id);
    add("firmware", port.firmware);
    add("driver", port.driver);
    add("profile", port.profile);
    add("fingerprint of the settings", port.settings);
    add("pause", port.pause);
    add("FEC", port.fec);
    add("send queues", std::to_string(port.tx_queues));
    add("receive queues", std::to_string(port.rx_queues));
    add("link", print_speed(port.link));
    add("MTU", std::to_string(port.mtu.count));
  }
  return values;
}

TesterPort port_of(const PortFacts& facts) {
  return {.name = facts.name,
          .kind = facts.kind,
          .pci_id = facts.pci_id,
          .firmware = facts.firmware,
          .driver = facts.driver,
          .profile = facts.profile,
          .settings = facts.settings,
          .pause = facts.pause,
          .fec = facts.fec,
          .tx_queues = facts.tx_queues,
          .rx_queues = facts.rx_queues,
          .link = facts.link,
          .mtu = facts.mtu};
}

}  // namespace

TesterIdentity identity_of(TesterHost host, const std::vector<PortFacts>& ports, bool verifies_payload) {
  TesterIdentity tester{.host = std::move(host), .verifies_payload = verifies_payload};
  for (std::size_t i = 0; i < std::min(ports.size(), tester.ports.size()); ++i)
    tester.ports[i] = port_of(ports[i]);
  return tester;
}

std::vector<std::string> differences(const TesterIdentity& there, const TesterIdentity& here) {
  const std::vector<Named> a = values_of(there), b = values_of(here);
  std::vector<std::string> all;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i].second != b[i].second)
      all.push_back(fmt::format("{}: {} there, {} here", a[i].first, said(a[i].second), said(b[i].second)));
  return all;
}

std::string file_name(const TesterIdentity& tester) {
  std::string all, host;
  for (const auto& [name, value] : values_of(tester)) all += fmt::format("{}\n{}\n", name, value);
  for (const char c : tester.host.name.substr(0, 32)) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    host += is_plain ? c : '-';
  }
  return fmt::format("{}-{}.toml", host.empty() ? "host" : host, fingerprint(all));
}

}  // namespace pktgen

#include "wire/pcap_filter.h"

#include <gtest/gtest.h>

#include "wire/frame.h"

namespace pktgen {
namespace {

std::vector<std::uint8_t> udp4(std::optional<std::uint16_t> vlan = {}) {
  return make_template({.vlan = vlan,
                        .src_mac = {2, 0, 0, 0, 0, 1},
                        .dst_mac = {2, 0, 0, 0, 0, 2},
                        .src_ipv4 = {198, 18, 0, 1},
                        .dst_ipv4 = {198, 19, 0, 1}},
                       {128})
      .bytes;
}

bool matches(const std::string& text, const std::vector<std::uint8_t>& frame) {
  return PcapFilter::compile(text).value().matches(frame);
}

TEST(PcapFilter, TakesWhatItsWordsSayAndNothingElse) {
  EXPECT_TRUE(matches("udp and dst port 7", udp4()));
  EXPECT_FALSE(matches("udp and dst port 8", udp4()));
  EXPECT_TRUE(matches("net 198.18.0.0/15", udp4()));
  EXPECT_FALSE(matches("tcp", udp4()));
  EXPECT_TRUE(matches("ether src 02:00:00:00:00:01", udp4()));
  EXPECT_TRUE(matches("len = 124", udp4()));
}

TEST(PcapFilter, LooksIntoTaggedFrames) {
  EXPECT_TRUE(matches("vlan 5 and udp", udp4(5)));
  EXPECT_FALSE(matches("vlan 6", udp4(5)));
  EXPECT_FALSE(matches("vlan", udp4()));
}

TEST(PcapFilter, OfNoWordsTakesEveryFrame) {
  EXPECT_TRUE(matches("", udp4()));
  EXPECT_TRUE(matches("", std::vector<std::uint8_t>(14)));
}

TEST(PcapFilter, TakesNoFrameThatEndsBeforeWhatItAsksFor) {
  const auto whole = udp4();
  EXPECT_TRUE(matches("udp and dst port 7", {whole.begin(), whole.begin() + 38}));
  EXPECT_FALSE(matches("udp and dst port 7", {whole.begin(), whole.begin() + 37}));
}

TEST(PcapFilter, IsRefusedInOneLineWithLibpcapsWordsAndAnExample) {
  const auto refused = PcapFilter::compile("udp and and port");
  EXPECT_EQ(refused.error().kind, ErrorKind::plan);
  EXPECT_EQ(refused.error().message,
            "filter \"udp and and port\": can't parse filter expression: syntax error; a filter reads like "
            "\"udp and dst port 7\" or \"vlan 5 and net 198.18.0.0/15\" (man pcap-filter)");
}

}  // namespace
}  // namespace pktgen

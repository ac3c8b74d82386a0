#include "wire/rewrite.h"

#include <gtest/gtest.h>

#include "support/capture_bytes.h"

namespace pktgen {
namespace {

Bytes bytes_of(std::string_view hex) {
  Bytes bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes.push_back(static_cast<std::uint8_t>(std::stoul(std::string(hex.substr(i, 2)), nullptr, 16)));
  return bytes;
}

Rewriter mapping(std::initializer_list<std::string_view> maps) {
  Rewriting rewriting;
  for (const auto map : maps) rewriting.addresses.push_back(parse_address_map(map).value());
  return Rewriter(rewriting);
}

Bytes rewritten(const Rewriter& rewriter, Bytes frame) {
  rewriter.rewrite(frame);
  return frame;
}

const std::string kEth4 =
                      "020000000002"
                      "020000000001"
                      "0800",
                  kEth6 =
                      "020000000002"
                      "020000000001"
                      "86dd";

// Made by scapy, each with its checksums summed over all bytes: 10.1.2.3 > 10.9.8.7, and as it is to become,
// 198.18.2.3 > 198.18.8.7.
const std::string kTcpOld =
    "4500002b0001000040065cb9"
    "0a010203"
    "0a090807"
    "0001000200000000000000005002200"
    "0ad660000616263";
const std::string kTcpNew =
    "4500002b000100004006e49d"
    "c6120203"
    "c6120807"
    "0001000200000000000000005002200"
    "0354b0000616263";

// fd00::1 > fd00::2, and 2001:2::1 > 2001:2::2.
const std::string kOld6 =
    "fd000000000000000000000000000001"
    "fd000000000000000000000000000002";
const std::string kNew6 =
    "20010002000000000000000000000001"
    "20010002000000000000000000000002";
constexpr std::string_view kMap4 = "10.0.0.0/8=198.18.0.0/16", kMap6 = "fd00::/32=2001:2::/32";

TEST(Rewriter, MapsTcpOverIpv4WithBothChecksums) {
  EXPECT_EQ(rewritten(mapping({kMap4}), bytes_of(kEth4 + kTcpOld)), bytes_of(kEth4 + kTcpNew));
}

TEST(Rewriter, MapsBehindVlanTags) {
  const std::string tags =
      "020000000002"
      "020000000001"
      "88a8000a"
      "81000005"
      "0800";
  EXPECT_EQ(rewritten(mapping({kMap4}), bytes_of(tags + kTcpOld)), bytes_of(tags + kTcpNew));
}

TEST(Rewriter, MapsIcmp6WithItsChecksum) {
  const auto frame = [](const std::string& addresses, const std::string& checksum) {
    return bytes_of(kEth6 + "60000000000d3a40" + addresses + "8000" + checksum + "0001000268656c6c6f");
  };
  EXPECT_EQ(rewritten(mapping({kMap6}), frame(kOld6, "41de")), frame(kNew6, "fbd9"));
}

TEST(Rewriter, MapsUdpBehindAHopByHopHeader) {
  const auto frame = [](const std::string& addresses, const std::string& checksum) {
    return bytes_of(kEth6 + "6000000000130040" + addresses +
                    "1100010400000000"
                    "00010002000b" +
                    checksum + "78797a");
  };
  EXPECT_EQ(rewritten(mapping({kMap6}), frame(kOld6, "1357")), frame(kNew6, "cd52"));
}

TEST(Rewriter, LeavesTheLastStopOfARouteInTheChecksum) {
  // RFC 8200 section 8.1: the pseudo-header has the final destination, which is in the routing header.
  const auto frame = [](const std::string& addresses, const std::string& checksum) {
    return bytes_of(kEth6 + "6000000000242b40" + addresses +
                    "1102000100000000"
                    "20010db8000000000000000000000009"
                    "00010002000c" +
                    checksum + "78797a31");
  };
  EXPECT_EQ(rewritten(mapping({kMap6}), frame(kOld6, "e264")), frame(kNew6, "bf62"));
}

TEST(Rewriter, ChangesTheChecksumInAFirstFragmentAndNoByteOfALaterOnesData) {
  const auto frame = [](const std::string& addresses, const std::string& offset,
                        const std::string& checksum) {
    return bytes_of(kEth6 + "6000000000142c40" + addresses + "1100" + offset +
                    "00000007"
                    "00010002000c" +
                    checksum + "78797a31");
  };
  EXPECT_EQ(rewritten(mapping({kMap6}), frame(kOld6, "0001", "1324")), frame(kNew6, "0001", "cd1f"));
  EXPECT_EQ(rewritten(mapping({kMap6}), frame(kOld6, "0008", "1324")), frame(kNew6, "0008", "1324"));
}

/// An IPv4 packet of 10.0.0.1 > 10.0.0.2, or as mapped, with 8 bytes behind its header.
Bytes ipv4_packet(const std::string& fragment, const std::string& protocol, bool is_new,
                  const std::string& rest) {
  // 4500 + 001c + fragment + 40xx + addresses, by hand.
  const std::string head = "4500001c0000" + fragment + "40" + protocol;
  const std::string addresses = is_new ? "c6120001"
                                         "c6120002"
                                       : "0a000001"
                                         "0a000002";
  return bytes_of(kEth4 + head + "0000" + addresses + rest);
}

/// Without the header's checksum at bytes 24 and 25, which others look at.
Bytes without_header_checksum(Bytes frame) {
  frame[24] = frame[25] = 0;
  return frame;
}

TEST(Rewriter, LeavesAUdpChecksumOfZeroForItMeansNone) {
  const auto found = rewritten(mapping({kMap4}), ipv4_packet("0000", "11", false,
                                                             "00010002"
                                                             "00080000"));
  EXPECT_EQ(without_header_checksum(found), ipv4_packet("0000", "11", true,
                                                        "00010002"
                                                        "00080000"));
}

TEST(Rewriter, WritesAUdpChecksumThatComesToZeroAsOnes) {
  // The addresses add c612 - 0a00 = bc12 twice, 7825 folded; a checksum of 7825 comes to zero.
  const auto found = rewritten(mapping({kMap4}), ipv4_packet("0000", "11", false,
                                                             "00010002"
                                                             "00087825"));
  EXPECT_EQ(without_header_checksum(found), ipv4_packet("0000", "11", true,
                                                        "00010002"
                                                        "0008ffff"));
}

TEST(Rewriter, LeavesTheDataOfLaterIpv4Fragments) {
  const auto found = rewritten(mapping({kMap4}), ipv4_packet("2001", "11", false,
                                                             "00010002"
                                                             "00081234"));
  EXPECT_EQ(without_header_checksum(found), ipv4_packet("2001", "11", true,
                                                        "00010002"
                                                        "00081234"));
}

TEST(Rewriter, LeavesWhatLiesBehindTheIpPacketAsPadding) {
  Bytes frame = ipv4_packet("0000", "11", false,
                            "00010002"
                            "00081234");
  frame[17] = 20;  // the IP packet ends with its header
  const auto found = rewritten(mapping({kMap4}), frame);
  EXPECT_TRUE(std::equal(found.end() - 8, found.end(), frame.end() - 8));
}

TEST(Rewriter, KeepsAWrongChecksumWrongByAsMuch) {
  Bytes frame = bytes_of(kEth4 + kTcpOld), expected = bytes_of(kEth4 + kTcpNew);
  frame[50 + 1] = 0x67;  // ad67 instead of ad66
  expected[50 + 1] = 0x4c;
  EXPECT_EQ(rewritten(mapping({kMap4}), frame), expected);
}

TEST(Rewriter, MapsTheAddressesThatArpTells) {
  const std::string arp =
      "020000000002"
      "020000000001"
      "0806"
      "0001"
      "0800"
      "0604"
      "0001"
      "020000000001";
  EXPECT_EQ(rewritten(mapping({kMap4}), bytes_of(arp + "0a000001"
                                                       "000000000000"
                                                       "0a000002")),
            bytes_of(arp + "c6120001"
                           "000000000000"
                           "c6120002"));
}

TEST(Rewriter, WritesMacsInEveryFrame) {
  const Rewriter rewriter({.dst_mac = MacAddress{6, 6, 6, 6, 6, 6}, .src_mac = MacAddress{4, 4, 4, 4, 4, 4}});
  Bytes frame = marked_frame(16, 0xa5);
  EXPECT_FALSE(rewriter.rewrite(frame));
  EXPECT_EQ(frame, (Bytes{6, 6, 6, 6, 6, 6, 4, 4, 4, 4, 4, 4, 0x88, 0xb5, 0xa5, 0xa5}));
}

TEST(Rewriter, TakesTheFirstMapThatFits) {
  const auto rewriter = mapping({"10.1.2.3=198.18.0.9", kMap4});
  const Bytes found = rewritten(rewriter, bytes_of(kEth4 + kTcpOld));
  EXPECT_EQ(Bytes(found.begin() + 26, found.begin() + 34), (Bytes{198, 18, 0, 9, 198, 18, 8, 7}));
}

TEST(Rewriter, SaysWhetherAnAddressWasChangedAndElseLeavesEveryByte) {
  Bytes frame = bytes_of(kEth4 + kTcpOld);
  EXPECT_FALSE(mapping({"11.0.0.0/8=198.18.0.0/16", kMap6}).rewrite(frame));
  EXPECT_FALSE(mapping({"10.1.2.3=10.1.2.3"}).rewrite(frame));
  EXPECT_EQ(frame, bytes_of(kEth4 + kTcpOld));
  EXPECT_TRUE(mapping({"10.9.8.7=10.9.8.6"}).rewrite(frame));
}

TEST(Rewriter, LeavesFramesThatEndWithinTheirHeaders) {
  const Bytes whole = bytes_of(kEth4 + kTcpOld);
  for (std::size_t length = 0; length < 34; ++length) {
    Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
    EXPECT_FALSE(mapping({kMap4}).rewrite(cut));
  }
}

TEST(AddressMap, MayHavePrefixesOfAnyLength) {
  const auto map = parse_address_map("10.128.0.0/9=198.18.0.0/16").value();
  EXPECT_EQ(map.from_bits, 9u);
  EXPECT_EQ(map.to_bits, 16u);
  const auto all = mapping({"0.0.0.0/0=198.18.0.0/15"});
  const Bytes found = rewritten(all, bytes_of(kEth4 + kTcpOld));
  // 198.18/15 and the last 17 bits of 10.1.2.3 and of 10.9.8.7.
  EXPECT_EQ(Bytes(found.begin() + 26, found.begin() + 34), (Bytes{198, 19, 2, 3, 198, 19, 8, 7}));
}

TEST(AddressMap, IsRefusedWithWhatIsWrong) {
  const auto refusal = [](std::string_view text) { return parse_address_map(text).error().message; };
  EXPECT_EQ(refusal("10.0.0.1"),
            "\"10.0.0.1\" maps no address; write OLD=NEW, such as 10.0.0.0/8=198.18.0.0/16 or "
            "10.0.0.1=198.18.0.1");
  EXPECT_EQ(refusal("10.0.0.0/8=2001:2::/48"),
            "\"10.0.0.0/8=2001:2::/48\" mixes IPv4 and IPv6, which have other headers; map each to its own "
            "kind");
  EXPECT_EQ(
      refusal("10.0.0.1/8=198.18.0.0/16"),
      "\"10.0.0.1/8=198.18.0.0/16\": \"10.0.0.1/8\" has bits set behind its first 8; make them zero, or "
      "leave out /8 to mean one address");
  EXPECT_FALSE(parse_address_map("10.0.0.0/33=198.18.0.0/16").has_value());
  EXPECT_FALSE(parse_address_map("10.0.0.0/=198.18.0.0/16").has_value());
  EXPECT_FALSE(parse_address_map("=").has_value());
}

}  // namespace
}  // namespace pktgen

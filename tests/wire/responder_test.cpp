#include "wire/responder.h"

#include <algorithm>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace pktgen {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes bytes_of(std::string_view hex) {
  Bytes bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes.push_back(static_cast<std::uint8_t>(std::stoul(std::string(hex.substr(i, 2)), nullptr, 16)));
  return bytes;
}

/// 02:00:00:00:00:0a, 198.18.0.1 and 2001:2::1 asks; we are 02:00:00:00:00:0b, 198.18.0.2 and 2001:2::2.
const LocalAddresses kOwn{.mac = {2, 0, 0, 0, 0, 0x0b},
                          .ipv4 = {{198, 18, 0, 2}, {10, 0, 0, 2}},
                          .ipv6 = {{0x20, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2},
                                   {0xfd, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9}}};

// All frames here, questions and answers, were made by scapy, checksums as well.
const std::string kUs = "02000000000b", kThem = "02000000000a";
const std::string kArpPad(36, '0');
const std::string kArp =
    "ffffffffffff02000000000a0806"
    "000108000604000102000000000ac6120001000000000000c6120002";
const std::string kArpReply =
    "02000000000a02000000000b0806"
    "000108000604000202000000000bc612000202000000000ac6120001";
const std::string kEcho =
    "02000000000b02000000000a0800"
    "45b9002112340000030118c8c6120001c6120002"
    "0800cd2f010200076162636465";
const std::string kEchoReply =
    "02000000000a02000000000b0800"
    "45b80021000040004001adfcc6120002c6120001"
    "0000d52f010200076162636465"
    "00000000000000000000000000";
const std::string kEcho6 =
    "02000000000b02000000000a86dd"
    "6b912345000d3a032001000200000000000000000000000120010002000000000000000000000002"
    "800014df010200076162636465";
const std::string kEcho6Reply =
    "02000000000a02000000000b86dd"
    "6b800000000d3a402001000200000000000000000000000220010002000000000000000000000001"
    "810013df010200076162636465";
const std::string kSolicitation =
    "3333ff00000202000000000a86dd"
    "6000000000203aff20010002000000000000000000000001ff0200000000000000000001ff000002"
    "8700378a0000000020010002000000000000000000000002010102000000000a";
const std::string kAdvertisement =
    "02000000000a02000000000b86dd"
    "6000000000203aff2001000200000000000000000000000220010002000000000000000000000001"
    "8800b38a6000000020010002000000000000000000000002020102000000000b";
const std::string kUnicastSolicitation =
    "02000000000b02000000000a86dd"
    "6000000000183aff2001000200000000000000000000000120010002000000000000000000000002"
    "8700189f0000000020010002000000000000000000000002";
const std::string kDuplicateDetection =
    "3333ff00000202000000000a86dd"
    "6000000000183aff00000000000000000000000000000000ff0200000000000000000001ff000002"
    "87005aa10000000020010002000000000000000000000002";
const std::string kAdvertisementToAll =
    "33330000000102000000000b86dd"
    "6000000000203aff20010002000000000000000000000002ff020000000000000000000000000001"
    "8800148b2000000020010002000000000000000000000002020102000000000b";

Bytes answer_to(const Bytes& frame, std::size_t room = 2000) {
  const Bytes exact(frame.begin(), frame.end());  // so that reading past the end is seen
  Bytes reply(room, 0xa5);
  const std::size_t length = answer(kOwn, exact, reply);
  EXPECT_TRUE(std::ranges::all_of(std::span(reply).subspan(length), [](auto byte) { return byte == 0xa5; }))
      << "written beyond the answer";
  reply.resize(length);
  return reply;
}
Bytes answer_to(const std::string& frame) { return answer_to(bytes_of(frame)); }

/// The frame with bytes put over some of its own.
Bytes put(Bytes frame, std::size_t at, std::string_view hex) {
  std::ranges::copy(bytes_of(hex), frame.begin() + static_cast<std::ptrdiff_t>(at));
  return frame;
}
Bytes put(const std::string& frame, std::size_t at, std::string_view hex) {
  return put(bytes_of(frame), at, hex);
}

std::uint32_t sum_of(std::string_view hex) {
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < hex.size(); i += 4)
    sum += static_cast<std::uint32_t>(std::stoul(std::string(hex.substr(i, 4)), nullptr, 16));
  return sum;
}

/// The same for whole words below a checksum that stays good: what changes is made up for in the word at
/// `free`, which nobody looks at.
Bytes balanced(const std::string& frame, std::size_t at, std::string_view hex, std::size_t free) {
  const std::string_view old = std::string_view(frame).substr(2 * at, hex.size()),
                         word = std::string_view(frame).substr(2 * free, 4);
  std::uint32_t sum = sum_of(word) + sum_of(old) + 0xffff * 8 - sum_of(hex);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >> 16);
  Bytes changed = put(frame, at, hex);
  changed[free] = static_cast<std::uint8_t>(sum >> 8);
  changed[free + 1] = static_cast<std::uint8_t>(sum);
  return changed;
}
constexpr std::size_t kIdentification = 18, kEchoIdentifier = 38, kEcho6Identifier = 58;
constexpr std::size_t kReserved = 58;  // of a solicitation

TEST(Responder, AnswersAnArpRequest) { EXPECT_EQ(answer_to(kArp), bytes_of(kArpReply + kArpPad)); }

TEST(Responder, AnswersAnArpRequestThatWasPaddedOrSentToUsAlone) {
  EXPECT_EQ(answer_to(kArp + "112233445566778899aabbccddeeff001122"), bytes_of(kArpReply + kArpPad));
  EXPECT_EQ(answer_to(put(kArp, 0, kUs)), bytes_of(kArpReply + kArpPad));
}

TEST(Responder, AnswersAnArpProbe) {
  EXPECT_EQ(answer_to(put(kArp, 28, "00000000")), put(kArpReply + kArpPad, 38, "00000000"));
}

TEST(Responder, AnswersArpToTheHardwareAddressThatTheRequestTells) {
  EXPECT_EQ(answer_to(put(kArp, 22, "02000000000c")),
            put(put(kArpReply + kArpPad, 0, "02000000000c"), 32, "02000000000c"));
}

TEST(Responder, AnswersForEachOfItsAddresses) {
  EXPECT_EQ(answer_to(put(kArp, 38, "0a000002")), put(kArpReply + kArpPad, 28, "0a000002"));
}

TEST(Responder, AnswersAnIcmpEchoWithDscpKeptAndEcnCleared) {
  EXPECT_EQ(answer_to(kEcho), bytes_of(kEchoReply));
}

TEST(Responder, EchoesTheDatagramAndNotThePadding) {
  EXPECT_EQ(answer_to(kEcho + "eeeeeeeeeeeeeeeeeeeeeeeeee"), bytes_of(kEchoReply));
}

TEST(Responder, AnswersAnIcmp6Echo) { EXPECT_EQ(answer_to(kEcho6), bytes_of(kEcho6Reply)); }

TEST(Responder, AnswersANeighbourSolicitation) {
  EXPECT_EQ(answer_to(kSolicitation), bytes_of(kAdvertisement));
}

TEST(Responder, AnswersAUnicastSolicitationWithoutOptions) {
  EXPECT_EQ(answer_to(kUnicastSolicitation), bytes_of(kAdvertisement));
}

TEST(Responder, AnswersDuplicateAddressDetectionToAllNodesAndUnsolicited) {
  EXPECT_EQ(answer_to(kDuplicateDetection), bytes_of(kAdvertisementToAll));
}

TEST(Responder, AdvertisesToTheSourceLinkLayerAddressThatTheSolicitationTells) {
  EXPECT_EQ(answer_to(balanced(kSolicitation, 80, "02000000000c", kReserved)),
            put(kAdvertisement, 0, "02000000000c"));
}

TEST(Responder, PassesOverOptionsThatItDoesNotKnow) {  // a nonce, RFC 3971 section 5.3.2
  EXPECT_EQ(answer_to(balanced(kSolicitation, 78, "0e01aabbccddeeff", kReserved)), bytes_of(kAdvertisement));
}

TEST(Responder, AnswersWithTheSameTagsAsTheQuestion) {
  const auto tagged = [](const std::string& frame, const std::string& tags) {
    return frame.substr(0, 24) + tags + frame.substr(24);
  };
  const std::string one = "8100a064", two = "88a8e00a81000005";
  EXPECT_EQ(answer_to(tagged(kEcho6, one)), bytes_of(tagged(kEcho6Reply, one)));
  EXPECT_EQ(answer_to(tagged(kSolicitation, two)), bytes_of(tagged(kAdvertisement, two)));
  EXPECT_EQ(answer_to(tagged(kArp, two)), bytes_of(tagged(kArpReply, two) + std::string(20, '0')));
  EXPECT_EQ(answer_to(tagged(kEcho6, two + one)), Bytes{});
}

TEST(Responder, WritesNothingWhereTheAnswerDoesNotFit) {
  for (const std::string& question : {kArp, kEcho, kEcho6, kSolicitation}) {
    const Bytes frame = bytes_of(question);
    const std::size_t needs = answer_to(frame).size();
    EXPECT_EQ(answer_to(frame, needs - 1), Bytes{}) << question;
    EXPECT_EQ(answer_to(frame, needs).size(), needs) << question;
  }
}

TEST(Responder, AnswersNoFrameThatIsCutShort) {
  for (const std::string& question : {kArp, kEcho, kEcho6, kSolicitation, kDuplicateDetection})
    for (std::size_t length = 0; length < question.size() / 2; ++length)
      EXPECT_EQ(answer_to(question.substr(0, 2 * length)), Bytes{}) << question << " cut to " << length;
}

TEST(Responder, AnswersNothingThatWasSentToOrFromTheWrongMac) {
  for (const std::string& question : {kArp, kEcho, kEcho6, kSolicitation, kDuplicateDetection}) {
    EXPECT_EQ(answer_to(put(question, 0, "02000000000c")), Bytes{}) << question << " to another station";
    EXPECT_EQ(answer_to(put(question, 0, "333300000001")), Bytes{}) << question << " to all nodes";
    EXPECT_EQ(answer_to(put(question, 0, "3333ff000003")), Bytes{}) << question << " to another group";
    EXPECT_EQ(answer_to(put(question, 6, kUs)), Bytes{}) << question << " from ourselves";
    EXPECT_EQ(answer_to(put(question, 6, "03000000000a")), Bytes{}) << question << " from a group";
    EXPECT_EQ(answer_to(put(question, 6, "000000000000")), Bytes{}) << question << " from nobody";
    EXPECT_EQ(answer_to(put(question, 12, "88cc")), Bytes{}) << question << " of another EtherType";
  }
  EXPECT_EQ(answer_to(put(kUnicastSolicitation, 0, "3333ff000002")), Bytes{})
      << "one node's address, a group's MAC";
  for (const std::string& question : {kEcho, kEcho6, kSolicitation, kUnicastSolicitation})
    EXPECT_EQ(answer_to(put(question, 0, "ffffffffffff")), Bytes{}) << question << " to everybody";
}

TEST(Responder, AnswersNoArpButRequestsForItsAddresses) {
  const auto refuses = [](std::size_t at, std::string_view hex, std::string_view why) {
    EXPECT_EQ(answer_to(put(kArp, at, hex)), Bytes{}) << why;
  };
  refuses(14, "0006", "another hardware");
  refuses(16, "86dd", "another protocol");
  refuses(18, "08", "another length of MACs");
  refuses(19, "10", "another length of addresses");
  refuses(20, "0002", "a reply");
  refuses(20, "0003", "a reverse request");
  refuses(38, "c6120003", "for another");
  refuses(22, "ffffffffffff", "from a group");
  refuses(22, "000000000000", "from nobody");
  refuses(22, kUs, "from our own MAC");
  refuses(28, "c6120002", "an announcement, or somebody with our address");
  refuses(28, "7f000001", "from loopback");
  refuses(28, "e0000001", "from a multicast address");
}

TEST(Responder, AnswersNoIpv4ButWholeEchoRequestsToItself) {
  const auto header = [](std::size_t at, std::string_view hex) {
    return answer_to(balanced(kEcho, at, hex, kIdentification));
  };
  EXPECT_EQ(header(22, "0901"), bytes_of(kEchoReply)) << "the TTL is free, and the checksum stays good";
  EXPECT_EQ(header(20, "4000"), bytes_of(kEchoReply)) << "don't fragment is free";
  EXPECT_EQ(header(14, "65b9"), Bytes{}) << "version 6";
  EXPECT_EQ(header(14, "46b9"), Bytes{}) << "options";
  EXPECT_EQ(header(14, "44b9"), Bytes{}) << "a header of 16 bytes";
  EXPECT_EQ(answer_to(put(balanced(kEcho, 16, "001b", kIdentification), 36, "f6fd")), Bytes{})
      << "7 bytes of ICMP, their checksum good";
  EXPECT_EQ(header(16, "0022"), Bytes{}) << "a length beyond the frame";
  EXPECT_EQ(header(20, "2000"), Bytes{}) << "the first fragment";
  EXPECT_EQ(header(20, "0001"), Bytes{}) << "another fragment";
  EXPECT_EQ(header(22, "0311"), Bytes{}) << "UDP";
  EXPECT_EQ(header(30, "c6120003"), Bytes{}) << "to another";
  EXPECT_EQ(header(30, "ffffffff"), Bytes{}) << "to everybody";
  EXPECT_EQ(header(30, "e0000001"), Bytes{}) << "to a group";
  EXPECT_EQ(header(26, "00000000"), Bytes{}) << "from nobody";
  EXPECT_EQ(header(26, "7f000001"), Bytes{}) << "from loopback";
  EXPECT_EQ(header(26, "e0000001"), Bytes{}) << "from a group";
  EXPECT_EQ(header(26, "ffffffff"), Bytes{}) << "from everybody";
  EXPECT_EQ(header(26, "c6120002"), Bytes{}) << "from our address";
  EXPECT_EQ(header(26, "0a000002"), Bytes{}) << "from another address of ours";
  EXPECT_EQ(answer_to(put(kEcho, 22, "04")), Bytes{}) << "a wrong checksum";
}

TEST(Responder, AnswersNoIcmpButEchoRequests) {
  const auto message = [](std::string_view hex) {
    return answer_to(balanced(kEcho, 34, hex, kEchoIdentifier));
  };
  EXPECT_EQ(message("0800").size(), 60u);
  EXPECT_EQ(message("0000"), Bytes{}) << "an echo reply";
  EXPECT_EQ(message("0d00"), Bytes{}) << "a timestamp request";
  EXPECT_EQ(message("0801"), Bytes{}) << "a code";
  EXPECT_EQ(answer_to(put(kEcho, 46, "66")), Bytes{}) << "a wrong checksum";
}

TEST(Responder, AnswersNoIpv6ButEchoRequestsToItself) {
  const auto changed = [](std::size_t at, std::string_view hex) {
    return answer_to(balanced(kEcho6, at, hex, kEcho6Identifier));
  };
  EXPECT_EQ(changed(22, "20010002000000000000000000000005").size(), 67u) << "from anybody";
  EXPECT_EQ(answer_to(put(kEcho6, 14, "4b")), Bytes{}) << "version 4";
  EXPECT_EQ(answer_to(put(kEcho6, 20, "00")), Bytes{}) << "a hop-by-hop header";
  EXPECT_EQ(answer_to(put(kEcho6, 20, "2c")), Bytes{}) << "a fragment";
  EXPECT_EQ(answer_to(put(put(kEcho6, 18, "0007"), 56, "3eb3")), Bytes{})
      << "7 bytes of ICMPv6, their checksum good";
  EXPECT_EQ(changed(18, "000e"), Bytes{}) << "a length beyond the frame";
  EXPECT_EQ(changed(18, "0000"), Bytes{}) << "a jumbogram";
  EXPECT_EQ(changed(38, "20010002000000000000000000000003"), Bytes{}) << "to another";
  EXPECT_EQ(changed(38, "ff020000000000000000000000000001"), Bytes{}) << "to all nodes";
  EXPECT_EQ(changed(22, "00000000000000000000000000000000"), Bytes{}) << "from nobody";
  EXPECT_EQ(changed(22, "00000000000000000000000000000001"), Bytes{}) << "from loopback";
  EXPECT_EQ(changed(22, "ff020000000000000000000000000001"), Bytes{}) << "from a group";
  EXPECT_EQ(changed(22, "20010002000000000000000000000002"), Bytes{}) << "from our address";
  EXPECT_EQ(changed(54, "8100"), Bytes{}) << "an echo reply";
  EXPECT_EQ(changed(54, "8001"), Bytes{}) << "a code";
  EXPECT_EQ(changed(54, "8600"), Bytes{}) << "a router advertisement";
  EXPECT_EQ(answer_to(put(kEcho6, 66, "66")), Bytes{}) << "a wrong checksum";
}

TEST(Responder, AnswersNoSolicitationThatRfc4861CallsInvalid) {
  const auto changed = [](const std::string& frame, std::size_t at, std::string_view hex) {
    return answer_to(balanced(frame, at, hex, kReserved));
  };
  EXPECT_EQ(answer_to(put(kSolicitation, 21, "fe")), Bytes{}) << "from beyond a router";
  EXPECT_EQ(changed(kSolicitation, 54, "8701"), Bytes{}) << "a code";
  EXPECT_EQ(changed(kSolicitation, 62, "20010002000000000000000000000003"), Bytes{}) << "for another";
  EXPECT_EQ(changed(kSolicitation, 62, "ff020002000000000000000000000002"), Bytes{}) << "for a group";
  EXPECT_EQ(changed(kSolicitation, 38, "ff0200000000000000000001ff000003"), Bytes{}) << "to another group";
  EXPECT_EQ(changed(kSolicitation, 78, "0100"), Bytes{}) << "an option without length";
  EXPECT_EQ(changed(kSolicitation, 78, "0102"), Bytes{}) << "an option beyond the end";
  EXPECT_EQ(changed(kSolicitation, 78, "0e00"), Bytes{}) << "any option without length";
  EXPECT_EQ(changed(kSolicitation, 78, "0e02"), Bytes{}) << "any option beyond the end";
  EXPECT_EQ(changed(kSolicitation, 80, "03000000000a"), Bytes{}) << "a group as link-layer address";
  EXPECT_EQ(changed(kSolicitation, 80, kUs), Bytes{}) << "our MAC as theirs";
  EXPECT_EQ(changed(kSolicitation, 22, "20010002000000000000000000000002"), Bytes{}) << "from our address";
  EXPECT_EQ(changed(kSolicitation, 22, "ff020000000000000000000000000001"), Bytes{}) << "from a group";
  EXPECT_EQ(changed(kSolicitation, 22, "00000000000000000000000000000000"), Bytes{})
      << "from nobody with a source link-layer address";
  EXPECT_EQ(changed(kUnicastSolicitation, 22, "00000000000000000000000000000000"), Bytes{})
      << "from nobody to an address of one node";
  EXPECT_EQ(changed(kUnicastSolicitation, 38, "20010002000000000000000000000003"), Bytes{}) << "to another";
  EXPECT_EQ(answer_to(put(put(kUnicastSolicitation.substr(0, 2 * 77), 18, "0017"), 56, "18a2")), Bytes{})
      << "a target that is cut short, the checksum good";
  const std::string two_units = kSolicitation + "0000000000000000";
  EXPECT_EQ(answer_to(put(put(put(two_units, 18, "0028"), 56, "3781"), 78, "0102")), Bytes{})
      << "a link-layer address of 14 bytes, the checksum good";
  EXPECT_EQ(answer_to(put(kSolicitation, 77, "03")), Bytes{}) << "a wrong checksum";
}

TEST(Responder, AnswersForNothingItWasNotGiven) {
  const LocalAddresses nobody{.mac = kOwn.mac};
  Bytes reply(2000, 0xa5);
  for (const std::string& question : {kArp, kEcho, kEcho6, kSolicitation})
    EXPECT_EQ(answer(nobody, bytes_of(question), reply), 0u) << question;
}

}  // namespace
}  // namespace pktgen

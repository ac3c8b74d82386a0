#include "wire/pcap_reader.h"

#include <gtest/gtest.h>

#include "support/capture_bytes.h"
#include "support/memory_file.h"
#include "wire/ethernet_crc.h"

namespace pktgen {
namespace {

constexpr std::uint32_t kMicroseconds = 0xa1b2c3d4, kNanoseconds = 0xa1b23c4d;

Result<PcapReader> open(const CaptureBytes& capture, const CaptureReading& reading = {}) {
  return PcapReader::open(MemoryFile(capture.bytes()).path(), reading);
}

/// The message without the path in front, which is another in each run.
std::string message_of(const Error& error) { return error.message.substr(error.message.find(": ") + 2); }

std::string refusal(const CaptureBytes& capture, const CaptureReading& reading = {}) {
  auto reader = open(capture, reading);
  if (!reader) return message_of(reader.error());
  while (true) {
    const auto frame = reader->next();
    if (!frame) return message_of(frame.error());
    if (!*frame) return "";
  }
}

std::vector<std::int64_t> times(const CaptureBytes& capture) {
  std::vector<std::int64_t> found;
  auto reader = open(capture);
  while (reader) {
    const auto frame = reader->next();
    if (!frame || !*frame) break;
    found.push_back((*frame)->time.count());
  }
  return found;
}

/// 60 bytes and their FCS as IEEE 802.3 sends it.
Bytes frame_with_fcs(std::uint8_t mark) {
  Bytes frame = marked_frame(64, mark);
  const std::uint32_t crc = ethernet_crc(ByteView(frame).first(60));
  for (std::size_t i = 0; i < 4; ++i) frame[60 + i] = static_cast<std::uint8_t>(crc >> 8 * i);
  return frame;
}

TEST(EthernetCrc, IsThatOfTheStandardsCheckValue) {
  const Bytes digits{'1', '2', '3', '4', '5', '6', '7', '8', '9'};
  EXPECT_EQ(ethernet_crc(digits), 0xcbf43926);
}

TEST(EthernetCrc, IsSeenBehindAFrameAndNowhereElse) {
  const Bytes good{'1', '2', '3', '4', '5', '6', '7', '8', '9', 0x26, 0x39, 0xf4, 0xcb};
  EXPECT_TRUE(ends_in_fcs(good));
  const Bytes swapped{'1', '2', '3', '4', '5', '6', '7', '8', '9', 0xcb, 0xf4, 0x39, 0x26};
  EXPECT_FALSE(ends_in_fcs(swapped));
  EXPECT_FALSE(ends_in_fcs(ByteView(good).first(12)));
}

TEST(PcapReader, ReadsMicrosecondsAndNanosecondsInEitherByteOrder) {
  for (const Order order : {Order::little, Order::big}) {
    EXPECT_EQ(
        times(CaptureBytes(order).pcap(kMicroseconds).record(1'700'000'000, 123'456, marked_frame(60, 1))),
        std::vector<std::int64_t>{1'700'000'000'123'456'000});
    EXPECT_EQ(
        times(CaptureBytes(order).pcap(kNanoseconds).record(1'700'000'000, 123'456'789, marked_frame(60, 1))),
        std::vector<std::int64_t>{1'700'000'000'123'456'789});
  }
}

TEST(PcapReader, ReadsPcapngWithEachInterfacesResolution) {
  for (const Order order : {Order::little, Order::big}) {
    const auto nanoseconds = CaptureBytes(order).u16(9).u16(1).raw({9, 0, 0, 0}).u32(0);
    const auto capture = CaptureBytes(order)
                             .section()
                             .interface(CaptureBytes(order))
                             .interface(nanoseconds)
                             .packet(0, 1'700'000'000'123'456, marked_frame(61, 1))
                             .packet(1, 1'700'000'000'123'456'789, marked_frame(60, 1));
    EXPECT_EQ(times(capture),
              (std::vector<std::int64_t>{1'700'000'000'123'456'000, 1'700'000'000'123'456'789}));
  }
}

TEST(PcapReader, HandsOutTheFramesByteForByteWithTheirRecordsNumbers) {
  auto reader = open(CaptureBytes(Order::little)
                         .pcap(kMicroseconds)
                         .record(1, 0, marked_frame(60, 0x11))
                         .record(2, 0, marked_frame(1514, 0x22)));
  const auto first = reader->next();
  EXPECT_EQ((*first)->record, 1u);
  EXPECT_TRUE(std::ranges::equal((*first)->bytes, marked_frame(60, 0x11)));
  const auto second = reader->next();
  EXPECT_EQ((*second)->record, 2u);
  EXPECT_TRUE(std::ranges::equal((*second)->bytes, marked_frame(1514, 0x22)));
  EXPECT_FALSE(reader->next()->has_value());
  EXPECT_TRUE(reader->notes().empty());
}

TEST(PcapReader, BeginsAgainAtTheFirstRecordAsOftenAsAsked) {
  for (const auto& capture : {CaptureBytes(Order::big).pcap(kNanoseconds).record(1, 5, marked_frame(20, 1)),
                              CaptureBytes(Order::little)
                                  .section()
                                  .interface(CaptureBytes(Order::little))
                                  .packet(0, 1'000'000, marked_frame(20, 1))}) {
    auto reader = open(capture);
    for (int loop = 0; loop < 3; ++loop) {
      ASSERT_TRUE(reader->next()->has_value());
      ASSERT_FALSE(reader->next()->has_value());
      EXPECT_EQ(reader->count().frames, 1u);
      EXPECT_EQ(reader->count().padded, 1u);
      ASSERT_TRUE(reader->begin_again().has_value());
      EXPECT_EQ(reader->count().records, 0u);
    }
  }
}

TEST(PcapReader, PadsShortFramesWithZerosAndCountsThem) {
  auto reader = open(CaptureBytes(Order::little)
                         .pcap(kMicroseconds)
                         .record(1, 0, marked_frame(59, 0xff))
                         .record(2, 0, marked_frame(14, 0xff))
                         .record(3, 0, marked_frame(60, 0xff)));
  Bytes padded = marked_frame(59, 0xff);
  padded.push_back(0);
  EXPECT_TRUE(std::ranges::equal((*reader->next())->bytes, padded));
  padded = marked_frame(14, 0xff);
  padded.resize(60, 0);
  EXPECT_TRUE(std::ranges::equal((*reader->next())->bytes, padded));
  ASSERT_TRUE(reader->next()->has_value());
  EXPECT_EQ(reader->notes(), std::vector<std::string>{"2 frames below 60 bytes, padded with zeros"});
}

TEST(PcapReader, TakesTheFcsOffWhereTheHeaderSaysThatThereIsOne) {
  // Bit 26 says that the length is known, the top four bits say two words of 16 bits.
  for (const Order order : {Order::little, Order::big}) {
    auto reader =
        open(CaptureBytes(order).pcap(kMicroseconds, 0x2400'0001).record(1, 0, marked_frame(64, 0x11)));
    EXPECT_TRUE(std::ranges::equal((*reader->next())->bytes, marked_frame(60, 0x11)));
    EXPECT_EQ(reader->notes(), std::vector<std::string>{
                                   "the file's header says that its frames end in an FCS: it was taken off"});
  }
}

TEST(PcapReader, TakesTheFcsOffWherePcapngsInterfaceSaysSo) {
  for (const Order order : {Order::little, Order::big}) {
    const auto with_fcs = CaptureBytes(order).u16(13).u16(1).raw({32, 0, 0, 0}).u32(0);
    auto reader =
        open(CaptureBytes(order).section().interface(with_fcs).packet(0, 1, marked_frame(64, 0x11)));
    EXPECT_TRUE(std::ranges::equal((*reader->next())->bytes, marked_frame(60, 0x11)));
  }
}

TEST(PcapReader, LeavesFramesWholeWhereTheHeaderSaysThatThereIsNoFcsThoughTheyEndInOne) {
  auto reader =
      open(CaptureBytes(Order::little).pcap(kMicroseconds, 0x0400'0001).record(1, 0, frame_with_fcs(1)));
  EXPECT_EQ((*reader->next())->bytes.size(), 64u);
}

TEST(PcapReader, FindsTheFcsByItsCrcWhereTheHeaderSaysNothing) {
  auto reader = open(CaptureBytes(Order::little)
                         .pcap(kMicroseconds)
                         .record(1, 0, frame_with_fcs(1))
                         .record(2, 0, frame_with_fcs(2)));
  EXPECT_TRUE(std::ranges::equal((*reader->next())->bytes, marked_frame(60, 1)));
  EXPECT_TRUE(std::ranges::equal((*reader->next())->bytes, marked_frame(60, 2)));
  EXPECT_EQ(reader->notes(),
            std::vector<std::string>{"the first 2 frames end in their CRC-32, so each record's FCS was taken "
                                     "off, though the file's header doesn't say that there is one"});
}

TEST(PcapReader, AsksWhereSomeFramesEndInAnFcsAndOthersDont) {
  const auto mixed = CaptureBytes(Order::little)
                         .pcap(kMicroseconds)
                         .record(1, 0, frame_with_fcs(1))
                         .record(2, 0, marked_frame(64, 2));
  EXPECT_EQ(
      refusal(mixed),
      "1 of the first 2 frames end in an FCS and the others don't; say which is meant with --fcs present "
      "or --fcs absent");
  auto present = open(mixed, {.fcs = CaptureReading::Fcs::present});
  EXPECT_EQ((*present->next())->bytes.size(), 60u);
  auto absent = open(mixed, {.fcs = CaptureReading::Fcs::absent});
  EXPECT_EQ((*absent->next())->bytes.size(), 64u);
}

TEST(PcapReader, RefusesATruncatedRecordByItsNumberUnlessItIsToBeSkipped) {
  const auto capture = CaptureBytes(Order::little)
                           .pcap(kMicroseconds)
                           .record(1, 0, marked_frame(60, 1))
                           .record(2, 0, marked_frame(96, 2), 1418)
                           .record(3, 0, marked_frame(60, 3));
  EXPECT_EQ(refusal(capture),
            "record 2: 96 of 1514 bytes were captured; a whole frame is needed; capture again with -s 0, or "
            "skip with --skip-truncated");
  auto reader = open(capture, {.skips_truncated = true});
  EXPECT_EQ((*reader->next())->record, 1u);
  EXPECT_EQ((*reader->next())->record, 3u);
  EXPECT_EQ(reader->notes(), std::vector<std::string>{"1 frame left out, for not all of it was captured"});
}

TEST(PcapReader, RefusesAFileOfTruncatedRecordsAlone) {
  EXPECT_EQ(refusal(CaptureBytes(Order::little).pcap(kMicroseconds).record(1, 0, marked_frame(96, 1), 1),
                    {.skips_truncated = true}),
            "none of its 1 records is a whole frame; capture again with -s 0");
}

TEST(PcapReader, RefusesAnEtherTypeThatThePortWouldDrop) {
  Bytes pause = marked_frame(60, 1);
  pause[12] = 0x88;
  pause[13] = 0x08;
  const auto capture =
      CaptureBytes(Order::little).pcap(kMicroseconds).record(1, 0, marked_frame(60, 1)).record(2, 0, pause);
  EXPECT_EQ(refusal(capture), "");
  const std::string said = refusal(capture, {.ethertypes_blocked = {0x8808}});
  EXPECT_EQ(said.substr(0, said.find(';')),
            "record 2: EtherType 0x8808, which the port drops on its way out");
}

TEST(PcapReader, RefusesAFrameLargerThanThePortsLargestByItsNumber) {
  const auto capture = CaptureBytes(Order::little)
                           .pcap(kMicroseconds)
                           .record(1, 0, marked_frame(1514, 1))
                           .record(2, 0, marked_frame(1515, 1));
  const std::string said = refusal(capture, {.largest = {1518}});
  EXPECT_EQ(said.substr(0, said.find(';')),
            "record 2: a frame of 1519 bytes with FCS, and the port's largest is 1518");
}

TEST(PcapReader, RefusesWhatIsTooShortForAnEthernetHeader) {
  const std::string said = refusal(CaptureBytes(Order::little).pcap(kMicroseconds).record(1, 0, Bytes(13)));
  EXPECT_EQ(said.substr(0, said.find(';')), "record 1: 13 bytes are no Ethernet frame");
}

TEST(PcapReader, RefusesARecordThatHoldsMoreThanTheFrameHad) {
  const std::string said = refusal(
      CaptureBytes(Order::little).pcap(kMicroseconds).u32(1).u32(0).u32(64).u32(60).raw(marked_frame(64, 1)));
  EXPECT_EQ(said.substr(0, said.find(';')), "record 1: damaged: 64 bytes were captured of a frame of 60");
}

TEST(PcapReader, CountsTimesThatGoBackwards) {
  auto reader = open(CaptureBytes(Order::little)
                         .pcap(kMicroseconds)
                         .record(5, 0, marked_frame(60, 1))
                         .record(4, 999'999, marked_frame(60, 1))
                         .record(4, 999'999, marked_frame(60, 1))
                         .record(3, 0, marked_frame(60, 1)));
  while (reader->next()->has_value()) {
  }
  EXPECT_EQ(reader->count().backwards, 2u);
}

TEST(PcapReader, RefusesAnEmptyFileAndACaptureWithoutFrames) {
  EXPECT_EQ(refusal(CaptureBytes(Order::little)), "the file is empty; a replay wants a capture with frames");
  EXPECT_EQ(refusal(CaptureBytes(Order::little).pcap(kMicroseconds)),
            "holds no frames; a replay wants one at least");
  EXPECT_EQ(refusal(CaptureBytes(Order::little).section().interface(CaptureBytes(Order::little))),
            "holds no frames; a replay wants one at least");
}

TEST(PcapReader, RefusesWhatIsNoCapture) {
  EXPECT_EQ(refusal(CaptureBytes(Order::little).raw(Bytes(100, 0x1f))),
            "no pcap or pcapng capture (unknown file format); unpack it, or convert it with editcap");
}

TEST(PcapReader, RefusesALinkTypeThatIsNotEthernetByItsName) {
  EXPECT_EQ(refusal(CaptureBytes(Order::little).pcap(kMicroseconds, 113).record(1, 0, marked_frame(60, 1))),
            "wants Ethernet frames, found LINUX_SLL (Linux cooked v1); capture on an Ethernet interface");
}

TEST(PcapReader, TellsWhichRecordAFileIsCutOffIn) {
  auto capture = CaptureBytes(Order::little)
                     .pcap(kMicroseconds)
                     .record(1, 0, marked_frame(60, 1))
                     .u32(2)
                     .u32(0)
                     .u32(60)
                     .u32(60)
                     .raw(marked_frame(31, 2));
  const std::string said = refusal(capture);
  EXPECT_EQ(said.substr(0, said.find(';')),
            "record 2: the file is cut off or damaged here (truncated dump file");
  auto reader = open(capture);
  EXPECT_TRUE(reader->next()->has_value());
  EXPECT_FALSE(reader->next().has_value());
}

TEST(PcapReader, TellsWhichRecordAPcapngIsCutOffIn) {
  const auto whole = CaptureBytes(Order::little)
                         .section()
                         .interface(CaptureBytes(Order::little))
                         .packet(0, 1, marked_frame(60, 1))
                         .packet(0, 2, marked_frame(60, 2));
  const CaptureBytes cut = CaptureBytes(Order::little).raw({whole.bytes().begin(), whole.bytes().end() - 5});
  const std::string said = refusal(cut);
  EXPECT_EQ(said.substr(0, said.find('(')), "record 2: the file is cut off or damaged here ");
}

TEST(PcapReader, SaysWhyAFileCantBeRead) {
  EXPECT_EQ(PcapReader::open("/nowhere/at.pcap", {}).error().message,
            "can't read /nowhere/at.pcap: No such file or directory");
  EXPECT_EQ(PcapReader::open("/", {}).error().kind, ErrorKind::environment);
}

}  // namespace
}  // namespace pktgen

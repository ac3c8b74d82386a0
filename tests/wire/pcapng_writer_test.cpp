#include "wire/pcapng_writer.h"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <sys/resource.h>

#include "support/capture_bytes.h"
#include "wire/pcap_reader.h"

namespace pktgen {
namespace {

constexpr Nanoseconds kBegan{1'796'126'906'000'000'000};  // 2026-12-01 12:08:26 UTC

class PcapngFiles : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "pcapng_XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string path() const { return (folder_ / "seen.pcapng").string(); }
  std::vector<std::string> names() const {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(folder_))
      found.push_back(entry.path().filename().string());
    std::ranges::sort(found);
    return found;
  }
  static Bytes bytes_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  static std::uint64_t frames_in(const std::string& path) {
    auto reader = PcapReader::open(path, {});
    std::uint64_t frames = 0;
    while (reader.value().next().value().has_value()) ++frames;
    return frames;
  }

  std::filesystem::path folder_;
};

Bytes text(std::string_view chars) { return {chars.begin(), chars.end()}; }

TEST_F(PcapngFiles, LieAsTheirSpecificationSays) {
  auto writer = PcapngWriter::create(path(), {{.name = "emu:a", .speed = 10_Gbps}}, {}, kBegan).value();
  EXPECT_TRUE(writer.write({.time = Nanoseconds{0x0102030405060708},
                            .port = 0,
                            .direction = CaptureDirection::outbound,
                            .frame = marked_frame(61, 0x11),
                            .comment = "late"}));
  ASSERT_TRUE(writer.close().has_value());
  CaptureBytes expected(Order::little);
  expected.u32(0x0a0d0d0a).u32(44).u32(0x1a2b3c4d).u16(1).u16(0).u32(0xffff'ffff).u32(0xffff'ffff);
  expected.u16(4).u16(6).raw(text("pktgen")).u16(0).u32(0).u32(44);
  expected.u32(1).u32(56).u16(1).u16(0).u32(262144);
  expected.u16(2).u16(5).raw(text("emu:a")).raw({0, 0, 0});  // if_name
  expected.u16(8).u16(8).u32(0x540b'e400).u32(2);            // if_speed: 10^10
  expected.u16(9).u16(1).raw({9, 0, 0, 0}).u32(0).u32(56);   // if_tsresol: 10^-9
  expected.u32(6).u32(116).u32(0).u32(0x01020304).u32(0x05060708).u32(61).u32(61);
  expected.raw(marked_frame(61, 0x11)).raw({0, 0, 0});
  expected.u16(2).u16(4).u32(2).u16(1).u16(4).raw(text("late")).u32(0).u32(116);
  EXPECT_EQ(bytes_of(path()), expected.bytes());
}

TEST_F(PcapngFiles, HaveNoOptionsWhereNothingIsToBeSaid) {
  auto writer = PcapngWriter::create(path(), {{.name = "a"}}, {}, kBegan).value();
  const auto preamble = std::filesystem::file_size(path());
  EXPECT_TRUE(writer.write({.time = kBegan, .frame = marked_frame(60, 1)}));
  ASSERT_TRUE(writer.close().has_value());
  EXPECT_EQ(std::filesystem::file_size(path()) - preamble, 32u + 60u);
}

TEST_F(PcapngFiles, AreReadBackByLibpcapWithNanosecondsFromEveryPort) {
  auto writer = PcapngWriter::create(path(), {{.name = "a"}, {.name = "b"}}, {}, kBegan).value();
  for (std::uint32_t i = 0; i < 2; ++i)
    EXPECT_TRUE(
        writer.write({.time = kBegan + Nanoseconds{i + 1}, .port = i, .frame = marked_frame(62 + i, 9)}));
  ASSERT_TRUE(writer.close().has_value());
  auto reader = PcapReader::open(path(), {}).value();
  const auto first = reader.next().value();
  EXPECT_EQ(first->time.count(), 1'796'126'906'000'000'001);
  EXPECT_TRUE(std::ranges::equal(first->bytes, marked_frame(62, 9)));
  const auto second = reader.next().value();
  EXPECT_EQ(second->time.count(), 1'796'126'906'000'000'002);
  EXPECT_TRUE(std::ranges::equal(second->bytes, marked_frame(63, 9)));
}

TEST_F(PcapngFiles, KeepALargeFramesLengthAndCutItsBytesAndALongComment) {
  auto writer = PcapngWriter::create(path(), {{.name = "a"}}, {}, kBegan).value();
  const auto preamble = std::filesystem::file_size(path());
  const std::string comment(5000, 'x');
  EXPECT_TRUE(writer.write({.time = kBegan, .frame = Bytes(20'000, 1), .comment = comment}));
  ASSERT_TRUE(writer.close().has_value());
  EXPECT_EQ(std::filesystem::file_size(path()) - preamble, 32u + 16'384u + 4u + 4'096u + 4u);
  auto reader = PcapReader::open(path(), {}).value();
  const auto refused = reader.next();
  EXPECT_NE(refused.error().message.find("16384 of 20000 bytes were captured"), std::string::npos);
}

TEST_F(PcapngFiles, RotateAfterSoManyFramesAndKeepTheNewest) {
  auto writer = PcapngWriter::create(path(), {{.name = "a"}}, {.files = 2, .most_frames = 3}, kBegan).value();
  for (int i = 0; i < 10; ++i)
    EXPECT_TRUE(writer.write({.time = kBegan + std::chrono::seconds(i), .frame = marked_frame(60, 1)}));
  ASSERT_TRUE(writer.close().has_value());
  // Frames 0 to 2, 3 to 5, 6 to 8, and 9; the first two files are gone.
  EXPECT_EQ(names(), (std::vector<std::string>{"seen_00003_20261201120832.pcapng",
                                               "seen_00004_20261201120835.pcapng"}));
  EXPECT_EQ(frames_in(writer.files()[0]), 3u);
  EXPECT_EQ(frames_in(writer.files()[1]), 1u);
}

TEST_F(PcapngFiles, RotateBeforeTheyHoldMoreBytesThanAsked) {
  auto writer = PcapngWriter::create(path(), {{.name = "a"}}, {.most_bytes = 30'000}, kBegan).value();
  for (int i = 0; i < 60; ++i) EXPECT_TRUE(writer.write({.time = kBegan, .frame = marked_frame(1514, 1)}));
  ASSERT_TRUE(writer.close().has_value());
  ASSERT_EQ(writer.files().size(), 4u);
  // 1548 bytes a block, 84 before the first: 19 of them fit.
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(std::filesystem::file_size(writer.files()[i]), 84u + 19u * 1548u);
    EXPECT_EQ(frames_in(writer.files()[i]), 19u);
  }
  EXPECT_EQ(frames_in(writer.files()[3]), 3u);
}

TEST_F(PcapngFiles, ThatAreTooSmallForAFrameOrARingWithoutALimitAreRefused) {
  EXPECT_EQ(PcapngWriter::create(path(), {{.name = "a"}}, {.most_bytes = 20'000}, kBegan).error().message,
            "a capture file of 20000 bytes can't hold every frame; say 20628 bytes at least");
  EXPECT_EQ(PcapngWriter::create(path(), {{.name = "a"}}, {.files = 3}, kBegan).error().message,
            "a ring of 3 capture files wants to know when a file is full; say how many bytes or frames each "
            "may hold");
  EXPECT_TRUE(names().empty());
}

TEST_F(PcapngFiles, ThatCantBeMadeAreToldAtOnce) {
  const auto refused = PcapngWriter::create("/nowhere/seen.pcapng", {{.name = "a"}}, {}, kBegan);
  EXPECT_EQ(refused.error().kind, ErrorKind::environment);
  EXPECT_EQ(refused.error().message,
            "can't write /nowhere/seen.pcapng: No such file or directory; free some room or choose another "
            "place");
}

TEST_F(PcapngFiles, OnAFullDiskAreToldAtOnce) {
  const auto refused = PcapngWriter::create("/dev/full", {{.name = "a"}}, {}, kBegan);
  EXPECT_EQ(refused.error().message,
            "can't write /dev/full: No space left on device; free some room or choose another place");
}

TEST_F(PcapngFiles, EndWithAWholeBlockWhereTheDiskIsFullInTheMiddle) {
  auto writer = PcapngWriter::create(path(), {{.name = "a"}}, {}, kBegan).value();
  rlimit usual{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &usual), 0);
  const auto former = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{1'000'000, usual.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  bool is_good = true;
  for (int i = 0; i < 2000 && is_good; ++i)
    is_good = writer.write({.time = kBegan, .frame = marked_frame(1514, 1)});
  const auto closed = writer.close();
  ::setrlimit(RLIMIT_FSIZE, &usual);
  std::signal(SIGXFSZ, former);
  EXPECT_FALSE(is_good);
  EXPECT_EQ(closed.error().message,
            "can't write " + path() + ": File too large; free some room or choose another place");
  EXPECT_EQ((std::filesystem::file_size(path()) - 84) % 1548, 0u);
  EXPECT_GT(frames_in(path()), 400u);
}

}  // namespace
}  // namespace pktgen

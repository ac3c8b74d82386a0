#include "plan/profile.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <set>

#include "support/profiles.h"

namespace pktgen {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

std::string refusal(const std::string& text, const std::string& name = "x.toml") {
  const auto profile = parse_profile(text, name);
  EXPECT_FALSE(profile);
  if (profile) return {};
  EXPECT_EQ(profile.error().kind, ErrorKind::plan);
  EXPECT_EQ(profile.error().message.find('\n'), std::string::npos);
  return profile.error().message;
}

/// A profile that is refused for its lines from the fourth on.
std::string refusal_of(const std::string& rest) {
  return refusal("summary = \"a card\"\n[match]\ndriver = \"net_x\"\n" + rest);
}

/// A directory of its own for a test, gone afterwards.
class Directory {
 public:
  Directory() {
    std::string pattern = (fs::temp_directory_path() / "profiles-XXXXXX").string();
    path_ = ::mkdtemp(pattern.data());
  }
  ~Directory() { fs::remove_all(path_); }
  Directory(const Directory&) = delete;
  Directory& operator=(const Directory&) = delete;

  void write(const std::string& name, const std::string& text) const { std::ofstream(path_ / name) << text; }
  std::string path() const { return path_.string(); }

 private:
  fs::path path_;
};

// Keys and values

TEST(Profile, HoldsWhatItsFileSays) {
  const PmdProfile x710 = named("x710");
  EXPECT_EQ(x710.match.driver, "net_i40e");
  EXPECT_EQ(x710.match.pci_ids.front(), "8086:1572");
  EXPECT_TRUE(x710.match.any_id);
  EXPECT_EQ(x710.frame.max_mtu, MtuBytes{9702});
  EXPECT_EQ(x710.frame.ethertypes_blocked, std::vector<std::uint32_t>{0x8808});
  EXPECT_EQ(x710.rx.descriptors, 2048u);
  EXPECT_EQ(x710.tx.rs_thresh, 32u);
  EXPECT_EQ(x710.link.speeds, (std::vector<LinkBitsPerSecond>{{100'000'000}, 1_Gbps, 10_Gbps}));
  EXPECT_EQ(x710.link.up_timeout, milliseconds(10'000));
  EXPECT_EQ(x710.limits.device_frames_per_second, FramesPerSecond{37e6});
  EXPECT_EQ(x710.limits.device_limit_below, FrameBytes{160});
  EXPECT_EQ(x710.stats.counters_include_fcs, false);
}

TEST(Profile, LeavesUnknownWhatItsFileDoesNotSay) {
  const PmdProfile profile = parsed("");
  EXPECT_EQ(profile.stats.counters_include_fcs, std::nullopt);
  EXPECT_EQ(profile.stats.tx_counts_sent, std::nullopt);
  EXPECT_EQ(profile.stats.crc_error_xstats, std::nullopt);
  EXPECT_EQ(profile.frame.max_mtu, std::nullopt);
  EXPECT_EQ(profile.tx.rs_thresh, std::nullopt);
}

TEST(Profile, TellsNoCountersFromUnknownCounters) {
  EXPECT_EQ(named("aqc107").stats.crc_error_xstats, std::vector<std::string>{});
  EXPECT_EQ(named("virtio").stats.crc_error_xstats, std::nullopt);
}

TEST(Profile, IsAboutAllDevicesOfItsDriverIfItListsNone) {
  EXPECT_TRUE(parsed("").match.any_id);
  EXPECT_FALSE(parsed("pci_ids = [\"8086:1572\"]\n").match.any_id);
  EXPECT_TRUE(parsed("pci_ids = [\"8086:1572\"]\nany_id = true\n").match.any_id);
}

TEST(Profile, IsNamedAfterItsFile) {
  const auto profile = parse_profile("summary = \"a\"\n[match]\ndriver = \"d\"\n", "/etc/pmd.d/my.card.toml");
  ASSERT_TRUE(profile) << profile.error().message;
  EXPECT_EQ(profile->name, "my.card");
}

TEST(Profile, KeepsItsQuirksInOrder) {
  const PmdProfile profile = parsed(
      "[[quirk]]\nkey = \"tx.rs_thresh\"\nwhy = \"one\"\nseen_on = \"a card\"\n"
      "[[quirk]]\nkey = \"summary\"\nwhy = \"two\"\n");
  ASSERT_EQ(profile.quirks.size(), 2u);
  EXPECT_EQ(profile.quirks[0].key, "tx.rs_thresh");
  EXPECT_EQ(profile.quirks[0].seen_on, "a card");
  EXPECT_EQ(profile.quirks[1].why, "two");
  EXPECT_EQ(profile.quirks[1].seen_on, "");
}

// Refusals

TEST(Profile, RefusesAnUnknownKeyNamingTheNearest) {
  EXPECT_EQ(refusal_of("[tx]\nrs_tresh = 32\n"),
            "x.toml:5:1: unknown key \"rs_tresh\"; the nearest known name is \"rs_thresh\"");
  EXPECT_EQ(refusal_of("[stat]\n"),
            "x.toml:4:2: unknown table \"stat\"; the nearest known name is \"stats\"");
  EXPECT_EQ(refusal_of("[link]\npoll_ms = 5\n"),
            "x.toml:5:1: poll_ms doesn't belong here; the nearest known key is stats.poll_ms");
}

TEST(Profile, RefusesWrongTypes) {
  EXPECT_EQ(refusal_of("[tx]\nfast_free = 1\n"),
            "x.toml:5:13: tx.fast_free wants true or false, found the integer 1");
  EXPECT_EQ(refusal_of("[rx]\ndescriptors = \"2048\"\n"),
            "x.toml:5:15: rx.descriptors wants a whole number from 1 to 32768, found the string \"2048\"");
  EXPECT_EQ(refusal_of("[link]\nspeeds = \"10G\"\n"),
            "x.toml:5:10: link.speeds wants an array, found the string \"10G\"");
  EXPECT_EQ(refusal_of("quirk = 1\n"),
            "x.toml:4:1: unknown key \"quirk\"; the nearest known name is \"driver\"");
  EXPECT_EQ(refusal("quirk = 1\n"),
            "x.toml:1:9: quirk wants tables, each under its own [[quirk]], found the integer 1");
  EXPECT_EQ(refusal("quirk = [1]\n"), "x.toml:1:10: quirk wants tables, each under its own [[quirk]]");
}

TEST(Profile, RefusesValuesOutOfRange) {
  EXPECT_EQ(refusal_of("[rx]\ndescriptors = 0\n"),
            "x.toml:5:15: rx.descriptors wants a whole number from 1 to 32768, found the integer 0");
  EXPECT_EQ(
      refusal_of("[link]\nup_timeout_ms = 600001\n"),
      "x.toml:5:17: link.up_timeout_ms wants a whole number from 1 to 600000, found the integer 600001");
  EXPECT_EQ(refusal_of("[link]\nrequest = \"12G\"\n"),
            "x.toml:5:11: link.request wants \"auto\" or a speed like \"10G\", found the string \"12G\"");
  EXPECT_EQ(refusal_of("[link]\nspeeds = [\"auto\"]\n"),
            "x.toml:5:11: link.speeds wants speeds like \"10G\", found the string \"auto\"");
  EXPECT_EQ(refusal_of("[link]\ncarrier = \"wire\"\n"),
            "x.toml:5:11: link.carrier wants \"device\", \"kernel\" or \"none\", found the string \"wire\"");
  EXPECT_EQ(
      refusal_of("pci_ids = [\"8086:15FF\"]\n"),
      "x.toml:4:12: match.pci_ids wants vendor and device in small letters like \"8086:1572\", found the "
      "string \"8086:15FF\"");
}

TEST(Profile, RefusesAKeyThatIsThereTwice) {
  EXPECT_NE(refusal_of("[tx]\nfast_free = true\nfast_free = false\n").find("this key is there twice"),
            std::string::npos);
}

TEST(Profile, RefusesAQuirkOfNothingKnown) {
  EXPECT_EQ(refusal_of("[[quirk]]\nkey = \"tx.rs_tresh\"\nwhy = \"so\"\n"),
            "x.toml:4:1: a quirk about \"tx.rs_tresh\", which isn't a key; the nearest known name is "
            "\"tx.rs_thresh\"");
  EXPECT_EQ(refusal_of("[[quirk]]\nkey = \"tx.rs_thresh\"\n"),
            "x.toml:4:1: a quirk wants key and why; say which key it is about and why");
  EXPECT_EQ(refusal_of("[[quirk]]\nwhen = \"now\"\n"),
            "x.toml:5:1: unknown key \"when\" of a quirk; the nearest known name is \"why\"");
  EXPECT_EQ(refusal_of("[[quirk]]\nkey = 1\n"), "x.toml:5:7: key of a quirk wants a text");
}

TEST(Profile, RefusesWhatContradictsItself) {
  EXPECT_EQ(refusal_of("[rx]\ndescriptors = 256\ndescriptors_min = 512\n"),
            "x.toml: rx.descriptors is 256, outside its own bounds 512 to 32768");
  EXPECT_EQ(refusal_of("[tx]\ndescriptors = 1000\ndescriptors_align = 32\n"),
            "x.toml: tx.descriptors is 1000, not a multiple of descriptors_align 32");
  EXPECT_EQ(refusal("summary = \"a card\"\n"),
            "x.toml: match.driver is missing; only generic.toml does without, say like \"net_i40e\"");
  EXPECT_EQ(refusal("[match]\ndriver = \"net_x\"\n"),
            "x.toml: summary is missing; say what devices this is about");
}

TEST(Profile, RefusesAnythingWithoutEndingTheProgram) {
  for (const std::string text : {"", "[", "a = ", "[[quirk]]\n[[quirk.key]]\n", "quirk = [[1]]\n", "\xff\xfe",
                                 "match = 1\n", "[match.driver]\nx = 1\n", "[[match]]\n"})
    EXPECT_FALSE(parse_profile(text, "x.toml")) << text;
}

// Which profile a device gets

TEST(ProfileFor, TakesTheExactIdBeforeTheDriver) {
  EXPECT_EQ(profile_for(built_ins(), "8086:1572", "net_i40e").name, "x710");
  EXPECT_EQ(profile_for(built_ins(), "8086:1563", "net_ixgbe").name, "x550");
  EXPECT_EQ(profile_for(built_ins(), "8086:10fb", "net_ixgbe").name, "x520");
  EXPECT_EQ(profile_for(built_ins(), "1d6a:07b1", "net_atlantic").name, "aqc107");
  EXPECT_EQ(profile_for(built_ins(), "8086:10d3", "net_e1000_em").name, "e1000");
}

TEST(ProfileFor, TakesTheDriverForAnIdThatNoProfileLists) {
  EXPECT_EQ(profile_for(built_ins(), "8086:1528", "net_ixgbe").name, "x520");
  EXPECT_EQ(profile_for(built_ins(), "8086:1583", "net_i40e").name, "x710");
  EXPECT_EQ(profile_for(built_ins(), "", "net_af_packet").name, "af_packet");
  EXPECT_EQ(profile_for(built_ins(), "", "net_ring").name, "ring");
}

TEST(ProfileFor, TakesTheGenericOneForWhatNobodyKnows) {
  EXPECT_EQ(profile_for(built_ins(), "15b3:1017", "mlx5_pci").name, "generic");
  EXPECT_EQ(profile_for(built_ins(), "", "").name, "generic");
}

// The files

TEST(BuiltInProfiles, AreThese) {
  std::vector<std::string> names;
  for (const PmdProfile& profile : built_ins()) names.push_back(profile.name);
  EXPECT_EQ(names, (std::vector<std::string>{"af_packet", "af_xdp", "aqc107", "e1000", "generic", "igb",
                                             "memif", "null", "pcap", "ring", "tap", "virtio", "vmxnet3",
                                             "x520", "x550", "x710"}));
}

TEST(BuiltInProfiles, ClaimEachDeviceOnce) {
  std::multiset<std::string> ids, drivers;
  for (const PmdProfile& profile : built_ins()) {
    ids.insert(profile.match.pci_ids.begin(), profile.match.pci_ids.end());
    if (profile.match.any_id) drivers.insert(profile.match.driver);
  }
  EXPECT_EQ(ids.size(), 40u);
  for (const std::string& id : ids) EXPECT_EQ(ids.count(id), 1u) << id;
  for (const std::string& driver : drivers) EXPECT_EQ(drivers.count(driver), 1u) << driver;
}

TEST(BuiltInProfiles, GiveAReasonForEachWishThatIsNoDefault) {
  for (const PmdProfile& profile : built_ins()) {
    std::set<std::string> explained;
    for (const Quirk& quirk : profile.quirks) explained.insert(quirk.key);
    const auto expect = [&](bool is_set, const char* key) {
      EXPECT_TRUE(!is_set || explained.contains(key)) << profile.name << " " << key;
    };
    expect(profile.tx.rs_thresh.has_value(), "tx.rs_thresh");
    expect(profile.stats.counters_include_fcs.has_value(), "stats.counters_include_fcs");
    expect(!profile.frame.ethertypes_blocked.empty(), "frame.ethertypes_blocked");
    expect(profile.flow_control.on_by_default, "flow_control.on_by_default");
    expect(profile.tx.may_block, "tx.may_block");
    expect(profile.stats.tx_counts_sent == false, "stats.tx_counts_sent");
    expect(profile.limits.device_frames_per_second.count > 0, "limits.device_frames_per_second");
  }
}

TEST(BuiltInProfiles, HaveEachOfTheirKeysInTheReadme) {
  const std::string readme = text_of(source_root() / "pmd_config/README.md");
  for (const std::string& key : profile_keys())
    EXPECT_NE(readme.find("| `" + key + "` |"), std::string::npos) << key;
}

TEST(BuiltInProfiles, HaveEachKeyThatTheReadmeTellsOf) {
  std::string readme = text_of(source_root() / "pmd_config/README.md");
  readme = readme.substr(0, readme.find("## Who obeys them"));
  const std::vector<std::string> known = profile_keys();
  std::size_t told = 0;
  for (std::size_t at = readme.find("\n| `"); at != std::string::npos; at = readme.find("\n| `", at + 1)) {
    const std::size_t first = at + 4, end = readme.find('`', first);
    const std::string key = readme.substr(first, end - first);
    EXPECT_NE(std::ranges::find(known, key), known.end()) << key;
    ++told;
  }
  EXPECT_EQ(told, known.size()) << "each once";
}

// Overrides

constexpr const char* kMyX710 =
    "summary = \"mine\"\n[match]\ndriver = \"net_i40e\"\nany_id = true\npci_ids = [\"8086:1572\"]\n[rx]\n"
    "descriptors = 4096\n";

TEST(Overrides, ReplaceTheBuiltInOfTheirName) {
  const Directory directory;
  directory.write("x710.toml", kMyX710);
  const auto profiles = load_profiles(directory.path());
  ASSERT_TRUE(profiles) << profiles.error().message;
  EXPECT_EQ(profiles->size(), built_ins().size());
  EXPECT_EQ(profile_for(*profiles, "8086:1572", "net_i40e").rx.descriptors, 4096u);
}

TEST(Overrides, SetSingleKeysAndLeaveTheRest) {
  const Directory directory;
  directory.write("x710.toml", "[rx]\ndescriptors = 4096\n[limits]\nnotes = [\"mine\"]\n");
  const auto profiles = load_profiles(directory.path());
  ASSERT_TRUE(profiles) << profiles.error().message;
  const PmdProfile& x710 = profile_for(*profiles, "8086:1572", "net_i40e");
  EXPECT_EQ(x710.rx.descriptors, 4096u);
  EXPECT_EQ(x710.limits.notes, std::vector<std::string>{"mine"});
  EXPECT_EQ(x710.tx.rs_thresh, 32u);
  EXPECT_EQ(x710.frame.ethertypes_blocked, std::vector<std::uint32_t>{0x8808});
  EXPECT_TRUE(x710.match.any_id);
  EXPECT_EQ(x710.quirks.size(), named("x710").quirks.size());
}

TEST(Overrides, SayOfEachValueWhichFileSetIt) {
  const Directory directory;
  directory.write("x710.toml", "[rx]\ndescriptors = 4096\n[tx]\nfast_free = false\n");
  const auto profiles = load_profiles(directory.path());
  ASSERT_TRUE(profiles) << profiles.error().message;
  const EffectiveSettings settings = settle(profile_for(*profiles, "8086:1572", "net_i40e"), {}, {64});
  const std::string file = directory.path() + "/x710.toml";
  EXPECT_TRUE(describe(settings).starts_with("profile: x710, built in\nset by " + file +
                                             ":2:1: rx.descriptors\nset by " + file + ":4:1: tx.fast_free\n"))
      << describe(settings);
  ASSERT_GE(settings.notes.size(), 2u);
  EXPECT_EQ(settings.notes[0], "rx.descriptors is as " + file + ":2:1 says");
  EXPECT_EQ(settings.notes[1], "tx.fast_free is as " + file + ":4:1 says");
}

TEST(Overrides, ReplaceTheQuirksAboutTheirKey) {
  const Directory directory;
  directory.write("x710.toml", "[[quirk]]\nkey = \"tx.rs_thresh\"\nwhy = \"tried here\"\n");
  const auto profiles = load_profiles(directory.path());
  ASSERT_TRUE(profiles) << profiles.error().message;
  std::vector<std::string> whys;
  for (const Quirk& quirk : profile_for(*profiles, "8086:1572", "net_i40e").quirks)
    if (quirk.key == "tx.rs_thresh") whys.push_back(quirk.why);
  EXPECT_EQ(whys, std::vector<std::string>{"tried here"});
}

TEST(Overrides, AreHeldAgainstTheBoundsOfTheBuiltIn) {
  const Directory directory;
  directory.write("aqc107.toml", "[rx]\ndescriptors = 256\n");
  const auto profiles = load_profiles(directory.path());
  ASSERT_FALSE(profiles);
  EXPECT_TRUE(profiles.error().message.ends_with(
      "/aqc107.toml: rx.descriptors is 256, outside its own bounds 512 to 8184"))
      << profiles.error().message;
}

TEST(Profile, SaysHowItsCountersAreToBeRead) {
  const CounterRules x710 = counter_rules(named("x710").stats);
  EXPECT_EQ(x710.kind, CounterKind::wraps);
  EXPECT_EQ(x710.frame_bits, 48u);
  EXPECT_EQ(x710.error_bits, 32u);
  EXPECT_EQ(counter_rules(named("x550").stats).kind, CounterKind::sums_of_cleared);
  EXPECT_EQ(counter_rules(named("x520").stats).error_bits, 32u);
  EXPECT_EQ(counter_rules(named("aqc107").stats).dead_all_ones_bits, (std::vector<std::uint32_t>{32, 64}));
  EXPECT_EQ(counter_rules(named("null").stats).counts_tx, false);
  EXPECT_EQ(refusal_of("[stats]\ncounters = \"shrink\"\n"),
            "x.toml:5:12: stats.counters wants \"grow\", \"wrap\", \"stick\", \"clear\" or "
            "\"sum_of_cleared\", found the string \"shrink\"");
}

TEST(Overrides, AddWhatIsNew) {
  const Directory directory;
  directory.write("mlx5.toml", "summary = \"a card\"\n[match]\ndriver = \"mlx5_pci\"\n");
  directory.write("notes.txt", "not a profile");
  const auto profiles = load_profiles(directory.path());
  ASSERT_TRUE(profiles) << profiles.error().message;
  EXPECT_EQ(profiles->size(), built_ins().size() + 1);
  EXPECT_EQ(profile_for(*profiles, "15b3:1017", "mlx5_pci").name, "mlx5");
}

TEST(Overrides, AreRefusedIfTheyClaimADeviceOfAnother) {
  const Directory directory;
  directory.write("mine.toml", kMyX710);
  const auto profiles = load_profiles(directory.path());
  ASSERT_FALSE(profiles);
  EXPECT_EQ(profiles.error().kind, ErrorKind::plan);
  EXPECT_TRUE(
      profiles.error().message.ends_with("x710.toml: 8086:1572 is in mine.toml too; take it out, or give "
                                         "your file that name to replace it") ||
      profiles.error().message.ends_with("mine.toml: 8086:1572 is in x710.toml too; take it out, or give "
                                         "your file that name to replace it"))
      << profiles.error().message;
}

TEST(Overrides, AreRefusedIfTheyClaimAllOfADriverTwice) {
  const Directory directory;
  directory.write("mine.toml", "summary = \"a\"\n[match]\ndriver = \"net_ixgbe\"\n");
  const auto profiles = load_profiles(directory.path());
  ASSERT_FALSE(profiles);
  EXPECT_NE(profiles.error().message.find("mine.toml: x520.toml is about any device of net_ixgbe already"),
            std::string::npos)
      << profiles.error().message;
}

TEST(Overrides, SayWhereTheyAreWrong) {
  const Directory directory;
  directory.write("x710.toml", "sumary = \"a\"\n");
  const auto profiles = load_profiles(directory.path());
  ASSERT_FALSE(profiles);
  EXPECT_EQ(
      profiles.error().message,
      directory.path() + "/x710.toml:1:1: unknown key \"sumary\"; the nearest known name is \"summary\"");
}

TEST(Overrides, NeedADirectoryThatIsThere) {
  const auto profiles = load_profiles("/nowhere/at/all");
  ASSERT_FALSE(profiles);
  EXPECT_EQ(profiles.error().kind, ErrorKind::environment);
  EXPECT_EQ(
      profiles.error().message,
      "/nowhere/at/all: can't be read as a directory of profiles: No such file or directory; check the path");
}

TEST(Overrides, AreNoneWithoutADirectory) {
  const auto profiles = load_profiles("");
  ASSERT_TRUE(profiles) << profiles.error().message;
  EXPECT_EQ(profiles->size(), built_ins().size());
}

}  // namespace
}  // namespace pktgen

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <variant>

#include "base/text.h"
#include "plan/profile.h"
#include "plan/toml_library.h"
#include "plan/toml_reader.h"

namespace pktgen {
namespace {

using Texts = std::vector<std::string>;
using Number = std::uint32_t;
using Field =
    std::variant<bool*, std::optional<bool>*, Number*, std::optional<Number>*, std::vector<Number>*,
                 std::string*, Texts*, std::optional<Texts>*, LinkBitsPerSecond*,
                 std::vector<LinkBitsPerSecond>*, Nanoseconds*, std::optional<Nanoseconds>*,
                 std::optional<MtuBytes>*, FrameBytes*, FramesPerSecond*, PmdProfile::Carrier*, CounterKind*>;

/// A key of a profile: where it stands, what it sets, and the numbers it may be.
struct ProfileKey {
  std::string_view table, key;
  Field (*field)(PmdProfile&);
  double least = 0, most = 0;
};

#define FIELD(member) [](PmdProfile& p) -> Field { return &p.member; }
constexpr ProfileKey kProfileKeys[] = {
    {"", "summary", FIELD(summary)},
    {"match", "driver", FIELD(match.driver)},
    {"match", "pci_ids", FIELD(match.pci_ids)},
    {"match", "any_id", FIELD(match.any_id)},
    {"bind", "userspace_drivers", FIELD(bind.userspace_drivers)},
    {"link", "speeds", FIELD(link.speeds)},
    {"link", "request", FIELD(link.request)},
    {"link", "unknown_speed_means", FIELD(link.unknown_speed_means)},
    {"link", "fixed_allowed", FIELD(link.fixed_allowed)},
    {"link", "carrier", FIELD(link.carrier)},
    {"link", "speed_is_nominal", FIELD(link.speed_is_nominal)},
    {"link", "up_timeout_ms", FIELD(link.up_timeout), 1, 600'000},
    {"link", "restart_delay_ms", FIELD(link.restart_delay), 0, 60'000},
    {"link", "start_retries", FIELD(link.start_retries), 0, 10},
    {"frame", "max_mtu_bytes", FIELD(frame.max_mtu), 68, 65'535},
    {"frame", "mtu_settable", FIELD(frame.mtu_settable)},
    {"frame", "ethertypes_blocked", FIELD(frame.ethertypes_blocked), 0x600, 0xffff},
    {"rx", "descriptors", FIELD(rx.descriptors), 1, 32'768},
    {"rx", "descriptors_min", FIELD(rx.descriptors_min), 1, 32'768},
    {"rx", "descriptors_max", FIELD(rx.descriptors_max), 1, 32'768},
    {"rx", "descriptors_align", FIELD(rx.descriptors_align), 1, 4096},
    {"rx", "descriptors_pow2", FIELD(rx.descriptors_pow2)},
    {"rx", "free_thresh", FIELD(rx.free_thresh), 1, 4096},
    {"rx", "burst_frames", FIELD(rx.burst_frames), 4, 512},
    {"rx", "drop_en", FIELD(rx.drop_en)},
    {"rx", "buffer_bytes", FIELD(rx.buffer_bytes), 1536, 65'407},
    {"rx", "buffer_jumbo_bytes", FIELD(rx.buffer_jumbo_bytes), 9030, 65'407},
    {"tx", "descriptors", FIELD(tx.descriptors), 1, 32'768},
    {"tx", "descriptors_min", FIELD(tx.descriptors_min), 1, 32'768},
    {"tx", "descriptors_max", FIELD(tx.descriptors_max), 1, 32'768},
    {"tx", "descriptors_align", FIELD(tx.descriptors_align), 1, 4096},
    {"tx", "descriptors_pow2", FIELD(tx.descriptors_pow2)},
    {"tx", "free_thresh", FIELD(tx.free_thresh), 1, 4096},
    {"tx", "rs_thresh", FIELD(tx.rs_thresh), 1, 4096},
    {"tx", "fast_free", FIELD(tx.fast_free)},
    {"tx", "may_block", FIELD(tx.may_block)},
    {"flow_control", "on_by_default", FIELD(flow_control.on_by_default)},
    {"flow_control", "off_at_start", FIELD(flow_control.off_at_start)},
    {"stats", "poll_ms", FIELD(stats.poll), 10, 60'000},
    {"stats", "poll_at_least_every_ms", FIELD(stats.poll_at_least_every), 10, 3'600'000},
    {"stats", "counters", FIELD(stats.counters)},
    {"stats", "frame_counter_bits", FIELD(stats.frame_counter_bits), 16, 64},
    {"stats", "error_counter_bits", FIELD(stats.error_counter_bits), 16, 64},
    {"stats", "counts_bytes", FIELD(stats.counts_bytes)},
    {"stats", "counters_include_fcs", FIELD(stats.counters_include_fcs)},
    {"stats", "ierrors_are_frames", FIELD(stats.ierrors_are_frames)},
    {"stats", "tx_counts_sent", FIELD(stats.tx_counts_sent)},
    {"stats", "dead_all_ones_bits", FIELD(stats.dead_all_ones_bits), 8, 64},
    {"stats", "crc_error_xstats", FIELD(stats.crc_error_xstats)},
    {"stats", "pause_received_xstats", FIELD(stats.pause_received_xstats)},
    {"stats", "pause_sent_xstats", FIELD(stats.pause_sent_xstats)},
    {"recover", "restart_stuck_queue", FIELD(recover.restart_stuck_queue)},
    {"module", "eeprom", FIELD(module.eeprom)},
    {"limits", "device_frames_per_second", FIELD(limits.device_frames_per_second), 1, 1e12},
    {"limits", "device_limit_below_bytes", FIELD(limits.device_limit_below), 64, 65'535},
    {"limits", "notes", FIELD(limits.notes)},
};
#undef FIELD
constexpr std::string_view kProfileTables[] = {"match", "bind",         "link",    "frame",  "rx",    "tx",
                                               "stats", "flow_control", "recover", "module", "limits"};
constexpr std::string_view kQuirkKeys[] = {"key", "why", "seen_on"};

std::string full_name(const ProfileKey& key) {
  return key.table.empty() ? std::string(key.key) : fmt::format("{}.{}", key.table, key.key);
}

bool is_pci_id(std::string_view id) {
  constexpr std::string_view kHex = "0123456789abcdef";
  return id.size() == 9 && id[4] == ':' &&
         id.substr(0, 4).find_first_not_of(kHex) == std::string_view::npos &&
         id.substr(5).find_first_not_of(kHex) == std::string_view::npos;
}

/// Sets one member of a profile from a value, by the member's type.
struct ProfileSetter {
  const TomlEntry& entry;
  const ProfileKey& key;

  tl::unexpected<Error> wrong(const TomlValue& value, std::string_view wanted) const {
    return fail(ErrorKind::plan, fmt::format("{}: {} wants {}, found {}", value.where, full_name(key), wanted,
                                             describe(value)));
  }

  /// A whole number within the key's bounds.
  Result<double> whole(const TomlValue& value) const {
    const bool fits =
        value.kind == TomlValue::Kind::integer && value.number >= key.least && value.number <= key.most;
    if (!fits) return wrong(value, fmt::format("a whole number from {} to {}", key.least, key.most));
    return value.number;
  }
  Result<void> read(const TomlValue& value, bool& to) const {
    if (value.kind != TomlValue::Kind::boolean) return wrong(value, "true or false");
    to = value.boolean;
    return {};
  }
  Result<void> read(const TomlValue& value, Number& to) const {
    return whole(value).map([&](double number) { to = static_cast<Number>(number); });
  }
  template <class Meaning, class Count>
  Result<void> read(const TomlValue& value, Quantity<Meaning, Count>& to) const {
    return whole(value).map([&](double number) { to.count = static_cast<Count>(number); });
  }
  Result<void> read(const TomlValue& value, Nanoseconds& to) const {
    return whole(value).map(
        [&](double number) { to = std::chrono::milliseconds(static_cast<std::int64_t>(number)); });
  }
  Result<void> read(const TomlValue& value, std::string& to) const {
    if (value.kind != TomlValue::Kind::text || value.text.empty()) return wrong(value, "a text");
    if (key.key == "pci_ids" && !is_pci_id(value.text))
      return wrong(value, "vendor and device in small letters like \"8086:1572\"");
    to = value.text;
    return {};
  }
  Result<void> read(const TomlValue& value, LinkBitsPerSecond& to) const {
    if (value.kind == TomlValue::Kind::text) {
      if (value.text == "auto" && key.key == "request") return to = {}, Result<void>{};
      if (const auto speed = find_speed(value.text)) return to = *speed, Result<void>{};
    }
    return wrong(value, key.key == "request" ? R"("auto" or a speed like "10G")" : R"(speeds like "10G")");
  }
  Result<void> read(const TomlValue& value, PmdProfile::Carrier& to) const {
    constexpr std::pair<std::string_view, PmdProfile::Carrier> kCarriers[] = {
        {"device", PmdProfile::Carrier::device},
        {"kernel", PmdProfile::Carrier::kernel},
        {"none", PmdProfile::Carrier::none}};
    for (const auto& [name, carrier] : kCarriers)
      if (value.kind == TomlValue::Kind::text && value.text == name) return to = carrier, Result<void>{};
    return wrong(value, R"("device", "kernel" or "none")");
  }
  Result<void> read(const TomlValue& value, CounterKind& to) const {
    constexpr std::pair<std::string_view, CounterKind> kKinds[] = {
        {"grow", CounterKind::grows},
        {"wrap", CounterKind::wraps},
        {"stick", CounterKind::sticks},
        {"clear", CounterKind::clears_on_read},
        {"sum_of_cleared", CounterKind::sums_of_cleared}};
    for (const auto& [name, kind] : kKinds)
      if (value.kind == TomlValue::Kind::text && value.text == name) return to = kind, Result<void>{};
    return wrong(value, R"("grow", "wrap", "stick", "clear" or "sum_of_cleared")");
  }
  template <class T>
  Result<void> read(const TomlValue& value, std::optional<T>& to) const {
    return read(value, to.emplace());
  }
  template <class T>
  Result<void> read(const TomlValue& value, std::vector<T>& to) const {
    if (value.kind != TomlValue::Kind::array) return wrong(value, "an array");
    to.clear();
    for (const TomlValue& element : value.elements)
      if (auto done = read(element, to.emplace_back()); !done) return done;
    return {};
  }

  template <class T>
  Result<void> operator()(T* to) const {
    return read(entry.value, *to);
  }
};

tl::unexpected<Error> unknown_in_profile(const TomlEntry& entry) {
  const bool is_table = entry.value.kind == TomlValue::Kind::table;
  // A known key in the wrong table: its table says more than a similar name.
  const auto* const elsewhere = std::ranges::find(kProfileKeys, entry.key, &ProfileKey::key);
  if (elsewhere != std::end(kProfileKeys) && !is_table)
    return fail(ErrorKind::plan, fmt::format("{}: {} doesn't belong here; the nearest known key is {}",
                                             entry.where, entry.key, full_name(*elsewhere)));
  std::vector<std::string_view> names;
  for (const ProfileKey& key : kProfileKeys)
    if (key.table == entry.table) names.push_back(key.key);
  if (entry.table.empty()) {
    names.insert(names.end(), std::begin(kProfileTables), std::end(kProfileTables));
    names.push_back("quirk");
  }
  return fail(ErrorKind::plan, fmt::format("{}: unknown {} {}; the nearest known name is {}", entry.where,
                                           is_table ? "table" : "key", in_quotes(entry.key),
                                           in_quotes(nearest(entry.key, names))));
}

Result<void> set_entry(PmdProfile& profile, const TomlEntry& entry) {
  const bool is_table = entry.value.kind == TomlValue::Kind::table;
  if (entry.table.empty() && is_table &&
      std::ranges::find(kProfileTables, entry.key) != std::end(kProfileTables))
    return {};
  if (entry.table.empty() && entry.key == "quirk") {
    if (entry.value.kind == TomlValue::Kind::array) return {};  // read_quirks does it
    return fail(ErrorKind::plan, fmt::format("{}: quirk wants tables, each under its own [[quirk]], found {}",
                                             entry.value.where, describe(entry.value)));
  }
  const auto* const key = std::ranges::find_if(
      kProfileKeys, [&](const ProfileKey& k) { return k.table == entry.table && k.key == entry.key; });
  if (key == std::end(kProfileKeys)) return unknown_in_profile(entry);
  return std::visit(ProfileSetter{entry, *key}, key->field(profile));
}

std::string place_in_profile(std::string_view name, const toml::source_region& region) {
  return fmt::format("{}:{}:{}", name, region.begin.line, region.begin.column);
}

Result<Quirk> read_quirk(const toml::table& table, std::string_view name) {
  Quirk quirk;
  for (const auto& [key, node] : table) {
    const auto* const field = std::ranges::find(kQuirkKeys, std::string_view(key.str()));
    if (field == std::end(kQuirkKeys))
      return fail(ErrorKind::plan, fmt::format("{}: unknown key {} of a quirk; the nearest known name is {}",
                                               place_in_profile(name, key.source()), in_quotes(key.str()),
                                               in_quotes(nearest(key.str(), kQuirkKeys))));
    const auto* const text = node.as_string();
    if (text == nullptr || text->get().empty())
      return fail(ErrorKind::plan, fmt::format("{}: {} of a quirk wants a text",
                                               place_in_profile(name, node.source()), *field));
    (*field == "key" ? quirk.key : *field == "why" ? quirk.why : quirk.seen_on) = text->get();
  }
  const std::string where = place_in_profile(name, table.source());
  if (quirk.key.empty() || quirk.why.empty())
    return fail(ErrorKind::plan,
                fmt::format("{}: a quirk wants key and why; say which key it is about and why", where));
  const std::vector<std::string> known = profile_keys();
  if (std::ranges::find(known, quirk.key) == known.end()) {
    const std::vector<std::string_view> names(known.begin(), known.end());
    return fail(ErrorKind::plan,
                fmt::format("{}: a quirk about {}, which isn't a key; the nearest known name is {}", where,
                            in_quotes(quirk.key), in_quotes(nearest(quirk.key, names))));
  }
  return quirk;
}

/// The array of tables `quirk`, which read_toml tells of and doesn't hold.
Result<std::vector<Quirk>> read_quirks(std::string_view text, std::string_view name) {
  std::vector<Quirk> quirks;
  const toml::parse_result parsed = toml::parse(text, name);
  if (parsed.failed()) return fail(ErrorKind::internal, fmt::format("{}: was TOML a moment ago", name));
  const auto* const array = parsed.table()["quirk"].as_array();
  if (array == nullptr) return quirks;
  for (const toml::node& node : *array) {
    const auto* const table = node.as_table();
    if (table == nullptr)
      return fail(ErrorKind::plan, fmt::format("{}: quirk wants tables, each under its own [[quirk]]",
                                               place_in_profile(name, node.source())));
    auto quirk = read_quirk(*table, name);
    if (!quirk) return tl::make_unexpected(quirk.error());
    quirks.push_back(std::move(*quirk));
  }
  return quirks;
}

Result<void> check_ring(const PmdProfile::Ring& ring, std::string_view table) {
  const Number least = ring.descriptors_min.value_or(1), most = ring.descriptors_max.value_or(32'768);
  if (ring.descriptors < least || ring.descriptors > most)
    return fail(ErrorKind::plan, fmt::format("{}.descriptors is {}, outside its own bounds {} to {}", table,
                                             ring.descriptors, least, most));
  if (ring.descriptors % ring.descriptors_align.value_or(1) != 0)
    return fail(ErrorKind::plan, fmt::format("{}.descriptors is {}, not a multiple of descriptors_align {}",
                                             table, ring.descriptors, *ring.descriptors_align));
  return {};
}

/// What no key can be wrong about alone.
Result<void> check_whole(const PmdProfile& profile) {
  if (profile.match.driver.empty() && profile.name != "generic")
    return fail(ErrorKind::plan,
                "match.driver is missing; only generic.toml does without, say like \"net_i40e\"");
  if (profile.match.driver.empty() && !profile.match.pci_ids.empty())
    return fail(ErrorKind::plan, "generic.toml is for devices that no profile lists; take match.pci_ids out");
  if (profile.summary.empty())
    return fail(ErrorKind::plan, "summary is missing; say what devices this is about");
  if (auto rx = check_ring(profile.rx, "rx"); !rx) return rx;
  return check_ring(profile.tx, "tx");
}

/// "pmd_config/x710.toml" is about "x710".
std::string stem_of(std::string_view name) {
  name.remove_prefix(name.rfind('/') + 1);
  return std::string(name.substr(0, name.rfind(".toml")));
}

}  // namespace

Result<PmdProfile> parse_profile(std::string_view text, std::string_view name) {
  PmdProfile empty;
  empty.name = stem_of(name);
  return override_profile(std::move(empty), text, name).map([](PmdProfile profile) {
    const bool says_any_id =
        std::ranges::find(profile.overrides, "match.any_id", &Override::key) != profile.overrides.end();
    if (!says_any_id) profile.match.any_id = profile.match.pci_ids.empty();
    profile.overrides.clear();
    return profile;
  });
}

Result<PmdProfile> override_profile(PmdProfile base, std::string_view text, std::string_view name) {
  const auto entries = read_toml(text, name);
  if (!entries) return tl::make_unexpected(entries.error());
  base.overrides.clear();
  for (const TomlEntry& entry : *entries) {
    if (auto set = set_entry(base, entry); !set) return tl::make_unexpected(set.error());
    if (entry.value.kind != TomlValue::Kind::table && entry.key != "quirk")
      base.overrides.push_back(
          {entry.table.empty() ? entry.key : entry.table + "." + entry.key, entry.where});
  }
  const auto quirks = read_quirks(text, name);
  if (!quirks) return tl::make_unexpected(quirks.error());
  std::erase_if(base.quirks, [&](const Quirk& old) {
    return std::ranges::find(*quirks, old.key, &Quirk::key) != quirks->end();
  });
  base.quirks.insert(base.quirks.end(), quirks->begin(), quirks->end());
  if (auto checked = check_whole(base); !checked) return within(name, checked.error());
  return base;
}

std::vector<std::string> profile_keys() {
  std::vector<std::string> names;
  for (const ProfileKey& key : kProfileKeys) names.push_back(full_name(key));
  return names;
}

}  // namespace pktgen

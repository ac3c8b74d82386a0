#include "plan/profile.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <system_error>

#include "base/text.h"
#include "base/embedded_file.h"
#include "plan/toml_reader.h"

namespace pktgen {
namespace {

namespace fs = std::filesystem;

/// No device may be claimed twice, and there must be a profile for what nobody claims.
Result<void> check_together(std::span<const PmdProfile> profiles) {
  std::map<std::string_view, std::string_view> of_id, of_driver;
  for (const PmdProfile& profile : profiles) {
    for (const std::string& id : profile.match.pci_ids)
      if (const auto [first, is_new] = of_id.try_emplace(id, profile.name); !is_new)
        return fail(
            ErrorKind::plan,
            fmt::format(
                "{}.toml: {} is in {}.toml too; take it out, or give your file that name to replace it",
                profile.name, id, first->second));
    if (!profile.match.any_id) continue;
    if (const auto [first, is_new] = of_driver.try_emplace(profile.match.driver, profile.name); !is_new)
      return fail(
          ErrorKind::plan,
          fmt::format("{}.toml: {}.toml is about any device of {} already; list pci_ids without any_id, or "
                      "give your file that name to replace it",
                      profile.name, first->second, profile.match.driver));
  }
  if (std::ranges::find(profiles, "generic", &PmdProfile::name) == profiles.end())
    return fail(ErrorKind::internal, "generic.toml is missing from the profiles that this program carries");
  return {};
}

/// The paths of the *.toml files in a directory, in order.
Result<std::vector<std::string>> find_files(const std::string& directory) {
  std::vector<std::string> paths;
  std::error_code error;
  fs::directory_iterator entry(directory, error);
  while (!error && entry != fs::directory_iterator()) {
    if (entry->path().extension() == ".toml") paths.push_back(entry->path().string());
    entry.increment(error);
  }
  if (error)
    return fail(ErrorKind::environment,
                fmt::format("{}: can't be read as a directory of profiles: {}; check the path", directory,
                            error.message()));
  std::ranges::sort(paths);
  return paths;
}

std::uint32_t or_else(std::uint32_t said, std::uint32_t otherwise) { return said != 0 ? said : otherwise; }

struct RingBounds {
  std::uint32_t least = 1, most = 1, align = 1;
};

RingBounds bounds_of(const PmdProfile::Ring& ring, std::uint32_t least, std::uint32_t most,
                     std::uint32_t align) {
  const std::uint32_t device_most = or_else(most, 32'768);
  RingBounds bounds;
  bounds.most = std::min(device_most, ring.descriptors_max.value_or(device_most));
  bounds.least =
      std::clamp(ring.descriptors_min.value_or(1), or_else(least, 1), std::max(device_most, least));
  bounds.align = std::max(or_else(align, 1), ring.descriptors_align.value_or(1));
  return bounds;
}

/// The count nearest to the wish that the bounds allow; upwards only where nothing below would do.
std::uint32_t fit_ring(const PmdProfile::Ring& ring, const RingBounds& bounds) {
  const auto round_down = [&](std::uint32_t n) {
    return ring.descriptors_pow2 ? std::bit_floor(n) : n / bounds.align * bounds.align;
  };
  const std::uint32_t below = round_down(std::min(ring.descriptors, bounds.most));
  if (below >= bounds.least) return below;
  const std::uint32_t above = ring.descriptors_pow2
                                  ? std::bit_ceil(bounds.least)
                                  : (bounds.least + bounds.align - 1) / bounds.align * bounds.align;
  return above <= bounds.most ? above : bounds.least;
}

/// The driver refuses thresholds that don't divide the ring or come near its length.
std::optional<std::uint32_t> fit_threshold(std::optional<std::uint32_t> wanted, std::uint32_t descriptors) {
  if (!wanted) return wanted;
  std::uint32_t fitting = *wanted;
  while (fitting > 1 && (descriptors % fitting != 0 || fitting * 2 > descriptors)) fitting /= 2;
  return fitting;
}

/// The largest MTU the port takes: what profile and device agree on, or all we ask for if neither says.
MtuBytes largest_mtu(const PmdProfile& profile, const DeviceLimits& device) {
  constexpr MtuBytes kUnsaid{65'535};
  MtuBytes most = profile.frame.max_mtu.value_or(kUnsaid);
  if (device.max_mtu.count != 0 && device.max_mtu < kUnsaid) most = std::min(most, device.max_mtu);
  else if (device.max_rx_bytes > kMacHeader + kFcs && device.max_rx_bytes < kUnsaid.count &&
           !profile.frame.max_mtu)
    most = std::min(most, mtu_for(FrameBytes{device.max_rx_bytes}));
  return most < kUnsaid ? most : mtu_for(kLargestFrame);
}

void settle_rings(EffectiveSettings& s, const PmdProfile& profile, const DeviceLimits& device) {
  s.rx_descriptors = fit_ring(profile.rx, bounds_of(profile.rx, device.rx_descriptors_min,
                                                    device.rx_descriptors_max, device.rx_descriptors_align));
  s.tx_descriptors = fit_ring(profile.tx, bounds_of(profile.tx, device.tx_descriptors_min,
                                                    device.tx_descriptors_max, device.tx_descriptors_align));
  s.rx_free_thresh = fit_threshold(profile.rx.free_thresh, s.rx_descriptors);
  s.tx_free_thresh = fit_threshold(profile.tx.free_thresh, s.tx_descriptors);
  s.tx_rs_thresh = fit_threshold(profile.tx.rs_thresh, s.tx_descriptors);
  s.rx_burst_frames = profile.rx.burst_frames;
  s.rx_drop_en = profile.rx.drop_en;
  s.fast_free = profile.tx.fast_free && device.fast_free;
}

void settle_frames(EffectiveSettings& s, const PmdProfile& profile, const DeviceLimits& device,
                   FrameBytes largest) {
  constexpr MtuBytes kUsual{1500};
  s.set_mtu = profile.frame.mtu_settable;
  s.max_mtu = largest_mtu(profile, device);
  s.max_frame = frame_for(s.max_mtu);
  s.ethertypes_blocked = profile.frame.ethertypes_blocked;
  s.card_frames_per_second = profile.limits.device_frames_per_second;
  s.card_limit_below = profile.limits.device_limit_below;
  s.carries_largest = largest <= s.max_frame;
  s.mtu = std::min(s.max_mtu, std::max(kUsual, mtu_for(largest)));
  // Drivers fall back to chains when a frame of the MTU with two tags doesn't fit its buffer.
  const std::uint64_t needed = frame_for(s.mtu).count + 2 * kTag;
  s.rx_buffer_bytes =
      needed <= profile.rx.buffer_bytes ? profile.rx.buffer_bytes : profile.rx.buffer_jumbo_bytes;
}

void settle_link(EffectiveSettings& s, const PmdProfile& profile) {
  if (profile.link.request.count != 0) s.offered_speeds = {profile.link.request};
  s.speeds = profile.link.speeds;
  s.fixed_allowed = profile.link.fixed_allowed;
  s.unknown_speed_means = profile.link.unknown_speed_means;
  s.flow_control_off = profile.flow_control.off_at_start;
  s.flow_control_required = profile.flow_control.off_at_start && profile.flow_control.on_by_default;
  s.carrier = profile.link.carrier;
  s.speed_is_nominal = profile.link.speed_is_nominal;
  s.link_timeout = profile.link.up_timeout;
  s.restart_delay = profile.link.restart_delay;
  s.start_retries = profile.link.start_retries;
  s.reads_module = profile.module.eeprom;
  // Two reads within the time a counter needs to stick, so that a late one doesn't lose any.
  s.poll =
      std::min(profile.stats.poll, profile.stats.poll_at_least_every.value_or(profile.stats.poll * 2) / 2);
}

std::vector<std::string> limits_of(const EffectiveSettings& s, const PmdProfile& profile,
                                   FrameBytes largest) {
  std::vector<std::string> notes;
  for (const Override& one : profile.overrides)
    notes.push_back(fmt::format("{} is as {} says", one.key, one.where));
  if (!s.carries_largest)
    notes.push_back(fmt::format("the port carries frames up to {} bytes (IP MTU {}); {} was asked for",
                                s.max_frame.count, s.max_mtu.count, largest.count));
  for (const std::uint32_t type : profile.frame.ethertypes_blocked)
    notes.push_back(fmt::format("EtherType 0x{:04x} can't be sent: the port drops it on its way out", type));
  if (profile.limits.device_frames_per_second.count > 0)
    notes.push_back(fmt::format("all ports of the card together carry at most {} of frames below {} bytes",
                                print_si(profile.limits.device_frames_per_second.count, "fps"),
                                profile.limits.device_limit_below.count));
  if (s.carrier == PmdProfile::Carrier::none)
    notes.push_back("the link is always up: a wire that is cut isn't seen");
  if (s.speed_is_nominal)
    notes.push_back("the speed that the port reports is a name only, no wire stands behind it");
  if (profile.tx.may_block) notes.push_back("sending may block: a stuck interface stops the core that sends");
  if (!profile.stats.counts_bytes) notes.push_back("the port counts no bytes");
  if (profile.stats.tx_counts_sent == false)
    notes.push_back("the port's send counter counts frames that were accepted, whatever became of them");
  if (!profile.link.unknown_speed_means.empty())
    notes.push_back("a link that is up at an unknown speed is at " + profile.link.unknown_speed_means);
  notes.insert(notes.end(), profile.limits.notes.begin(), profile.limits.notes.end());
  return notes;
}

std::string print_rules(const CounterRules& rules) {
  constexpr std::string_view kWays[] = {"never end", "wrap", "stick", "clear when read and stick",
                                        "are summed from registers that clear when read and stick"};
  std::string text(kWays[static_cast<std::size_t>(rules.kind)]);
  if (rules.kind != CounterKind::grows)
    text += fmt::format(", {} bits of frames and {} of errors", rules.frame_bits, rules.error_bits);
  for (const std::uint32_t bits : rules.dead_all_ones_bits)
    text += fmt::format(", all ones of {} bits are a dead device", bits);
  const auto add = [&](std::string_view what, const std::optional<std::vector<std::string>>& names) {
    if (names) text += fmt::format("; {}: {}", what, names->empty() ? "none" : join(*names, " "));
  };
  add("CRC errors", rules.crc_errors);
  add("pause received", rules.pause_received);
  add("pause sent", rules.pause_sent);
  return text;
}

}  // namespace

Result<std::vector<PmdProfile>> built_in_profiles() {
  std::vector<PmdProfile> profiles;
  for (const EmbeddedFile& file : embedded_profiles()) {
    auto profile = parse_profile(file.text, file.name);
    if (!profile) return fail(ErrorKind::internal, profile.error().message);
    profiles.push_back(std::move(*profile));
  }
  if (auto checked = check_together(profiles); !checked)
    return fail(ErrorKind::internal, checked.error().message);
  return profiles;
}

Result<std::vector<PmdProfile>> load_profiles(const std::string& override_directory) {
  auto profiles = built_in_profiles();
  if (!profiles || override_directory.empty()) return profiles;
  const auto paths = find_files(override_directory);
  if (!paths) return tl::make_unexpected(paths.error());
  for (const std::string& path : *paths) {
    const auto text = load_text(path);
    if (!text) return tl::make_unexpected(text.error());
    const auto same = std::ranges::find(*profiles, fs::path(path).stem().string(), &PmdProfile::name);
    const bool is_new = same == profiles->end();
    auto profile = is_new ? parse_profile(*text, path) : override_profile(std::move(*same), *text, path);
    if (!profile) return tl::make_unexpected(profile.error());
    if (is_new) profile->file = path;
    if (is_new) profiles->push_back(std::move(*profile));
    else *same = std::move(*profile);
  }
  if (auto checked = check_together(*profiles); !checked) return within(override_directory, checked.error());
  return profiles;
}

const PmdProfile& profile_for(std::span<const PmdProfile> profiles, std::string_view pci_id,
                              std::string_view driver) {
  assert(!profiles.empty());
  const PmdProfile* by_driver = nullptr;
  const PmdProfile* generic = &profiles.front();
  for (const PmdProfile& profile : profiles) {
    if (!pci_id.empty() && std::ranges::find(profile.match.pci_ids, pci_id) != profile.match.pci_ids.end())
      return profile;
    if (profile.match.driver.empty()) generic = &profile;
    else if (profile.match.any_id && profile.match.driver == driver) by_driver = &profile;
  }
  return by_driver != nullptr ? *by_driver : *generic;
}

CounterRules counter_rules(const PmdProfile::Stats& stats) {
  return {.kind = stats.counters,
          .frame_bits = stats.frame_counter_bits,
          .error_bits = stats.error_counter_bits,
          .dead_all_ones_bits = stats.dead_all_ones_bits,
          .counts_tx = stats.tx_counts_sent.value_or(true),
          .crc_errors = stats.crc_error_xstats,
          .pause_received = stats.pause_received_xstats,
          .pause_sent = stats.pause_sent_xstats};
}

EffectiveSettings settle(const PmdProfile& profile, const DeviceLimits& device, FrameBytes largest) {
  EffectiveSettings settings;
  settings.profile = profile.name;
  settings.file = profile.file;
  settings.overrides = profile.overrides;
  settle_rings(settings, profile, device);
  settle_frames(settings, profile, device, largest);
  settle_link(settings, profile);
  settings.restart_when_stuck = profile.recover.restart_stuck_queue;
  settings.counters = counter_rules(profile.stats);
  settings.notes = limits_of(settings, profile, largest);
  return settings;
}

std::string describe(const EffectiveSettings& s) {
  const auto own = [](std::optional<std::uint32_t> n) { return n ? std::to_string(*n) : "the driver's own"; };
  const auto yes = [](bool is) { return is ? "yes" : "no"; };
  constexpr std::string_view kCarriers[] = {"as the driver says", "as the kernel says", "always up"};
  std::string speeds;
  for (const LinkBitsPerSecond speed : s.offered_speeds) speeds += " " + print_speed(speed);
  std::string text = fmt::format("profile: {}, {}\n", s.profile, s.file.empty() ? "built in" : s.file);
  for (const Override& one : s.overrides) text += fmt::format("set by {}: {}\n", one.where, one.key);
  text += fmt::format(
      "rx: {} descriptors, free threshold {}, burst {} frames, buffer {} bytes, drop when full {}\n",
      s.rx_descriptors, own(s.rx_free_thresh), s.rx_burst_frames, s.rx_buffer_bytes, yes(s.rx_drop_en));
  text += fmt::format("tx: {} descriptors, free threshold {}, rs threshold {}, fast free {}\n",
                      s.tx_descriptors, own(s.tx_free_thresh), own(s.tx_rs_thresh), yes(s.fast_free));
  text += fmt::format("frames: MTU {}{}, at most {} (frame {} bytes)\n", s.mtu.count,
                      s.set_mtu ? "" : " (not settable)", s.max_mtu.count, s.max_frame.count);
  text += fmt::format("link: offers{}, fixed speed allowed {}, carrier {}, up within {}\n",
                      speeds.empty() ? " all speeds" : speeds, yes(s.fixed_allowed),
                      kCarriers[static_cast<std::size_t>(s.carrier)], print_time(s.link_timeout));
  text += fmt::format("start: {} retries, {} after a stop\n", s.start_retries, print_time(s.restart_delay));
  if (s.restart_when_stuck)
    text += "a send queue that stands still: the port is started anew between trials\n";
  text += fmt::format("flow control: {}\n", !s.flow_control_off       ? "left as it is"
                                            : s.flow_control_required ? "off (required: on by default)"
                                                                      : "off");
  text += fmt::format("module: {}\n", s.reads_module ? "read" : "never read");
  text += fmt::format("counters: read every {}, {}\n", print_time(s.poll), print_rules(s.counters));
  for (const std::string& note : s.notes) text += "note: " + note + "\n";
  return text;
}

}  // namespace pktgen

#pragma once
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "plan/profile.h"

namespace pktgen {

inline const std::vector<PmdProfile>& built_ins() {
  static const auto profiles = built_in_profiles();
  static const std::vector<PmdProfile> none(1);
  EXPECT_TRUE(profiles) << profiles.error().message;
  return profiles ? *profiles : none;
}

inline const PmdProfile& named(std::string_view name) {
  for (const PmdProfile& profile : built_ins())
    if (profile.name == name) return profile;
  ADD_FAILURE() << name;
  return built_ins().front();
}

/// A profile of these lines below [match].
inline PmdProfile parsed(const std::string& rest) {
  const auto profile = parse_profile("summary = \"a card\"\n[match]\ndriver = \"net_x\"\n" + rest, "x.toml");
  EXPECT_TRUE(profile) << profile.error().message;
  return profile.value_or(PmdProfile{});
}

/// PKTGEN_SOURCE_ROOT is the source tree's folder.
inline std::filesystem::path source_root() {
  const char* const root = std::getenv("PKTGEN_SOURCE_ROOT");
  return root != nullptr ? root : ".";
}

inline std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace pktgen

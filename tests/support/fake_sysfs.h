#pragma once
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>

namespace pktgen::test {

/// A folder that stands for the root of a machine, gone with the object.
class FakeRoot {
 public:
  FakeRoot() {
    std::string pattern = (std::filesystem::temp_directory_path() / "pktgen-root-XXXXXX").string();
    const char* made = mkdtemp(pattern.data());
    EXPECT_NE(made, nullptr);
    path_ = pattern;
  }
  ~FakeRoot() { std::filesystem::remove_all(path_); }
  FakeRoot(const FakeRoot&) = delete;
  FakeRoot& operator=(const FakeRoot&) = delete;

  const std::string& path() const { return path_; }

  void write(const std::string& file, const std::string& text) const {
    std::filesystem::create_directories(std::filesystem::path(path_ + file).parent_path());
    std::ofstream(path_ + file) << text << '\n';
  }
  void link(const std::string& file, const std::string& target) const {
    std::filesystem::create_directories(std::filesystem::path(path_ + file).parent_path());
    std::filesystem::create_symlink(target, path_ + file);
  }

 private:
  std::string path_;
};

}  // namespace pktgen::test

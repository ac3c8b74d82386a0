#pragma once
#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.h"

namespace pktgen {

/// A run's directory that appears whole or not at all: it is filled under a temporary name beside its
/// place and renamed into it by `commit`. Without a commit nothing is left behind.
class RunDirectory {
 public:
  /// Makes the temporary directory, and `samples` in it. Fails (usage) if `place` holds a run and `force`
  /// isn't set, or holds anything that isn't a run; fails (environment) if it can't be made.
  static Result<RunDirectory> create(const std::string& place, bool force);

  RunDirectory(RunDirectory&& other) noexcept;
  RunDirectory& operator=(RunDirectory&& other) = delete;
  RunDirectory(const RunDirectory&) = delete;
  RunDirectory& operator=(const RunDirectory&) = delete;
  ~RunDirectory();

  /// Where files are to be written until the commit.
  const std::filesystem::path& path() const { return temporary_; }
  std::filesystem::path samples() const { return temporary_ / "samples"; }

  /// Writes one file and waits until the disk has it. Fails (environment), as on a full disk.
  Result<void> write(std::string_view name, std::string_view contents) const;

  /// Moves everything into place. With `force` the old run goes as a whole, in the same step.
  /// Fails (usage) if a run came to be there in the meantime, (environment) if it can't be moved.
  Result<void> commit();

 private:
  RunDirectory(std::filesystem::path place, std::filesystem::path temporary, bool force)
      : place_(std::move(place)), temporary_(std::move(temporary)), force_(force) {}

  std::filesystem::path place_, temporary_;
  bool force_ = false;
};

}  // namespace pktgen

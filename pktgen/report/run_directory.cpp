#include "report/run_directory.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>
#include <utility>

namespace pktgen {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kResult = "result.json";  // what makes a directory a run

tl::unexpected<Error> environment(const fs::path& path, std::string_view doing, const std::string& reason) {
  return fail(ErrorKind::environment, fmt::format("{}: can't {}: {}; choose another --out directory or make "
                                                  "room and rights for this one",
                                                  path.string(), doing, reason));
}

/// Refuses a place that a commit would have to destroy without having been told to.
Result<void> check_place(const fs::path& place, bool force) {
  std::error_code error;
  const fs::file_status status = fs::symlink_status(place, error);
  if (status.type() == fs::file_type::not_found) return {};
  if (error) return environment(place, "look at it", error.message());
  if (status.type() != fs::file_type::directory) {
    return fail(ErrorKind::usage, fmt::format("{}: wanted a directory for the run, found something else; "
                                              "choose another --out directory",
                                              place.string()));
  }
  const bool empty = fs::is_empty(place, error);
  if (error) return environment(place, "read it", error.message());
  if (empty) return {};
  if (!fs::exists(place / kResult, error)) {
    return fail(ErrorKind::usage, fmt::format("{}: holds files but no run of pktgen, so it isn't replaced; "
                                              "choose another --out directory",
                                              place.string()));
  }
  if (!force) {
    return fail(ErrorKind::usage, fmt::format("{}: holds a run already; choose another --out directory, or "
                                              "replace that run with --force",
                                              place.string()));
  }
  return {};
}

/// Writes all of it and returns zero, or the errno of what failed.
int write_all(int file, std::string_view contents) {
  while (!contents.empty()) {
    const ssize_t written = ::write(file, contents.data(), contents.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return written < 0 ? errno : EIO;
    contents.remove_prefix(static_cast<std::size_t>(written));
  }
  return ::fsync(file) == 0 ? 0 : errno;
}

}  // namespace

Result<RunDirectory> RunDirectory::create(const std::string& place, bool force) {
  std::error_code error;
  fs::path wanted = fs::absolute(place, error).lexically_normal();
  if (error) return environment(place, "find it", error.message());
  if (!wanted.has_filename()) wanted = wanted.parent_path();  // "out/demo/"
  if (auto fits = check_place(wanted, force); !fits) return tl::make_unexpected(fits.error());
  RunDirectory run(wanted, fmt::format("{}.part-{}", wanted.string(), ::getpid()), force);
  // Only a run of this process could use this name: what is there is left from one that was killed.
  fs::remove_all(run.temporary_, error);
  fs::create_directories(run.samples(), error);
  if (error) return environment(wanted, "make it", error.message());
  return run;
}

RunDirectory::RunDirectory(RunDirectory&& other) noexcept
    : place_(std::move(other.place_)),
      temporary_(std::exchange(other.temporary_, {})),
      force_(other.force_) {}

RunDirectory::~RunDirectory() {
  std::error_code ignored;  // a directory that can't be removed stays, named as what it is
  if (!temporary_.empty()) fs::remove_all(temporary_, ignored);
}

Result<void> RunDirectory::write(std::string_view name, std::string_view contents) const {
  const fs::path path = temporary_ / name;
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file < 0) return environment(place_, fmt::format("write {}", name), std::strerror(errno));
  const int wrong = write_all(file, contents);
  const int unclosed = ::close(file) == 0 ? 0 : errno;
  if (wrong != 0 || unclosed != 0) {
    return environment(place_, fmt::format("write {}", name), std::strerror(wrong != 0 ? wrong : unclosed));
  }
  return {};
}

Result<void> RunDirectory::commit() {
  if (auto fits = check_place(place_, force_); !fits) return fits;
  std::error_code error;
  if (fs::exists(place_ / kResult, error)) {
    // One step: there is no moment at which neither run is in place.
    if (::renameat2(AT_FDCWD, temporary_.c_str(), AT_FDCWD, place_.c_str(), RENAME_EXCHANGE) != 0) {
      return environment(place_, "replace the old run", std::strerror(errno));
    }
    fs::remove_all(temporary_, error);
  } else if (::rename(temporary_.c_str(), place_.c_str()) != 0) {
    return environment(place_, "move the run into place", std::strerror(errno));
  }
  temporary_.clear();
  return {};
}

}  // namespace pktgen

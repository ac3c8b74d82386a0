#include "calibration/store.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <system_error>
#include <utility>

#include "calibration/file.h"
#include "plan/toml_reader.h"

namespace pktgen {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostFiles = 1000;

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

tl::unexpected<Error> cannot_store(const std::string& path, int error) {
  return fail(ErrorKind::environment, fmt::format("can't store the calibration as {}: {}; say another place "
                                                  "with --store",
                                                  path, std::strerror(error)));
}

/// 0, or errno.
int write_durably(const std::string& path, std::string_view text) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file < 0) return errno;
  int wrong = 0;
  while (!text.empty() && wrong == 0) {
    const auto written = ::write(file, text.data(), text.size());
    if (written < 0) wrong = errno == EINTR ? 0 : errno;
    else text.remove_prefix(static_cast<std::size_t>(written));
  }
  if (wrong == 0 && ::fsync(file) != 0) wrong = errno;
  if (::close(file) != 0 && wrong == 0) wrong = errno;
  return wrong;
}

std::vector<std::string> files_of(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::directory_iterator one(folder, error), end; !error && one != end; one.increment(error))
    if (one->path().extension() == ".toml" && files.size() < kMostFiles)
      files.push_back(one->path().string());
  std::ranges::sort(files);
  return files;
}

}  // namespace

std::string calibration_folder() {
  const std::string state = variable("XDG_STATE_HOME"), home = variable("HOME");
  // The standard says that a path which isn't absolute is none.
  if (state.starts_with('/')) return state + "/pktgen/calibration";
  return home.starts_with('/') ? home + "/.local/state/pktgen/calibration" : "";
}

Result<void> save_calibration(const std::string& path, const Calibration& calibration) {
  std::error_code error;
  const fs::path folder = fs::path(path).parent_path();
  if (!folder.empty()) fs::create_directories(folder, error);
  if (error) return cannot_store(path, error.value());
  const std::string part = fmt::format("{}.part-{}", path, ::getpid());
  int wrong = write_durably(part, print_calibration(calibration));
  if (wrong == 0 && std::rename(part.c_str(), path.c_str()) != 0) wrong = errno;
  if (wrong == 0) return {};
  fs::remove(part, error);
  return cannot_store(path, wrong);
}

Result<Calibration> load_calibration(const std::string& path) {
  const auto text = load_text(path);
  if (!text) return tl::make_unexpected(text.error());
  return parse_calibration(*text, path);
}

StoredCalibration find_calibration(const std::string& folder, const TesterIdentity& tester) {
  StoredCalibration found;
  for (const std::string& file : folder.empty() ? std::vector<std::string>{} : files_of(folder)) {
    auto calibration = load_calibration(file);
    if (!calibration) {
      found.complaints.push_back(calibration.error().message);
      continue;
    }
    std::vector<std::string> others = differences(calibration->tester, tester);
    const bool is_newer = found.calibration && calibration->calibrated_at > found.calibration->calibrated_at;
    const bool is_nearer = found.file.empty() || others.size() < found.differences.size();
    if (others.empty() ? found.calibration && !is_newer : found.calibration || !is_nearer) continue;
    found.file = file;
    found.differences = std::move(others);
    if (found.differences.empty()) found.calibration = std::move(*calibration);
  }
  return found;
}

}  // namespace pktgen

#include "bind/record_store.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <system_error>

#include "bind/json_record.h"
#include "inventory/sysfs_text.h"

namespace pktgen {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kRecord = ".json", kMark = ".waiting";

bool make_folder(const std::string& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  return fs::is_directory(folder, error);
}

tl::unexpected<Error> cant_write(const std::string& path, int error) {
  return fail(ErrorKind::environment,
              fmt::format("{} can't be written ({}), and nothing is bound without it; run it with sudo", path,
                          std::strerror(error)));
}

/// 0, or errno.
int write_whole(const std::string& path, const std::string& text) {
  constexpr mode_t kOwnerAlone = 0600;
  const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kOwnerAlone);
  if (fd < 0) return errno;
  const auto written = write(fd, text.data(), text.size());
  int error = written < 0 ? errno : 0;
  if (error == 0 && static_cast<std::size_t>(written) != text.size()) error = ENOSPC;
  if (error == 0 && fsync(fd) != 0) error = errno;
  close(fd);
  return error;
}

}  // namespace

std::string RecordStore::file_of(const std::string& address) const {
  return fmt::format("{}/{}{}", folder_, address, kRecord);
}

std::string RecordStore::mark_of(const std::string& address) const {
  return fmt::format("{}/{}{}", folder_, address, kMark);
}

Result<void> RecordStore::save(const PortBefore& before) const {
  const std::string path = file_of(before.address), part = path + ".part";
  if (!make_folder(folder_)) return cant_write(folder_, errno);
  if (const int error = write_whole(part, json_of(before)); error != 0) return cant_write(path, error);
  if (std::rename(part.c_str(), path.c_str()) != 0) return cant_write(path, errno);
  return {};
}

Result<std::optional<PortBefore>> RecordStore::load(const std::string& address) const {
  const std::string path = file_of(address);
  std::error_code error;
  if (!fs::exists(path, error)) return std::nullopt;
  auto before = read_record(read_text(path));
  if (!before || before->address != address)
    return fail(
        ErrorKind::environment,
        fmt::format("{} is no record of {}; look at it, delete it, and bind or unbind again", path, address));
  return before;
}

void RecordStore::remove(const std::string& address) const {
  std::error_code ignored;
  fs::remove(file_of(address), ignored);
}

std::vector<std::string> RecordStore::addresses() const {
  std::vector<std::string> found;
  for (const std::string& name : names_in(folder_))
    if (name.ends_with(kRecord)) found.push_back(name.substr(0, name.size() - kRecord.size()));
  return found;
}

Result<void> RecordStore::mark_waiting(const std::string& address) const {
  const int error = write_whole(mark_of(address), "");
  return error == 0 ? Result<void>{} : cant_write(mark_of(address), error);
}

bool RecordStore::is_waiting(const std::string& address) const {
  std::error_code error;
  return fs::exists(mark_of(address), error);
}

bool RecordStore::unmark(const std::string& address) const {
  std::error_code ignored;
  return fs::remove(mark_of(address), ignored);
}

int RecordStore::lock() const {
  if (!make_folder(folder_)) return -1;
  const int fd = open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0 || flock(fd, LOCK_EX | LOCK_NB) == 0) return fd;
  close(fd);
  return -1;
}

}  // namespace pktgen

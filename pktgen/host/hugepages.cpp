#include "host/hugepages.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <string_view>
#include <sys/mman.h>
#include <system_error>

namespace pktgen {
namespace {

constexpr std::string_view kFolder = "/sys/kernel/mm/hugepages";
constexpr std::size_t kUsualPage = 2048;   // kB
constexpr std::size_t kComfortable = 256;  // pages: what most runs need, so that it is asked for once

std::size_t read_number(const std::string& path) {
  std::ifstream file(path);
  std::size_t number = 0;
  return file >> number ? number : 0;
}

/// 2048 of "hugepages-2048kB"; 0 for other names.
std::size_t page_kilobytes(std::string_view name) {
  constexpr std::string_view kPrefix = "hugepages-";
  if (!name.starts_with(kPrefix)) return 0;
  std::size_t size = 0;
  const std::string_view digits = name.substr(kPrefix.size());
  std::from_chars(digits.data(), digits.data() + digits.size(), size);
  return size;
}

}  // namespace

std::size_t free_hugepage_megabytes(const std::string& root) {
  std::size_t kilobytes = 0;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(root + std::string(kFolder), error))
    kilobytes += page_kilobytes(entry.path().filename().string()) *
                 read_number(entry.path().string() + "/free_hugepages");
  return kilobytes / 1024;
}

bool can_map_hugepages() {
  void* page = mmap(nullptr, kUsualPage * 1024, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB | MAP_POPULATE, -1, 0);
  return page != MAP_FAILED && munmap(page, kUsualPage * 1024) == 0;
}

std::size_t hugepages_to_reserve(const std::string& root, std::size_t megabytes) {
  const std::size_t has = free_hugepage_megabytes(root);
  const std::size_t reserved =
      read_number(fmt::format("{}{}/hugepages-{}kB/nr_hugepages", root, kFolder, kUsualPage));
  const std::size_t missing = megabytes > has ? (megabytes - has + 1) / 2 : 0;
  return std::max(kComfortable, missing + reserved);
}

Result<void> check_hugepages(const std::string& root, std::size_t megabytes) {
  const std::size_t has = free_hugepage_megabytes(root);
  if (has >= megabytes) return {};
  return fail(ErrorKind::environment,
              fmt::format("PCI ports need {} MB of free hugepages, {} MB are free; reserve them: echo {} > "
                          "{}/hugepages-{}kB/nr_hugepages",
                          megabytes, has, hugepages_to_reserve(root, megabytes), kFolder, kUsualPage));
}

}  // namespace pktgen

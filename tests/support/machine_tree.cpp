#include "support/machine_tree.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace pktgen {
namespace {

namespace fs = std::filesystem;

std::string bytes_of(std::string_view hex) {
  std::string digits, bytes;
  for (const char c : hex)
    if (c != ' ') digits += c;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
    bytes += static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, 16));
  return bytes;
}

void make(const fs::path& root, const std::string& line) {
  if (const auto arrow = line.find(" -> "); arrow != std::string::npos) {
    const fs::path link = root / line.substr(0, arrow);
    fs::create_directories(link.parent_path());
    fs::create_symlink(line.substr(arrow + 4), link);
    return;
  }
  if (line.ends_with('/')) {
    fs::create_directories(root / line);
    return;
  }
  const bool is_blank = line.ends_with(':');
  const auto colon = is_blank ? line.size() - 1 : line.find(": ");  // "0000:01:00.0" has none
  if (colon == std::string::npos) throw std::runtime_error("not a line of a machine: " + line);
  const fs::path path = root / line.substr(0, colon);
  const std::string text = is_blank ? "" : line.substr(colon + 2);
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary | std::ios::app)
      << (text.starts_with("0x ") ? bytes_of(text.substr(3)) : text + "\n");
}

}  // namespace

MachineTree::MachineTree(std::string_view text) {
  std::string name = (fs::temp_directory_path() / "machine-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder for a machine: " + name);
  root_ = name;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);)
    if (!line.empty() && line[0] != '#') make(root_, line);
}

MachineTree MachineTree::of(const std::string& name) {
  const char* const source = std::getenv("PKTGEN_SOURCE_ROOT");
  const fs::path path =
      fs::path(source != nullptr ? source : ".") / "tests/fixtures/machines" / (name + ".txt");
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error(path.string() + " can't be read");
  return MachineTree(std::string{std::istreambuf_iterator<char>(file), {}});
}

MachineTree::~MachineTree() {
  std::error_code ignored;
  if (!root_.empty()) fs::remove_all(root_, ignored);
}

}  // namespace pktgen

#include "support/fake_kernel.h"

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

namespace pktgen {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void put(const fs::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text << "\n";
}

/// A port of kBindMachine.
std::string port(const std::string& number, const std::string& name, const std::string& group) {
  const std::string device = "sys/bus/pci/devices/0000:01:00." + number;
  const std::string net = device + "/net/" + name;
  return device + "/class: 0x020000\n" + device + "/vendor: 0x8086\n" + device + "/device: 0x1572\n" +
         device + "/numa_node: 0\n" + device + "/driver_override: (null)\n" + device +
         "/driver -> ../../drivers/i40e\n" + device + "/iommu_group -> ../../../../kernel/iommu_groups/" +
         group + "\nsys/kernel/iommu_groups/" + group + "/devices/0000:01:00." + number +
         " -> ../../../../bus/pci/devices/0000:01:00." + number + "\n" + net + "/type: 1\n" + net +
         "/flags: 0x1003\n" + net + "/mtu: 9000\n" + net + "/address: 02:00:00:00:00:0" + number + "\n" +
         "sys/class/net/" + name + " -> ../../bus/pci/devices/0000:01:00." + number + "/net/" + name + "\n";
}

}  // namespace

const std::string kBindMachine = port("0", "eth1", "7") + port("1", "eth2", "8") +
                                 "sys/bus/pci/drivers/i40e/\nsys/bus/pci/drivers/vfio-pci/\n"
                                 "sys/bus/pci/drivers/uio_pci_generic/\n";

Kernel FakeKernel::kernel() {
  return {.root = root(),
          .write = [this](const std::string& path, const std::string& text) { return write(path, text); },
          .run = [this](const std::vector<std::string>& command) { return run(command); },
          .rest =
              [this](std::chrono::milliseconds) {
                if (++rests_ >= rests_wanted_) bring_interfaces();
              }};
}

std::map<std::string, std::string> FakeKernel::files(const std::string& folder) const {
  std::map<std::string, std::string> found;
  std::error_code error;
  for (const auto& entry : fs::recursive_directory_iterator(tree_.root() / folder, error)) {
    const std::string path = fs::relative(entry.path().parent_path(), tree_.root()).string() + "/" +
                             entry.path().filename().string();
    if (entry.is_symlink()) found[path] = "-> " + fs::read_symlink(entry.path()).string();
    else if (entry.is_regular_file()) found[path] = read(entry.path());
  }
  return found;
}

void FakeKernel::count() {
  if (steps_left_ < 0) return;
  if (steps_left_-- == 0) {
    steps_left_ = -1;
    throw Crash{};
  }
}

int FakeKernel::write(const std::string& path, const std::string& text) {
  count();
  const std::string below = path.substr(root().size());
  asked_.push_back(print_step(write_step(below, text)));
  if (below.ends_with("/driver_override")) {
    put(path, text.empty() ? "(null)" : text);
    return 0;
  }
  if (below.ends_with("/driver/unbind")) {
    take_interfaces(text);
    fs::remove(fs::path(path).parent_path());
    return 0;
  }
  if (below != "/sys/bus/pci/drivers_probe") return ENOENT;
  probe(text);
  return fs::exists(tree_.root() / "sys/bus/pci/devices" / text / "driver") ? 0 : EINVAL;
}

void FakeKernel::probe(const std::string& address) {
  const fs::path device = tree_.root() / "sys/bus/pci/devices" / address;
  if (fs::is_symlink(device / "driver")) return;
  std::string driver = read(device / "driver_override");
  driver.pop_back();
  if (driver == "(null)") driver = home_;
  if (driver == refusing_ || !fs::exists(tree_.root() / "sys/bus/pci/drivers" / driver)) return;
  fs::create_symlink("../../drivers/" + driver, device / "driver");
  if (driver == home_ && fs::exists(tree_.root() / "gone" / address)) waiting_[address] = "";
  if (rests_ >= rests_wanted_) bring_interfaces();
}

void FakeKernel::take_interfaces(const std::string& address) {
  const fs::path net = tree_.root() / "sys/bus/pci/devices" / address / "net";
  rests_ = 0;
  if (!fs::exists(net)) return;
  fs::create_directories(tree_.root() / "gone");
  for (const auto& entry : fs::directory_iterator(net)) {
    fs::remove(tree_.root() / "sys/class/net" / entry.path().filename());
    fs::rename(entry.path(), tree_.root() / "gone" / address);
  }
  fs::remove(net);
}

void FakeKernel::bring_interfaces() {
  for (const auto& [address, unused] : waiting_) {
    const fs::path net = tree_.root() / "sys/bus/pci/devices" / address / "net";
    fs::create_directories(net);
    fs::rename(tree_.root() / "gone" / address, net / "eth0");
    put(net / "eth0/mtu", "1500");
    put(net / "eth0/flags", "0x1002");
    fs::create_symlink("../../bus/pci/devices/" + address + "/net/eth0", tree_.root() / "sys/class/net/eth0");
  }
  waiting_.clear();
}

int FakeKernel::run(const std::vector<std::string>& command) {
  count();
  asked_.push_back(print_step(run_step(command)));
  if (command.front() == "modprobe" && command[1] == home_) {
    fs::create_directories(tree_.root() / "sys/bus/pci/drivers" / home_);
    return 0;
  }
  if (command.front() != "ip") return 127;
  if (command[1] != "link") return 0;
  const fs::path link = tree_.root() / "sys/class/net" / command[4];
  if (!fs::exists(link)) return 1;
  if (command[5] == "mtu") put(link / "mtu", command[6]);
  if (command[5] == "up") put(link / "flags", "0x1003");
  if (command[5] == "down") put(link / "flags", "0x1002");
  if (command[5] != "name") return 0;
  const fs::path folder = fs::canonical(link), renamed = folder.parent_path() / command[6];
  const std::string target = fs::read_symlink(link).parent_path().string() + "/" + command[6];
  fs::remove(link);
  fs::rename(folder, renamed);
  fs::create_symlink(target, tree_.root() / "sys/class/net" / command[6]);
  return 0;
}

}  // namespace pktgen

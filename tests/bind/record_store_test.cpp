#include "bind/record_store.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "bind/json_record.h"
#include "support/machine_tree.h"

namespace pktgen {
namespace {

const PortBefore kBefore{.address = "0000:01:00.0",
                         .driver = "i40e",
                         .driver_override = "",
                         .bound_to = "vfio-pci",
                         .is_persistent = true,
                         .interfaces = {{.name = "eth1",
                                         .mac = "02:00:00:00:00:01",
                                         .mtu = {9000},
                                         .up = true,
                                         .addresses = {"192.0.2.2/24"},
                                         .routes = {"default via 192.0.2.1"}}}};

TEST(RecordStore, ReadsBackWhatItKept) {
  const MachineTree machine("sys/");
  const RecordStore store(machine.root().string());
  EXPECT_TRUE(store.addresses().empty());
  ASSERT_TRUE(store.save(kBefore));
  EXPECT_EQ(store.addresses(), std::vector<std::string>{"0000:01:00.0"});
  const auto read = store.load("0000:01:00.0");
  ASSERT_TRUE(read && *read);
  EXPECT_EQ(**read, kBefore);
  store.remove("0000:01:00.0");
  EXPECT_TRUE(std::filesystem::is_empty(machine.root() / "run/pktgen/bind"));
}

TEST(RecordStore, IsForItsOwnerAlone) {
  const MachineTree machine("sys/");
  const RecordStore store(machine.root().string());
  ASSERT_TRUE(store.save(kBefore));
  EXPECT_EQ(std::filesystem::status(store.file_of("0000:01:00.0")).permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

TEST(RecordStore, HalfARecordIsNone) {
  const MachineTree machine("run/pktgen/bind/0000:01:00.0.json: {\"schema\": \"pktgen.bound/1\", \"addr");
  const auto read = RecordStore(machine.root().string()).load("0000:01:00.0");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().kind, ErrorKind::environment);
  EXPECT_EQ(read.error().message,
            machine.root().string() +
                "/run/pktgen/bind/0000:01:00.0.json is no record of 0000:01:00.0; look at "
                "it, delete it, and bind or unbind again");
}

TEST(RecordStore, AKeyOfAnotherKindIsNoRecord) {
  const std::string good = json_of(kBefore);
  EXPECT_TRUE(read_record(good));
  for (const std::string key : {"schema", "address", "driver", "bound_to", "persistent", "interfaces", "mac",
                                "mtu_bytes", "up", "addresses", "routes"}) {
    std::string bad = good;
    bad.insert(bad.find("\"" + key + "\": ") + key.size() + 4, "[7],\"other\": ");
    EXPECT_FALSE(read_record(bad)) << key;
  }
}

TEST(RecordStore, IsHeldByOneAtATime) {
  const MachineTree machine("sys/");
  const RecordStore store(machine.root().string());
  const int first = store.lock();
  ASSERT_GE(first, 0);
  EXPECT_EQ(store.lock(), -1);
  close(first);
  const int second = store.lock();
  EXPECT_GE(second, 0);
  close(second);
}

TEST(RecordStore, AMarkIsTakenAwayOnce) {
  const MachineTree machine("run/pktgen/bind/");
  const RecordStore store(machine.root().string());
  EXPECT_FALSE(store.unmark("0000:01:00.0"));
  ASSERT_TRUE(store.mark_waiting("0000:01:00.0"));
  EXPECT_TRUE(store.is_waiting("0000:01:00.0"));
  EXPECT_TRUE(store.unmark("0000:01:00.0"));
  EXPECT_FALSE(store.is_waiting("0000:01:00.0"));
}

}  // namespace
}  // namespace pktgen

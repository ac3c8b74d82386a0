// A diagnosis as text and as JSON.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/doctor_text.h"
#include "report/json_doctor.h"

namespace pktgen {
namespace {

Diagnosis example() {
  return judge(
      {{.name = "governor", .is_vital = false, .state = State::good, .found = "performance", .why = "w"},
       {.name = "driver",
        .port = "0000:01:00.0",
        .state = State::blocks,
        .found = "ixgbe, of the kernel",
        .why = "DPDK can't have it",
        .mend_now = "pktgen bind 0000:01:00.0",
        .mend_for_good = "driverctl set-override 0000:01:00.0 vfio-pci"}},
      {"0000:01:00.0"}, true);
}

TEST(DoctorText, HasReasonsAndLinesWhereSomethingIsAmiss) {
  EXPECT_EQ(text_of(example()),
            "pktgen doctor: 0000:01:00.0\n\n"
            "  good     governor: performance\n"
            "  blocks   driver of 0000:01:00.0: ixgbe, of the kernel\n"
            "           why       DPDK can't have it\n"
            "           now       pktgen bind 0000:01:00.0\n"
            "           for good  driverctl set-override 0000:01:00.0 vfio-pci\n\n"
            "not ready: no port could be used as it is\n"
            "1 in the way, 0 that hurt, 0 unknown, 1 good\n"
            "The lines are for a root shell in pktgen's folder; what stands after # is no part of them.\n");
}
TEST(DoctorText, SaysWhichPortsAreReady) {
  EXPECT_NE(text_of(judge({}, {"p", "q"}, false)).find("\nready: p, q\n"), std::string::npos);
  const Check blocks{.name = "b", .port = "p", .state = State::blocks};
  EXPECT_NE(
      text_of(judge({blocks}, {"p", "q"}, true)).find("not ready: of the ports that were asked for, only q"),
      std::string::npos);
  EXPECT_NE(text_of(judge({}, {}, false)).find("not ready: there is no port"), std::string::npos);
}

TEST(DoctorJson, HasEveryCheckWithNullWhereThereIsNothing) {
  const auto json = nlohmann::json::parse(json_of(example()));
  EXPECT_EQ(json["schema"], "pktgen.doctor/1");
  EXPECT_EQ(json["ready"], false);
  EXPECT_EQ(json["ports"], nlohmann::json({"0000:01:00.0"}));
  EXPECT_EQ(json["ready_ports"], nlohmann::json::array());
  EXPECT_EQ(json["checks"][0], nlohmann::json({{"name", "governor"},
                                               {"port", nullptr},
                                               {"state", "good"},
                                               {"vital", false},
                                               {"found", "performance"},
                                               {"why", "w"},
                                               {"mend_now", nullptr},
                                               {"mend_for_good", nullptr}}));
  EXPECT_EQ(json["checks"][1]["port"], "0000:01:00.0");
  EXPECT_EQ(json["checks"][1]["mend_now"], "pktgen bind 0000:01:00.0");
}

}  // namespace
}  // namespace pktgen

// What a run looks like in each format, byte for byte. After a change that is meant, run this test once
// with PKTGEN_GOLDEN_UPDATE=1 and read the difference before you commit it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "../report/example_run.h"
#include "report/csv.h"
#include "report/document.h"
#include "report/json.h"
#include "report/text.h"

namespace pktgen {
namespace {

void expect_golden(const std::string& name, const std::string& text) {
  const std::filesystem::path path = std::filesystem::path(__FILE__).parent_path() / name;
  if (std::getenv("PKTGEN_GOLDEN_UPDATE") != nullptr) std::ofstream(path, std::ios::binary) << text;
  std::ifstream file(path, std::ios::binary);
  ASSERT_TRUE(file) << path << " can't be read";
  std::ostringstream golden;
  golden << file.rdbuf();
  EXPECT_EQ(text, golden.str());
}

TEST(Golden, JsonOfARunWithOneOfEverything) { expect_golden("example.json", json_of(example_run())); }
TEST(Golden, CsvOfARunWithOneOfEverything) { expect_golden("example.csv", csv_of(example_run())); }
TEST(Golden, TextOfARunWithOneOfEverything) {
  expect_golden("example.txt", text_of(make_document(example_run()), false));
}
TEST(Golden, TextOfARunThatPasses) {
  expect_golden("passing.txt", text_of(make_document(passing_run()), false));
}

}  // namespace
}  // namespace pktgen

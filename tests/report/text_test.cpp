#include "report/text.h"

#include <gtest/gtest.h>

#include <sstream>

#include "example_run.h"

namespace pktgen {
namespace {

std::vector<std::string> lines_of(const RunRecord& run, bool in_colour = false) {
  std::vector<std::string> lines;
  std::istringstream text(text_of(make_document(run), in_colour));
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

TEST(Text, SaysEmulatedInItsFirstLine) {
  EXPECT_EQ(lines_of(passing_run()).front(),
            "EMULATED ports in virtual time: this is no measurement of hardware.");
}

TEST(Text, SaysNothingOfTheKindOfRealPorts) {
  RunRecord run = passing_run();
  run.emulated = false;
  EXPECT_EQ(lines_of(run).front(), "pktgen sweep  emu:a <-> emu:b  2026-01-02T03:04:05Z");
}

TEST(Text, EndsAPassingRunWithOnePlainSentence) {
  EXPECT_EQ(lines_of(passing_run()).back(),
            "Pass: frames of 64 to 9018 bytes, both ways: all that was asked was sent, and all that was sent "
            "was delivered.");
}

TEST(Text, FitsATerminal) {
  for (const std::string& line : lines_of(example_run())) EXPECT_LE(line.size(), 160u) << line;
  for (const std::string& line : lines_of(passing_run())) EXPECT_LE(line.size(), 120u) << line;
}

TEST(Text, CutsAReasonThatWouldBreakTheTable) {
  RunRecord run = example_run();
  Ledger& ledger = run.trials[1].outcome.directions[0].ledger;
  ledger = make_ledger(8'445'945, {.delivered = 2'000'000, .corrupted = 1'000'000},
                       {.rx_missed = 1'000'000, .rx_no_buffer = 1'000'000, .rx_crc_errors = 1'000'000}, {});
  for (const std::string& line : lines_of(run)) EXPECT_LE(line.size(), 160u) << line;
}

TEST(Text, ColoursOnlyIfAsked) {
  const std::string plain = text_of(make_document(example_run()), false);
  EXPECT_EQ(plain.find('\x1b'), std::string::npos);
  EXPECT_NE(text_of(make_document(example_run()), true).find("\x1b[1;31m"), std::string::npos);
}

TEST(Text, TellsTheTesterFirst) {
  const Document document = make_document(example_run());
  ASSERT_FALSE(document.notes.empty());
  EXPECT_EQ(document.notes.front().finding.effect, Effect::voids);
}

TEST(Text, GathersTheSameFindingOfManySizes) {
  const Document document = make_document(example_run());
  for (const Note& note : document.notes) {
    if (note.finding.rule != "device-drops-everything") continue;
    EXPECT_EQ(note.times, 2u);
    EXPECT_EQ(note.where, "a>b: 9018 bytes; b>a: 9018 bytes");
    return;
  }
  FAIL() << "no such note";
}

TEST(Text, OfNoTrialsSaysSo) {
  RunRecord run = passing_run();
  run.trials.clear();
  EXPECT_EQ(lines_of(run).back(), "Nothing was measured.");
}

TEST(Text, SaysAbsoluteRatesWhenTheLinkSpeedIsNotKnown) {
  RunRecord run = passing_run();
  for (PortFacts& port : run.ports) port.link = {};
  for (JudgedTrial& trial : run.trials) {
    for (DirectionOutcome& way : trial.outcome.directions) way.link = {};
  }
  const Document document = make_document(run);
  EXPECT_EQ(document.tables[0].columns[2].unit, "fps");
  EXPECT_EQ(document.tables[0].rows[0].cells[2], "14,880,952");
  EXPECT_EQ(document.tables[0].rows[0].cells[5], "-");
}

}  // namespace
}  // namespace pktgen

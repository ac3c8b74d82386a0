#include "report/html.h"

#include <gtest/gtest.h>

#include "example_run.h"

namespace pktgen {
namespace {

std::string page() { return html_of(make_document(example_run()), "/* </script> */ var Chart;"); }

TEST(Html, AsksTheNetworkForNothing) {
  const std::string html = page();
  for (const char* reference : {"http://", "https://", "src=", "@import", "url("}) {
    EXPECT_EQ(html.find(reference), std::string::npos) << reference;
  }
}

TEST(Html, EscapesWhatOthersWrote) {
  EXPECT_EQ(escaped("<a href='x'>\"&\"</a>"), "&lt;a href=&#39;x&#39;&gt;&quot;&amp;&quot;&lt;/a&gt;");
  const std::string html = page();
  EXPECT_EQ(html.find("<b>markup</b>"), std::string::npos);
  EXPECT_NE(html.find("&lt;b&gt;markup&lt;/b&gt; &amp; &quot;quotes&quot;"), std::string::npos);
}

TEST(Html, AScriptCannotBeEndedFromWithin) {
  EXPECT_NE(page().find("/* <\\/script> */ var Chart;"), std::string::npos);
  Document document = make_document(example_run());
  document.charts[0].series[0].name = "</script><script>alert(1)";
  EXPECT_EQ(html_of(document, "x").find("<script>alert"), std::string::npos);
}

TEST(Html, SaysEmulatedInTitleAndFirstLine) {
  const std::string html = page();
  EXPECT_NE(html.find("<title>EMULATED: pktgen sweep"), std::string::npos);
  EXPECT_NE(html.find("<body>\n<p class=\"emulated\">EMULATED ports"), std::string::npos);
}

TEST(Html, LeavesTheChartsOutIfThereIsNothingToDrawThemWith) {
  EXPECT_EQ(html_of(make_document(example_run()), "").find("<canvas"), std::string::npos);
}

TEST(Html, AFigureThatDoesNotExistIsAGapInTheChart) { EXPECT_NE(page().find(",null,"), std::string::npos); }

}  // namespace
}  // namespace pktgen

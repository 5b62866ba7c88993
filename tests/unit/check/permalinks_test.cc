// Tests data/permalinks.txt: addresses may be in any order, as after a merge, and are written in a canonical form.
#include "check/permalinks.h"

#include <doctest/doctest.h>

#include "unit/whole_site.h"

namespace {

std::string rewritten(std::string text) {
  base::SourceText file("data/permalinks.txt", std::move(text));
  base::Diagnostics diagnostics;
  std::string result = check::permalinks_text(check::read_permalinks(&file, diagnostics));
  CHECK(said(diagnostics) == "");
  return result;
}

}  // namespace

TEST_CASE("lines of the same page are merged, and pages and anchors are sorted") {
  CHECK(rewritten("# Ours\nb.html #y #x\na.html\n\nb.html #z #x\r\n  b.html\t#w\n# Ours\n# And theirs") ==
        "# Ours\n# And theirs\na.html\nb.html #w #x #y #z\n");
}

TEST_CASE("a written file is read back unchanged") {
  const std::string text = rewritten("größe.html #übermaß\nc%23.html #a\na%20b.html\nZ.html #1\n");
  CHECK(text.substr(text.find('\n') + 1) == "Z.html #1\na%20b.html\nc%23.html #a\ngröße.html #übermaß\n");
  CHECK(rewritten(text) == text);
}

TEST_CASE("the target of an anchor follows it, in quotes that may contain anything") {
  const std::string line = "a.html #b \"Say \\\"no\\\" \\\\ #x\" under \"A / B\" ~0123ab #c table #d #e \"under\"\n";
  CHECK(has(rewritten(line), "\n" + line));
  CHECK(has(rewritten("a.html   #b\t\"B\"   under   \"A\"  ~01   #c\n"), "\na.html #b \"B\" under \"A\" ~01 #c\n"));
}

TEST_CASE("two targets of an anchor from merged branches are both stored until the file is written") {
  CHECK(has(rewritten("a.html #b \"New\"\na.html #b \"Old\" #c\na.html #b \"New\" #c chart\n"),
            "\na.html #b \"New\" #b \"Old\" #c chart\n"));
}

TEST_CASE("a truncated target, or one without an anchor, is an error") {
  for (const char* line : {"a.html #b \"B", "a.html #b \"B\"x", "a.html table", "a.html \"B\"", "a.html #b \"B\" under",
                           "a.html #b tables", "a.html #b table chart"}) {
    base::SourceText file("data/permalinks.txt", line);
    base::Diagnostics diagnostics;
    check::read_permalinks(&file, diagnostics);
    CHECK_MESSAGE(diagnostics.errors() > 0, line);
  }
}

TEST_CASE("a new file begins with a comment") {
  CHECK(rewritten("").starts_with("# Published addresses."));
  CHECK(has(rewritten("\xEF\xBB\xBF"
                      "a.html\n"),
            "\na.html\n"));
}

TEST_CASE("a site without the list promises no addresses, and one with a stale list promises those in it") {
  WholeSite site(Files{{"content/index.md", page("Coffee")}});
  site.built();
  site.write("data/permalinks.txt", "index.html\n").built();
  site.write("data/permalinks.txt", "index.html #milk\n").build();
  CHECK(site.report.diagnostics.errors() == 1);
  CHECK(site.output.writes().empty());
}

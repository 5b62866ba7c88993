#include "check/links.h"

#include <doctest/doctest.h>

#include "unit/whole_site.h"

namespace {

TEST_CASE("all broken links of a site are reported at once, in the order of files") {
  WholeSite site(Files{{"content/index.md", page("Coffee", "[a](b.md#x), [b](b.md#two), [c](b.md#tow)\n")},
                       {"content/b.md", page("B", "[d](index.md#y)\n\n## Two\n\nW.\n")}});
  CHECK(site.mistakes() ==
        "error[unknown-anchor]: index.html has no anchor #y\n"
        "  --> content/b.md:4:5\n"
        "   |\n"
        " 4 | [d](index.md#y)\n"
        "   |     ^^^^^^^^^^\n"
        "   = expected: a link to the page itself: it has no headings\n"
        "error[unknown-anchor]: b.html has no anchor #x\n"
        "  --> content/index.md:4:5\n"
        "   |\n"
        " 4 | [a](b.md#x), [b](b.md#two), [c](b.md#tow)\n"
        "   |     ^^^^^^\n"
        "   = expected: one of \"two\"\n"
        "error[unknown-anchor]: b.html has no anchor #tow\n"
        "  --> content/index.md:4:33\n"
        "   |\n"
        " 4 | [a](b.md#x), [b](b.md#two), [c](b.md#tow)\n"
        "   |                                 ^^^^^^^^\n"
        "   = expected: one of \"two\"\n"
        "   = help: did you mean \"two\"?\n");
}

TEST_CASE("a link to an address that is not published is reported, from texts and data") {
  WholeSite site(Files{{"content/index.md", page("Coffee")}});
  Passes p = site.passes();
  const site::Links links = {{"gone.html", "", {}}, {"index.html", "", {}}, {"assets/x", "y", {}}};
  std::vector<std::string> anchors;
  base::Diagnostics diagnostics;
  check::check_links(*p.site, {{p.site->find("index.html"), &links, &anchors}}, diagnostics);
  CHECK(diagnostics.errors() == 2);
  CHECK(has(said(diagnostics), "error[unknown-page]: nothing is published at gone.html\n"));
}

TEST_CASE("anchors of files that are not pages are not checked") {
  WholeSite site(Files{{"content/index.md", page("Coffee", "[x](map.svg#layer-2) [y](old.html#part)\n")},
                       {"content/map.svg", "<svg/>"},
                       {"content/old.html", "<p>"}});
  site.built();
}

}  // namespace

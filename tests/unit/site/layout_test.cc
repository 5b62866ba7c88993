// Tests layouts that are set in the front matter, or chosen by the page's kind or folder.
#include <doctest/doctest.h>

#include "unit/whole_site.h"

namespace {

TEST_CASE("a layout is a template of the site, a generic one, or the one for the page's kind") {
  WholeSite site(Files{{"content/index.md", page("Home")},
                       {"content/a.md", page("A", "W.\n", "layout: comparison\n")},
                       {"content/b.md", page("B", "W.\n", "layout: mine\n")},
                       {"templates/mine.html", "{% extends \"base.html\" %}{% block after %}Mine{% endblock %}"}});
  site.built();
  CHECK(has(site.html("b.html"), "Mine"));
  site.change("content/a.md", "comparison", "lesson");
  const std::string mistakes = site.mistakes();
  CHECK(has(
      mistakes,
      "error[unknown-layout]: the layout \"lesson\" needs values that a page of the kind \"page\" does not have\n"));
  CHECK(has(mistakes, " 3 | layout: lesson\n"));
  CHECK(has(mistakes, "   = expected: one of \"comparison\", \"mine\" or \"page\"\n"));
}

TEST_CASE("the address of an index is that of its folder") {
  WholeSite site(Files{{"content/index.md", page("Home")}, {"content/a/index.md", page("A", "W.\n", "slug: moved\n")}});
  CHECK(site.mistakes() ==
        "error[bad-address]: the page of a folder can't have a slug: its address is that of the folder\n"
        "  --> content/a/index.md:3:7\n"
        "   |\n"
        " 3 | slug: moved\n"
        "   |       ^^^^^\n"
        "   = help: rename the folder, or move this text to another page\n");
}

TEST_CASE("a folder without index.md is listed by its name in words") {
  WholeSite site(Files{{"content/index.md", page("Home")}, {"content/first_steps/a.md", page("A")}});
  site.built();
  CHECK(has(site.main("first_steps/index.html"), "<h1>First steps</h1>"));
}

TEST_CASE("a section with one lesson has no lesson plan") {
  Files files{{"content/index.md", page("Home")},
              {"content/l/index.md", page("L")},
              {"content/l/a.md", page("A", "W.\n", "takeaway: T.\n")}};
  WholeSite site(files);
  site.built();
  CHECK_FALSE(has(site.main("l/index.html"), "lessons, "));
  site.write("content/l/b.md", page("B", "W.\n", "takeaway: T.\n")).built();
  CHECK(has(site.main("l/index.html"), "2 lessons, 2 min<"));
}

}  // namespace

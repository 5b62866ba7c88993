// Tests the list of all sources.
#include <doctest/doctest.h>

#include "unit/engines_site.h"
#include "unit/whole_site.h"

namespace {

Files cited(const std::string& folder, const std::string& text) {
  return engines({{"content/" + folder + "/index.md", page("Cited", text)}, {"data/sources/more.json", R"([
{"id": "essay", "type": "book", "title": "An essay", "author": [{"family": "Zorn"}]},
{"id": "guide", "type": "book", "title": "A guide", "publisher": "Zoo"}])"}});
}

TEST_CASE(
    "the list of sources begins with those that are used most, and ends with those without publisher and author") {
  WholeSite site(cited("l", "One [@essay, p. 1]. Two [@guide, p. 1]. Three [@old, p. 1].\n"));
  site.write("content/m/index.md", page("More", "One [@essay, p. 2]. Two [@guide, p. 2].\n"));
  site.write("content/n/index.md", page("Most", "One [@essay, p. 3].\n")).build();
  const std::string list = site.main("sources/index.html");
  size_t at = 0;
  for (const char* title :
       {"<h2>Zorn", "An essay", "<h2>Zoo", "<h2>Lab", "<h2>Maker", "<h2>No author", "Old", "Unread"}) {
    const size_t found = list.find(title);
    CHECK_MESSAGE((found != std::string::npos && found > at), std::string(title));
    at = found;
  }
}

TEST_CASE("the list of sources does not have those that only a section with a separate search cites") {
  Files files = cited("manual", "Read it [@guide, p. 1]. The maker says so [@maker, p. 1].\n");
  files["data/site.json"] = R"({"title": "Engines", "separate": ["manual"]})";
  WholeSite site(files);
  site.built();
  CHECK(!has(site.main("sources/index.html"), "A guide"));
  CHECK(has(site.main("sources/guide.html"), "<a href=\"../manual/index.html\">Cited</a>"));
  CHECK(has(site.html("sources/guide.html"), "<li><a href=\"../manual/index.html\">Cited</a></li>\n</ol>"));
  CHECK(has(site.main("sources/index.html"), "Manual"));    // the data have rows from it
  CHECK(has(site.main("sources/index.html"), "An essay"));  // no page cites it
  site.write("content/l/index.md", page("Lesson", "See [@guide, p. 2].\n")).built();
  CHECK(has(site.main("sources/index.html"), "A guide"));
  CHECK(has(site.html("sources/guide.html"), "<li><a href=\"index.html\">All sources</a></li>\n</ol>"));
}

}  // namespace

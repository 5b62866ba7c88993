// Tests that `check` reads the files that a build would write.
#include "passes/examine.h"
#include "unit/whole_site.h"

namespace {

TEST_CASE("check reports errors in published files, with their sources") {
  WholeSite site({{"content/index.md", page("Coffee", "[Demo](demo.html)\n")},
                  {"data/site.json", R"({"title": "Coffee", "active": ["*.html"]})"},
                  {"content/demo.html",
                   "<!doctype html><html lang=en><head><meta charset=utf-8><meta http-equiv=Content-Security-Policy "
                   "content=\"default-src 'self'\"><title>x</title></head><body>\n<h1>Demo</h1><a href=gone.html>x</a>"
                   "</body></html>"}});
  const passes::Examination examination = passes::examine_site(site.root, {});
  CHECK(said(examination.diagnostics) == R"(error[broken-link]: nothing is published at gone.html
  --> demo.html:2:22
   |
 2 | <h1>Demo</h1><a href=gone.html>x</a></body></html>
   |                      ^^^^^^^^^
   = note: this file is generated from content/demo.html
)");
  CHECK(site.output.files().empty());
  site.write("content/gone.html", site.root.files().at("content/demo.html"));
  const passes::Examination fixed = passes::examine_site(site.root, {});
  CHECK(said(fixed.diagnostics) == "");
  CHECK(fixed.links > 10);
}

}  // namespace

// Tests that a link on any page goes to a published file.
#include <doctest/doctest.h>

#include "unit/whole_site.h"

namespace {

Files pages(std::string body) {
  return with_data(
      {{"content/a/b/from.md", page("From", body)},
       {"content/a/b/near.md", page("Near", "## Größe & Maß\n\nW.\n\n## Own {#own-id}\n\nW.\n")},
       {"content/a/far.md", page("Far")},
       {"content/a/b/cup & saucer.svg", "<svg/>"},
       {"content/drinks/drink.md", page("D", "W.\n", "pages: {query: prices, address: \"{id}\", title: \"{name}\"}\n")},
       {"content/prices.md", page("Prices", "```table t\ndata: prices\ncaption: P\ncolumns: [name]\n```\n")}});
}

std::string link(const std::string& destination) {
  WholeSite site(pages("[x](" + destination + ")\n"));
  site.built();
  return between(between(site.html("a/b/from.html"), "<div class=\"content\">", "</div>"), "<p>", "</p>");
}

std::string mistakes(const std::string& body) { return WholeSite(pages(body + "\n")).mistakes(); }

TEST_CASE("links to a Markdown file go to its page, relative to the linking page") {
  CHECK(link("near.md") == "<a href=\"near.html\">x</a>");
  CHECK(link("./near.md") == "<a href=\"near.html\">x</a>");
  CHECK(link("../far.md") == "<a href=\"../far.html\">x</a>");
  CHECK(link("../../index.md") == "<a href=\"../../index.html\">x</a>");
  CHECK(link("../../a/far.md") == "<a href=\"../far.html\">x</a>");
}

TEST_CASE("anchors of headings, tables and charts can be linked to") {
  CHECK(link("near.md#größe--maß") == "<a href=\"near.html#gr%C3%B6%C3%9Fe--ma%C3%9F\">x</a>");
  CHECK(link("near.md#gr%C3%B6%C3%9Fe--ma%C3%9F") == "<a href=\"near.html#gr%C3%B6%C3%9Fe--ma%C3%9F\">x</a>");
  CHECK(link("near.md#own-id") == "<a href=\"near.html#own-id\">x</a>");
  CHECK(link("../../prices.md#t") == "<a href=\"../../prices.html#t\">x</a>");
}

TEST_CASE("a file that is not Markdown is linked by its address") {
  CHECK(link("../../drinks/latte.html") == "<a href=\"../../drinks/latte.html\">x</a>");
  CHECK(link("<cup & saucer.svg>") == "<a href=\"cup%20&amp;%20saucer.svg\">x</a>");
  CHECK(link("cup%20&%20saucer.svg") == "<a href=\"cup%20&amp;%20saucer.svg\">x</a>");
  CHECK(link("../../sources/card.html") == "<a href=\"../../sources/card.html\">x</a>");
  CHECK(link("../../data/prices.csv") == "<a href=\"../../data/prices.csv\">x</a>");
  CHECK(link("../../tables/t.csv") == "<a href=\"../../tables/t.csv\">x</a>");
  CHECK(link("../../drinks/") == "<a href=\"../../drinks/index.html\">x</a>");
}

TEST_CASE("a link to g goes to the term that its words name") {
  const auto linked = [](const std::string& words, Files more) {
    more["content/a/from.md"] = page("From", "[" + words + "](g)\n");
    WholeSite site(with_data(std::move(more)));
    const std::string found = site.mistakes();
    return found.empty() ? between(between(site.html("a/from.html"), "class=\"content\"", "</div>"), "href=\"", "\"")
                         : found;
  };
  const Files folder = {{"content/x/glossary/mug.md", page("Mug")}, {"content/x/glossary/berry.md", page("Berry")}};
  CHECK(has(linked("*Mugs*", folder), "../x/glossary/mug.html"));
  CHECK(has(linked("Berries", folder), "../x/glossary/berry.html"));
  CHECK(has(linked("cup", folder), "error[unknown-page]: nothing is published at a/g"));
  CHECK(has(linked("mugs", {{"content/glossary.md", page("Glossary", "## Mug\n\nA cup.\n")}}), "../glossary.html#mug"));
  Files two = folder;
  two["content/y/glossary/mug.md"] = page("Mug");
  CHECK(has(linked("mug", two), "error[unknown-page]"));
  two["content/a/g.md"] = page("G");
  CHECK(linked("mug", two) == "g.html");
}

TEST_CASE("every address that may be linked to is published") {
  WholeSite site(pages("W.\n"));
  site.built();
  Passes p = site.passes();
  for (std::string_view address : p.site->addresses.all()) {
    CAPTURE(std::string(address));
    CHECK(site.output.files().contains(std::string(address)));
  }
}

TEST_CASE("external links are unchanged, and web links have rel=noopener") {
  CHECK(link("https://bean.example/?a=1&b=2") ==
        "<a href=\"https://bean.example/?a=1&amp;b=2\" rel=\"noopener\">x</a>");
  CHECK(link("mailto:a@bean.example") == "<a href=\"mailto:a@bean.example\">x</a>");
}

TEST_CASE("links with forbidden schemes are errors, not empty links") {
  CHECK(mistakes("[x](irc://bean.example/#roast)") ==
        "error[bad-link]: a link may not go to \"irc://bean.example/#roast\"\n"
        "  --> content/a/b/from.md:4:5\n"
        "   |\n"
        " 4 | [x](irc://bean.example/#roast)\n"
        "   |     ^^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "   = expected: an address that begins with https://, http://, mailto: or tel:, or one within the site\n");
  CHECK(has(mistakes("[x](javascript:alert(1))"), "error[bad-link]: a link may not go to \"javascript:alert(1)\""));
  CHECK(has(mistakes("[x](data:text/html,x)"), "error[bad-link]"));
  CHECK(has(mistakes("<ftp://bean.example/>"), "error[bad-link]"));
}

TEST_CASE("a link keeps its query, encoded, and is otherwise resolved as without it") {
  CHECK(link("near.md?a=1&b=2#own-id") == "<a href=\"near.html?a=1&amp;b=2#own-id\">x</a>");
  CHECK(link("<../far.md?a=16 bit+ä%26>") == "<a href=\"../far.html?a=16%20bit+%C3%A4%26\">x</a>");
  CHECK(link("?t.sort=name") == "<a href=\"from.html?t.sort=name\">x</a>");
  CHECK(link("near.md#own-id") == "<a href=\"near.html#own-id\">x</a>");
  CHECK(has(mistakes("[x](nere.md?a=1)"), "error[unknown-page]: there is no file content/a/b/nere.md\n"));
  CHECK(has(mistakes("[x](near.md?a=1#own)"), "error[unknown-anchor]"));
  CHECK(has(mistakes("[x](near.md?a=%z)"), "error[bad-link]: \"near.md?a=%z\" is not a valid address\n"));
}

TEST_CASE("a text fragment is kept, and no anchor") {
  CHECK(link("near.md#:~:text=a%2Cb,c") == "<a href=\"near.html#:~:text=a%2Cb,c\">x</a>");
  CHECK(link("near.md#own-id:~:text=a") == "<a href=\"near.html#own-id:~:text=a\">x</a>");
  CHECK(link("#:~:text=a") == "<a href=\"#:~:text=a\">x</a>");
  CHECK(has(mistakes("[x](near.md#own:~:text=a)"), "error[unknown-anchor]: a/b/near.html has no anchor #own\n"));
}

TEST_CASE("# alone leads to the top of the page") { CHECK(link("#") == "<a href=\"#\">x</a>"); }

TEST_CASE("a path as other programs write it leads to the page") {
  for (const char* path : {"near", "near/", "near.html", "/a/b/near.md", "/a/b/near/", "/a/b/Near", "../b/near"})
    CHECK_MESSAGE(link(path) == "<a href=\"near.html\">x</a>", path);
  CHECK(link("/") == "<a href=\"../../index.html\">x</a>");
  CHECK(has(mistakes("[x](nere)"), "error[unknown-page]: nothing is published at a/b/nere\n"));
  CHECK(has(mistakes("[x](/nere/)"), "error[unknown-page]: nothing is published at nere\n"));
  CHECK(link("@/a/far.md") == "<a href=\"../far.html\">x</a>");
  CHECK(link("near.mdx#own-id") == "<a href=\"near.html#own-id\">x</a>");
  CHECK(has(mistakes("[x](@/far.md)"), "there is no file content/far.md"));
}

TEST_CASE("a path may be relative to the folder that other programs publish a page as") {
  CHECK(link("../near/") == "<a href=\"near.html\">x</a>");
  CHECK(link("../../far/?a=1") == "<a href=\"../far.html?a=1\">x</a>");
  CHECK(link("../../../prices/") == "<a href=\"../../prices.html\">x</a>");
  CHECK(link("../cup%20&%20saucer.svg") == "<a href=\"cup%20&amp;%20saucer.svg\">x</a>");
  CHECK(has(mistakes("[x](../near.md)"), "there is no file content/a/near.md"));
  CHECK(has(mistakes("[x](../nere/)"), "error[unknown-page]: nothing is published at a/nere"));
  Files both = pages("[x](../near/)\n");
  both["content/a/near.md"] = page("Near");
  WholeSite site(both);
  site.built();
  CHECK(has(site.html("a/b/from.html"), "<a href=\"../near.html\">x</a>"));
  both["content/a/b/index.md"] = page("Index", "[x](../c/)\n");
  both["content/a/b/c.md"] = page("C");
  CHECK(has(WholeSite(both).mistakes(), "error[unknown-page]: nothing is published at a/c"));
}

TEST_CASE("an address with a template of another program is an error, but in an address that is shown") {
  CHECK(has(mistakes("[x](https://a.example/{{v}})"), "is a template of another program"));
  CHECK(has(mistakes("[x](<{% link a.md %}>)"), "is a template of another program"));
  CHECK(mistakes("<https://a.example/{{v}}>") == "");
}

TEST_CASE("a frame is shown if site.json lists its host, and the policy of the page allows it") {
  const std::string body = "<iframe src=\"https://v.example/1\" title=\"T\"></iframe>\n";
  Files files = pages(body);
  files["data/site.json"] = R"({"title": "S", "frames": ["v.example"]})";
  WholeSite site(files);
  site.built();
  const std::string html = site.html("a/b/from.html");
  CHECK(has(html, "<iframe src=\"https://v.example/1\" title=\"T\""));
  CHECK(has(html, "; frame-src https://v.example; style-src"));
  CHECK(has(mistakes(body), "\"frames\": [\"v.example\"] in data/site.json"));
  files["content/a/b/from.md"] = page("From", "<iframe src=\"https://v.example@w.example/1\" title=\"T\"></iframe>\n");
  CHECK(has(WholeSite(files).mistakes(), "an address that begins with https:// and a host"));
}

TEST_CASE("broken links are errors") {
  CHECK(mistakes("[x](nere.md)") ==
        "error[unknown-page]: there is no file content/a/b/nere.md\n"
        "  --> content/a/b/from.md:4:5\n"
        "   |\n"
        " 4 | [x](nere.md)\n"
        "   |     ^^^^^^^\n"
        "   = expected: the path of a Markdown file, relative to this one\n"
        "   = help: did you mean \"near.md\"?\n");
  CHECK(mistakes("[x](../../drinks/late.html)") ==
        "error[unknown-page]: nothing is published at drinks/late.html\n"
        "  --> content/a/b/from.md:4:5\n"
        "   |\n"
        " 4 | [x](../../drinks/late.html)\n"
        "   |     ^^^^^^^^^^^^^^^^^^^^^^\n"
        "   = expected: the path of a Markdown file, of another file of content/, or of a page made from data\n"
        "   = help: did you mean \"../../drinks/latte.html\"?\n");
  CHECK(mistakes("[x](../../../../data/prices.json)") ==
        "error[link-outside]: \"../../../../data/prices.json\" leads out of the site\n"
        "  --> content/a/b/from.md:4:5\n"
        "   |\n"
        " 4 | [x](../../../../data/prices.json)\n"
        "   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "   = expected: a path relative to this file, to a file below content/\n");
  CHECK(has(mistakes("[x](/../a/far.md)"), "error[link-outside]: \"/../a/far.md\" leads out of the site\n"));
  CHECK(mistakes("[x](near.md%zz)") ==
        "error[bad-link]: \"near.md%zz\" is not a valid address\n"
        "  --> content/a/b/from.md:4:5\n"
        "   |\n"
        " 4 | [x](near.md%zz)\n"
        "   |     ^^^^^^^^^^\n"
        "   = expected: two hexadecimal digits after each '%'\n");
  CHECK(mistakes("[x](near.md#own)") ==
        "error[unknown-anchor]: a/b/near.html has no anchor #own\n"
        "  --> content/a/b/from.md:4:5\n"
        "   |\n"
        " 4 | [x](near.md#own)\n"
        "   |     ^^^^^^^^^^^\n"
        "   = expected: one of \"größe--maß\" or \"own-id\"\n"
        "   = help: did you mean \"own-id\"?\n");
  CHECK(has(mistakes("[x](#here)"), "error[unknown-anchor]: a/b/from.html has no anchor #here\n"));
  CHECK(has(mistakes("[x](../far.md#x)"), "   = expected: a link to the page itself: it has no headings\n"));
}

TEST_CASE("a link to a part of the same page needs no file name") {
  WholeSite site(pages("[x](#more)\n\n## More\n\nW.\n"));
  site.built();
  CHECK(has(site.main("a/b/from.html"), "<a href=\"#more\">x</a>"));
}

TEST_CASE("images must be files of the site") {
  WholeSite site(pages("![A cup](<cup & saucer.svg> \"Title\")\n"));
  site.built();
  CHECK(has(site.main("a/b/from.html"),
            "<img src=\"cup%20&amp;%20saucer.svg\" alt=\"A cup\" title=\"Title\" loading=\"lazy\">"));
  CHECK(mistakes("![A cup](https://bean.example/cup.png)") ==
        "error[external-image]: this image is on another site\n"
        "  --> content/a/b/from.md:4:10\n"
        "   |\n"
        " 4 | ![A cup](https://bean.example/cup.png)\n"
        "   |          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "   = expected: a file below content/: pages must not load files from other sites\n"
        "   = help: copy the image next to the page, and cite its source\n");
  CHECK(has(mistakes("![A cup](cup.svg)"), "error[unknown-page]: nothing is published at a/b/cup.svg\n"));
}

TEST_CASE("an assumption is marked, and an assert must exist") {
  WholeSite site(
      pages("With [16 cups](given:), [the cheapest](assert:cheap).\n\n```sql assert cheap\n-- {id} is cheaper\n"
            "SELECT id FROM prices WHERE id <> 'espresso' AND id IS NULL\n```\n"));
  site.built();
  CHECK(has(site.main("a/b/from.html"), "<p>With <span class=\"given\">16 cups</span>, the cheapest.</p>"));
  CHECK(mistakes("[the cheapest](assert:cheep)") ==
        "error[unknown-assert]: there is no assert \"cheep\"\n"
        "  --> content/a/b/from.md:4:16\n"
        "   |\n"
        " 4 | [the cheapest](assert:cheep)\n"
        "   |                ^^^^^^^^^^^^\n"
        "   = expected: the name of a block ```sql assert cheep, on this page or another\n");
}

TEST_CASE("an anchor is unique on its page") {
  std::string table = "\n\n```table more\ndata: prices\ncaption: P\ncolumns: [name]\n```\n";
  WholeSite site(pages("## More" + table));
  site.built();
  // The table has this id; the heading gets a different one.
  CHECK(count(site.html("a/b/from.html"), "id=\"more\"") == 1);
  CHECK(mistakes("## X" + base::replace_all(table, "more", "figure")) ==
        "error[bad-name]: \"figure\" can't be the name of a table, chart or estimate\n"
        "  --> content/a/b/from.md:6:10\n"
        "   |\n"
        " 6 | ```table figure\n"
        "   |          ^^^^^^\n"
        "   = help: choose another name: the anchors of notes begin with this one\n");
}

TEST_CASE("a citation must refer to an existing source") {
  CHECK(mistakes("So they say [@crad, p. 1].") ==
        "error[unknown-source]: there is no source \"crad\"\n"
        "  --> content/a/b/from.md:4:14\n"
        "   |\n"
        " 4 | So they say [@crad, p. 1].\n"
        "   |              ^^^^^\n"
        "   = expected: the id of an entry of data/sources/\n"
        "   = help: did you mean \"card\"? If not, write it first: sourcebook new source URL --id crad\n");
}

}  // namespace

TEST_CASE("a heading is the title of a page without front matter, and links lead to it") {
  WholeSite site(
      with_data({{"content/a.md", "# Green `beans` {#green}\n\nSee [them](b.md#pods).\n"},
                 {"content/b.md", "---\ndescription: D\n---\nText.\n\n# Pods\n\n## Pods\n\n[up](a.md#green)\n"}}));
  site.built();
  CHECK(has(site.html("a.html"), "<h1><span id=\"green\">Green <code>beans</code></span></h1>"));
  CHECK(has(site.html("a.html"), "<title>Green beans"));
  CHECK(!has(site.main("a.html"), "href=\"#green\""));  // the heading is not shown again
  CHECK(has(site.html("b.html"), "<h1>Pods</h1>"));     // "#pods" is the section
  CHECK(has(site.main("b.html"), "<a href=\"a.html#green\">up</a>"));
}

// Tags that fit together, and elements that stand where they may.
#include <chrono>

#include <ctime>

#include "published_files.h"

namespace {

TEST_CASE("sound pages are sound, also with end tags and quotes left out") {
  CHECK(of_body("<p>One<p>Two<ul><li>a<li>b</ul><hr>") == "");
  CHECK(of_body("<dl><dt>a<dd>b<dt>c<dd>d<p>e</dl>") == "");
  CHECK(of_body("<table><caption>x<thead><tr><th>a<th>b<tbody><tr><td>1<td>2<p>x<tr><td>3<td>4</table>") == "");
  CHECK(of_body("<select aria-label=x><option>a<option>b<optgroup label=c><option>d</select>") == "");
  CHECK(of_body("<ruby>x<rt>y</ruby><details><summary>x</summary>y</details>") == "");
  CHECK(of_body("<a href=#><div><p>x</p></div></a><p><a href=#><em>y</em></a> <del>z</del>") == "");
  CHECK(of_body("<P CLASS=x>One</p><BR>") == "");
  CHECK(of_body("<template><tr><td>x</td></tr></template><my-box><div>x</div></my-box>") == "");
  CHECK(
      of_body("<svg viewBox='0 0 1 1'><path d='M0 0'/><title>a</title><foreignObject><p>x</p></foreignObject></svg>") ==
      "");
  CHECK(of_body("<math><mi>x</mi><mo form=prefix>+</mo></math><p>1 < 2</p>") == "");
  CHECK(of_body("<picture><source srcset='#'><img src='#' alt='' width=1 height=1></picture>").find("misplaced") ==
        std::string::npos);
}

TEST_CASE("elements that are never closed, or closed by others") {
  CHECK(of_body("<div>") == "error[unclosed-element] a.html:2:1 <div> is still open where </body> stands\n");
  CHECK(of_body("<b><i>x</b></i>") ==
        "error[unclosed-element] a.html:2:4 <i> is still open where </b> stands\n"
        "error[stray-tag] a.html:2:12 </i> closes nothing: no <i> is open here\n");
  CHECK(of_body("<table><tr><td><div>x<td>y</table>") ==
        "error[unclosed-element] a.html:2:16 <div> is still open where <td> stands\n");
  CHECK(of_body("<svg><g></svg>") == "error[unclosed-element] a.html:2:6 <g> is still open where </svg> stands\n");
  CHECK(
      findings({{"a.html", "<!doctype html><html lang=en><section>"}}).find("a.html:1:30 <section> is never closed") !=
      std::string::npos);
}

TEST_CASE("tags that close nothing") {
  CHECK(of_body("</div>") == "error[stray-tag] a.html:2:1 </div> closes nothing: no <div> is open here\n");
  CHECK(of_body("<br></br>") == "error[stray-tag] a.html:2:5 <br> has no end tag: it holds nothing\n");
  CHECK(of_body("<span/>x") ==
        "error[stray-tag] a.html:2:1 <span> does not close itself: in HTML the \"/\" means nothing\n");
  CHECK(of_body("<div><table><tr><td></div></td></tr></table></div>") ==
        "error[stray-tag] a.html:2:21 </div> closes nothing: no <div> is open here\n");
}

TEST_CASE("tags that can't be read") {
  CHECK(of_body("<p title=\"a>x</p> <p class=\"b\">z")
            .starts_with("error[broken-tag] a.html:2:1 the attributes of <p> can't be told apart\n"));
  CHECK(of_body("<p class=a CLASS=b>x") == "error[broken-tag] a.html:2:12 <p> has the attribute CLASS twice\n");
  CHECK(findings({{"a.html", sound("") + "<p title=\"x"}}) == "error[broken-tag] a.html:3:1 this tag never ends\n");
}

TEST_CASE("paragraphs end where blocks begin") {
  CHECK(of_body("<p>a<div>b</div>c</p>") ==
        "error[misplaced-element] a.html:2:5 <div> can't stand in <p>: the paragraph ends where it begins\n");
  CHECK(of_body("<p><span><ul></ul></span></p>") ==
        "error[misplaced-element] a.html:2:10 <ul> can't stand in <span>\n");
}

TEST_CASE("what an element may hold") {
  CHECK(of_body("<ul>x<div>y</div></ul>") ==
        "error[misplaced-element] a.html:2:5 text can't stand in <ul>\n"
        "error[misplaced-element] a.html:2:6 <div> can't stand in <ul>\n");
  CHECK(of_body("<li>x</li>") == "error[misplaced-element] a.html:2:1 <li> can't stand in <body>\n");
  CHECK(of_body("<h2><p>x</p></h2>") == "error[misplaced-element] a.html:2:5 <p> can't stand in <h2>\n");
  CHECK(of_body("<p><a href=#><div></div></a></p>") ==
        "error[misplaced-element] a.html:2:14 <div> can't stand in <p>\n");
  CHECK(of_body("<table><tr><div>x</div></tr></table>") ==
        "error[misplaced-element] a.html:2:12 <div> can't stand in <tr>\n");
  CHECK(of_body("<div><td>x</td></div>") == "error[misplaced-element] a.html:2:6 <td> can't stand in <div>\n");
  CHECK(of_body("<dl><p>x</p></dl>") == "error[misplaced-element] a.html:2:5 <p> can't stand in <dl>\n");
  CHECK(of_body("<style></style>") ==
        "error[misplaced-element] a.html:2:1 <style> can't stand in <body>\n"
        "error[inline-code] a.html:2:1 these styles stand in the page itself\n");
  CHECK(of_body("<title>y</title>").find("<title> can't stand in <body>") != std::string::npos);
  CHECK(of_body("<details>x<summary>y</summary></details>") ==
        "error[misplaced-element] a.html:2:11 <summary> can't stand behind other parts of <details>\n");
  CHECK(of_body("<svg><path><div>x</div></path></svg>") ==
        "error[misplaced-element] a.html:2:12 <div> can't stand in <path>: browsers end the drawing there\n");
  CHECK(of_body("<centre>x</centre>") == "error[unknown-element] a.html:2:1 HTML has no element <centre>\n");
}

TEST_CASE("what may not stand further up") {
  CHECK(of_body("<a href=#><b><a href=#>x</a></b></a>") ==
        "error[misplaced-element] a.html:2:14 <a> can't stand in <a>, at whatever depth\n");
  CHECK(of_body("<button><i><input aria-label=x></i></button>") ==
        "error[misplaced-element] a.html:2:12 <input> can't stand in <button>, at whatever depth\n");
  CHECK(of_body("<a href=#><b tabindex=0>x</b></a>") ==
        "error[misplaced-element] a.html:2:11 <b> can't stand in <a>, at whatever depth\n");
  CHECK(of_body("<button><input type=hidden></button>") == "");
  CHECK(of_body("<form><div><form></form></div></form>") ==
        "error[misplaced-element] a.html:2:12 <form> can't stand in <form>, at whatever depth\n");
  CHECK(of_body("<header><div><footer></footer></div></header>").find("<footer> can't stand in <header>") !=
        std::string::npos);
  CHECK(of_body("<table><tr><th><h2>x</h2></table>").find("<h2> can't stand in <th>") != std::string::npos);
  CHECK(of_body("<article><main>x</main></article>") ==
        "error[misplaced-element] a.html:2:10 <main> can't stand within a part of the page\n");
  CHECK(of_body("<div><main>x</main></div>") == "");
}

TEST_CASE("tables whose rows don't fit") {
  CHECK(of_body("<table><tr><th>a<th>b<tr><td colspan=2>x<tr><td rowspan=2>1<td>2<tr><td>3</table>") == "");
  CHECK(of_body("<table><tr><th>a<th>b<tr><td>x</table>") ==
        "warning[uneven-table] a.html:2:22 this row has 1 column, and the first one 2\n");
  CHECK(of_body("<table><tr><th>a<th>b<tr><td>x<td>y<td>z</table>") ==
        "warning[uneven-table] a.html:2:22 this row has 3 columns, and the first one 2\n");
  CHECK(of_body("<table><tr><th>a<th rowspan=2>b<th>c<tr><td colspan=2>x<td>y</table>") ==
        "error[uneven-table] a.html:2:41 this cell lies on one that reaches down from a row above\n");
  CHECK(of_body("<table><tr><th rowspan=3>a<th>b<tr><td>y</table>") ==
        "warning[uneven-table] a.html:2:12 this cell reaches below the last row of its part of the table\n");
  CHECK(of_body("<table><tr><td><table><tr><td>a<td>b</table></table>") == "");
}

TEST_CASE("whatever a page holds, it is read in linear time") {
  const auto repeated = [](std::string_view part, size_t bytes) {
    std::string text;
    while (text.size() < bytes) text += part;
    return text;
  };
  constexpr size_t kSize = 300'000;
  const std::clock_t begin = std::clock();
  for (std::string_view part : {"<div>",
                                "</div>",
                                "<b><i>",
                                "<p><div></p>",
                                "<a href=",
                                "<!--",
                                "<![CDATA[",
                                "<svg><title>",
                                "<table><tr><td colspan=1000>",
                                "<td rowspan=65534>",
                                "<",
                                "<x y='",
                                "<li id=a>",
                                "&#x",
                                "<script>",
                                "<script></script>",
                                "<p a b c d e f g h>",
                                "<template>",
                                "</p>",
                                "<select><option>"}) {
    CAPTURE(part);
    const audit::Audit audit = audited({{"a.html", repeated(part, kSize)}, {"a.svg", repeated(part, kSize)}});
    CHECK(audit.diagnostics.has_errors());
    CHECK(audit.diagnostics.list().size() < 400);
  }
  for (std::string_view part : {"[a](", "[", "`", "``` ", "`a``", "](", "<", "\\", "[a]: b\n", "~~~\n"})
    audited({{"a.md", repeated(part, kSize)}});
  for (std::string_view part : {"url(", "/*", "\"", "@import ", "url('a'"}) audited({{"a.css", repeated(part, kSize)}});
  // Of a processor, whatever else runs; time that grew with the square would be minutes.
  CHECK(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC < 20);
}

}  // namespace

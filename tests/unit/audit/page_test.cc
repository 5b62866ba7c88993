// Tests that tags must be balanced.
#include <ctime>

#include "published_files.h"

namespace {

TEST_CASE("valid pages have no findings, even without optional end tags and quotes") {
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
}

TEST_CASE("unclosed elements, and elements closed by an outer end tag, are reported") {
  CHECK(of_body("<div>") == "error[unclosed-element] a.html:2:1 <div> is never closed\n");
  CHECK(of_body("<b><i>x</b></i>") ==
        "error[unclosed-element] a.html:2:4 <i> is still open at </b>\n"
        "error[stray-tag] a.html:2:12 </i> closes nothing: no <i> is open here\n");
  CHECK(of_body("<table><tr><td><div>x<td>y</table>") ==
        "error[unclosed-element] a.html:2:16 <div> is still open at </table>\n");
  CHECK(of_body("<svg><g></svg>") == "error[unclosed-element] a.html:2:6 <g> is still open at </svg>\n");
}

TEST_CASE("stray end tags are reported") {
  CHECK(of_body("</div>") == "error[stray-tag] a.html:2:1 </div> closes nothing: no <div> is open here\n");
  CHECK(of_body("<span/>x") == "error[unclosed-element] a.html:2:1 <span> is never closed\n");
  CHECK(of_body("<svg><g/></g></svg>") == "error[stray-tag] a.html:2:10 </g> closes nothing: no <g> is open here\n");
}

TEST_CASE("malformed tags are reported") {
  CHECK(of_body("<p title=\"a>x</p> <p class=\"b\">z")
            .starts_with("error[broken-tag] a.html:2:1 the attributes of <p> can't be separated\n"));
  CHECK(findings({{"a.html", sound("") + "<p title=\"x"}}) == "error[broken-tag] a.html:3:1 this tag is not closed\n");
}

TEST_CASE("any page is read in linear time") {
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
  // Measures CPU time, so that other processes do not matter. With quadratic time it would be minutes.
  CHECK(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC < 20);
}

}  // namespace

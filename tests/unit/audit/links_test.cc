#include "published_files.h"

namespace {

// Returns the findings for links on a/page.html. The site also has b.html, with the id "part", and c/index.html.
std::string of_link(const std::string& html, const std::string& base_url = "") {
  return findings({{"a/page.html", sound(html)},
                   {"b.html", sound("<p id=part></p><p id='größe'></p>")},
                   {"c/index.html", sound("")},
                   {"d.pdf", ""}},
                  base_url);
}

TEST_CASE("links to existing targets are accepted") {
  for (const char* target :
       {"../b.html", "../b.html#part", "../b.html?x=y#part", "../b.html#gr%C3%B6%C3%9Fe", "../b.html#größe",
        "page.html", "", "#", "#top", "?x", "./page.html", "../c/index.html", "../d.pdf#page=3",
        "https://elsewhere.example/x", "mailto:a@b.example", "../b.html#:~:text=x", "../%62.html"})
    CHECK_MESSAGE(of_link(std::string("<a href='") + target + "'>x</a>") == "", target);
}

TEST_CASE("links to missing targets are reported") {
  CHECK(of_link("<a href=../x.html>x</a>") == "error[broken-link] a/page.html:2:9 nothing is published at x.html\n");
  CHECK(of_link("<a href=../../x.html>x</a>") == "error[broken-link] a/page.html:2:9 this leads out of the site\n");
  CHECK(of_link("<a href=../b.html#prt>x</a>") ==
        "error[broken-anchor] a/page.html:2:9 b.html has no element with the id \"prt\"\n");
  CHECK(of_link("<a href='#prt'>x</a>") ==
        "error[broken-anchor] a/page.html:2:10 this page has no element with the id \"prt\"\n");
  CHECK(of_link("<a href=page.html#prt>x</a>").find("this page has no element with the id \"prt\"") !=
        std::string::npos);
  CHECK(of_link("<a href=../B.html>x</a>").find("nothing is published at B.html") != std::string::npos);
  CHECK(of_link("<a href=b%2.html>x</a>").starts_with("error[broken-link] a/page.html:2:9 a \"%\""));
  CHECK(of_link("<a href=b%00.html>x</a>").starts_with("error[broken-link]"));
  CHECK(of_link("<a href=file:///etc/passwd>x</a>").find("a file on one machine") != std::string::npos);
}

TEST_CASE("links of every kind of element are checked") {
  for (const char* html :
       {"<img src=x.png alt='' width=1 height=1>", "<script src=x.png></script>",
        "<iframe src=x.png title=x width=1 height=1></iframe>", "<video poster=x.png width=1 height=1></video>",
        "<audio src=x.png></audio>", "<form action=x.png></form>", "<object data=x.png></object>",
        "<svg><image href=x.png /></svg>", "<svg><a xlink:href=x.png><g/></a></svg>",
        "<blockquote cite=x.png></blockquote>", "<svg><rect fill='url(x.png)'/></svg>",
        "<button formaction=x.png>x</button>", "<map name=x><area href=x.png alt=x></map>",
        "<picture><source srcset='x.png 2x'></picture>", "<template><a href=x.png>y</a></template>"})
    CHECK_MESSAGE(of_link(html).find("nothing is published at a/x.png") != std::string::npos, html);
  for (const char* head :
       {"<link rel=stylesheet href=x.css>", "<link rel=alternate href=x.css>", "<link rel='shortcut icon' href=x.css>"})
    CHECK_MESSAGE(findings({{"a.html", sound("", head)}}).find("nothing is published at x.css") != std::string::npos,
                  head);
}

TEST_CASE("a frame of another site is left to the policy of the page, which lists its host") {
  CHECK(of_link("<iframe src=https://a.example/ title=x width=1 height=1></iframe>") == "");
  CHECK(of_link("<iframe src=http://a.example/ title=x width=1 height=1></iframe>").find("foreign-resource") !=
        std::string::npos);
}

TEST_CASE("only links in a template lead to elements in a template") {
  const std::string_view target = "<template><b id=late>x</b></template>";
  CHECK(of_link(fmt::format("{}<template><a href=#late>y</a></template>", target)) == "");
  CHECK(of_link(fmt::format("{}<a href=#late>y</a>", target)).starts_with("error[broken-anchor]"));
  CHECK(of_link("<b id=now>x</b><template><a href=#now>y</a></template><a href=#now>z</a>") == "");
}

TEST_CASE("links that only work in some places are reported") {
  CHECK(of_link("<a href=/b.html>x</a>")
            .starts_with("error[link-form] a/page.html:2:9 this link starts at the host's root"));
  CHECK(of_link("<a href=..\\b.html>x</a>").starts_with("error[link-form]"));
  CHECK(of_link("<a href=../c/>x</a>").find("this is the folder c/") != std::string::npos);
  CHECK(of_link("<a href=../c>x</a>").find("this is the folder c/") != std::string::npos);
  CHECK(of_link("<a href=https://a.example/b.html>x</a>", "https://a.example/").starts_with("warning[link-form]"));
  CHECK(of_link("<a href=https://a.example/x.html>x</a>", "https://a.example/").starts_with("error[broken-link]"));
  CHECK(findings({{"404.html", sound("<a href=a.html>x</a>")}, {"a.html", sound("")}}).starts_with("error[link-form]"));
  CHECK(findings({{"404.html", sound("<a href=./>x</a>")}, {"a.html", sound("")}}) == "");
  CHECK(findings({{"404.html", sound("<a href=https://a.example/>x</a>")}, {"index.html", sound("")}},
                 "https://a.example/") == "");
}

TEST_CASE("files from other sites are reported") {
  for (const char* html :
       {"<img src=//b.example/x alt='' width=1 height=1>", "<script src=https://b.example/x></script>",
        "<form action=https://b.example/></form>", "<svg><use href='https://b.example/#x'/></svg>"})
    CHECK_MESSAGE(of_link(html).starts_with("error[foreign-resource] a/page.html:2:"), html);
  CHECK(of_link("<img src='data:image/png,x' alt='' width=1 height=1>") == "");
  CHECK(findings({{"a.css", "@import 'https://b.example/x.css';"}}) ==
        "error[foreign-resource] a.css:1:10 this loads from another site: https://b.example/x.css\n");
}

TEST_CASE("links in style sheets are checked") {
  CHECK(
      findings({{"s/a.css",
                 "/* url(no) */ a{b:url( ../x.png ) url('y.png')} c{content:\"url(no)\"} d{e:url(data:x) url(#f)}"}}) ==
      "error[broken-link] s/a.css:1:24 nothing is published at x.png\n"
      "error[broken-link] s/a.css:1:40 nothing is published at s/y.png\n"
      "error[broken-anchor] s/a.css:1:90 this page has no element with the id \"f\"\n");
}

TEST_CASE("files that are too large or not text are reported") {
  CHECK(findings({{"a.html", "x\xFF"}, {"b.css", std::string("a\0b", 3)}}) ==
        "error[invalid-utf8] a.html:1:2 this file is not in UTF-8\n"
        "error[nul-byte] b.css:1:2 this file contains a NUL byte\n");
  CHECK(findings({{"a.html", std::string(17 << 20, 'x')}}) ==
        "error[too-large] a.html this file is 17 MB, and is not checked\n");
}

}  // namespace

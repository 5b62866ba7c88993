// Tests each rule for pages; page_test.cc tests the rules for tags.
#include "base/diagnostic_format.h"
#include "published_files.h"

namespace {

std::string of_head(const std::string& head) { return findings({{"a.html", sound("", head)}}); }

TEST_CASE("a page states its type, language, title and encoding") {
  CHECK(findings({{"a.html", "<p>x</p>"}}) ==
        "error[bare-page] a.html:1:1 this page does not begin with a doctype, so browsers use quirks mode\n"
        "error[bare-page] a.html:1:1 this page does not state its language\n"
        "error[bare-page] a.html:1:1 this page has no title\n"
        "error[bare-page] a.html:1:1 this page does not declare UTF-8 near its beginning\n"
        "warning[heading-order] a.html:1:1 this page has no heading\n"
        "error[weak-policy] a.html:1:1 this page has no Content-Security-Policy\n");
  CHECK(of_head("<title>y</title>") == "error[bare-page] a.html:1:142 this page has a second title\n");
}

TEST_CASE("ids are unique, and references to ids exist") {
  CHECK(of_body("<p id=a></p><p id=b></p><p id='a'></p>") ==
        "error[repeated-id] a.html:2:32 the id \"a\" is already used on this page\n");
  CHECK(of_body("<p id=''></p>") == "error[repeated-id] a.html:2:1 an id must not be empty or contain spaces\n");
  CHECK(of_body("<p id=a></p><template><p id=a></p></template>") == "");
  CHECK(
      of_body("<p id=a aria-describedby='a  b'></p>") ==
      "error[unknown-id] a.html:2:27 the attribute aria-describedby refers to \"b\", and nothing on this page has that "
      "id\n");
  CHECK(of_body("<label for=a>x</label><input id=a list=b><datalist id=b></datalist>") == "");
}

TEST_CASE("images have alternative text and a size") {
  const auto page = [](const std::string& body) { return findings({{"a.html", sound(body)}, {"a.png", ""}}); };
  CHECK(page("<img src=a.png alt='' width=1 height=2>") == "");
  CHECK(page("<img src=a.png width=1 height=2>") ==
        "error[image-without-alt] a.html:2:1 <img> has no alternative text\n");
  CHECK(page("<img src=a.png alt=x width=1>") == "warning[unsized-image] a.html:2:1 <img> has no height\n");
  CHECK(page("<img src=a.png alt=x width=50% height=1>") ==
        "warning[unsized-image] a.html:2:1 the width \"50%\" of <img> is not a whole number\n");
  CHECK(page("<iframe src=a.html width=1 height=1></iframe>") ==
        "error[image-without-alt] a.html:2:1 <iframe> has no alternative text\n");
}

TEST_CASE("headings are in order") {
  CHECK(of_body("<h2>a</h2><h3>b</h3><h2>c</h2>") == "");
  CHECK(of_body("<h3>a</h3>") == "warning[heading-order] a.html:2:1 <h3> follows <h1>: a level is skipped\n");
  CHECK(of_body("<h1>a</h1>") == "warning[heading-order] a.html:2:1 this page has a second <h1>\n");
}

TEST_CASE("inline code and styles are reported") {
  CHECK(of_body("<script>x</script>") == "error[inline-code] a.html:2:1 this script is inline\n");
  CHECK(of_body("<script type=application/json>{}</script>") == "");
  CHECK(of_body("<p style='x'></p>") == "error[inline-code] a.html:2:4 <p> has inline styles\n");
  CHECK(of_body("<p onClick='x'></p>") == "error[inline-code] a.html:2:4 <p> has code in the attribute onClick\n");
  CHECK(of_body("<a href=' java&#10;script:x'>y</a>")
            .find("error[inline-code] a.html:2:10 the address in href runs code") != std::string::npos);
  CHECK(of_body("<p title='javascript:x' aria-label='javascript:x' data-x='vbscript:x'></p>") == "");
  CHECK(of_body("<svg><style>a{}</style></svg>") == "error[inline-code] a.html:2:6 these styles are inline\n");
  CHECK(findings({{"a.svg", "<svg><style>a{}</style><g style='x'/></svg>"}}) == "");
  CHECK(findings({{"a.svg", "<svg><script>x</script></svg>"}}) ==
        "error[inline-code] a.svg:1:6 this script is inline\n");
  CHECK(findings({{"a.html", sound("<script src=a.js type=module></script>")}, {"a.js", ""}}) ==
        "error[inline-code] a.html:2:1 this script is a module, which browsers don't load from disk\n");
}

TEST_CASE("a policy allows only files of the site") {
  const auto page = [](const std::string& policy) {
    std::string html = sound("");
    const size_t at = html.find("default-src 'self'");
    return findings({{"a.html", html.replace(at, 18, policy)}});
  };
  CHECK(page("default-src 'none'; img-src 'self' data:; base-uri 'none'; sandbox") == "");
  CHECK(page("default-src *") == "error[weak-policy] a.html:1:106 the policy allows default-src to be *\n");
  CHECK(page("default-src 'self'; script-src 'unsafe-eval'") ==
        "error[weak-policy] a.html:1:106 the policy allows script-src to be 'unsafe-eval'\n");
  CHECK(page("script-src 'self'").find("has no default-src") != std::string::npos);
}

TEST_CASE("a finding shows its position, the expectation and notes") {
  const audit::Audit audit = audited({{"a.html", sound("<div><b>x</div>")}});
  REQUIRE(audit.diagnostics.list().size() == 1);
  CHECK(base::format_diagnostic(audit.diagnostics.list()[0], base::DiagnosticFormat::text, false) ==
        R"(error[unclosed-element]: <b> is still open at </div>
  --> a.html:2:6
   |
 2 | <div><b>x</div></body></html>
   |      ^^^
   = expected: </b>
   = note: here
  ::: a.html:2:10
   |
 2 | <div><b>x</div></body></html>
   |          ^^^^^^
)");
}

TEST_CASE("at most three findings with the same text and twenty with the same code are shown") {
  PublishedFiles files;
  for (char name = 'a'; name <= 'j'; ++name) files[std::string(1, name) + ".html"] = sound("</div>");
  audit::Audit audit = audited(files);
  REQUIRE(audit.diagnostics.list().size() == 3);
  CHECK(audit.diagnostics.list()[2].notes.back().text == "and also in 7 more files (--verbose shows all)");
  std::string many;
  for (int i = 0; i < 50; ++i) many += fmt::format("<p id=a title={}></p>", i);
  audit = audited({{"a.html", sound(many)}});
  REQUIRE(audit.diagnostics.list().size() == 20);
  CHECK(audit.diagnostics.list()[19].notes.back().text == "and 29 more with this code in this file");
}

}  // namespace

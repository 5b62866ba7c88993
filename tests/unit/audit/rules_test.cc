// Tests each rule for pages.
#include "base/diagnostic_format.h"
#include "published_files.h"

namespace {

TEST_CASE("a file and a site that hosts may refuse are reported") {
  const auto of_size = [](size_t bytes) { return std::make_shared<const std::string>(bytes, 'x'); };
  const auto table = of_size(50'000'000);
  const audit::AuditOptions options;
  CHECK(in_short(audit::audit_site({{"a.csv", of_size(51'000'000)}, {"b.csv", table}}, options)) ==
        "warning[huge-output] a.csv this file has 51 MB\n");
  io::MemoryFileSystem::Snapshot files;
  for (char name = 'a'; name < 'k'; ++name) files.emplace(std::string(1, name) + ".csv", table);
  CHECK(in_short(audit::audit_site(files, options)) == "");
  files.emplace("k.csv", of_size(1'000'000));
  CHECK(in_short(audit::audit_site(files, options)) == "warning[huge-output] . the site has 501 MB\n");
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
  CHECK(of_body("<svg><foreignObject><a style=x></a></foreignObject><g/></svg><p style=y>") ==
        "error[inline-code] a.html:2:24 <a> has inline styles\nerror[inline-code] a.html:2:65 <p> has inline styles\n");
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
  const audit::Audit audit =
      audited({{"a.html",
                "<html><head><script src=a.js></script>\n<meta http-equiv=Content-Security-Policy "
                "content=\"default-src 'self'\"></head></html>"},
               {"a.js", ""}});
  REQUIRE(audit.diagnostics.list().size() == 1);
  CHECK(base::format_diagnostic(audit.diagnostics.list()[0], base::DiagnosticFormat::text, false) ==
        R"(error[weak-policy]: the policy comes after an element that it should apply to
  --> a.html:2:1
   |
 2 | <meta http-equiv=Content-Security-Policy content="default-src 'self'"></head></html>
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
   = expected: it in <head>, before any script, style sheet or icon
   = note: this comes before it
  ::: a.html:1:13
   |
 1 | <html><head><script src=a.js></script>
   |             ^^^^^^^^^^^^^^^^^
)");
}

TEST_CASE("at most three findings with the same text and twenty with the same code are shown") {
  PublishedFiles files;
  for (char name = 'a'; name <= 'j'; ++name) files[std::string(1, name) + ".html"] = sound("<a href=x.html>y</a>");
  audit::Audit audit = audited(files);
  REQUIRE(audit.diagnostics.list().size() == 3);
  CHECK(audit.diagnostics.list()[2].notes.back().text == "and also in 7 more files (--verbose shows all)");
  std::string many;
  for (int i = 0; i < 50; ++i) many += fmt::format("<p style={}></p>", i);
  audit = audited({{"a.html", sound(many)}});
  REQUIRE(audit.diagnostics.list().size() == 20);
  CHECK(audit.diagnostics.list()[19].notes.back().text == "and 30 more with this code in this file");
}

}  // namespace

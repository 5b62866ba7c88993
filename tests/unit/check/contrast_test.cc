#include "check/checks.h"

#include <fmt/format.h>

#include "../whole_site.h"
#include "markup/colour.h"
#include "markup/stylesheet.h"
#include "passes/parse.h"

namespace {

std::string default_asset(std::string_view name) {
  for (const auto& [path, bytes] : passes::default_theme())
    if (path == "assets/" + std::string(name)) return std::string(bytes);
  FAIL(name);
  return "";
}

// Returns the errors for the default tokens after a change.
std::string said_of(std::string_view from, std::string_view to) {
  std::string css = default_asset("tokens.css");
  REQUIRE(css.find(from) != std::string::npos);
  base::SourceText tokens("templates/assets/tokens.css", css.replace(css.find(from), from.size(), to));
  base::SourceText chart("templates/assets/chart.css", default_asset("chart.css"));
  base::Diagnostics diagnostics;
  check::check_contrast(tokens, chart, {}, "", diagnostics);
  return said(diagnostics);
}

TEST_CASE("the default colours contrast with their background") { CHECK(said_of("", "") == ""); }

TEST_CASE("a pale colour is an error at its declaration, with the measured and the required contrast") {
  std::string text = said_of("--series-2: light-dark(#d46d29,", "--series-2: light-dark(#f0c090,");
  CHECK(has(text,
            "error[low-contrast]: --series-2 does not contrast enough with the background in the light scheme: 1.6"));
  CHECK(has(text, "templates/assets/tokens.css:"));
  CHECK(has(text, "--series-2: light-dark(#f0c090,"));
  CHECK(has(text, "3:1 or more, as WCAG 2.2 asks of the parts of a graphic"));
  CHECK(has(text, "make it darker"));
}

TEST_CASE("text needs more contrast than a graphic, and the dark scheme is measured separately") {
  std::string text = said_of("--ink-soft: light-dark(#5b564d, #aea799);", "--ink-soft: light-dark(#5b564d, #6f6a60);");
  CHECK(count(text, "error[") == 1);
  CHECK(has(text, "--ink-soft does not contrast enough with the background in the dark scheme"));
  CHECK(has(text, "4.5:1 or more, as WCAG 2.2 asks of text"));
  CHECK(has(text, "make it lighter"));
}

TEST_CASE("a token that charts use must exist, and have a colour that can be measured") {
  CHECK(has(said_of("  --ramp-3: light-dark(#6fa3e6, #376fa6);", ""),
            "error[missing-token]: the stylesheet does not declare --ramp-3"));
  CHECK(has(said_of("  --series-5: light-dark(#595421, #82672c);", ""),
            "error[missing-token]: the stylesheet does not declare --series-5"));
  std::string text = said_of("--axis: light-dark(#6e685d, #a39c8e);", "--axis: oklch(50% 0.1 80);");
  CHECK(count(text, "error[") == 1);
  CHECK(has(text, "error[unreadable-colour]: \"oklch(50% 0.1 80)\" is not a colour that can be measured"));
  CHECK(said_of("--axis: light-dark(#6e685d, #a39c8e);", "--axis: var(--ink-soft);") == "");
}

TEST_CASE("the ramps have even steps of contrast, and a diverging ramp is symmetric") {
  base::SourceText css("t.css", default_asset("tokens.css"));
  markup::Tokens tokens = markup::Tokens::read(css);
  for (markup::Scheme scheme : {markup::Scheme::light, markup::Scheme::dark, markup::Scheme::print}) {
    auto colour = [&](const std::string& name) { return *markup::parse_colour(tokens.find(scheme, name)->value); };
    markup::Colour paper = colour("--paper");
    for (int i = 1; i < 9; ++i)
      CHECK(markup::contrast(colour(fmt::format("--ramp-{}", i)), paper) >
            1.2 * markup::contrast(colour(fmt::format("--ramp-{}", i - 1)), paper));
    for (int i = 0; i < 4; ++i) {
      double low = markup::contrast(colour(fmt::format("--div-{}", i)), paper);
      double high = markup::contrast(colour(fmt::format("--div-{}", 8 - i)), paper);
      CHECK(low / high == doctest::Approx(1).epsilon(0.08));
      CHECK(low > 1.3 * markup::contrast(colour(fmt::format("--div-{}", i + 1)), paper));
    }
  }
}

TEST_CASE("the colours that a site sets are measured") {
  WholeSite site(with_data({}));
  site.write("templates/assets/tokens.css",
             base::replace_all(default_asset("tokens.css"), "--axis: light-dark(#6e685d,", "--axis: light-dark(#ccc,"));
  std::string text = site.mistakes();
  CHECK(has(text, "error[low-contrast]: --axis"));
  CHECK(site.output.files().empty());
}

// Returns the colours of published tokens, for a site with these files; or its messages.
std::string published(const Files& files, const std::string& name) {
  WholeSite site(with_data(files));
  if (const std::string text = site.mistakes(); !text.empty()) return text;
  const base::SourceText css("t.css", site.output.files().at("assets/tokens.css"));
  const markup::Tokens tokens = markup::Tokens::read(css);
  return tokens.find(markup::Scheme::light, name)->value + " " + tokens.find(markup::Scheme::dark, name)->value;
}

TEST_CASE("one colour is enough: that of the other scheme has the contrast that it needs") {
  const auto of_site = [](const std::string& theme, const std::string& name, const std::string& more = "") {
    return published({{"data/site.json", R"({"title": "C", "theme": )" + theme + more + "}"}}, name);
  };
  CHECK(of_site(R"({"paper": "#fff"})", "--paper") == "#fff #181715");
  CHECK(of_site(R"({"paper": "#000"})", "--paper") == "#fdfcf9 #000");
  CHECK(of_site(R"({"rule": "#ddd"})", "--rule") == "#ddd #3a3731");
  const std::string accents = of_site(R"({"accent": "#6b3fa0"})", "--accent");
  REQUIRE(has(accents, "#6b3fa0 #"));
  const markup::Colour made = *markup::parse_colour(accents.substr(8));
  CHECK(markup::contrast(made, *markup::parse_colour("#181715")) >= 4.5);
  CHECK(markup::contrast(made, *markup::parse_colour("#181715")) < 4.8);
  CHECK(of_site(R"({"focus": "#7a7a7a"})", "--focus") == "#7a7a7a #7a7a7a");
  CHECK(of_site(R"({"paper": "#fff"})", "--paper", R"(, "scheme": "light")") == "#fff #181715");
  CHECK(of_site(R"({"paper": "#111"})", "--paper", R"(, "scheme": "dark")") == "#fdfcf9 #111");
}

TEST_CASE("a background on which the theme is illegible is one error, which names the colours") {
  const std::string text = published({{"data/site.json", R"({"title": "C", "theme": {"paper": "#777"}})"}}, "--paper");
  CHECK(count(text, "error[") == 1);
  CHECK(has(text, "on this background in the dark scheme, these colours of the theme contrast too little: --ink 3."));
  CHECK(has(text, "data/site.json:1:"));
}

TEST_CASE("only the scheme of a site is measured") {
  const char* const kDim =
      R"({"title": "C", "theme": {"ink": {"light": "#211f1b", "dark": "#444"}}, "scheme": "light"})";
  CHECK(published({{"data/site.json", kDim}}, "--ink") == "#211f1b #444");
}

TEST_CASE("the tokens in data/theme.css are measured, and apply to print like those of the theme") {
  const auto styled = [](const std::string& css) { return Files{{"data/theme.css", css}}; };
  CHECK(published(styled(":root { --accent: #6b3fa0; --measure: 44rem; } .lead { color: var(--accent) }"),
                  "--measure") == "44rem 44rem");
  WholeSite site(with_data(styled("/* x */ :root { --accent: #6b3fa0; --own: 1px; }\n.lead { color: red }")));
  CHECK(site.mistakes() == "");
  CHECK(site.output.files().at("theme.css") ==
        "/* x */ :root { " + std::string(17, ' ') + "; --own: 1px; }\n.lead { color: red }");
  CHECK(has(site.html("index.html"), "<link rel=\"stylesheet\" href=\"theme.css\">"));
  const auto refused = [&](const std::string& css, const std::string& message) {
    CAPTURE(css);
    CHECK(has(published(styled(css), "--ink"), message));
  };
  refused(":root { --ink: light-dark(#999, #fff); }", "error[low-contrast]: --ink does not contrast enough");
  refused(":root { --ink: var(--accent); }", "error[bad-colour]");
  refused(".a { --ink: #000; }", "error[own-style]: --ink is set where its contrast is not measured");
  refused("@media print { @supports (a: b) { :root { --ink : #000 } } }", "error[own-style]: --ink is set where");
  refused("@import \"other.css\";", "error[own-style]: this style sheet imports another one");
  refused("@import url(other.css);", "error[own-style]: this style sheet imports another one");
  refused("a { background: url(//a.example/b.png) }", "error[own-style]: readers would request this file from");
  refused("a { background: URL( 'HTTPS://a.example/b.png' ) }", "error[own-style]: readers would request this file");
  const char* const other_site = "error[own-style]: readers would request this file from another site";
  for (const char* css :
       {"u\\72l(//a.example/b)", "\\55\\52\\00004c(//a.example/b)", "u\\72\r\nl(//a.example/b)",
        "url(\\2f\\2f a.example)", "url(\\68ttps://a.example/b)", "url('\\68\\74tp://a.example/b')",
        "url('\\\\\\\\a.example/b')", "url('/\\9/a.example')", "image-set('//a.example/b' 1x)",
        "-webkit-image-set(\"https://a.example/b\" 1x)", "src('//a.example/b')",
        "url(a\\)\"); color: url(//a.example/b); color: (\"", "'\\\r\n' url(//a.example/b)", "url(  //a.example/b)"})
    refused(fmt::format("a {{ background: {} }}", css), other_site);
  refused("a { --image: '//a.example/b'; background: image-set(var(--image) 1x) }", other_site);
  refused("@font-face { src: url(//a.example/b) }", other_site);
  for (const char* css : {"@\\69mport 'other.css';", "@im\\70 ort 'other.css';", "@import/**/'other.css';",
                          "@import /**/ u\\72l(other.css);", "@IMPORT\n\"other.css\" layer(a);"})
    refused(css, "error[own-style]: this style sheet imports another one");
  for (const char* css : {"a[href^='https://'] { color: red }", "@namespace svg 'http://www.w3.org/2000/svg';",
                          "a::before { content: 'a' }", ".sm\\:a { color: red }"})
    CHECK(published(styled(css), "--ink").find("own-style") == std::string::npos);
  CHECK(!has(published(styled("a { background: url(data:image/png;base64,AAAA) } /* @import url(//x) */"), "--ink"),
             "error"));
}

}  // namespace

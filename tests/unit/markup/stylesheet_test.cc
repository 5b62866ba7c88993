#include "markup/stylesheet.h"

#include <doctest/doctest.h>

#include <cmath>

#include "markup/colour.h"

using markup::Scheme;
using markup::Tokens;

namespace {

std::string value(const Tokens& tokens, Scheme scheme, std::string_view name) {
  const markup::Token* token = tokens.find(scheme, name);
  return token ? token->value : "(none)";
}

TEST_CASE("tokens are read for light, dark and print") {
  base::SourceText css("t.css",
                       "/* --paper: no; } */ :root { --paper: #fff; --ink : #222 ; color-scheme: light dark; }\n"
                       "@media (prefers-color-scheme:dark) { :root { --paper: #000 } }\n"
                       "@media print { :root { --ink: black; } }\n"
                       "@media (max-width: 30rem) { :root { --paper: red } }\n"
                       ".button { --paper: green }\n"
                       "@layer base { html, :root { --font: \"a; b }\", sans-serif; } }");
  Tokens tokens = Tokens::read(css);
  CHECK(value(tokens, Scheme::light, "--paper") == "#fff");
  CHECK(value(tokens, Scheme::dark, "--paper") == "#000");
  CHECK(value(tokens, Scheme::print, "--paper") == "#fff");
  CHECK(value(tokens, Scheme::print, "--ink") == "black");
  CHECK(value(tokens, Scheme::dark, "--ink") == "#222");
  CHECK(value(tokens, Scheme::light, "--font") == "\"a; b }\", sans-serif");
  CHECK(value(tokens, Scheme::light, "color-scheme") == "(none)");
  CHECK(tokens.find(Scheme::light, "--ink")->span.text() == "--ink : #222");
  CHECK(tokens.find(Scheme::dark, "--paper")->span.text() == "--paper: #000");
}

TEST_CASE("other colours replace the declared ones, but not in print or for more contrast") {
  base::SourceText together("t.css",
                            "/* --ink: no */ :root { --ink: light-dark(#111, #eee); --paper: #fff; }\n"
                            "@media (prefers-contrast: more) { :root { --ink: #000 } }\n"
                            "@media print { :root { --ink: #000; } }\n");
  CHECK(markup::with_tokens(together, {{"--ink", {"#222", "#ddd"}}, {"--none", {"#1", "#2"}}}) ==
        "/* --ink: no */ :root { --ink: light-dark(#222, #ddd); --paper: #fff; }\n"
        "@media (prefers-contrast: more) { :root { --ink: #000 } }\n"
        "@media print { :root { --ink: #000; } }\n");
  base::SourceText apart("t.css",
                         ":root { --ink: #111; } @media (prefers-color-scheme: dark) { :root { --ink:#eee } }");
  CHECK(markup::with_tokens(apart, {{"--ink", {"#222", "#ddd"}}}) ==
        ":root { --ink: #222; } @media (prefers-color-scheme: dark) { :root { --ink: #ddd } }");
}

TEST_CASE("light-dark() sets both schemes, and print is light") {
  base::SourceText css(
      "t.css",
      ":root { --a: light-dark(#fff, #000); --b: light-dark(rgb(1 2 3 / 4%), var(--a)); --c: light-dark(red);\n"
      "--d: 1px light-dark(red, blue); }\n"
      "@media print { :root { --b: #eee } }");
  Tokens tokens = Tokens::read(css);
  CHECK(value(tokens, Scheme::light, "--a") == "#fff");
  CHECK(value(tokens, Scheme::dark, "--a") == "#000");
  CHECK(value(tokens, Scheme::print, "--a") == "#fff");
  CHECK(value(tokens, Scheme::light, "--b") == "rgb(1 2 3 / 4%)");
  CHECK(tokens.resolve(Scheme::dark, "var(--b)").value() == "#000");
  CHECK(value(tokens, Scheme::print, "--b") == "#eee");
  CHECK(value(tokens, Scheme::dark, "--c") == "light-dark(red)");
  CHECK(value(tokens, Scheme::dark, "--d") == "1px light-dark(red, blue)");
  CHECK(tokens.find(Scheme::dark, "--a")->span.text() == "--a: light-dark(#fff, #000)");
}

TEST_CASE("var() is replaced with its value") {
  base::SourceText css("t.css",
                       ":root { --a: #111; --b: var(--a); --c: 1px solid var(--b); --x: var(--y); --y: var(--x) }"
                       "@media (prefers-color-scheme: dark) { :root { --a: #eee } }");
  Tokens tokens = Tokens::read(css);
  CHECK(tokens.resolve(Scheme::light, "var(--c)").value() == "1px solid #111");
  CHECK(tokens.resolve(Scheme::dark, "var( --b )").value() == "#eee");
  CHECK(tokens.resolve(Scheme::light, "var(--none, var(--a))").value() == "#111");
  CHECK(tokens.resolve(Scheme::light, "var(--none, )").value() == "");
  CHECK(!tokens.resolve(Scheme::light, "var(--none)"));
  CHECK(!tokens.resolve(Scheme::light, "var(--x)"));
  CHECK(tokens.resolve(Scheme::light, "plain").value() == "plain");
}

TEST_CASE("the resolved stylesheet has no var(), comments or at-rules") {
  base::SourceText css("t.css", ":root { --paper: #fff; --font: Arial, \"Liberation Sans\"; }");
  std::string sheet =
      "/* words */\n.a,\n.b { fill: var(--paper); stroke: var(--none); font-family: var(--font) }\n"
      ".c { stroke: var(--none) } .d:not([x]) { width: 1px; }\n@media print { .e { fill: red } }\n@import "
      "'x';\n.f{g:h}";
  CHECK(markup::resolve_stylesheet(sheet, Tokens::read(css), Scheme::light) ==
        ".a, .b{fill:#fff;font-family:Arial, \"Liberation Sans\"}.d:not([x]){width:1px}.f{g:h}");
  CHECK(markup::required_tokens(sheet) == std::set<std::string>{"--paper", "--none", "--font"});
  CHECK(markup::required_tokens(".a { fill: var(--b, var(--c)) }").empty());
}

TEST_CASE("malformed CSS is read without crashing, and a stray } is ignored") {
  for (std::string_view text :
       {"", "}", "{", ":root", ":root {", ":root { --a", ":root { --a: ", "/*", "/* :root {", "\"", ":root { --a: \"b",
        "@media", "@media print {", "} :root { --a: 1 }", "a { var( }"}) {
    base::SourceText css("t.css", std::string(text));
    Tokens tokens = Tokens::read(css);
    markup::resolve_stylesheet(text, tokens, Scheme::dark);
    markup::required_tokens(text);
  }
  base::SourceText css("t.css", "} :root { --a: 1 }");
  CHECK(value(Tokens::read(css), Scheme::light, "--a") == "1");
}

TEST_CASE("colours are read in the common notations of CSS") {
  auto hex = [](std::string_view css) {
    auto colour = markup::parse_colour(css);
    return colour ? std::to_string(std::lround(colour->red * 255)) + " " +
                        std::to_string(std::lround(colour->green * 255)) + " " +
                        std::to_string(std::lround(colour->blue * 255))
                  : "(none)";
  };
  CHECK(hex("#0af") == "0 170 255");
  CHECK(hex(" #00AAff ") == "0 170 255");
  CHECK(hex("rgb(0 170 255)") == "0 170 255");
  CHECK(hex("rgb(0,170 , 255)") == "0 170 255");
  CHECK(hex("rgb(0% 50% 100%)") == "0 128 255");
  CHECK(hex("white") == "255 255 255");
  for (std::string_view other : {"", "#", "#12", "#ggg", "#12345", "#1234", "#11223344", "rgb(1 2)", "rgb(1 2 3 / 50%)",
                                 "rgb(a b c)", "oklch(50% 0.1 20)", "color-mix(in srgb, red, blue)", "transparent"})
    CHECK_MESSAGE(hex(other) == "(none)", other);
}

TEST_CASE("contrast is calculated as in WCAG") {
  auto ratio = [](std::string_view a, std::string_view b) {
    return markup::contrast(*markup::parse_colour(a), *markup::parse_colour(b));
  };
  CHECK(ratio("#000", "#fff") == doctest::Approx(21));
  CHECK(ratio("#fff", "#fff") == doctest::Approx(1));
  // Well-known values: the lightest grey that is allowed for text on white, and the next one, which is not.
  CHECK(ratio("#767676", "#fff") == doctest::Approx(4.54).epsilon(0.001));
  CHECK(ratio("#fff", "#777777") == doctest::Approx(4.48).epsilon(0.001));
}

}  // namespace

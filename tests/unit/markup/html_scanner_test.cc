#include "markup/html_scanner.h"

#include <doctest/doctest.h>

#include <vector>

#include "markup/html_tree.h"

using markup::HtmlScanner;

namespace {

// Returns the tokens of a text, each in brackets; a tag is shown by its name and attributes.
std::string tokens(std::string_view html) {
  std::string said;
  for (HtmlScanner scanner(html); scanner.next();) {
    if (scanner.is_text()) {
      said += "[" + std::string(scanner.text()) + "]";
      continue;
    }
    const markup::HtmlTag& tag = scanner.tag();
    said += tag.closes ? "</" : "<";
    said += tag.name;
    markup::HtmlAttribute each;
    for (markup::HtmlAttributes all(tag.attributes); all.next(each);) {
      said += "|" + std::string(each.name);
      if (each.value) said += "=" + std::string(*each.value);
    }
    said += tag.is_unfinished ? " …" : tag.closes_itself ? " />" : ">";
  }
  return said;
}

TEST_CASE("HTML is read as tags and texts") {
  CHECK(tokens("<!doctype html><p id=a class='b c'>One &amp; <br/>two</p>") ==
        "<p|id=a|class=b c>[One &amp; ]<br />[two]</p>");
  CHECK(tokens("a<!-- <b> -->c<!-->d<!--->e<?php x>f</ g>h") == "[a][c][d][e][f][h]");
  CHECK(tokens("<a title=\"x > y\" href=/b/ disabled>") == "<a|title=x > y|href=/b/|disabled>");
  CHECK(tokens("<a title = 'it\"s'data-x>") == "<a|title=it\"s|data-x>");
  CHECK(tokens("<p title=it's>don't</p>") == "<p|title=it's>[don't]</p>");
}

TEST_CASE("a < that does not begin a tag is text") {
  CHECK(tokens("1 < 2 <3") == "[1 ][< 2 ][<3]");
  CHECK(tokens("<") == "[<]");
  CHECK(tokens("<=>") == "[<=>]");
}

TEST_CASE("scripts, styles, titles and text areas contain one text") {
  CHECK(tokens("<script>if (a<b) '</p>'</SCRIPT >x") == "<script>[if (a<b) '</p>']</SCRIPT>[x]");
  CHECK(tokens("<title>a <b> c</titles></title>") == "<title>[a <b> c</titles>]</title>");
  CHECK(tokens("<svg><style/><title>x</title></svg>") == "<svg><style /><title>[x]</title></svg>");
  CHECK(tokens("<textarea><p>") == "<textarea>[<p>]");
}

TEST_CASE("an unterminated construct ends at the end of the text") {
  CHECK(tokens("<p") == "<p …");
  CHECK(tokens("<p title=\"a>b") == "<p|title=a>b …");
  CHECK(tokens("x<!-- y") == "[x]");
  CHECK(tokens("<!") == "");
  CHECK(tokens("<script>x") == "<script>[x]");
}

TEST_CASE("skipping an element includes nested elements of the same name") {
  HtmlScanner scanner("<svg><svg></svg><svgs></svg>a<br>b<nav>");
  REQUIRE(scanner.next());
  scanner.skip_element();
  REQUIRE(scanner.next());
  CHECK(scanner.text() == "a");
  REQUIRE(scanner.next());
  scanner.skip_element();
  REQUIRE(scanner.next());
  CHECK(scanner.text() == "b");
  REQUIRE(scanner.next());
  scanner.skip_element();
  CHECK_FALSE(scanner.next());
}

TEST_CASE("references are decoded, and invalid ones are unchanged") {
  CHECK(markup::unescaped("a&amp;b&#60;&#x3E;&hellip;") == "a&b<>…");
  CHECK(markup::unescaped("&nope; &; &#; &#x; &#xZ; & &amp") == "&nope; &; &#; &#x; &#xZ; & &amp");
  CHECK(markup::unescaped("&#0;&#xD800;&#x110000;") == "\uFFFD\uFFFD&#x110000;");
  CHECK(markup::unescaped("Caf&eacute; &le;&euro;5 &CounterClockwiseContourIntegral;") == "Café ≤€5 ∳");
  CHECK(markup::unescaped("&NotEqualTilde; &eacut; &amp;euro; &semi;") == "≂̸ &eacut; &euro; ;");
  CHECK(markup::unescaped("&copyx; &ampamp; &frac12x; &notit;") == "&copyx; &ampamp; &frac12x; &notit;");
}

TEST_CASE("a tree closes unclosed elements, and drops end tags without a start tag") {
  const markup::HtmlTree tree("<ul><li>a<li>b</b></ul><p>c<svg><p>x</p></svg>");
  CHECK(tree.text(0) == "abc");
  const markup::HtmlId list = tree.find("ul");
  CHECK(tree.text(tree.node(list).child) == "a");
  CHECK(tree.text(tree.node(tree.node(list).child).next) == "b");
  CHECK(tree.node(tree.find("p")).next == 0);
}

}  // namespace

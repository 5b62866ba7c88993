#include "markup/html.h"

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>
#include <vector>

using markup::SafeHtml;
using markup::Writer;

TEST_CASE("each character is escaped at any position") {
  std::vector<std::string> characters = {"\xC2\x85", "é", "\uFFFE", "\uFDD0", "\U0001FFFF", "日"};
  for (int c = 0; c < 128; ++c) characters.emplace_back(1, static_cast<char>(c));
  const std::string words(20, 'w');
  for (const std::string& character : characters)
    for (size_t before = 0; before <= words.size(); ++before)
      for (size_t after : {size_t{0}, size_t{1}, words.size()}) {
        const std::string begin = words.substr(0, before), end = words.substr(0, after);
        CHECK(markup::escape(begin + character + end) == begin + markup::escape(character) + end);
      }
}

TEST_CASE("characters that could end text or an attribute are escaped") {
  CHECK(markup::escape("a < b & c > \"d\" 'e'") == "a &lt; b &amp; c &gt; &#34;d&#34; &#39;e&#39;");
  CHECK(markup::escape("&amp;") == "&amp;amp;");
  CHECK(markup::escape("plain é 日") == "plain é 日");
  CHECK(markup::escape("") == "");
  std::string out = "x";
  markup::append_escaped(out, "<>");
  CHECK(out == "x&lt;&gt;");
  CHECK(SafeHtml::text("<b>").str() == "&lt;b&gt;");
}

TEST_CASE("characters that HTML forbids are replaced") {
  CHECK(markup::escape("a\x1B[2J\x08\x7F<") == "a\uFFFD[2J\uFFFD\uFFFD&lt;");
  CHECK(markup::escape("\t\n\f\r") == "\t\n\f\r");
  CHECK(markup::escape("\xC2\x80\xC2\x9F\xC2\xA0\xC3\xBC") == "\uFFFD\uFFFD\u00A0\u00FC");
  CHECK(markup::escape("\xEF\xB7\x8F\xEF\xB7\x90\xEF\xB7\xAF\xEF\xB7\xB0") == "\uFDCF\uFFFD\uFFFD\uFDF0");
  CHECK(markup::escape("\xEF\xBF\xBD\xEF\xBF\xBE\xEF\xBF\xBF\xEF\xBB\xBF") == "\uFFFD\uFFFD\uFFFD\uFEFF");
  CHECK(markup::escape("\xF0\x9F\xBF\xBE\xF4\x8F\xBF\xBF\xF0\x9F\x98\x80") == "\uFFFD\uFFFD\U0001F600");
}

TEST_CASE("links may lead to the web, to mail, to telephones and within the site") {
  for (const char* url :
       {"", "a.html", "../a.html#x", "#x", "?q=javascript:x", "/a:b", "a/b:c", "http://x", "HTTPS://x", "mailto:a@b",
        "tel:+1", "//host/x", "./javascript:x", "a?b:c", "a#javascript:x", "%6aavascript/x"}) {
    CAPTURE(url);
    CHECK(markup::is_safe_url(url));
  }
}

TEST_CASE("disguised hostile schemes are detected") {
  for (const char* url : {"javascript:alert(1)",
                          "JaVaScRiPt:alert(1)",
                          " javascript:x",
                          "\tjavascript:x",
                          "java\nscript:x",
                          "java\tscript:x",
                          "java\r\nscript:x",
                          "\x01javascript:x",
                          "javascript\n:x",
                          "vbscript:x",
                          "data:text/html,x",
                          "data:image/svg+xml,x",
                          "blob:x",
                          "file:///etc/passwd",
                          "view-source:x",
                          "unknown:x",
                          "https:x",
                          "https:/x",
                          "HTTP:\\\\x",
                          "java\x01script:x",
                          "javascript&colon;x:y",
                          "ſcript:x",
                          "\x0Bjavascript:x",
                          "\x7Fjavascript:x",
                          ":x"}) {
    CAPTURE(url);
    CHECK_FALSE(markup::is_safe_url(url));
  }
}

TEST_CASE("the writer escapes contents and closes what it opened") {
  Writer writer;
  writer.open("a").url("href", "x.html?a=1&b=2").attr("title", "\"q\"").text("<here>").close();
  writer.element("p", "a & b").leaf("br").open("details").attr("open").html(SafeHtml::trusted("<i>x</i>")).close();
  CHECK(writer.take().str() ==
        "<a href=\"x.html?a=1&amp;b=2\" title=\"&#34;q&#34;\">&lt;here&gt;</a><p>a &amp; b</p><br>"
        "<details open><i>x</i></details>");
  CHECK(writer.take().str() == "");
}

TEST_CASE("an unsafe URL becomes #, and a false condition omits an attribute") {
  Writer writer;
  writer.open("a").url("href", "javascript:x").attr_if(false, "id", "a").attr_if(true, "lang", "en").close();
  CHECK(writer.take().str() == "<a href=\"#\" lang=\"en\"></a>");
}

TEST_CASE("empty SVG shapes are self-closing, other elements are not") {
  Writer writer;
  writer.open("svg")
      .open("rect")
      .attr("x", "1")
      .close()
      .open("g")
      .close()
      .open("path")
      .open("title")
      .close()
      .close()
      .close();
  CHECK(writer.take().str() == "<svg><rect x=\"1\"/><g></g><path><title></title></path></svg>");
}

TEST_CASE("leaf elements end automatically before the next node") {
  Writer writer;
  writer.open("p").leaf("img").attr("alt", "").text("x").leaf("br").close();
  CHECK(writer.take().str() == "<p><img alt=\"\">x<br></p>");
  writer.leaf("hr");
  CHECK(writer.take().str() == "<hr>");
}

TEST_CASE("misuse of the writer throws an exception") {
  Writer open;
  open.open("p");
  CHECK_THROWS_AS(open.take(), std::logic_error);
  Writer nothing;
  CHECK_THROWS_AS(nothing.close(), std::logic_error);
  Writer late;
  late.open("p").text("x");
  CHECK_THROWS_AS(late.attr("id", "a"), std::logic_error);
}

// Tests the size and type of image files: complete, truncated and hostile.
#include "picture/image_file.h"
#include "picture/svg_tags.h"

#include <doctest/doctest.h>

using picture::active_parts;
using picture::image_size;
using picture::is_as_named;
using picture::is_cut_off;

namespace {

std::string bytes(std::initializer_list<int> list) {
  std::string text;
  for (int each : list) text += static_cast<char>(each);
  return text;
}

std::string png() {
  return "\x89PNG\r\n\x1a\n" + bytes({0, 0, 0, 13}) + "IHDR" + bytes({0, 0, 1, 44, 0, 0, 0, 200, 8, 6, 0, 0, 0});
}
std::string jpeg() {
  return bytes({0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xff, 0xc2, 0, 17, 8, 0, 90, 1, 0, 3, 0, 0, 0, 0, 0});
}
std::string gif() { return "GIF89a" + bytes({10, 0, 4, 1, 0, 0, 0}); }
std::string webp(const char* chunk, std::string rest) {
  return std::string("RIFF") + bytes({40, 0, 0, 0}) + "WEBP" + chunk + std::move(rest) + std::string(20, '\0');
}

std::string shown(std::string_view file) {
  auto size = image_size(file);
  return size ? std::to_string(size->width) + "x" + std::to_string(size->height) : "-";
}

TEST_CASE("sizes are read from the first bytes") {
  CHECK(shown(png()) == "300x200");
  CHECK(shown(jpeg()) == "256x90");
  CHECK(shown(gif()) == "10x260");
  CHECK(shown(webp("VP8X", bytes({10, 0, 0, 0, 0, 0, 0, 0, 99, 0, 0, 49, 0, 0}))) == "100x50");
  CHECK(shown(webp("VP8 ", bytes({10, 0, 0, 0, 0, 0, 0, 0x9d, 1, 0x2a, 64, 0, 32, 0}))) == "64x32");
  CHECK(shown(webp("VP8L", bytes({10, 0, 0, 0, 0x2f, 63, 0xc0, 7, 0}))) == "64x32");
}

TEST_CASE("a photo that its Exif data turn has the size at which it is shown") {
  const auto with_exif = [](unsigned char orientation) {
    const std::string exif = std::string("Exif") + bytes({0, 0}) + "MM" +
                             bytes({0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0});
    const std::string app = bytes({0xff, 0xe1, 0, static_cast<unsigned char>(exif.size() + 2)}) + exif;
    return jpeg().substr(0, 2) + app + jpeg().substr(2);
  };
  CHECK(shown(with_exif(1)) == "256x90");
  CHECK(shown(with_exif(3)) == "256x90");
  CHECK(shown(with_exif(6)) == "90x256");
  CHECK(shown(with_exif(8)) == "90x256");
  for (size_t size = 0; size < with_exif(6).size(); ++size) image_size(with_exif(6).substr(0, size));
}

TEST_CASE("a file that ends before its last part is cut off") {
  CHECK(is_cut_off(png()));
  CHECK_FALSE(is_cut_off(png() + bytes({0, 0, 0, 0}) + "IEND"));
  CHECK(is_cut_off(jpeg()));
  CHECK_FALSE(is_cut_off(jpeg() + bytes({0xff, 0xd9})));
  CHECK_FALSE(is_cut_off(gif()));
}

TEST_CASE("an SVG has the size that it states, or that of its view box") {
  CHECK(shown("<svg width=\"120\" height='80px'/>") == "120x80");
  CHECK(shown("<?xml version=\"1.0\"?><!-- <svg width=\"1\" height=\"1\"> --><x:svg viewBox=\"0,0 30.4,20\">") ==
        "30x20");
  CHECK(shown("<svg width=\"100%\" height=\"auto\" viewBox=\"-5 -5 30 20\">") == "30x20");
  for (const char* without : {"<svg>", "<svg width=\"0\" height=\"0\">", "<svg viewBox=\"a b c d\">",
                              "<svg width=\"1e99\" height=\"2\"", "svg"})
    CHECK(shown(without) == "-");
}

TEST_CASE("a file that is truncated or has random bytes has no size and does not crash") {
  for (const std::string& file : {png(), jpeg(), gif(), webp("VP8X", std::string(14, 'x')),
                                  std::string("<svg width=\"1\" height=\"2\"><script")}) {
    for (size_t size = 0; size < file.size(); ++size) {
      image_size(std::string_view(file).substr(0, size));
      active_parts(std::string_view(file).substr(0, size));
    }
  }
  CHECK(shown(png().substr(0, 20)) == "-");
  CHECK(shown(bytes({0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff, 1, 2, 3})) == "-");
  CHECK(shown(bytes({0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0, 0})) == "-");
}

TEST_CASE("the format of a file must match its extension") {
  CHECK(is_as_named("a.png", png()));
  CHECK(is_as_named("a.jpeg", jpeg()));
  CHECK(is_as_named("a.svg", "<!-- x --><svg/>"));
  CHECK_FALSE(is_as_named("a.png", jpeg()));
  CHECK_FALSE(is_as_named("a.PNG", jpeg()));
  CHECK_FALSE(is_as_named("a.svg", "<html></html>"));
  CHECK_FALSE(is_as_named("a.webp", ""));
  CHECK(is_as_named("a.pdf", ""));
}

std::string found(std::string_view svg) {
  std::string all;
  for (const picture::ActivePart& part : active_parts(svg)) {
    CHECK(part.begin < part.end);
    CHECK(part.end <= svg.size());
    all += part.what + ";";
  }
  return all;
}

TEST_CASE("elements that only show a picture are not active content") {
  CHECK(found("<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'>"
              "<style><![CDATA[.a { fill: url(#g); }]]></style><use xlink:href=' #g'/><image "
              "href='data:image/png;base64,AA'/>"
              "<a href='https://example.org/'><text style=\"font: 1em serif\">on load</text></a>"
              "<rect fill='url(\"#g\")'/><animate attributeName='r' to='4'/><!-- <script/> --></svg>") == "");
}

TEST_CASE("quotes where XML has none do not hide code") {
  CHECK(found("<?a ' ?><svg onload='x()'><!-- '><svg/> --></svg>") == "the attribute onload;");
  CHECK(found("<svg><![CDATA[<a ']]><script/><!-- '/> --></svg>") == "the element <script>;");
  CHECK(found("<!DOCTYPE svg [<!-- ' -->]><svg onload='x()'/><!-- ' ]><svg> -->") ==
        "a document type with declarations;");
  CHECK(found("<!DOCTYPE svg [<!ATTLIST svg onload CDATA 'x()'>]><svg/>") == "a document type with declarations;");
  CHECK(found("<?xml version='1.0' encoding='ISO-2022-JP'?><svg/>") == "the encoding iso-2022-jp;");
  CHECK(found("<?xml version='1.0' encoding='UTF-8'?><!DOCTYPE svg PUBLIC 'a' 'b'><svg/>") == "");
}

TEST_CASE("only common filters are allowed, and not many") {
  CHECK(found("<filter><feGaussianBlur/><feOffset/><feMerge><feMergeNode/></feMerge></filter>") == "");
  CHECK(found("<filter><feTurbulence/></filter>") == "the filter <feTurbulence>;");
  std::string many;
  for (int i = 0; i < 21; ++i) many += "<feFlood/>";
  CHECK(found(many) == "one of more than 20 filters;");
}

TEST_CASE("references may not draw the parts of a picture very often") {
  const auto groups = [](int levels, int times, const std::string& more) {
    std::string svg = "<svg><path id='g0'/>";
    for (int i = 1; i <= levels; ++i) {
      svg += "<g id='g" + std::to_string(i) + "'><!-- </g> -->";
      for (int j = 0; j < times; ++j) svg += "<use href='#g" + std::to_string(i - 1) + "'/>";
      svg += "</g>";
    }
    return svg + more + "</svg>";
  };
  const std::string refused = "a drawing that refers to its parts in more than 20 levels, or repeats them so often,;";
  CHECK(found(groups(9, 10, "")) == refused);
  CHECK(found(groups(40, 1, "")) == refused);
  CHECK(found("<svg><mask id='a'><g mask='url(#a)'/></mask></svg>") == refused);
  CHECK(found(groups(2, 10, "<a href='#g1'><rect id='g1' fill='#fff'/></a>")) == "");
  CHECK(found(groups(1, 9000, "")) == "");  // letters of a chart, each drawn with <use>
}

TEST_CASE("XML may run code if it has elements of XHTML or SVG, or may hide them") {
  CHECK_FALSE(
      picture::may_run_as_xml("<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><script/></urlset>"));
  CHECK(picture::may_run_as_xml("<a xmlns:h='http://www.w3.org/1999/xhtml'><h:script>x()</h:script></a>"));
  CHECK(picture::may_run_as_xml("<a><s:svg xmlns:s='http://www.w3.org/2000/&#115;vg'/></a>"));
  CHECK(picture::may_run_as_xml("<?xml-stylesheet href='a.xsl'?><a/>"));
  CHECK(picture::may_run_as_xml("<!DOCTYPE a [<!ENTITY b 'c'>]><a/>"));
}

TEST_CASE("code and requests to other hosts are found") {
  CHECK(found("<svg><script>x</script></svg>") == "the element <script>;");
  CHECK(found("<svg><svg:SCRIPT/></svg>") == "the element <SCRIPT>;");
  CHECK(found("<svg ONLOAD='x()'>") == "the attribute ONLOAD;");
  CHECK(found("<svg a='>' onload = 'x()'>") == "the attribute onload;");
  CHECK(found("<svg/onload='x()'>") == "the attribute onload;");
  CHECK(found("<a xlink:href='java\tscript:x'/>") == "the address \"java\tscript:x\";");
  CHECK(found("<a href='&#106;avascript:x'/>") == "the address \"javascript:x\";");
  CHECK(found("<use href='other.svg#a'/>") == "the address \"other.svg#a\";");
  CHECK(found("<image href='data:image/svg+xml,&lt;svg/&gt;'/>") == "the address \"data:image/svg+xml,<svg/>\";");
  CHECK(found("<style>&#64;import 'a.css';</style>") == "an external style sheet;");
  CHECK(found("<style>@im<![CDATA[port 'a.css';]]></style>") == "an external style sheet;");
  CHECK(found("<style>@im<b/>port 'a.css';</style>") == "markup within <style>;");
  CHECK(found("<foreignObject/>") == "the element <foreignObject>;");
  CHECK(found("<set attributeName='xlink:href' to='javascript:x'/>") == "an animated address;");
  CHECK(found("<style>@im\\port 'a.css';</style>") == "an external style sheet;");
  CHECK(found("<style>a { background: URL( 'https://x.example/' ) }</style>") == "an external style sheet;");
  CHECK(found("<rect fill='url(https://x.example/#a)'/>") == "the address in fill;");
  CHECK(found("<rect style='fill: url(//x.example/#a)'/>") == "the address in style;");
  CHECK(found("<?xml-stylesheet href='a.css'?><svg/>") == "an external style sheet;");
  CHECK(found("<!DOCTYPE svg [ <!ENTITY a '<script/>'> ]><svg>&a;</svg>")
            .starts_with("a document type with declarations;"));
}

// Each file would take minutes if any part of it were read again for every tag.
TEST_CASE("a megabyte of unfinished tags is read in linear time") {
  auto megabyte_of = [](std::string_view part) {
    std::string text = "<svg>";
    while (text.size() < 1'000'000) text += part;
    return text;
  };
  for (std::string_view part : {"< ", "<a/>", "<style/>", "<b x='&&&&&&'/>", "<!--", "<?", "<![CDATA[", "<a b='"})
    CHECK(found(megabyte_of(part)) == "");
  CHECK(found("<style>" + megabyte_of("url(#a) ") + "</style>") == "markup within <style>;");
  CHECK(found("<style><![CDATA[" + megabyte_of("<style><![CDATA[url(#a) ") + "]]></style>") == "");
}

}  // namespace

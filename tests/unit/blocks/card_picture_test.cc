#include "blocks/pictures.h"

#include "markup/text_width.h"
#include "unit/whole_site.h"

namespace {

blocks::CardWords words(std::string title) {
  blocks::CardWords words;
  words.title = std::move(title);
  words.site = "Coffee";
  words.address = "coffee.example/a.html";
  return words;
}

std::string card(const blocks::CardWords& words, const chart::Drawing* chart = nullptr,
                 const blocks::KeyFigure* figure = nullptr) {
  return blocks::card_picture(words, chart, figure, "");
}

// Returns the lines of the title and their font size.
std::vector<std::string> title_lines(const std::string& svg) {
  std::vector<std::string> lines;
  const std::string_view kOpen = "<text class=\"picture-title\"";
  for (size_t at = svg.find(kOpen); at != std::string::npos; at = svg.find(kOpen, at + 1)) {
    const std::string text = svg.substr(at, svg.find("</text>", at) - at);
    lines.push_back(between(text, "font-size=\"", "\"") + " " + text.substr(text.rfind('>') + 1));
  }
  return lines;
}

}  // namespace

TEST_CASE("a short title is large, a long one is smaller, and a very long one is truncated") {
  CHECK(title_lines(card(words("Prices"))) == std::vector<std::string>{"76 Prices"});
  std::string longer, endless;
  for (int i = 0; i < 14; ++i) longer += "coffee and cake ";
  for (int i = 0; i < 400; ++i) endless += "word ";
  const auto some = title_lines(card(words(longer)));
  CHECK(some.size() > 2);
  CHECK(std::stoi(some.front()) < 76);
  CHECK(!has(some.back(), "…"));
  const auto many = title_lines(card(words(endless)));
  CHECK(many.size() == 6);
  CHECK(std::stoi(many.front()) == 38);
  CHECK(has(many.back(), "…"));
  // A word that is wider than the card at the largest size gets a smaller size instead of being cut.
  CHECK(title_lines(card(words("Donaudampfschifffahrtsgesellschaft"))).size() == 1);
}

TEST_CASE("text with letters that the font lacks is omitted") {
  CHECK(markup::has_letters("Größe – “x” ≤ 5 µs, Ωμέγα, Привет"));
  CHECK(!markup::has_letters("価格"));
  CHECK(!markup::has_letters("🚀"));
  CHECK(!markup::has_letters("two\nlines"));
  blocks::CardWords some = words("Prices");
  some.site = "喫茶店";
  some.description = "Ein Kaffee 🚀";
  const std::string svg = card(some);
  CHECK(has(svg, "Prices"));
  CHECK(!has(svg, "喫"));
  CHECK(!has(svg, "Kaffee"));
  CHECK(has(svg, "coffee.example/a.html"));
}

TEST_CASE("the card shows a chart next to the title, or a figure if the chart would be too small") {
  chart::Drawing drawing;
  drawing.svg = markup::SafeHtml::trusted("<svg id=\"drawing\"></svg>");
  drawing.width = 320;
  drawing.height = 300;
  const blocks::KeyFigure figure{"459 TFLOP/s", "Peak rate (v5p)", "Maker, Data sheet"};
  std::string svg = card(words("Prices"), &drawing, &figure);
  CHECK(has(svg, "id=\"drawing\""));
  CHECK(!has(svg, "459"));
  drawing.height = 3000;
  svg = card(words("Prices"), &drawing, &figure);
  CHECK(!has(svg, "id=\"drawing\""));
  for (const char* part : {"459 TFLOP/s", "Peak rate (v5p)", "Maker, Data sheet"}) CHECK(has(svg, part));
  CHECK(has(svg, "width=\"600\" height=\"315\" viewBox=\"0 0 1200 630\""));
}

TEST_CASE("hostile text is escaped") {
  const std::string svg = card(words("<script>\x01 & \"x\""));
  CHECK(!has(svg, "<script>"));
  CHECK(!has(svg, "\x01"));
}

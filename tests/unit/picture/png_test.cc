#include "picture/png.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdlib>
#include <set>
#include <vector>

#include "base/hash.h"
#include "base/parallel.h"

namespace {

std::string svg(std::string_view inside) {
  return fmt::format(
      R"(<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40" font-family="Arial" font-size="12">{}</svg>)",
      inside);
}

std::string png(std::string_view inside, double scale = 2) {
  auto drawn = picture::draw_png(svg(inside), scale);
  REQUIRE_MESSAGE(drawn, drawn.error().message);
  return *drawn;
}

unsigned number_at(std::string_view bytes, size_t at) {
  unsigned number = 0;
  for (char byte : bytes.substr(at, 4)) number = number << 8 | static_cast<unsigned char>(byte);
  return number;
}

TEST_CASE("a picture is a PNG with the SVG's size times its scale") {
  std::string twice = png("<text x='4' y='20'>Text</text>");
  CHECK(twice.starts_with("\x89PNG\r\n\x1a\n"));
  CHECK(number_at(twice, 16) == 240);
  CHECK(number_at(twice, 20) == 80);
  std::string once = png("", 1);
  CHECK(number_at(once, 16) == 120);
  CHECK(number_at(once, 20) == 40);
}

TEST_CASE("a large picture has fewer pixels than its scale asks for") {
  auto drawn = picture::draw_png(R"(<svg xmlns="http://www.w3.org/2000/svg" width="768" height="40000"/>)", 2);
  REQUIRE_MESSAGE(drawn, drawn.error().message);
  CHECK(number_at(*drawn, 16) == 568);
  CHECK(number_at(*drawn, 20) == 29560);
}

TEST_CASE("every chunk has a correct checksum, including the key's") {
  // The checksum of the end chunk is a constant of the format. If it is right, so are the other checksums, which the
  // same function computes.
  std::string bytes = png("<rect width='9' height='9'/>");
  auto sum = [](std::string_view text) {
    uint32_t crc = 0xffffffff;
    for (unsigned char c : text) {
      crc ^= c;
      for (int i = 0; i < 8; ++i) crc = (crc >> 1) ^ ((crc & 1) * 0xedb88320);
    }
    return crc ^ 0xffffffff;
  };
  std::vector<std::string> types;
  for (size_t at = 8; at < bytes.size();) {
    size_t size = number_at(bytes, at);
    types.push_back(bytes.substr(at + 4, 4));
    CHECK(number_at(bytes, at + 8 + size) == sum(std::string_view(bytes).substr(at + 4, 4 + size)));
    at += 12 + size;
  }
  CHECK(types.front() == "IHDR");
  CHECK(types[1] == "tEXt");
  CHECK(types.back() == "IEND");
}

TEST_CASE("the key of a picture identifies everything that it was drawn from") {
  std::string one = svg("<rect width='9' height='9'/>"), other = svg("<rect width='9' height='8'/>");
  CHECK(picture::key_of(one, 2).value() != picture::key_of(other, 2).value());
  CHECK(picture::key_of(one, 2).value() != picture::key_of(one, 1).value());
  std::string drawn = picture::draw_png(one, 2).value();
  CHECK(picture::key_in(drawn) == picture::key_of(one, 2).value());
  CHECK(picture::key_in("") == "");
  CHECK(picture::key_in("\x89PNG\r\n\x1a\n and something else, not a picture of ours") == "");
  CHECK(picture::key_in(drawn.substr(0, 40)) == "");
}

TEST_CASE("only the program's font is used, whatever fonts a picture names") {
  auto of = [](std::string_view family) {
    std::string bytes = png(fmt::format("<text x='4' y='20' font-family='{}'>Text 123</text>", family));
    return bytes.substr(bytes.find("IDAT"));
  };
  std::string ours = of("Liberation Sans");
  CHECK(of("Arial") == ours);
  CHECK(of("DejaVu Serif") == ours);
  CHECK(of("monospace") == ours);
  CHECK(png("<text x='4' y='20'>Text</text>") != png("<text x='4' y='20' font-weight='bold'>Text</text>"));
}

TEST_CASE("letters that no font has are an error, never boxes") {
  auto drawn = picture::draw_png(svg("<text x='4' y='20'>a\U00010D41\U00010D40</text>"), 2);  // Unicode 16
  REQUIRE_FALSE(drawn);
  CHECK(drawn.error().letters == "\U00010D40\U00010D41");
  CHECK(
      drawn.error().message ==
      "no font of this machine has the letters \U00010D40 (U+10D40), \U00010D41 (U+10D41); on Debian: apt-get install "
      "fonts-noto-core");
  CHECK_FALSE(picture::key_of(svg("<text>\U00010D40</text>"), 2));
  // What is not drawn needs no font: tooltips, descriptions, names of classes, and characters without a shape.
  png("<desc>\U00010D40</desc><text x='4' y='20' class='\U00010D40'>a\u202f\u200db<title>\U00010D40</title></text>");
}

TEST_CASE("letters that the font lacks come from another font of the machine, and no other letters do") {
  if (std::system("fc-list ':charset=2713' | grep -q .") != 0) {
    MESSAGE("skipped: no font of this machine has U+2713");
    return;
  }
  auto pixels = [](std::string_view text) {
    std::string bytes = png(fmt::format("<text x='4' y='20' font-family='DejaVu Sans'>{}</text>", text));
    return bytes.substr(bytes.find("IDAT"));
  };
  const std::string before = pixels("Text 123"), check = pixels("\u2713");
  CHECK(check != pixels("\u2714"));  // two boxes would be equal
  CHECK(pixels("Text 123") == before);
  CHECK(pixels("Text 123<tspan fill='none'>\u2713</tspan>") == before);
  const std::string one = svg("<text>\u2713</text>");
  CHECK(picture::key_in(picture::draw_png(one, 2).value()) == picture::key_of(one, 2).value());
}

TEST_CASE("a drawing that fails is an error, and never gives half a picture") {
  CHECK(!picture::draw_png("", 2));
  CHECK(!picture::draw_png("<svg", 2));
  CHECK(!picture::draw_png("<p>no picture</p>", 2));
  CHECK(!picture::draw_png(R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>)", 2));
  CHECK(!picture::draw_png(R"(<svg xmlns="http://www.w3.org/2000/svg" width="9000000" height="9"/>)", 2));
  CHECK(!picture::draw_png(R"(<svg xmlns="http://www.w3.org/2000/svg" width="9" height="0"/>)", 2));
}

TEST_CASE("many threads draw the same pictures as one thread") {
  constexpr size_t kPictures = 400, kKinds = 8;
  std::vector<base::Hash> alone, together(kPictures);
  auto nth = [](size_t i) {
    return png(fmt::format("<text x='4' y='20' font-weight='{}'>Text {}</text><path d='M0 30L120 {}' stroke='red'/>",
                           i % 2 == 0 ? 400 : 700, i % kKinds, i % kKinds));
  };
  for (size_t i = 0; i < kKinds; ++i) alone.push_back(base::hash_bytes(nth(i)));
  base::parallel_for(4, kPictures, [&](size_t i, unsigned) { together[i] = base::hash_bytes(nth(i)); });
  size_t different = 0;
  for (size_t i = 0; i < kPictures; ++i) different += together[i] != alone[i % kKinds];
  CHECK(different == 0);
  CHECK(std::set<base::Hash>(alone.begin(), alone.end()).size() == kKinds);
}

}  // namespace

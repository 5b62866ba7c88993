// Tests that pictures are drawn after all checks have passed, once for each distinct drawing.

#include "../child_process.h"
#include "../whole_site.h"
#include "picture/png.h"

namespace {

constexpr const char* kPng = "charts/dear.png";

WholeSite site_with_chart() {
  return WholeSite(
      with_data({{"content/list.md",
                  page("Drinks",
                       "```chart dear\ndata: prices\ntitle: Latte is dear\nmark: bar\nencoding:\n"
                       "  x: {field: name, type: nominal}\n  y: {field: price, type: quantitative}\n```\n")}}));
}

// Returns a picture with the same key that differs from the one that would be drawn.
std::string with_another_end(std::string png) { return png + "!"; }

// Pretends that an earlier build wrote these bytes.
void plant(WholeSite& site, const std::string& bytes) {
  std::string old = site.output.files().at(kPng), manifest = site.output.files().at(".sourcebook-manifest");
  manifest =
      base::replace_all(manifest, base::hash_bytes(old).hex() + " " + kPng, base::hash_bytes(bytes).hex() + " " + kPng);
  REQUIRE(site.output.write(".sourcebook-manifest", manifest).ok());
  REQUIRE(site.output.write(kPng, bytes).ok());
}

TEST_CASE("the same chart gives the same picture, which is not drawn again") {
  WholeSite site = site_with_chart();
  site.built();
  std::string png = site.html(kPng);
  CHECK(site_with_chart().built().html(kPng) == png);
  CHECK(site.built().written().empty());

  // The existing picture is used, so nothing was drawn.
  std::string planted = with_another_end(png);
  plant(site, planted);
  CHECK(site.built().html(kPng) == planted);
}

TEST_CASE("a picture of different content is drawn again") {
  WholeSite site = site_with_chart();
  site.built();
  std::string png = site.html(kPng);
  plant(site, with_another_end(png));
  site.change("data/prices.json", "2.5", "2.6").built();
  CHECK(site.html(kPng) != png);
  CHECK(picture::key_in(site.html(kPng)) == picture::key_of(site.html("charts/dear.svg"), 2).value());
}

TEST_CASE("a modified picture is drawn again") {
  WholeSite site = site_with_chart();
  site.built();
  std::string png = site.html(kPng);
  REQUIRE(site.output.write(kPng, with_another_end(png)).ok());
  CHECK(site.built().html(kPng) == png);
}

TEST_CASE("a build that does not draw pictures publishes the SVG for each picture") {
  WholeSite site = site_with_chart();
  site.built({.draws_pictures = false});
  CHECK(site.html(kPng) == site.html("charts/dear.svg"));
}

TEST_CASE("the pictures do not depend on the number of threads") {
  CHECK(site_with_chart().built({.jobs = 4}).html(kPng) == site_with_chart().built({.jobs = 1}).html(kPng));
}

TEST_CASE("without the library, the build fails, names the package to install, and writes nothing") {
  const std::string text = said_by_test("test_passes", "*(child)*");
  CHECK(has(
      text,
      "error[no-pictures]: pictures are drawn by librsvg-2.so.2, which is not installed; on Debian: apt-get install "
      "librsvg2-2\n  --> charts/dear.png\n"));
  CHECK(has(text, "machine failed 1, files 0\n"));
}

TEST_CASE("(child) a build without loadable libraries" * doctest::skip()) {
  open_nothing_more();
  WholeSite site = site_with_chart();
  site.write("data/site.json", R"({"title": "Coffee", "features": {"highlight": false}})");
  std::string text = site.mistakes();
  text += "machine failed " + std::to_string(site.report.machine_failed) + ", files " +
          std::to_string(site.output.files().size()) + "\n";
  CHECK(::write(1, text.data(), text.size()) == static_cast<ssize_t>(text.size()));
}

}  // namespace

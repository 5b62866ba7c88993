#include "web/good_links.h"

#include <doctest/doctest.h>

namespace {

using web::GoodLinks;
using web::Verdict;

const std::string kDay = "2026-01-31";

web::Target question(std::string_view url, std::vector<std::string> anchors = {}) {
  return {web::parse_url(url).value(), std::move(anchors)};
}

// Returns the finding that a run on `day` reuses from an earlier run's text, if answers since `oldest` still count.
std::optional<web::Finding> found(const std::string& text, const web::Target& asked, const std::string& day = kDay,
                                  const std::string& oldest = "2026-01-25") {
  GoodLinks links(day, oldest);
  links.read(text);
  return links.find(asked);
}

std::string written() {
  GoodLinks links(kDay, "2026-01-25");
  CHECK(links.add_finding(question("https://b.example/x?y=%22", {"part", "\"q\"\n"}),
                          {Verdict::fine, "", "https://c.example/#z", {}}));
  CHECK(links.add_finding(question("https://a.example/"), {Verdict::fine, "", "", {}}));
  CHECK_FALSE(links.add_finding(question("https://d.example/"), {Verdict::gone, "", "", {}}));
  CHECK_FALSE(links.add_finding(question("https://e.example/", {"part"}), {Verdict::fine, "", "", {"part"}}));
  return links.text();
}

TEST_CASE("working links are stored for the next run") {
  const std::string text = written();
  CHECK(text.starts_with("{\"url\":\"https://a.example/\",\"day\":\"2026-01-31\"}\n"));
  CHECK(found(text, question("https://a.example/#anything")));
  CHECK(found(text, question("https://b.example/x?y=%22", {"\"q\"\n"}))->moved_to == "https://c.example/#z");
  CHECK_FALSE(found(text, question("https://a.example/", {"part"})));
  CHECK_FALSE(found(text, question("https://a.example/b")));
  CHECK_FALSE(found(text, question("https://d.example/")));
  CHECK_FALSE(found(text, question("https://e.example/")));
}

TEST_CASE("a result is trusted as long as it is recent") {
  const auto asked = question("https://a.example/");
  CHECK(found(written(), asked, "2026-02-06", "2026-01-31"));
  CHECK_FALSE(found(written(), asked, "2026-02-07", "2026-02-01"));
  CHECK_FALSE(found(written(), asked, "2026-01-30", "2026-01-24"));  // the clock was wrong when it was written
  CHECK_FALSE(found(written(), asked, kDay, "2026-02-01"));          // the result is as with --good-for 0
}

TEST_CASE("a damaged line affects only its own link") {
  const std::string good = "{\"url\":\"https://a.example/\",\"day\":\"2026-01-31\"}\n";
  for (const std::string& line :
       {std::string(), std::string("{}"), std::string("[]"), std::string("null"), std::string("\xff\xfe\0", 3),
        std::string("{\"url\":1,\"day\":\"2026-01-31\"}"), std::string("{\"url\":\"https://b.example/\"}"),
        std::string("{\"url\":\"https://b.example/\",\"day\":7}"),
        std::string("{\"url\":\"https://b.example/\",\"day\":\"2026-01-31\",\"anchors\":[1]}"),
        std::string("{\"url\":\"https://b.example/\",\"day\":\"2026-01-31\""), std::string(100000, '[')}) {
    CAPTURE(line.substr(0, 100));
    CHECK(found(line + "\n" + good, question("https://a.example/")));
    CHECK_FALSE(found(line + "\n" + good, question("https://b.example/")));
  }
}

}  // namespace

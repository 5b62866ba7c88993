#include "web/good_links.h"

#include <doctest/doctest.h>

namespace {

using namespace std::chrono;
using web::GoodLink;
using web::GoodLinks;

const sys_days kDay = 2026y / 1 / 31;
const std::string kFirst = "{\"sourcebook\":\"good links\",\"version\":1}\n";

web::Question question(std::string_view url, std::vector<std::string> anchors = {}) {
  return {web::parse_url(url).value(), std::move(anchors), false};
}

TEST_CASE("what was written is read") {
  GoodLinks links;
  links["https://a.example/"] = GoodLink{kDay, {}, ""};
  links["https://b.example/x?y=%22"] = GoodLink{kDay, {"part", "\"q\"\n"}, "https://c.example/#z"};
  const std::string text = web::write_good_links(links);
  CHECK(text.starts_with(kFirst + "{\"url\":\"https://a.example/\",\"day\":\"2026-01-31\"}\n"));
  CHECK(web::read_good_links(text) == links);
}

TEST_CASE("a file cut off anywhere gives some of its links, each as it was") {
  GoodLinks links;
  for (const char* url : {"https://a.example/", "https://b.example/", "https://c.example/"})
    links[url] = GoodLink{kDay, {"part"}, "https://d.example/"};
  const std::string text = web::write_good_links(links);
  for (size_t size = 0; size <= text.size(); ++size)
    for (const auto& [url, link] : web::read_good_links(std::string_view(text).substr(0, size)))
      CHECK(link == links[url]);
}

TEST_CASE("lines and files of others are no links") {
  const std::string good = "{\"url\":\"https://a.example/\",\"day\":\"2026-01-31\"}\n";
  CHECK(web::read_good_links(kFirst + good).size() == 1);
  CHECK(web::read_good_links(good).empty());
  CHECK(web::read_good_links("{\"sourcebook\":\"good links\",\"version\":2}\n" + good).empty());
  for (const char* line :
       {"", "{}", "[]", "null", "{\"url\":1,\"day\":\"2026-01-31\"}", "{\"url\":\"https://a.example/\"}",
        "{\"url\":\"https://a.example/\",\"day\":\"2026-02-30\"}", "{\"url\":\"https://a.example/\",\"day\":\"soon\"}",
        "{\"url\":\"https://a.example/\",\"day\":\"2026-01-31\",\"anchors\":\"part\"}",
        "{\"url\":\"https://a.example/\",\"day\":\"2026-01-31\",\"anchors\":[1]}",
        "{\"url\":\"https://a.example/\",\"day\":\"2026-01-31\",\"moved\":\"javascript:x\"}",
        "{\"url\":\"https://a.example/\",\"day\":\"2026-01-31\",\"moved\":7}",
        "{\"url\":\"https://A.example\",\"day\":\"2026-01-31\"}", "{\"url\":\"file:///a\",\"day\":\"2026-01-31\"}",
        "{\"url\":\"https://a.example/\",\"day\":\"2026-01-31\"", "\xff\xfe"}) {
    CAPTURE(line);
    CHECK(web::read_good_links(kFirst + line + "\n").empty());
    CHECK(web::read_good_links(kFirst + line + "\n" + good).size() == 1);
  }
  CHECK(web::read_good_links(kFirst + std::string(100000, '[') + "\n" + good).size() == 1);
}

TEST_CASE("an answer is trusted while it is young and holds what is asked for") {
  GoodLinks links;
  links["https://a.example/"] = GoodLink{kDay, {"part"}, "https://b.example/"};
  const auto plain = question("https://a.example/#anything");
  CHECK(web::find_good(links, plain, kDay, 7)->moved_to == "https://b.example/");
  CHECK(web::find_good(links, plain, kDay + days(6), 7));
  CHECK_FALSE(web::find_good(links, plain, kDay + days(7), 7));
  CHECK_FALSE(web::find_good(links, plain, kDay - days(1), 7));  // written by a clock that goes wrong
  CHECK_FALSE(web::find_good(links, plain, kDay, 0));
  CHECK(web::find_good(links, question("https://a.example/", {"part"}), kDay, 7));
  CHECK_FALSE(web::find_good(links, question("https://a.example/", {"part", "other"}), kDay, 7));
  CHECK_FALSE(web::find_good(links, question("https://a.example/b"), kDay, 7));
}

}  // namespace

#include "../whole_site.h"

namespace {

std::string home_in(const std::string& lang) {
  WholeSite site(
      {{"data/site.json", R"({"title": "Coffee", "lang": ")" + lang + "\"}"}, {"content/index.md", page("Coffee")}});
  site.built({});
  return site.html("index.html");
}

}  // namespace

TEST_CASE("a page states its language and its right-to-left direction") {
  CHECK(home_in("en").find("<html lang=\"en\">") != std::string::npos);
  CHECK(home_in("ar").find("<html lang=\"ar\" dir=\"rtl\">") != std::string::npos);
  CHECK(home_in("az-Arab").find("<html lang=\"az-Arab\" dir=\"rtl\">") != std::string::npos);
}

// Fuzzes templates: page.html and, after lines "%%", base.html and parts/nav.html. A template that compiles must render
// within the limits and deterministically, and no value of the context may become a tag, an attribute or a script URL.
#include "base/utf8.h"
#include "base/work.h"
#include "fuzz/fuzz.h"
#include "markup/html_scanner.h"
#include "template/engine.h"

namespace {

// A hostile value for each name. No template of the corpus contains "zq".
constexpr std::string_view kTag = "<zq x>zq</zq>";
constexpr std::string_view kAttribute = "\"'>zq \" onzq=1 ' onzq=2 `";
constexpr std::string_view kAddress = "javascript:zq(1)";

templates::Map context() {
  using templates::List;
  using templates::Map;
  Map item;
  item.set("title", kTag).set("href", kAddress).set("number", 25).set("open", true);
  List items;
  items.push(kTag).push(std::move(item)).push(7);
  Map page;
  page.set("title", kAttribute).set("address", "a/b.html").set("minutes", 4).set("empty", "");
  Map all;
  all.set("text", kTag).set("quote", kAttribute).set("url", kAddress).set("page", std::move(page));
  all.set("items", std::move(items)).set("yes", true).set("none", nullptr).set("amount", -125);
  all.set("html", markup::SafeHtml::trusted("<b>safe</b>"));
  return all;
}

void check_values_stay(std::string_view html) {
  markup::HtmlScanner scanner(html);
  while (scanner.next()) {
    if (scanner.is_text()) continue;
    fuzz::require(!base::lower_case(scanner.tag().name).starts_with("zq"), "no value becomes a tag", html);
    markup::HtmlAttributes attributes(scanner.tag().attributes);
    for (markup::HtmlAttribute each; attributes.next(each);) {
      fuzz::require(!base::lower_case(each.name).starts_with("onzq"), "no value becomes an attribute", html);
      const std::string name = base::lower_case(each.name);
      if ((name != "href" && name != "src") || !each.value) continue;
      fuzz::require(!base::lower_case(markup::unescaped(*each.value)).starts_with("javascript:zq"), "no address runs",
                    html);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view input = fuzz::text_of(data, size);
  const auto parts = fuzz::parts_of(input, 3);
  const base::SourceText page("templates/page.html", parts[0]), base("templates/base.html", parts[1]),
      nav("templates/parts/nav.html", parts[2]);
  base::Diagnostics diagnostics;
  const auto engine =
      templates::Engine::compile({{"page.html", &page}, {"base.html", &base}, {"parts/nav.html", &nav}}, diagnostics);
  fuzz::check(diagnostics);
  fuzz::require((engine != nullptr) == !diagnostics.has_errors(), "what was refused is reported");
  if (!engine) return 0;
  static const templates::Value values{context()};
  base::Diagnostics first, second;
  std::string html, again;
  const auto render = [&](std::string& out, base::Diagnostics& found) {
    const base::Meter meter(20'000);
    return engine->render("page.html", values, out, found);
  };
  const bool fine = render(html, first);
  fuzz::check(first);
  fuzz::require(fine == !first.has_errors(), "what failed is reported");
  fuzz::require(render(again, second) == fine && (!fine || html == again), "twice is the same");
  if (fine && base::lower_case(input).find("zq") == std::string::npos) check_values_stay(html);
  return 0;
}

// What a renderer does. It compiles; with one of the mistakes (-DMISTAKE=N) it must not, for the reason in the comment
// beside it (tests/tracking.sh).
#include "pages/view.h"

#ifndef MISTAKE
#define MISTAKE 0
#endif

namespace {

// A value that pages read.
struct Shown {
#if MISTAKE == 3
  static constexpr size_t kFields = 3;
#elif MISTAKE != 2  // error: kFields
  static constexpr size_t kFields = 2;
#endif
  std::string_view title;
  unsigned minutes = 0;
#if MISTAKE == 1  // error: (decomposes into|binds to) 3 elements
  std::string_view subtitle;
#endif
#if MISTAKE == 3  // error: kFields
  const site::Page* page = nullptr;
#endif
};

Shown shown(const pages::Model& model, std::string_view) {
  return {.title = model.page.title, .minutes = model.page.minutes()};
}

constexpr auto kTable = site::kind_table<pages::Model>(
    pages::kReadKinds + site::KindList<site::Kind<"shown", site::DependencyScope::page, shown>>());
static_assert(kTable.back().name == "shown");

std::string render(pages::View& view, const blocks::TrackedStyles& pictures) {
  std::string html(view.target("index.html")->title);
  html += view.config().lang;
  html += view.read_tracked(pictures).light;
#if MISTAKE == 4  // error: protected
  html += view.model().site.config->navigation.front();
#endif
#if MISTAKE == 5  // error: private
  html += pictures.value_.light;
#endif
#if MISTAKE == 6  // error: no member named .navigation
  html += view.config().navigation.front();
#endif
#if MISTAKE == 7  // error: no member named .section
  html += view.target("index.html")->section->title;
#endif
  return html;
}

}  // namespace

int main() {
  (void)kTable;
  (void)render;
}

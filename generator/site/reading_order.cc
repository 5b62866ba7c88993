#include "site/reading_order.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.h"
#include "base/utf8.h"
#include "site/url.h"

namespace site {
namespace {

std::string_view name_of(const Page& page) {
  std::string_view file = file_of(page.address);
  return file.substr(0, file.rfind('.'));
}
std::string_view name_of(const Section& section) { return file_of(section.folder); }

std::vector<document::Text> contents_of(const Section& section) {
  const Content* content = section.index->content();
  return content ? content->front.contents : std::vector<document::Text>();
}

void check_contents(const Section& section, base::Diagnostics& diagnostics) {
  std::vector<std::string_view> names;
  for (const Page* page : section.pages) names.push_back(name_of(*page));
  for (const Section* child : section.sections) names.push_back(name_of(*child));
  for (const document::Text& text : contents_of(section))
    if (std::find(names.begin(), names.end(), text.text) == names.end())
      diagnostics
          .error("unknown-contents", text.span,
                 fmt::format("\"contents\" lists \"{}\", which is not in this folder", text.text))
          .expect("the name of a page without \".md\", or of a folder")
          .suggest(base::did_you_mean(text.text, names));
}

// Sorts pages or sections, each of which has a name and a title.
template <class Item>
void sort_as_listed(std::vector<const Item*>& items, const std::vector<document::Text>& contents) {
  auto place = [&](const Item* item) {
    return std::find_if(contents.begin(), contents.end(), [&](const auto& t) { return t.text == name_of(*item); }) -
           contents.begin();
  };
  std::stable_sort(items.begin(), items.end(), [&](const Item* a, const Item* b) {
    const auto x = place(a), y = place(b);
    return x != y ? x < y : base::fold_case(a->title) < base::fold_case(b->title);
  });
}

}  // namespace

void put_in_reading_order(Section& section) {
  if (section.index->kind == PageKind::changes) return;  // these pages are sorted by date, because their addresses are
  const std::vector<document::Text> contents = contents_of(section);
  sort_as_listed(section.pages, contents);
  sort_as_listed(section.sections, contents);
}

void check_contents(const Site& site, base::Diagnostics& diagnostics) {
  for (const auto& section : site.sections) check_contents(*section, diagnostics);
}

}  // namespace site

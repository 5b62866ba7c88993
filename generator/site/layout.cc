#include "site/layout.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.h"

namespace site {
namespace {

bool contains(const std::vector<std::string_view>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Whether a kind of page can use a template. page.html and the site's own templates work for all kinds; other templates
// need values that only pages of their kind have.
bool suits(std::string_view layout, PageKind kind) {
  if (layout == kind_name(kind) || layout == "page" || layout == "comparison") return true;
  if (layout == "base" || layout == "404" || layout == "redirect" || layout == "embed") return false;
  for (int other = 0; other <= static_cast<int>(PageKind::not_found); ++other)
    if (layout == kind_name(static_cast<PageKind>(other))) return false;
  return true;
}

std::vector<std::string_view> suiting(PageKind kind, const std::vector<std::string_view>& known) {
  std::vector<std::string_view> names;
  for (std::string_view file : known) {
    std::string_view name = file.substr(0, file.rfind('.'));
    if (file.find('/') == std::string_view::npos && suits(name, kind)) names.push_back(name);
  }
  return names;
}

}  // namespace

std::string layout_of(PageKind kind, const document::FrontMatter& front, const std::vector<std::string_view>& known,
                      base::Diagnostics& diagnostics) {
  std::string by_kind = std::string(kind_name(kind)) + ".html";
  if (front.layout.empty()) return by_kind;
  const std::string chosen = front.layout.text + ".html";
  const std::vector<std::string_view> names = suiting(kind, known);
  if (contains(names, front.layout.text)) return chosen;
  if (contains(known, chosen))
    diagnostics
        .error("unknown-layout", front.layout.span,
               fmt::format("the layout \"{}\" needs values that a page of the kind \"{}\" does not have",
                           front.layout.text, kind_name(kind)))
        .expect("one of " + base::list_names(names, 20));
  else
    diagnostics
        .error("unknown-layout", front.layout.span,
               fmt::format("there is no template for the layout \"{}\"", front.layout.text))
        .expect(fmt::format("one of {}, or a file templates/{}", base::list_names(names, 20), chosen))
        .suggest(base::did_you_mean(front.layout.text, names));
  return by_kind;
}

}  // namespace site

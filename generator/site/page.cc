#include "site/page.h"

#include <array>

#include "site/rows.h"
#include "site/url.h"

namespace site {

// The names of page kinds, in the order of PageKind.
constexpr std::array<std::string_view, static_cast<size_t>(PageKind::not_found) + 1> kKindNames = {
    "home",    "section", "page",     "lesson", "comparison", "flow", "question", "outcome",        "faq",
    "answer",  "sources", "source",   "table",  "chart",      "data", "resource", "contradictions", "print",
    "changes", "search",  "redirect", "404"};
static_assert(!kKindNames.back().empty(), "a kind without a name");

std::string_view kind_name(PageKind kind) { return kKindNames[static_cast<size_t>(kind)]; }

bool may_be_listed(PageKind kind, std::string_view address) {
  return has_own_words(kind) && (kind != PageKind::resource || page_of_resource(address) == 1);
}

bool has_own_words(PageKind kind) {
  return kind != PageKind::print && kind != PageKind::search && kind != PageKind::redirect &&
         kind != PageKind::not_found;
}

std::string_view Page::source() const { return content() ? content()->path : std::string_view(); }

bool Page::is_index() const { return section && section->index == this; }

std::string_view Page::folder() const { return section ? std::string_view(section->folder) : ""; }

std::string Page::name_suffix() const {
  if (!from_data()) return "";
  std::string_view name = file_of(address);
  return "-" + std::string(name.substr(0, name.size() - std::string_view(".html").size()));
}

const std::string& Page::description() const {
  if (!lead.empty()) return lead;
  return has_text() && !evaluation->from_data ? content()->outline().first_paragraph : first_paragraph;
}

unsigned Page::minutes() const {
  if (!has_text()) return 0;
  return reading_minutes(content()->outline().words);
}

}  // namespace site

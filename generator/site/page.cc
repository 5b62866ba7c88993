#include "site/page.h"

#include "site/reading_time.h"
#include "site/url.h"

namespace site {

std::string_view kind_name(PageKind kind) {
  switch (kind) {
    case PageKind::home:
      return "home";
    case PageKind::section:
      return "section";
    case PageKind::page:
      return "page";
    case PageKind::lesson:
      return "lesson";
    case PageKind::comparison:
      return "comparison";
    case PageKind::flow:
      return "flow";
    case PageKind::question:
      return "question";
    case PageKind::outcome:
      return "outcome";
    case PageKind::faq:
      return "faq";
    case PageKind::answer:
      return "answer";
    case PageKind::sources:
      return "sources";
    case PageKind::source:
      return "source";
    case PageKind::table:
      return "table";
    case PageKind::chart:
      return "chart";
    case PageKind::data:
      return "data";
    case PageKind::resource:
      return "resource";
    case PageKind::contradictions:
      return "contradictions";
    case PageKind::changes:
      return "changes";
    case PageKind::print:
      return "print";
    case PageKind::search:
      return "search";
    case PageKind::redirect:
      return "redirect";
    case PageKind::not_found:
      return "404";
  }
  return "page";
}

bool has_own_words(PageKind kind) {
  return kind != PageKind::print && kind != PageKind::search && kind != PageKind::redirect &&
         kind != PageKind::not_found;
}

std::string Page::name_suffix() const {
  if (!evaluation || !evaluation->from_data) return "";
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

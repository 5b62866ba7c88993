#include "pages/ask.h"

#include <algorithm>
#include <array>

#include "pages/kinds.h"
#include "pages/moved.h"

namespace pages {
namespace {

struct Question {
  std::string_view name;
  bool of_page;  // whether what is answered depends on the page that asks
  void (*ask)(site::View& view, const std::string& argument, const Asked& asked);
};

void ask_part(site::View& view, const std::string& argument, const Asked&) {
  std::string objection;
  read_part(site::parse_place(argument, objection), view);
}

constexpr std::array kQuestions = {
    Question{
        "bibliography", false,
        [](site::View& view, const std::string&, const Asked& asked) { read_bibliography(asked.backlinks, view); }},
    Question{"card-mark", false,
             [](site::View& view, const std::string&, const Asked& asked) { read_card_mark(asked.theme, view); }},
    Question{"changes", false,
             [](site::View& view, const std::string& date, const Asked&) {
               date.empty() ? void(read_days(view)) : void(read_day(date, view));
             }},
    Question{"corrections", true, [](site::View& view, const std::string&, const Asked&) { read_corrections(view); }},
    Question{"navigation", false,
             [](site::View& view, const std::string& folder, const Asked& asked) {
               if (asked.theme.navigation.seen_from(folder)) read_navigation(folder, asked.theme, view);
             }},
    Question{"nearest-above", true,
             [](site::View& view, const std::string&, const Asked&) { read_nearest_above(view); }},
    Question{"part", false, ask_part},
    Question{"pictures", false,
             [](site::View& view, const std::string&, const Asked& asked) {
               view.record("pictures", asked.theme.pictures.hash);
             }},
    Question{"recent", true, [](site::View& view, const std::string&, const Asked&) { read_recent(view); }},
    Question{"row-count", false,
             [](site::View& view, const std::string& resource, const Asked&) { read_row_count(resource, view); }},
    Question{"row-names", false,
             [](site::View& view, const std::string& resource, const Asked& asked) {
               asked.theme.row_names.of(resource, view);
             }},
    Question{"redirect", false,
             [](site::View& view, const std::string& address, const Asked&) { read_redirect(address, view); }},
    Question{"rows-from", false,
             [](site::View& view, const std::string& id, const Asked&) {
               if (const data::Source* source = view.site().database->bibliography().find(id))
                 read_rows_from(*source, view);
             }},
    Question{"shown-on", true, [](site::View& view, const std::string&, const Asked&) { shown_on_page(view); }},
    Question{
        "template", false,
        [](site::View& view, const std::string& name, const Asked& asked) { read_template(name, asked.theme, view); }},
    Question{"theme", false,
             [](site::View& view, const std::string&, const Asked& asked) { read_theme(asked.theme, view); }},
    Question{"uses", false,
             [](site::View& view, const std::string& on, const Asked& asked) { read_uses(on, asked.backlinks, view); }},
    Question{"uses-of-rows", false,
             [](site::View& view, const std::string& resource, const Asked& asked) {
               read_uses_of_rows(resource, asked.backlinks, view);
             }},
};

const Question* find(std::string_view what) {
  const std::string_view name = what.substr(0, what.find(':'));
  auto found = std::find_if(kQuestions.begin(), kQuestions.end(), [&](const Question& q) { return q.name == name; });
  return found == kQuestions.end() ? nullptr : &*found;
}

}  // namespace

bool is_of_page(std::string_view question) {
  const Question* found = find(question);
  return found ? found->of_page : site::is_of_page(question);
}

base::Hash ask(std::string_view question, const site::Page& page, const Asked& asked) {
  constexpr base::Hash kNoAnswer{UINT64_MAX, UINT64_MAX};
  const size_t tab = question.find('\t');
  const site::Page* asking = tab == std::string_view::npos ? &page : asked.site.find(question.substr(tab + 1));
  if (!asking) return kNoAnswer;
  const std::string what(question.substr(0, tab));
  site::View view(asked.site, *asking);
  if (const Question* own = find(what)) {
    const size_t colon = what.find(':');
    own->ask(view, colon == std::string::npos ? "" : what.substr(colon + 1), asked);
  } else {
    view.ask(what);
  }
  const base::Hash* answer = view.reads().find(what);
  return answer ? *answer : kNoAnswer;
}

void read_theme(const Theme& theme, site::View& view) { view.record("theme", theme.hash); }

void read_template(std::string_view name, const Theme& theme, site::View& view) {
  auto found = theme.templates.find(name);
  view.record("template:", name, found == theme.templates.end() ? base::Hash{} : found->second);
}

const Navigation::Seen& read_navigation(std::string_view folder, const Theme& theme, site::View& view) {
  const Navigation::Seen& seen = *theme.navigation.seen_from(folder);
  view.record("navigation:", folder, seen.hash);
  return seen;
}

size_t read_row_count(const std::string& resource, site::View& view) {
  const data::TableInfo* table = view.site().database->find_table(resource);
  const size_t rows = table ? table->rows : 0;
  view.record("row-count:", resource, base::Hasher().add(uint64_t{rows}).add(uint64_t{table != nullptr}).finish());
  return rows;
}

void read_card_mark(const Theme& theme, site::View& view) {
  view.record("card-mark", base::hash_bytes(theme.card_mark.str()));
}

}  // namespace pages

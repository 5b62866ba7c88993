#include "pages/ask.h"

#include <array>

#include "pages/kinds.h"
#include "pages/moved.h"

namespace pages {
namespace {

using site::AnswerFrom;

struct Question {
  std::string_view name;
  AnswerFrom from;
  void (*ask)(site::View& view, const std::string& argument, const Asked& asked);
};

void ask_part(site::View& view, const std::string& argument, const Asked&) {
  std::string objection;
  read_part(site::parse_place(argument, objection), view);
}

constexpr std::array kQuestions = {
    Question{
        "bibliography", AnswerFrom::site,
        [](site::View& view, const std::string&, const Asked& asked) { read_bibliography(asked.backlinks, view); }},
    Question{"card-mark", AnswerFrom::site,
             [](site::View& view, const std::string&, const Asked& asked) { read_card_mark(asked.theme, view); }},
    Question{"changes", AnswerFrom::site,
             [](site::View& view, const std::string& date, const Asked&) {
               date.empty() ? void(read_days(view)) : void(read_day(date, view));
             }},
    Question{"corrections", AnswerFrom::page,
             [](site::View& view, const std::string&, const Asked&) { read_corrections(view); }},
    Question{"navigation", AnswerFrom::site,
             [](site::View& view, const std::string& folder, const Asked& asked) {
               if (asked.theme.navigation.seen_from(folder)) read_navigation(folder, asked.theme, view);
             }},
    Question{"nearest-above", AnswerFrom::page,
             [](site::View& view, const std::string&, const Asked&) { read_nearest_above(view); }},
    Question{"part", AnswerFrom::site, ask_part},
    Question{"pictures", AnswerFrom::site,
             [](site::View& view, const std::string&, const Asked& asked) {
               view.record("pictures", asked.theme.pictures.hash);
             }},
    Question{"recent", AnswerFrom::page, [](site::View& view, const std::string&, const Asked&) { read_recent(view); }},
    Question{"redirect", AnswerFrom::site,
             [](site::View& view, const std::string& address, const Asked&) { read_redirect(address, view); }},
    Question{"row-count", AnswerFrom::data,
             [](site::View& view, const std::string& resource, const Asked&) { read_row_count(resource, view); }},
    Question{"row-names", AnswerFrom::site,
             [](site::View& view, const std::string& resource, const Asked& asked) {
               asked.theme.row_names.of(resource, view);
             }},
    Question{"rows-from", AnswerFrom::site,
             [](site::View& view, const std::string& id, const Asked&) {
               if (const data::Source* source = view.site().database->bibliography().find(id))
                 read_rows_from(*source, view);
             }},
    Question{"shown-on", AnswerFrom::page,
             [](site::View& view, const std::string&, const Asked&) { shown_on_page(view); }},
    Question{
        "template", AnswerFrom::site,
        [](site::View& view, const std::string& name, const Asked& asked) { read_template(name, asked.theme, view); }},
    Question{"theme", AnswerFrom::site,
             [](site::View& view, const std::string&, const Asked& asked) { read_theme(asked.theme, view); }},
    Question{"uses", AnswerFrom::site,
             [](site::View& view, const std::string& on, const Asked& asked) { read_uses(on, asked.backlinks, view); }},
    Question{"uses-of-rows", AnswerFrom::site,
             [](site::View& view, const std::string& resource, const Asked& asked) {
               read_uses_of_rows(resource, asked.backlinks, view);
             }},
};

}  // namespace

AnswerFrom answer_from(std::string_view question) {
  const Question* found = site::find_question(kQuestions, question);
  return found ? found->from : site::answer_from(question);
}

base::Hash ask(std::string_view question, const site::Page& page, const Asked& asked) {
  constexpr base::Hash kNoAnswer{UINT64_MAX, UINT64_MAX};
  const size_t tab = question.find('\t');
  const site::Page* asking = tab == std::string_view::npos ? &page : asked.site.find(question.substr(tab + 1));
  if (!asking) return kNoAnswer;
  const std::string what(question.substr(0, tab));
  site::View view(asked.site, *asking, site::Recorder());
  if (const Question* own = site::find_question(kQuestions, what)) {
    own->ask(view, site::argument_of(what), asked);
  } else {
    view.ask(what);
  }
  const auto answer = view.reads().find(what);
  return answer == view.reads().end() ? kNoAnswer : answer->second;
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

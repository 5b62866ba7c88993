// What pages read beside what is behind the door to data (site/view.h): templates, navigation, what rests on a source.
// Each reading is a function of its own, so that what a page of an earlier build has read can be asked again of this
// one.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "pages/render.h"
#include "site/changes.h"

namespace pages {

struct Corrected {
  std::string_view date;
  const site::Correction* correction = nullptr;
};

// What the answers come from.
struct Asked {
  const site::Site& site;
  const Theme& theme;
  const Backlinks& backlinks;
};

// The hash of the answer to a question of a record of `page`, or of another page's if the question names one. Not that
// of any record for a question that is not known, or that nobody can answer now.
base::Hash ask(std::string_view question, const site::Page& page, const Asked& asked);

site::AnswerFrom answer_from(std::string_view question);

// Each records what it reads.
void read_theme(const Theme& theme, site::View& view);
void read_template(std::string_view name, const Theme& theme, site::View& view);
const Navigation::Seen& read_navigation(std::string_view folder, const Theme& theme, site::View& view);
void read_card_mark(const Theme& theme, site::View& view);
size_t read_row_count(const std::string& resource, site::View& view);  // of all its rows
std::vector<const site::Page*> read_recent(site::View& view);          // list_pages.cc
const site::Page* read_nearest_above(site::View& view);                // redirect_page.cc
void read_rows_from(const data::Source& source, site::View& view);     // source_pages.cc, as the next two
void read_uses(const std::string& on, const Backlinks& backlinks, site::View& view);
void read_bibliography(const Backlinks& backlinks, site::View& view);
const site::Changes* read_day(std::string_view date, site::View& view);                // changes_page.cc; null for none
const std::vector<std::shared_ptr<const site::Changes>>& read_days(site::View& view);  // changes_page.cc
void read_uses_of_rows(const std::string& resource, const Backlinks& backlinks, site::View& view);  // resource_page.cc
std::vector<Corrected> read_corrections(site::View& view);  // corrections.cc; of the page, the latest first

}  // namespace pages

// A page of the site: its address, its content and its section.
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "site/evaluation.h"

namespace site {

enum class PageKind {
  home,
  section,
  page,
  lesson,
  comparison,
  flow,
  question,
  outcome,
  faq,
  answer,
  sources,
  source,
  table,
  chart,
  data,
  resource,
  contradictions,
  print,
  changes,
  search,
  redirect,
  not_found  // the last kind
};
// Returns the name of a kind, which is also its template's name: "home", "section" …
std::string_view kind_name(PageKind kind);
// Whether pages of a kind have their own content: false for print pages, redirects, the search and 404.html.
bool has_own_words(PageKind kind);
// Whether search engines may list a page: false for the second and later pages of a table's rows.
bool may_be_listed(PageKind kind, std::string_view address);
// Whether a page shows the text of its file. The page of a table or chart shows only one block of it.
inline bool has_text(PageKind kind, bool has_content) {
  return has_content && kind != PageKind::table && kind != PageKind::chart;
}

// Returns the reading time in minutes, at 220 words a minute; at least 1.
inline unsigned reading_minutes(size_t words) {
  constexpr size_t kWordsAMinute = 220;
  return static_cast<unsigned>(std::max<size_t>(1, (words + kWordsAMinute / 2) / kWordsAMinute));
}

struct Section;

struct Page {
  std::string address;  // path below the output folder: "lessons/cost.html"
  uint32_t number = 0;  // index of the page in its site
  PageKind kind = PageKind::page;
  std::string layout;  // the template's name: "lesson.html"
  std::string title;
  std::string lead;         // the author's description as plain text; may be empty
  bool draft = false;       // whether the page is a draft, which is built only with --drafts and marked
  bool is_printed = false;  // whether a print page contains it
  const Section* section = nullptr;
  const Page* previous = nullptr;  // the neighbours in the section, in reading order
  const Page* next = nullptr;
  // The id of a generated page's source, the name of its table, chart or resource, or the address that a generated
  // redirect leads to.
  std::string subject;

  // Null for pages without a file (sources, 404). For a resource's page, its first rows.
  std::shared_ptr<const Evaluation> evaluation;
  std::string first_paragraph;  // the first paragraph of a page made from data; Content has that of other pages

  const Content* content() const { return evaluation ? evaluation->content : nullptr; }
  bool has_text() const { return site::has_text(kind, content() != nullptr); }
  std::string_view source() const;  // returns the path of the page's file below content/; "" for a generated page
  bool from_data() const { return evaluation && evaluation->from_data; }  // whether its file makes a page for each row
  bool is_index() const;                                                  // whether this is the index of its section
  std::string_view folder() const;  // returns the folder of its section; "" without one
  // Whether search engines may list this page.
  bool is_indexed() const { return !draft && may_be_listed(kind, address); }
  // Returns the suffix of the names of tables and charts on a page made from data: "-espresso-or-latte"; otherwise "".
  std::string name_suffix() const;
  // Returns plain text: the lead, otherwise the first paragraph; may be empty.
  const std::string& description() const;
  // Returns the reading time in minutes, at 220 words a minute: at least 1, and 0 for a page without text.
  unsigned minutes() const;
};

// A folder of pages. The top folder is a section too.
struct Section {
  std::string folder;  // path below the output folder: "lessons"; "" for the top folder
  std::string title;
  const Page* index = nullptr;       // the page at index.html, or null
  const Page* print = nullptr;       // one page with all pages, for printing; null if there are too many or too few
  std::vector<const Page*> printed;  // its pages, in order
  const Section* parent = nullptr;
  std::vector<const Page*> pages;        // the pages without the index, in reading order
  std::vector<const Section*> sections;  // the sections below, in reading order
};

}  // namespace site

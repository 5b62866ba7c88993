// The one door to what a page may show. Rendering asks here and nowhere else; each answer is recorded with its hash,
// and that record says exactly when a page must be rendered again.
//
// What was read is a question that can be asked again, of another build's model: "frame:prices",
// "figure:specs/x/peak", "ref:prices/a", "source:jouppi", "page:cost.html", "term:mxu", "config".
// What another page would be answered differently is asked as the page itself, or, of what was read in its place, with
// a tab and its address behind the question: "frame:prices\tlessons/cost.html".
//
// One View a rendered page, used by one thread. What it returns lives as long as the Site.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "site/question.h"
#include "site/record.h"
#include "site/site.h"

namespace site {

// Where readers of a page are led on to from it.
struct Moved {
  const Redirect* page = nullptr;   // of a page that a redirect leaves behind; null for others
  std::span<const Redirect> parts;  // by anchor; broken ones too
};

class View {
 public:
  View(const Site& site, const Page& page, Recorder reads = Recorder())
      : site_(site), page_(page), reads_(std::move(reads)) {}
  View(const View&) = delete;
  View& operator=(const View&) = delete;

  const Page& page() const { return page_; }
  // All of it but what is asked for below, and what pages do not show: the theme's colours, the search's synonyms.
  const Config& config();
  const std::map<std::string, int>& colours();         // of charts
  const std::vector<std::string>& navigation_order();  // as site.json has it
  const quantity::Units& units();

  // Null when the page has no such query, and no block of it names such a table.
  const quantity::Frame* frame(std::string_view name);
  const Cell* cell(std::string_view key);
  // By what stands behind "fig:", a name or "TABLE/KEY/COLUMN"; null for what could not be found or computed.
  const Figure* figure(std::string_view key);
  // An assert of any page; null for none.
  const Assert* assertion(std::string_view name);
  // A value of the page's row or params, as text; null for none.
  const quantity::Value* value(std::string_view name);
  std::optional<data::Provenance> provenance(std::string_view ref);
  // The link from this page to the row's place on the page of its resource; "" for a row that is not shown there.
  // REQUIRES: provenance(ref) was asked for, which records this too.
  std::string row_link(std::string_view ref) const;
  // The rows that state the same as this one; null when nothing competes.
  const data::Competition* competition(std::string_view ref);
  const std::vector<data::Contradiction>& contradictions();
  // What the site says of its data: titles, descriptions, licences.
  const data::Package& package();
  // The text of a shared view; "" for no view.
  std::string_view view_sql(std::string_view name);
  const data::Source* source(std::string_view id);
  // The target of a link: null for none. What is read of it is that it exists, its title, its kind and its file.
  const Page* target(std::string_view address);
  // The same with what lists say of a page: its description, its length.
  void summary(const Page& page);
  // Whether anything is published there.
  bool has_address(std::string_view address);
  // A file that is published as it is, by its address; null for none.
  const io::SourceFile* file(std::string_view address);
  // A file of content/, of this page or another.
  void content(const Content& content) { record("file:", content.path, content.file->hash); }
  Moved moved();
  const Page* target_of_content(std::string_view content_path);

  // Where this page stands, what it is called and how it is shown.
  const Page& self();
  // The pages before and after it are those of the Page.
  void neighbours();
  // The way from the home page to a page, without itself.
  std::vector<const Page*> above(const Page& page);
  // Which pages a section has, in which order, and which sections below it.
  const Section& members(const Section& section);
  // The lessons of a section, read as a learning plan.
  struct Plan {
    size_t parts = 0;  // 0 where they are no plan: none, or one alone
    unsigned minutes = 0;
    size_t part = 0;  // which one this page is, from 1; 0 for none
  };
  Plan plan(const Section& section);
  // The flow that this page belongs to; null for none. What is read of it is where it starts.
  const Flow* flow();
  // All that a flow's picture shows.
  void whole(const Flow& flow);
  // Which answers lead to this page of a flow.
  void reached_from(const FlowNode& node);

  // What the word of the glossary at this place means; "" for none, and for links to other pages. Seen from the
  // glossary itself nothing is said twice.
  std::string_view definition(std::string_view address, std::string_view anchor);

  // For what is not behind this door: the templates, the navigation. Whoever records a question of its own can be asked
  // it again (pages/ask.h).
  void record(std::string_view name, std::string_view argument, const base::Hash& hash) {
    reads_.add(name, argument, hash);
  }
  void record(std::string_view question, const base::Hash& hash) { reads_.add(question, "", hash); }
  const Record& reads() const { return reads_.record(); }
  // When the page is rendered.
  Record take_reads() { return reads_.take(); }

  // Asks what an earlier record names, so that this record has it too. False for a question that is not this door's.
  bool ask(std::string_view what);

  // The model itself. Whoever shows something of it that is not behind this door records it.
  const Site& site() const { return site_; }

 private:
  static constexpr base::Hash kAbsent{};  // of what is asked for and is not there
  void read_term(std::string_view anchor);

  const Site& site_;
  const Page& page_;
  Recorder reads_;
  bool read_config_ = false, read_units_ = false;  // these are asked for each number
};

// AnswerFrom::site for a question that is not this door's.
AnswerFrom answer_from(std::string_view question);

// The lessons among them, in their order: what a section has as a learning plan.
std::vector<const Page*> lessons_of(const std::vector<const Page*>& list);

}  // namespace site

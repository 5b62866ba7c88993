// All values of the site that pages read: the kinds of dependencies and their values. A value contains only what a page
// may show. Texts and pointers in it belong to the site, which outlives all rendering.
// To add a kind: add a function here and in reads.cc, a line in kReadKinds, and a method of View. Hashing the value and
// comparing it in the next build need no code (site/kind.h).
#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "site/changes.h"
#include "site/kind.h"
#include "site/site.h"

// Hashes of types from lower layers, either of the whole value or field by field.
namespace quantity {
inline base::Hash own_hash(const Frame& frame) { return frame.hash; }
inline base::Hash own_hash(const Exact& exact) { return base::hash_bytes(exact.round_half_up(40)); }
inline base::Hash own_hash(const Value& value) {
  return base::Hasher().add(uint64_t{value.index()}).add(to_text(value)).finish();
}
}  // namespace quantity

namespace data {
inline base::Hash own_hash(const Source& source) {
  return base::Hasher().add(source.csl()).add(source.address).finish();
}
}  // namespace data

namespace io {
inline base::Hash own_hash(const SourceFile& file) { return file.hash; }
}  // namespace io

namespace site {

inline base::Hash own_hash(const Content& content) { return content.file->hash; }
inline base::Hash own_hash(const Changes& changes) { return changes.hash; }

template <>
inline constexpr size_t kFieldsOf<quantity::Field> = 13;
template <>
inline constexpr size_t kFieldsOf<data::Cell> = 3;
template <>
inline constexpr size_t kFieldsOf<data::Alternative> = 3;
template <>
inline constexpr size_t kFieldsOf<data::Competition> = 6;
template <>
inline constexpr size_t kFieldsOf<data::Contradiction> = 7;

// A page that another page links to.
struct PageLink {
  static constexpr size_t kFields = 6;
  std::string_view address, title;
  std::string_view source;  // the path of the page's file below content/; "" for a generated page
  PageKind kind = PageKind::page;
  bool draft = false, from_data = false;

  bool is_indexed() const { return !draft && may_be_listed(kind, address); }
};

// The page that reads the value.
struct ThisPage {
  static constexpr size_t kFields = 15;
  std::string_view address, title;  // the members from `address` to `from_data` are those of PageLink
  std::string_view source;
  PageKind kind = PageKind::page;
  bool draft = false, from_data = false;
  std::string_view layout, description, subject;  // the members of Page
  std::string_view lead;                          // the author's description; "" if there is none
  std::string suffix;                             // the suffix by Page::name_suffix()
  unsigned minutes = 0;
  std::optional<std::string_view> folder;  // the folder of the page's section; nullopt if the page is in no section
  std::string_view section;                // the title of the page's section
  bool is_index = false;                   // whether the page is the index of its section

  bool has_text() const { return site::has_text(kind, !source.empty()); }
  PageLink link() const { return {address, title, source, kind, draft, from_data}; }
};

// The additional values that lists of pages show.
struct PageSummary {
  static constexpr size_t kFields = 2;
  std::string_view description;
  unsigned minutes = 0;
};

// The pages of a section, as addresses in reading order.
struct Members {
  static constexpr size_t kFields = 4;
  std::vector<std::string_view> pages;
  std::vector<std::string_view> sections;  // the indexes of the sections below
  std::string_view index, print;           // addresses of pages; "" if there is none
};

// The lessons of a section as a learning plan.
struct Plan {
  static constexpr size_t kFields = 4;
  std::string_view index;  // address of the section's index
  size_t parts = 0;        // the number of lessons; 0 for fewer than two
  unsigned minutes = 0;
  size_t part = 0;  // the position of this page, counted from 1; 0 if the page is not a lesson of the section
};

struct Neighbours {
  static constexpr size_t kFields = 2;
  std::string_view previous, next;  // addresses of pages; "" if there is none
};

// A row of data/redirects.csv. The fields are those of Redirect.
struct RedirectRow {
  static constexpr size_t kFields = 7;
  std::string_view from_anchor, to_address, to_anchor, external, since, why;
  bool broken = false;

  bool is_retired() const { return to_address.empty() && external.empty(); }
};

// The reason why a file of content/ has no page.
struct MissingPage {
  static constexpr size_t kFields = 4;
  bool is_draft = false, is_from_data = false;
  std::string redirect;            // the redirect in words: "lessons/a.html was retired"; "" without one
  std::vector<std::string> known;  // paths of the files that have a page
};

// A row of a resource that is no longer in the current edition.
struct DroppedRow {
  static constexpr size_t kFields = 3;
  std::string key, edition;  // the row's key, and the last edition that contains the row
  std::string ref;           // the row's reference in the history
};

// An assert, and the page that contains it.
struct AssertState {
  static constexpr size_t kFields = 3;
  std::string_view address, title;
  bool holds = false;
};

// A file of content/: a text, or a file that is published unchanged. Both members are null if the file does not exist.
struct ContentFile {
  static constexpr size_t kFields = 2;
  const Content* content = nullptr;
  const io::SourceFile* file = nullptr;
};

// The addresses of a flow's index and first step.
struct FlowStart {
  static constexpr size_t kFields = 2;
  std::string_view index, start;  // addresses of pages; `start` is "" after an error
};

struct FlowAnswer {
  static constexpr size_t kFields = 6;
  size_t number = 0;        // index of the answer in the step's front matter
  std::string_view id, to;  // the answer's id, and that of the step to which it leads
  std::string_view label, to_address;
  bool ends = false;  // whether the answer leads to an outcome
};

// An earlier answer that a step's passages depend on.
struct FlowGiven {
  static constexpr size_t kFields = 5;
  std::string name;  // the name in the form QUESTION.ANSWER: "place.own"
  std::string_view question, label;
  std::string_view address;  // the address of the question, at which readers can change the answer
  bool is_given = false;     // whether readers of this variant gave the answer
};

struct FlowStep {
  static constexpr size_t kFields = 8;
  std::string_view id, address, title;
  bool is_question = false;
  std::vector<FlowAnswer> answers;
  std::string_view variant;           // the address of the variant's page; "" for the step's own page
  std::vector<FlowGiven> depends_on;  // the answers on which this and later steps depend
  bool has_variants = false;
};

// An answer that leads to this page, and the page of its question.
struct FlowOrigin {
  static constexpr size_t kFields = 2;
  std::string_view address, label;
};

// A caveat about a row, in the provenance of the row.
struct ShownCaveat {
  static constexpr size_t kFields = 2;
  std::string_view text;
  std::vector<std::string> columns;  // the columns with which the row is shown; if empty, any column
};

struct Provenance {
  static constexpr size_t kFields = 12;
  const data::Source* source = nullptr;  // the source; null without one
  std::string_view locator, locator_detail, as_of, note, covers;
  std::vector<ShownCaveat> caveats;
  std::string_view resource, no_source;  // the title of the resource, and the reason why a row has no source
  std::string_view anchor;               // the row's anchor on a page of its resource; "" if no page shows the row
  size_t page = 1;                       // number of the resource's page that shows the row
  bool competes = false;                 // whether other rows state the same quantity
};

struct ContradictionRow {
  static constexpr size_t kFields = 2;
  const data::Contradiction* row = nullptr;
  std::string_view names_of;  // the resource whose row the key names; "" if there is none
};

// The inputs that values are computed from. Renderers have no access to it.
struct Model {
  const Site& site;
  const Page& page;  // the page that reads the value
};

// The functions that compute values. If something does not exist, pointers are null and optionals are empty.
namespace reads {
using Labels = std::map<std::string, std::string, std::less<>>;

std::vector<std::string_view> above(const Model& model, std::string_view address);
bool address(const Model& model, std::string_view address);
std::optional<AssertState> assertion(const Model& model, std::string_view name);
std::optional<bool> block(const Model& model, std::string_view name);
const Cell* cell(const Model& model, std::string_view key);
const std::map<std::string, int>* colours(const Model& model, std::string_view);
const data::Competition* competition(const Model& model, std::string_view ref);
const ShownConfig* config(const Model& model, std::string_view);
std::optional<std::string_view> content(const Model& model, std::string_view path);
std::vector<ContradictionRow> contradictions(const Model& model, std::string_view);
const Changes* day(const Model& model, std::string_view date);
std::vector<const Changes*> days(const Model& model, std::string_view);
std::vector<DroppedRow> dropped(const Model& model, std::string_view resource);
const Figure* figure(const Model& model, std::string_view key);
ContentFile file(const Model& model, std::string_view path);
std::optional<FlowStart> flow(const Model& model, std::string_view);
const quantity::Frame* frame(const Model& model, std::string_view name);
const Labels* labels(const Model& model, std::string_view column);
Members members(const Model& model, std::string_view folder);
MissingPage missing_page(const Model& model, std::string_view path);
std::vector<RedirectRow> moved(const Model& model, std::string_view);
std::vector<std::string> names(const Model& model, std::string_view what);
const std::vector<std::string>* navigation_order(const Model& model, std::string_view);
std::string_view nearest_above(const Model& model, std::string_view);
Neighbours neighbours(const Model& model, std::string_view);
Hashed<data::Package> package(const Model& model, std::string_view);
std::optional<PageLink> page(const Model& model, std::string_view address);
std::string part(const Model& model, std::string_view place);
Plan plan(const Model& model, std::string_view folder);
std::vector<FlowOrigin> reached_from(const Model& model, std::string_view);
std::optional<RedirectRow> redirect(const Model& model, std::string_view address);
std::optional<Provenance> ref(const Model& model, std::string_view ref);
std::optional<size_t> row_count(const Model& model, std::string_view resource);
std::string row_place(const Model& model, std::string_view ref);
ThisPage self(const Model& model, std::string_view);
const data::Source* source(const Model& model, std::string_view id);
std::string source_help(const Model& model, std::string_view id);
std::string_view sql(const Model& model, std::string_view view);
FlowStep step(const Model& model, std::string_view address);
PageSummary summary(const Model& model, std::string_view address);
std::string_view term(const Model& model, std::string_view anchor);
Hashed<quantity::Units> units(const Model& model, std::string_view);
const quantity::Value* value(const Model& model, std::string_view name);
std::vector<FlowStep> whole_flow(const Model& model, std::string_view address);
}  // namespace reads

inline constexpr KindList<
    Kind<"above", DependencyScope::site, reads::above>, Kind<"address", DependencyScope::site, reads::address>,
    Kind<"assert", DependencyScope::site, reads::assertion>, Kind<"block", DependencyScope::page, reads::block>,
    Kind<"cell", DependencyScope::page, reads::cell>, Kind<"changes", DependencyScope::site, reads::day>,
    Kind<"colours", DependencyScope::site, reads::colours>,
    Kind<"competition", DependencyScope::data, reads::competition>,
    Kind<"config", DependencyScope::site, reads::config>, Kind<"content", DependencyScope::site, reads::content>,
    Kind<"contradictions", DependencyScope::data, reads::contradictions>,
    Kind<"days", DependencyScope::site, reads::days>, Kind<"dropped", DependencyScope::data, reads::dropped>,
    Kind<"figure", DependencyScope::page, reads::figure>, Kind<"file", DependencyScope::site, reads::file>,
    Kind<"flow", DependencyScope::page, reads::flow>, Kind<"frame", DependencyScope::page, reads::frame>,
    Kind<"labels", DependencyScope::data, reads::labels>, Kind<"members", DependencyScope::site, reads::members>,
    Kind<"missing-page", DependencyScope::site, reads::missing_page>,
    Kind<"moved", DependencyScope::page, reads::moved>, Kind<"names", DependencyScope::page, reads::names>,
    Kind<"navigation-order", DependencyScope::site, reads::navigation_order>,
    Kind<"nearest-above", DependencyScope::page, reads::nearest_above>,
    Kind<"neighbours", DependencyScope::page, reads::neighbours>,
    Kind<"package", DependencyScope::data, reads::package>, Kind<"page", DependencyScope::site, reads::page>,
    Kind<"part", DependencyScope::site, reads::part>, Kind<"plan", DependencyScope::page, reads::plan>,
    Kind<"reached-from", DependencyScope::page, reads::reached_from>,
    Kind<"redirect", DependencyScope::site, reads::redirect>, Kind<"ref", DependencyScope::data, reads::ref>,
    Kind<"row-count", DependencyScope::data, reads::row_count>,
    Kind<"row-place", DependencyScope::data, reads::row_place>, Kind<"self", DependencyScope::page, reads::self>,
    Kind<"source", DependencyScope::data, reads::source>,
    Kind<"source-help", DependencyScope::data, reads::source_help>, Kind<"sql", DependencyScope::data, reads::sql>,
    Kind<"step", DependencyScope::site, reads::step>, Kind<"summary", DependencyScope::site, reads::summary>,
    Kind<"term", DependencyScope::site, reads::term>, Kind<"units", DependencyScope::data, reads::units>,
    Kind<"value", DependencyScope::page, reads::value>, Kind<"whole-flow", DependencyScope::site, reads::whole_flow>>
    kReadKinds;

// Returns the title of a table or chart by its name in the site; "" without a title.
std::string block_title(const Site& site, std::string_view name);

}  // namespace site

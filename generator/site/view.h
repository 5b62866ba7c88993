// What a page reads of the site. A page reaches the site only through its View. Each rendered page has its own View,
// which only one thread uses.
#pragma once
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/export.h"
#include "site/reads.h"

namespace site {

class View {
 public:
  // `shown_at` is the address of the page that shows this one; "" for the page itself. It must outlive the view.
  View(const Site& site, const Page& page, const std::string* shown_at = nullptr)
      : site_(site), page_(page), shown_at_(shown_at ? *shown_at : page.address) {}
  View(const View&) = delete;
  View& operator=(const View&) = delete;

  const std::string& address() const { return page_.address; }
  // Returns the address to which links are relative: that of a page which contains this one, or its own.
  const std::string& shown_at() const { return shown_at_; }
  const Page& page() const { return page_; }
  // Returns the file of the page; null for a generated page.
  const Content* content() const { return page_.content(); }
  const Config& config() const { return *site_.config; }
  const quantity::Units& units() const { return site_.database->units(); }

  // ---- the data
  const quantity::Frame* frame(std::string_view name) const;
  // Returns the first kMaxRows rows of a resource; null if it could not be loaded.
  const quantity::Frame* rows(std::string_view resource) const;
  const Cell* cell(std::string_view key) const;
  // Returns a figure by the text after "fig:", a name or "TABLE/KEY/COLUMN"; null if it could not be computed.
  const Figure* figure(std::string_view key) const;
  // Returns an assert of any page; null if there is none.
  const Assert* assertion(std::string_view name) const;
  // Returns a value of the page's row or params.
  const quantity::Value* value(std::string_view name) const;
  // Returns `text` with each {name} replaced by the row's value on a page made from data. Reports
  // "unknown-placeholder".
  std::string fill(std::string_view text, base::Span span, base::Diagnostics& diagnostics);
  // Returns the provenance of a row or cell; null if there is no such row. Valid as long as the View.
  const Provenance* provenance(std::string_view ref);
  // Returns the scope of a cell: what its value covers (data::Database::scope_of).
  quantity::Scope scope_of(const quantity::Field& field, const quantity::Refs& refs) const {
    return site_.database->scope_of(field, refs);
  }
  // Returns the provenance of all rows of a frame, for the files of tables and charts.
  data::RowOrigins origins(const quantity::Frame& frame) const { return {frame, *site_.database}; }
  // Returns when a row is true, if it is not true on the site's date; null for a current row.
  const data::Validity* outside_validity(std::string_view ref) const;
  const std::string& as_of() const { return site_.as_of; }
  // Returns the link from this page to the row on its resource's page; "" if no page shows the row.
  std::string row_link(std::string_view ref);
  // Returns the rows that state the same quantity; null if there is only one.
  const data::Competition* competition(std::string_view ref);
  std::vector<ContradictionRow> contradictions() const;
  const data::Package& package() const { return site_.database->package(); }
  std::vector<DroppedRow> dropped_rows(std::string_view resource) const;
  std::optional<size_t> row_count(std::string_view resource) const;
  // Returns the SQL of a shared view; "" if there is no such view.
  std::string_view view_sql(std::string_view name) const;
  const data::Source* source(std::string_view id) const { return site_.database->bibliography().find(id); }
  // Returns the labels of a category's values.
  const LabelMap* labels(const quantity::Field& field) const;

  // ---- other pages
  // Returns the page at an address; null if there is none.
  const Page* target(std::string_view address) const { return site_.find(address); }
  // Whether a page or file has this address.
  bool has_address(std::string_view address) const;
  // Returns a file that is published unchanged, or null.
  const io::SourceFile* file(std::string_view path) const;
  // Returns the content of any page by its path below content/.
  const Content* content_at(std::string_view path) const { return site_.content_at(path); }
  // Returns the address of the page of a file in content/.
  std::optional<std::string_view> address_of_content(std::string_view path) const;
  std::vector<std::string_view> above(std::string_view address) const;
  Members members(std::string_view folder) const;
  // Returns the addresses of the pages on a section's print page, in order.
  std::vector<std::string_view> printed(std::string_view folder) const;
  Plan plan(std::string_view folder) const;
  const std::vector<MenuEntry>& navigation_order() const { return site_.config->navigation; }
  // Returns the index of the nearest folder above the page's address that has an index; "" if there is none.
  std::string_view nearest_above() const;
  // Returns the glossary's definition of the term at an anchor; "" if there is none, and on the glossary itself.
  std::string_view definition(std::string_view anchor) const;
  // Whether a table, chart or estimate of this page has a separate page; nullopt if it is not on this page.
  std::optional<bool> has_own_page(std::string_view block) const;

  // ---- redirects
  // Returns the rows of data/redirects.csv for the parts of this page.
  std::span<const Redirect> moved_parts() const { return site_.redirects.parts_of(page_.address); }
  // Returns where an address redirects.
  std::optional<Redirect> redirect(std::string_view address) const;
  // Returns the name of a part of a page: the words of a heading or the caption of a table; "" if it has no name.
  std::string part(const Place& at) const;

  // ---- decision flows
  std::optional<FlowStart> flow() const;
  FlowStep flow_step() const;  // returns an empty step if this page is not one
  std::vector<FlowStep> whole_flow(std::string_view index) const;
  std::vector<FlowOrigin> reached_from() const;

  // ---- changes
  const Changes* day(std::string_view date) const { return site_.changes_of(date); }
  std::vector<const Changes*> days() const;
  // Returns the last date on which data/changes/ lists the table; "" if it does not.
  std::string_view table_changed_on(std::string_view resource) const;

  // ---- for error messages
  // Returns possible names for suggestions: "addresses", "asserts", "claims", "queries" (of this page) or "tables".
  std::vector<std::string> names(std::string_view what) const;
  MissingPage missing_page(std::string_view path) const;
  std::string source_help(std::string_view id) const { return site_.database->bibliography().suggest(id); }
  // Returns the position of a row for messages: "the row KEY of data/FILE".
  std::string row_place(std::string_view ref) const;

 protected:
  const Site& site_;
  const Page& page_;
  const std::string& shown_at_;

 private:
  std::optional<Provenance> find_provenance(std::string_view ref) const;

  // A cache, because it is read for each number.
  std::map<std::string, std::optional<Provenance>, std::less<>> provenances_;
};

// The labels of the values of one column: "B-tree" for "b-tree", as defined by the field's `categories`. A column keeps
// its labels and its title in views and queries; a computed column has no labels. Valid as long as the Site.
class Labels {
 public:
  Labels(const quantity::Field& field, View& view) : labels_(view.labels(field)) {}

  bool empty() const { return !labels_ || labels_->empty(); }
  // Returns the label, or the value itself if it has no label.
  std::string_view operator()(std::string_view value) const {
    if (!labels_) return value;
    auto found = labels_->find(value);
    return found == labels_->end() ? value : std::string_view(found->second);
  }

 private:
  const LabelMap* labels_;
};

}  // namespace site

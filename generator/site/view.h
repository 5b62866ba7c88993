// The tracker: a page reads the site only through its View. Each value is recorded as a dependency: a key
// ("frame:prices", "page:cost.html", "config") with the hash of the value. This record determines when the page must be
// rendered again. site/reads.h describes the values.
// The value of some keys depends on the page that reads it. If another page's record contains such a key, the key ends
// with a tab and the address of the first page: "frame:prices\tlessons/cost.html".
// Each rendered page has its own View, which only one thread uses.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/export.h"
#include "site/reads.h"

namespace site {

// A value with its key that is not part of the site, such as a stylesheet. Only a View can return the value.
template <Name name, class T>
class Tracked {
 public:
  Tracked() : Tracked(T()) {}
  explicit Tracked(T value) : value_(std::move(value)), hash_(value_hash(value_)) {}
  friend base::Hash own_hash(const Tracked& tracked) { return tracked.hash_; }

 private:
  friend class View;
  T value_;
  base::Hash hash_;
};

class View {
 public:
  View(const Site& site, const Page& page, Recorder reads = Recorder())
      : model_{site, page}, reads_(std::move(reads)) {}
  View(const View&) = delete;
  View& operator=(const View&) = delete;

  const std::string& address() const { return model_.page.address; }
  const ThisPage& page();
  const Content* content();  // returns the file of the page; null for a generated page
  const ShownConfig& config();
  const quantity::Units& units();

  // ---- the data
  const quantity::Frame* frame(std::string_view name) { return read<"frame">(name); }
  const Cell* cell(std::string_view key) { return read<"cell">(key); }
  // Returns a figure by the text after "fig:", a name or "TABLE/KEY/COLUMN"; null if it could not be computed.
  const Figure* figure(std::string_view key) { return read<"figure">(key); }
  std::optional<AssertState> assertion(std::string_view name) { return read<"assert">(name); }
  // Returns a value of the page's row or params.
  const quantity::Value* value(std::string_view name) { return read<"value">(name); }
  // Returns `text` with each {name} replaced by the row's value on a page made from data. Reports
  // "unknown-placeholder".
  std::string fill(std::string_view text, base::Span span, base::Diagnostics& diagnostics);
  // Returns the provenance of a row or cell; null if there is no such row. Valid as long as the View.
  const Provenance* provenance(std::string_view ref);
  // Returns the scope of a cell: what its value covers (data::Database::scope_of).
  quantity::Scope scope_of(const quantity::Field& field, const quantity::Refs& refs);
  // Returns the provenance of all rows of a frame, for the files of tables and charts.
  data::RowOrigins origins(const quantity::Frame& frame);
  // Returns the link from this page to the row on its resource's page; "" if no page shows the row.
  std::string row_link(std::string_view ref);
  // Returns the rows that state the same quantity; null if there is only one.
  const data::Competition* competition(std::string_view ref);
  std::vector<ContradictionRow> contradictions() { return read<"contradictions">(); }
  const data::Package& package() { return *read<"package">().value; }
  std::vector<DroppedRow> dropped_rows(std::string_view resource) { return read<"dropped">(resource); }
  std::optional<size_t> row_count(std::string_view resource) { return read<"row-count">(resource); }
  // Returns the SQL of a shared view; "" if there is no such view.
  std::string_view view_sql(std::string_view name) { return read<"sql">(name); }
  const data::Source* source(std::string_view id) { return read<"source">(id); }
  // Returns the labels of a category's values.
  const reads::Labels* labels(const quantity::Field& field);
  const std::map<std::string, int>& colours() { return *read<"colours">(); }  // the colours of charts

  // ---- other pages
  std::optional<PageLink> target(std::string_view address) { return read<"page">(address); }
  PageSummary summary(std::string_view address) { return read<"summary">(address); }
  // Whether a page or file has this address.
  bool has_address(std::string_view address) { return read<"address">(address); }
  // Returns a file that is published unchanged, or null.
  const io::SourceFile* file(std::string_view address) { return read<"file">(address).file; }
  // Returns the content of any page by its path below content/.
  const Content* content_at(std::string_view path) { return read<"file">(path).content; }
  // Returns the address of the page of a file in content/.
  std::optional<std::string_view> address_of_content(std::string_view path) { return read<"content">(path); }
  std::vector<std::string_view> above(std::string_view address) { return read<"above">(address); }
  Neighbours neighbours() { return read<"neighbours">(); }
  Members members(std::string_view folder) { return read<"members">(folder); }
  Plan plan(std::string_view folder) { return read<"plan">(folder); }
  const std::vector<std::string>& navigation_order() { return *read<"navigation-order">(); }
  // Returns the index of the nearest folder above the page's address that has an index; "" if there is none.
  std::string_view nearest_above() { return read<"nearest-above">(); }
  // Returns the glossary's definition of the term at an anchor; "" if there is none, and on the glossary itself.
  std::string_view definition(std::string_view anchor) { return read<"term">(anchor); }
  // Whether a table, chart or estimate of this page has a separate page; nullopt if it is not on this page.
  std::optional<bool> has_own_page(std::string_view block) { return read<"block">(block); }

  // ---- redirects
  std::vector<RedirectRow> moved_parts() { return read<"moved">(); }  // returns the moved parts of this page
  std::optional<RedirectRow> redirect(std::string_view address) { return read<"redirect">(address); }
  // Returns the name of a part of a page: the words of a heading or the caption of a table; "" if it has no name.
  std::string part(const Place& place) { return read<"part">(to_text(place)); }

  // ---- decision flows
  std::optional<FlowStart> flow() { return read<"flow">(); }
  FlowStep flow_step() { return read<"step">(address()); }  // returns an empty step if this page is not one
  std::vector<FlowStep> whole_flow(std::string_view index) { return read<"whole-flow">(index); }
  std::vector<FlowOrigin> reached_from() { return read<"reached-from">(); }

  // ---- changes
  const Changes* day(std::string_view date) { return read<"changes">(date); }
  std::vector<const Changes*> days() { return read<"days">(); }

  // ---- for error messages
  // Returns possible names for suggestions: "addresses", "asserts", "claims", "queries" (of this page) or "tables".
  std::vector<std::string> names(std::string_view what) { return read<"names">(what); }
  MissingPage missing_page(std::string_view path) { return read<"missing-page">(path); }
  std::string source_help(std::string_view id) { return read<"source-help">(id); }
  // Returns the position of a row for messages: "the row KEY of data/FILE".
  std::string row_place(std::string_view ref) { return read<"row-place">(ref); }

  template <Name name, class T>
  const T& read_tracked(const Tracked<name, T>& tracked) {
    reads_.add(name, "", [&] { return value_hash(tracked); });
    return tracked.value_;
  }
  const Record& reads() const { return reads_.record(); }
  // Returns the dependencies. Call it after rendering the page.
  Record take_reads() { return reads_.take(); }

 protected:
  template <class Kind, class AnyModel>
  typename Kind::Value read_kind(const AnyModel& model, std::string_view argument) {
    typename Kind::Value value = Kind::kCompute(model, argument);
    reads_.add(Kind::kName, argument, [&] { return value_hash(value); });
    return value;
  }
  const Model& model() const { return model_; }
  Recorder& recorder() { return reads_; }

 private:
  template <Name name>
  using KindOf = decltype(kind_named<name>(kReadKinds));
  template <Name name>
  typename KindOf<name>::Value read(std::string_view argument = "") {
    return read_kind<KindOf<name>>(model_, argument);
  }

  Model model_;
  Recorder reads_;
  // Caches of values that are read for each number or each link.
  std::map<std::string, std::optional<Provenance>, std::less<>> provenances_;
  std::optional<ThisPage> page_;
  const ShownConfig* config_ = nullptr;
  const quantity::Units* units_ = nullptr;
  const Content* content_ = nullptr;
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
  const reads::Labels* labels_;
};

}  // namespace site

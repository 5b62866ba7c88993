// The pages of a resource: its description, and each row with its values, its source, the rows that state the same
// quantity, and the pages that use it.
#include <algorithm>
#include <set>

#include "blocks/comparability.h"
#include "blocks/references.h"
#include "blocks/table.h"
#include "blocks/table_columns.h"
#include "pages/kinds.h"
#include "pages/page_values.h"
#include "site/url.h"
#include "site/view.h"

namespace pages {
namespace {

// The id of the text that explains why the rows have no source.
constexpr std::string_view kNoSource = "no-source";
constexpr size_t kManyRows = 20;  // a longer table gets a link that skips it

// Whether a column "source" contains other texts than ids, which are plain values (data/table_loader).
bool has_other_texts(const quantity::Frame& frame, size_t column, site::View& view) {
  for (size_t row = 0; row < frame.rows(); ++row)
    if (const std::string text = quantity::to_text(frame.at(row, column)); !text.empty()) return !view.source(text);
  return false;
}

// Whether the provenance cell shows this column.
bool is_provenance(const data::Resource& resource, const quantity::Field& field) {
  for (std::string_view name : {"source", "locator", "locator_detail", "as_of", "note"})
    if (field.name == name) return resource.has_measures() || resource.find("source") >= 0;
  if (field.name == "covers" && resource.has_measures()) return true;
  if (resource.long_form && (field.name == "preferred" || field.name == "because")) return true;
  return std::any_of(resource.fields.begin(), resource.fields.end(),
                     [&](const data::ResourceField& other) { return other.field.unit_field == field.name; });
}

bool contains(const std::vector<Use>& uses, const Use& use) {
  return std::any_of(uses.begin(), uses.end(),
                     [&](const Use& each) { return each.address == use.address && each.anchor == use.anchor; });
}

class RowsTable {
 public:
  RowsTable(const data::Resource& resource, const quantity::Frame& frame, KindContext& kind)
      : resource_(resource),
        frame_(frame),
        kind_(kind),
        context_(kind.context),
        uses_(kind.view.uses_of_rows(kind.view.address())),
        page_(site::page_of_resource(kind.view.address())),
        begin_(std::min(frame.rows(), (page_ - 1) * site::kMaxRowsOnPage)),
        end_(std::min(frame.rows(), begin_ + site::kMaxRowsOnPage)) {
    for (size_t i = 0; i < frame.columns(); ++i)
      if (!is_provenance(resource, frame.fields[i]) ||
          (frame.fields[i].name == "source" && has_other_texts(frame, i, context_.view)))
        columns_.emplace_back(frame, i, context_);
    // The numbers that rows are compared by come second, so that a phone shows them.
    std::stable_partition(columns_.begin() + !columns_.empty(), columns_.end(), [](const blocks::ShownColumn& column) {
      return column.field.better != quantity::Better::neither;
    });
    for (const blocks::ShownColumn& column : columns_) {
      std::string_view target = site::foreign_key_target(resource, column.field.name);
      has_note_column_ = has_note_column_ || column.field.name == "note";
      targets_.push_back({target, target.empty() ? nullptr : kind.view.theme().row_names.find(target)});
    }
  }

  markup::SafeHtml write() {
    if (page_ == 1) write_rows_elsewhere();
    for (size_t row = begin_; row < end_; ++row)
      if (const std::string_view id = anchor_of(row); !id.empty()) context_.ids.reserve(std::string(id));
    const std::string end = end_ - begin_ > kManyRows ? context_.ids.claim("end") : "";
    write_shared_uses();
    if (!end.empty()) blocks::write_skip_link(end, context_.words, out_);
    out_.open("div").attr("class", "scroll").attr("role", "region").attr("tabindex", "0");
    out_.attr("aria-label", resource_.title).open("table").attr("class", "rows").attr("aria-label", resource_.title);
    for (size_t row = begin_; row < end_; ++row) {
      origins_.push_back(origin_of(row));
      has_origins_ = has_origins_ || !origins_.back().empty();
    }
    write_head();
    out_.open("tbody");
    for (size_t row = begin_; row < end_; ++row) write_row(row);
    out_.close().close().close();
    if (!end.empty()) out_.open("span").attr("id", end).close();
    if (page_ == 1) write_dropped();
    return out_.take();
  }

 private:
  // Writes the rows of earlier editions, with their previous anchors and links to the history.
  void write_dropped() {
    const std::vector<site::DroppedRow> rows = kind_.view.dropped_rows(resource_.name);
    if (rows.empty()) return;
    out_.open("p").attr("class", "dropped").text(context_.words["dropped_rows"]);
    for (size_t i = 0; i < rows.size(); ++i) {
      std::string id = context_.ids.claim(site::anchor_of_key(rows[i].key));
      out_.text(i == 0 ? " " : ", ").open("a").attr("id", id).url("href", context_.view.row_link(rows[i].ref));
      out_.text(rows[i].key).close().text(" (" + rows[i].edition + ")");
      kind_.rendered.row_anchors.push_back(std::move(id));
    }
    out_.close();
  }

  // Writes the anchors of rows on other pages, each with a link that assets/moved.js follows.
  void write_rows_elsewhere() {
    for (size_t row = end_; row < frame_.rows();) {
      const size_t number = row / site::kMaxRowsOnPage + 1, last = number * site::kMaxRowsOnPage;
      out_.open("p").attr("class", "elsewhere");
      for (; row < std::min(last, frame_.rows()); ++row) {
        const std::string_view id = anchor_of(row);
        if (id.empty()) continue;
        context_.ids.reserve(std::string(id));
        kind_.rendered.row_anchors.emplace_back(id);
        out_.open("b").attr("id", id).close();
      }
      out_.open("a").url("href",
                         site::relative_link(context_.address(), site::resource_address(resource_.name, number)));
      out_.text(context_.words.fill("row_elsewhere", {{"page", std::to_string(number)}})).close().close();
    }
  }

  void write_head() {
    out_.open("thead").open("tr");
    for (const blocks::ShownColumn& column : columns_) {
      const quantity::Field& field = column.field;
      out_.open("th").attr("scope", "col").attr_if(is_number(field), "class", "number").text(field.title);
      blocks::write_unit(field, context_.view.units(), out_);
      if (!field.covers.empty()) {
        out_.text(" ").open("span").attr("class", "unit");
        out_.text("(" + context_.words.fill("covering", {{"what", blocks::shown_scope(field.covers)}}) + ")").close();
      }
      out_.close();
    }
    if (has_origins_) write_long_head("row_origin");
    write_long_head("row_uses");
    out_.close().close();
  }

  void write_long_head(std::string_view word) {
    out_.open("th").attr("scope", "col").attr("class", "long").text(context_.words[word]).close();
  }

  static bool is_number(const quantity::Field& field) {
    return field.type == quantity::FieldType::integer || field.type == quantity::FieldType::number;
  }

  // Returns the ref of the row's record; "" without a primary key.
  const std::string& ref_of(size_t row) const {
    static const std::string kNone;
    for (size_t column = 0; column < frame_.columns(); ++column)
      if (const quantity::Refs& refs = frame_.refs_of(row, column); !refs.empty()) return refs[0];
    return kNone;
  }

  // Returns the anchor of a row; "" if it does not have one.
  std::string_view anchor_of(size_t row) const {
    const site::Provenance* provenance = kind_.view.provenance(ref_of(row));
    return provenance ? provenance->anchor : "";
  }

  void write_row(size_t row) {
    const std::string& ref = ref_of(row);
    out_.open("tr");
    if (const std::string_view id = anchor_of(row); !id.empty()) {
      out_.attr("id", id);
      kind_.rendered.row_anchors.emplace_back(id);
    }
    for (size_t i = 0; i < columns_.size(); ++i) write_value(row, i);
    // The origin has one line until a reader focuses it. The uses wrap, because links beyond a line can't be clicked.
    if (has_origins_) out_.open("td").attr("class", "long").attr("tabindex", "-1").html(origins_[row - begin_]).close();
    out_.open("td").attr("class", "long");
    write_uses(ref);
    out_.close().close();
  }

  void write_value(size_t row, size_t i) {
    const blocks::ShownColumn& column = columns_[i];
    out_.open(i == 0 ? "th" : "td").attr_if(i == 0, "scope", "row").attr_if(is_number(column.field), "class", "number");
    if (!write_name(quantity::to_text(frame_.at(row, column.index)), targets_[i]))
      out_.text(column.text_of(frame_, row, context_.view.units()));
    out_.close();
  }

  // The target of a foreign key: the resource, and the names of its rows, or null if they are unnamed.
  struct Target {
    std::string_view resource;
    const site::Names* names = nullptr;
  };

  // Writes the name of the row that a key refers to, as a link. Returns false if the row has no name.
  bool write_name(const std::string& key, const Target& target) {
    auto name = target.names ? target.names->find(key) : site::Names::const_iterator();
    if (!target.names || name == target.names->end()) return false;
    blocks::write_link(context_.view.row_link(std::string(target.resource) + "/" + key), name->second, out_);
    return true;
  }

  markup::SafeHtml origin_of(size_t row) {
    const std::string& ref = ref_of(row);
    const site::Provenance* provenance = context_.view.provenance(ref);
    markup::Writer out;
    if (provenance) write_origin(ref, *provenance, out);
    for (const data::ResourceField& field : resource_.fields) {
      if (!field.own.has_origin()) continue;
      auto own = context_.view.provenance(ref + data::kOfColumn + field.field.name);
      if (!own || !own->source) continue;
      out.text(" ").open("span").attr("class", "also").text(field.field.title).text(": ");
      blocks::write_origin(*own, out, context_);
      out.close();
    }
    return out.take();
  }

  void write_origin(const std::string& ref, const site::Provenance& provenance, markup::Writer& out) {
    if (provenance.source) {
      blocks::write_origin(provenance, out, context_);
    } else if (!provenance.no_source.empty()) {  // the reason is below the table, for all rows
      out.open("a").attr("href", "#" + site::encode_fragment(context_.ids.make(std::string(kNoSource))));
      out.text(context_.words["row_no_source"]).close();
    }
    if (!provenance.note.empty() && !has_note_column_) out.text(" (").text(provenance.note).text(")");
    if (!provenance.covers.empty())
      out.text("; ").text(context_.words.fill("covering", {{"what", blocks::shown_scope(provenance.covers)}}));
    write_competition(ref, out);
    if (provenance.caveats.empty()) return;
    std::string numbers;
    for (size_t i = 0; i < resource_.caveats.size(); ++i)  // each number once, also if several have the same text
      if (std::ranges::find(provenance.caveats, resource_.caveats[i].text, &site::ShownCaveat::text) !=
          provenance.caveats.end())
        numbers += (numbers.empty() ? "" : ", ") + std::to_string(i + 1);
    out.text(" ").open("span").attr("class", "caveat");
    out.text(context_.words.fill("caveats_of_row", {{"numbers", numbers}})).close();
  }

  // Writes the reason why the row is preferred, or a link to the preferred row.
  void write_competition(const std::string& ref, markup::Writer& out) {
    const data::Competition* competition = context_.view.competition(ref);
    if (!competition) return;
    out.text(" ").open("span").attr("class", "also");
    if (competition->preferred.ref == ref) {
      out.text(context_.words.fill("row_preferred", {{"because", competition->because}}));
    } else {
      out.text(context_.words["not_preferred"]).text(" ");
      blocks::write_link(context_.view.row_link(competition->preferred.ref),
                         blocks::published_value(competition->preferred, competition->field, context_), out);
    }
    out.close();
  }

  // Returns the titles of a page and a block on it: "Prices: By seller". If the block's title begins with the page's,
  // returns only the block's: "Coffee: every price" on the page "Coffee".
  static std::string title_of(const Use& use) {
    std::string page(use.title);
    if (use.part.empty()) return page;
    const bool names_page = use.part == page || use.part.starts_with(page + ":") || use.part.starts_with(page + " ");
    return names_page ? use.part : page + ": " + use.part;
  }

  // Above a long table, lists the uses that all rows share, which are not repeated in each row.
  void write_shared_uses() {
    if (end_ - begin_ <= kManyRows) return;
    for (size_t row = begin_; row < end_; ++row) {
      const auto found = uses_.find(ref_of(row));
      if (found == uses_.end()) return shared_.clear();
      const std::vector<Use>& first = found->second.first;
      if (row == begin_) shared_ = first;
      std::erase_if(shared_, [&](const Use& use) { return !contains(first, use); });
    }
    if (shared_.empty()) return;
    out_.open("p").text(context_.words["uses_of_all_rows"]).text(" ");
    write_links(shared_);
    out_.close();
  }

  void write_uses(const std::string& ref) {
    const auto found = uses_.find(ref);
    if (found == uses_.end()) return;
    std::vector<Use> own = found->second.first;
    std::erase_if(own, [&](const Use& use) { return contains(shared_, use); });
    write_links(own);
    if (const size_t more = found->second.count - found->second.first.size(); more > 0)
      out_.text(" ").text(context_.words.fill("more_uses", {{"count", std::to_string(more)}}));
  }

  void write_links(const std::vector<Use>& uses) {
    for (size_t i = 0; i < uses.size(); ++i) {
      if (i > 0) out_.text("; ");
      blocks::write_link(site::relative_link(context_.address(), uses[i].address, uses[i].anchor), title_of(uses[i]),
                         out_);
    }
  }

  const data::Resource& resource_;
  const quantity::Frame& frame_;
  KindContext& kind_;
  blocks::Context& context_;
  const std::map<std::string, RowUses> uses_;
  const size_t page_, begin_, end_;  // the page number, and the range of its rows
  std::vector<Use> shared_;          // uses that all rows of this page share
  std::vector<blocks::ShownColumn> columns_;
  std::vector<Target> targets_;            // the targets of `columns_`
  std::vector<markup::SafeHtml> origins_;  // the origins of the rows
  bool has_origins_ = false, has_note_column_ = false;
  markup::Writer out_;
};

// Returns {title, href} of each licence or source in the descriptor; `href` may be "".
templates::List named(const std::vector<data::NamedWork>& works) {
  return list_of(works, [](const data::NamedWork& work) {
    return titled_link(work.title.empty() ? work.name : work.title, site::is_external(work.path) ? work.path : "");
  });
}

// Returns {version, date, href} of each edition; `href` leads to the page of the source.
templates::List editions_of(const data::Resource& resource, KindContext& kind) {
  return list_of(resource.editions, [&](const data::Edition& each) {
    const data::Source* source = kind.view.source(each.source);
    const std::string href = source ? site::relative_link(kind.view.address(), source->address) : "";
    return templates::Map()
        .set("version", each.version)
        .set("date", kind.context.words.date(each.date))
        .set("href", href);
  });
}

// Returns {name, title} of each of the site's own units that the columns use.
templates::List unit_titles(const quantity::Frame& frame, const quantity::Units& units) {
  templates::List list;
  std::set<std::string> listed;
  for (const quantity::Field& field : frame.fields) {
    const std::optional<quantity::Unit> unit = units.parse(field.unit);
    if (!unit) continue;
    for (const quantity::UnitPart& part : unit->parts) {
      const std::string title = units.title(part.name);
      if (title.empty() || !listed.insert(part.name).second) continue;
      list.push(templates::Map().set("name", units.plural(part.name)).set("title", title));
    }
  }
  return list;
}

// Returns the pages of a resource if there are several: {number, href, first, last, here}.
templates::List pages_of(const data::Resource& resource, size_t rows, KindContext& kind) {
  templates::List list;
  const size_t here = site::page_of_resource(kind.view.address());
  for (size_t first = 0; rows > site::kMaxRowsOnPage && first < rows; first += site::kMaxRowsOnPage) {
    const size_t number = first / site::kMaxRowsOnPage + 1;
    templates::Map map;
    map.set("number", number).set("here", number == here);
    map.set("first", first + 1).set("last", std::min(rows, first + site::kMaxRowsOnPage));
    map.set("href", site::relative_link(kind.view.address(), site::resource_address(resource.name, number)));
    list.push(std::move(map));
  }
  return list;
}

}  // namespace

void add_resource_values(KindContext& kind) {
  const data::Resource* resource = kind.view.package().find(kind.page().subject);
  const quantity::Frame* frame = kind.view.frame(kind.page().subject);
  if (!resource || !frame) return;
  templates::Map map;
  map.set("name", resource->name).set("as_of", kind.context.words.date(resource->as_of));
  map.set("caveats", list_of(resource->caveats, [](const data::Caveat& caveat) { return caveat.text; }));
  map.set("units", unit_titles(*frame, kind.view.units()));
  map.set("licenses", named(resource->licenses)).set("sources", named(resource->sources));
  map.set("rows", kind.view.row_count(resource->name).value_or(0)).set("shown", frame->rows());
  for (const char* type : {"csv", "json"})
    map.set(type, site::relative_link(kind.view.address(), "data/" + resource->name + "." + type));
  map.set("pages", pages_of(*resource, frame->rows(), kind));
  map.set("editions", editions_of(*resource, kind));
  map.set("history", resource->history.empty()
                         ? ""
                         : site::relative_link(kind.view.address(), site::resource_address(resource->history)));
  map.set("table", RowsTable(*resource, *frame, kind).write());
  map.set("no_source", resource->no_source).set("no_source_id", kind.context.ids.make(std::string(kNoSource)));
  kind.values.set("resource", std::move(map));
}

}  // namespace pages

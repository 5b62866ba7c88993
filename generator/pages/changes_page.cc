// The pages about changes: a list of dates, and for each date the changed rows, figures, steps of flows and pages,
// before and after. All values come from data/changes/ (site/changes.h). Pages and rows that no longer exist are shown
// without a link.
#include <fmt/format.h>

#include <span>

#include "base/text.h"
#include "blocks/notes.h"
#include "blocks/references.h"
#include "pages/changed.h"
#include "pages/kinds.h"
#include "pages/page_values.h"
#include "quantity/present.h"
#include "site/changes.h"
#include "site/rows.h"
#include "site/url.h"

namespace pages {
namespace {

using site::ChangeKind;
using templates::List;
using templates::Map;

// The number of rows shown for one table; the download contains all of them.
constexpr size_t kMaxShown = 20;

class Day {
 public:
  Day(const site::Changes& changes, KindContext& kind)
      : changes_(changes), context_(kind.context), view_(kind.view), words_(kind.context.words) {}

  Map value() {
    Map map;
    map.set("date", changes_.date).set("json", changes_.date + ".json");
    map.set("corrections", each(changes_.corrections)).set("tables", each(changes_.tables));
    map.set("figures", each(changes_.figures)).set("flows", each(changes_.flows));
    map.set("pages_added", links(changes_.pages_added)).set("pages_changed", links(changes_.pages_changed));
    map.set("pages_gone", links(changes_.pages_gone));
    return map;
  }

 private:
  template <class Item>
  List each(const std::vector<Item>& items) {
    return list_of(items, [&](const Item& item) { return map_of(item); });
  }

  // Summarizes the changes of a table: the number of rows, the names of new rows, and the numbers that changed.
  std::vector<std::string> lines_of(const site::TableChange& table) {
    std::vector<std::string> lines;
    if (table.kind == ChangeKind::added) lines.push_back(words_.count("changes_table_added", table.rows_after));
    if (table.kind == ChangeKind::gone) lines.push_back(words_.count("changes_table_gone", table.rows_before));
    if (table.kind != ChangeKind::changed) return lines;
    if (std::string counts = row_counts(table); !counts.empty()) lines.push_back(std::move(counts));
    if (const std::string names = new_names(table); !names.empty())
      lines.push_back(words_.fill("changes_new_names", {{"names", names}}));
    for (const site::ColumnMoves& column : site::moves_of(table, view_.units()))
      for (const auto& [list, key] : {std::pair(&column.fell, "changes_fell"), {&column.rose, "changes_rose"}})
        if (!list->empty())
          lines.push_back(words_.fill(key, {{"title", column.title},
                                            {"count", std::to_string(list->size())},
                                            {"percent", quantity::percent_text(site::median(*list), view_.units())}}));
    return lines;
  }

  // Returns how many rows changed: "Rows: 6 new, 2 removed."; "" if none did.
  std::string row_counts(const site::TableChange& table) const {
    std::vector<std::string> counts;
    for (const auto& [kind, key] : {std::pair(ChangeKind::changed, "changes_count_changed"),
                                    {ChangeKind::added, "changes_count_new"},
                                    {ChangeKind::gone, "changes_count_removed"}})
      if (const size_t count = table.count(kind); count > 0) counts.push_back(words_.count(key, count));
    return counts.empty() ? "" : words_.fill("changes_counts", {{"counts", base::join(counts, ", ")}});
  }

  // Returns the first names of new rows; "" if rows have only keys with several parts, which mean nothing to readers.
  std::string new_names(const site::TableChange& table) {
    constexpr size_t kMaxNames = 8;
    std::vector<std::string> names;
    for (const site::RowChange& row : table.rows) {
      if (row.kind != ChangeKind::added) continue;
      if (row.name == row.key && row.name.find('/') != std::string::npos) return "";
      if (row.name.find(" · ") != std::string::npos) return "";
      names.push_back(row.name);
    }
    if (names.size() > kMaxNames) {
      names.resize(kMaxNames);
      names.emplace_back("…");
    }
    return base::join(names, ", ");
  }

  // Returns {title, href} of a page, or of the page that it redirects to. For a page that no longer exists, returns its
  // address without a link.
  Map link(const std::string& address, std::string anchor = "") {
    auto page = view_.target(address);
    if (page && page->kind == site::PageKind::redirect) {
      const auto row = view_.redirect(address);
      page = row ? view_.target(row->to.address) : nullptr;
      anchor = row ? row->to.anchor : "";
    }
    return page ? titled_link(page->title, site::relative_link(context_.address(), page->address, anchor))
                : titled_link(address, "");
  }

  List links(const std::vector<std::string>& addresses) {
    return list_of(addresses, [&](const std::string& address) { return link(address); });
  }

  Map map_of(const site::Correction& correction) {
    Map map = link(correction.page, correction.anchor);
    const auto page = view_.target(correction.page);
    const bool is_led_on = page && page->kind == site::PageKind::redirect;
    if (page ? page->kind == site::PageKind::not_found : view_.has_address(correction.page))
      context_.diagnostics
          .error("bad-value", correction.span, fmt::format("{} can't show a correction", correction.page))
          .expect("the address of the page, such as \"lessons/cost.html\"");
    if (!correction.page.empty() && !is_led_on)
      context_.links.push_back({correction.page, correction.anchor, correction.span});
    map.set("text", correction.text);
    return map;
  }

  Map values_of(const site::ValueChange& change) {
    const quantity::ShownChange shown =
        quantity::show_change(change.before, change.after, change.format, view_.units());
    return Map()
        .set("title", change.title)
        .set("before", shown.before)
        .set("after", shown.after)
        .set("by", shown.only_unit ? std::string(words_["changes_unit_only"]) : shown.percent);
  }

  Map map_of(const site::UnitChange& unit) {
    return Map()
        .set("title", unit.title.empty() ? unit.field : unit.title)
        .set("before", quantity::unit_label(unit.before, view_.units()))
        .set("after", quantity::unit_label(unit.after, view_.units()));
  }

  // Returns {title, href} of a source's page. For a source that no longer exists, returns its id without a link.
  Map source_link(const std::string& id) {
    const data::Source* source = id.empty() ? nullptr : view_.source(id);
    return source ? titled_link(blocks::short_name(*source), site::relative_link(context_.address(), source->address))
                  : titled_link(id, "");
  }

  Map map_of(const site::SettingChange& setting) {
    auto value = [&](const std::string& text) {
      return setting.name == "source" ? source_link(text) : titled_link(text, "");
    };
    return Map()
        .set("title", words_["changes_setting_" + setting.name])
        .set("before", value(setting.before))
        .set("after", value(setting.after));
  }

  // Returns the link to the row on its table's page, which also shows its source.
  std::string row_link(const std::string& resource, const site::RowChange& row) {
    if (row.kind == ChangeKind::gone) return "";
    const std::string ref = resource + "/" + row.key;
    return view_.provenance(ref) ? view_.row_link(ref) : "";
  }

  Map map_of(const std::string& resource, const site::RowChange& row) {
    Map map;
    map.set("name", row.name).set("kind", site::change_name(row.kind));
    const Map source = source_link(row.source);
    map.set("href", row_link(resource, row)).set("source", *source.find("title"));
    map.set("source_href", *source.find("href"));
    map.set("cells", list_of(row.values, [&](const auto& change) { return values_of(change); }));
    return map;
  }

  Map map_of(const site::TableChange& table) {
    Map map;
    map.set("id", context_.ids.claim(site::anchor_of_key("table-" + table.resource)))
        .set("title", table.title)
        .set("kind", site::change_name(table.kind));
    const Map page = link(site::resource_address(table.resource));
    map.set("href", *page.find("href"));
    map.set("lines", list_of(lines_of(table))).set("units", each(table.units));
    map.set("settings", each(table.settings));
    map.set("columns_added", list_of(table.columns_added)).set("columns_gone", list_of(table.columns_gone));
    const std::span shown(table.rows.begin(), std::min(table.rows.size(), kMaxShown));
    map.set("more", table.rows.size() - shown.size());
    map.set("rows", list_of(shown, [&](const auto& row) { return map_of(table.resource, row); }));
    return map;
  }

  Map map_of(const site::FigureChange& figure) {
    Map map = values_of(figure.value);
    map.set("name", figure.name).set("kind", site::change_name(figure.kind));
    map.set("pages", links(figure.pages));
    return map;
  }

  // Returns the current title of a step, with a link.
  Map step(const std::string& flow, const std::string& id) {
    if (id.empty()) return titled_link("", "");
    Map map = link(std::string(site::folder_of(flow)) + "/" + id + ".html");
    if (!map.find("href")->truthy()) map.set("title", id);
    return map;
  }

  Map map_of(const site::FlowChange& flow) {
    Map map;
    map.set("flow", link(flow.flow)).set("who", flow.who).set("answer", flow.answer);
    map.set("step", step(flow.flow, flow.step)).set("before", step(flow.flow, flow.before));
    map.set("after", step(flow.flow, flow.after));
    return map;
  }

  const site::Changes& changes_;
  blocks::Context& context_;
  View& view_;
  const site::Words& words_;
};

}  // namespace

Map day_entry(const site::Changes& changes, blocks::Context& context) {
  Map map = link_value(site::changes_address(changes.date), context.view);
  std::vector<std::string> counts = day_counts(changes, context.words);
  const size_t corrections = changes.corrections.size();
  if (corrections > 0) counts.push_back(context.words.count("changes_corrected", corrections));
  size_t rows = 0;
  for (const site::TableChange& table : changes.tables) rows += table.rows.size();
  map.set("date", context.words.date(changes.date))
      .set("summary", changes.summary)
      .set("rows", rows)
      .set("corrections", corrections);
  map.set("counts", base::join(counts, " · "));
  return map;
}

void add_changes_values(KindContext& kind) {
  if (const std::string_view date = kind.page().subject; !date.empty()) {
    kind.values.set("day", Day(*kind.view.day(date), kind).value()).set("days", List());
    return;
  }
  const auto entry = [&](const site::Changes* day) { return day_entry(*day, kind.context); };
  kind.values.set("day", nullptr).set("days", list_of(kind.view.days(), entry));
}

}  // namespace pages

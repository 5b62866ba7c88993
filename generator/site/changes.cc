#include "site/changes.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "notation/json.h"
#include "notation/reader.h"
#include "quantity/decimal.h"
#include "site/place.h"

namespace site {
namespace {

using notation::Need;
using notation::Node;
using notation::Reader;

// Longer texts are no words for readers; more entries no page can show.
constexpr size_t kMostText = 4000;

class FileReader {
 public:
  explicit FileReader(base::Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  void read(const Node& top, Changes& changes) {
    const size_t said = diagnostics_.list().size();
    Reader reader(top, "this file of changes", diagnostics_);
    changes.title = text(reader, "title");
    changes.summary = text(reader, "summary");
    each(reader, "corrections", [&](const Node& node) { changes.corrections.push_back(correction(node)); });
    each(reader, "tables", [&](const Node& node) { changes.tables.push_back(table(node)); });
    each(reader, "figures", [&](const Node& node) { changes.figures.push_back(figure(node)); });
    each(reader, "ranks", [&](const Node& node) { changes.ranks.push_back(rank(node)); });
    each(reader, "flows", [&](const Node& node) { changes.flows.push_back(flow(node)); });
    if (const Node* pages = reader.map("pages")) {
      Reader lists(*pages, "\"pages\"", diagnostics_);
      changes.pages_added = addresses(lists, "added");
      changes.pages_changed = addresses(lists, "changed");
      changes.pages_gone = addresses(lists, "gone");
      lists.finish();
    }
    reader.finish();
    if (changes.empty() && changes.summary.empty() && changes.corrections.empty() && diagnostics_.list().size() == said)
      diagnostics_.error("bad-value", top.span, "this file of changes tells of nothing")
          .expect("a summary, corrections, or what `sourcebook diff --save` writes");
  }

 private:
  template <class Take>
  void each(Reader& reader, std::string_view key, Take take) {
    if (const Node* list = reader.list(key))
      for (const Node& node : list->items) take(node);
  }

  std::string text(Reader& reader, std::string_view key, Need need = Need::optional) {
    std::string value = reader.text(key, need);
    if (value.size() <= kMostText) return value;
    diagnostics_.error("bad-value", reader.span_of(key),
                       fmt::format("\"{}\" has {} bytes, more than {}", key, value.size(), kMostText));
    return "";
  }

  // An entry without it says nothing.
  std::string filled_text(Reader& reader, std::string_view key) {
    const Node* node = reader.node(key);
    if (node && node->is_string() && base::trim(node->text).empty())
      diagnostics_.error("bad-value", node->span, fmt::format("\"{}\" is empty", key));
    return text(reader, key, Need::required);
  }

  ChangeKind kind(Reader& reader) {
    const std::string name = reader.choice("change", {"added", "changed", "gone"});
    return name == "added" ? ChangeKind::added : name == "gone" ? ChangeKind::gone : ChangeKind::changed;
  }

  size_t count(Reader& reader, std::string_view key) {
    const long number = reader.integer(key).value_or(0);
    if (number >= 0) return static_cast<size_t>(number);
    diagnostics_.error("bad-value", reader.span_of(key), fmt::format("\"{}\" is below 0", key));
    return 0;
  }

  std::string address(Reader& reader, std::string_view key, Need need) {
    std::string value = text(reader, key, need);
    return checked(std::move(value), reader.span_of(key));
  }

  std::string checked(std::string address, base::Span span) {
    if (address.empty()) return address;
    std::string objection;
    const Place place = parse_place(address, objection);
    if (objection.empty() && place.anchor.empty()) return place.address;
    diagnostics_
        .error("bad-value", span,
               fmt::format("\"{}\" is no address of a page{}", address, objection.empty() ? "" : ": " + objection))
        .expect("the path of its file below the site's folder, such as \"lessons/cost.html\"");
    return "";
  }

  std::vector<std::string> addresses(Reader& reader, std::string_view key) {
    std::vector<std::string> list = reader.texts(key);
    for (std::string& address : list) address = checked(std::move(address), reader.span_of(key));
    std::erase(list, "");
    return list;
  }

  quantity::Value value(Reader& reader, std::string_view key) {
    const Node* node = reader.node(key);
    if (!node || node->is_null()) return {};
    if (node->is_string()) return text(reader, key);
    if (node->kind == notation::Kind::number) return number(*node);
    diagnostics_.error("wrong-type", node->span, fmt::format("\"{}\" is {}", key, notation::kind_name(node->kind)))
        .expect("a number or a text");
    return {};
  }

  quantity::Value number(const Node& node) {
    if (auto number = quantity::read_number(node.text)) return *std::move(number);
    diagnostics_.error("bad-value", node.span, fmt::format("the number {} is beyond what is shown", node.text));
    return {};
  }

  ValueChange values(Reader& reader) {
    ValueChange change;
    change.title = text(reader, "title");
    change.format = text(reader, "format");
    change.before.value = value(reader, "before");
    change.after.value = value(reader, "after");
    const std::string unit = text(reader, "unit");
    change.before.unit = text(reader, "unit_before");
    change.after.unit = text(reader, "unit_after");
    if (!unit.empty()) change.before.unit = change.after.unit = unit;
    reader.number("percent");  // for programs; shown is what before and after give
    return change;
  }

  Correction correction(const Node& node) {
    Reader reader(node, "a correction", diagnostics_);
    Correction correction;
    correction.page = checked(filled_text(reader, "page"), reader.span_of("page"));
    correction.span = reader.span_of("page");
    correction.anchor = text(reader, "anchor");
    correction.text = filled_text(reader, "text");
    reader.finish();
    return correction;
  }

  TableChange table(const Node& node) {
    Reader reader(node, "a table's changes", diagnostics_);
    TableChange table;
    table.kind = kind(reader);
    table.resource = text(reader, "resource", Need::required);
    table.title = text(reader, "title");
    if (table.title.empty()) table.title = table.resource;
    table.rows_before = count(reader, "rows_before");
    table.rows_after = count(reader, "rows_after");
    table.columns_added = reader.texts("columns_added");
    table.columns_gone = reader.texts("columns_gone");
    each(reader, "units", [&](const Node& unit) { table.units.push_back(unit_change(unit)); });
    each(reader, "settings", [&](const Node& setting) { table.settings.push_back(setting_change(setting)); });
    each(reader, "rows", [&](const Node& row) { table.rows.push_back(row_change(row)); });
    reader.finish();
    return table;
  }

  UnitChange unit_change(const Node& node) {
    Reader reader(node, "a change of a unit", diagnostics_);
    UnitChange unit{text(reader, "field", Need::required), text(reader, "title"), text(reader, "before"),
                    text(reader, "after")};
    reader.finish();
    return unit;
  }

  SettingChange setting_change(const Node& node) {
    Reader reader(node, "a change of a setting", diagnostics_);
    reader.node("setting", Need::required);
    SettingChange setting{reader.choice("setting", {"source", "locator", "as_of"}), text(reader, "before"),
                          text(reader, "after")};
    reader.finish();
    return setting;
  }

  RowChange row_change(const Node& node) {
    Reader reader(node, "a row's changes", diagnostics_);
    RowChange row;
    row.kind = kind(reader);
    row.key = text(reader, "key", Need::required);
    row.was = text(reader, "was");
    row.name = text(reader, "name");
    if (row.name.empty()) row.name = row.key;
    row.source = text(reader, "source");
    each(reader, "values", [&](const Node& each_value) {
      Reader member(each_value, "a value's change", diagnostics_);
      const std::string field = text(member, "field", Need::required);
      ValueChange change = values(member);
      change.field = field;
      if (change.title.empty()) change.title = field;
      member.finish();
      row.values.push_back(std::move(change));
    });
    reader.finish();
    return row;
  }

  FigureChange figure(const Node& node) {
    Reader reader(node, "a figure's change", diagnostics_);
    FigureChange figure;
    figure.kind = kind(reader);
    figure.name = text(reader, "figure", Need::required);
    figure.scope = address(reader, "of", Need::optional);
    figure.value = values(reader);
    figure.pages = addresses(reader, "pages");
    reader.finish();
    return figure;
  }

  RankChange rank(const Node& node) {
    Reader reader(node, "a rank's change", diagnostics_);
    RankChange rank{text(reader, "block", Need::required),
                    address(reader, "page", Need::optional),
                    text(reader, "title"),
                    text(reader, "row", Need::required),
                    text(reader, "column"),
                    count(reader, "before"),
                    count(reader, "after")};
    reader.finish();
    return rank;
  }

  FlowChange flow(const Node& node) {
    Reader reader(node, "a flow's change", diagnostics_);
    FlowChange flow{address(reader, "flow", Need::required),
                    text(reader, "case"),
                    text(reader, "step"),
                    text(reader, "answer"),
                    text(reader, "before"),
                    text(reader, "after")};
    reader.finish();
    return flow;
  }

  base::Diagnostics& diagnostics_;
};

}  // namespace

std::string changes_address(std::string_view date) { return "changes/" + std::string(date) + ".html"; }

std::string_view change_name(ChangeKind kind) {
  switch (kind) {
    case ChangeKind::added:
      return "added";
    case ChangeKind::changed:
      return "changed";
    case ChangeKind::gone:
      return "gone";
  }
  return "changed";
}

size_t TableChange::count(ChangeKind of_kind) const {
  return static_cast<size_t>(
      std::count_if(rows.begin(), rows.end(), [&](const RowChange& row) { return row.kind == of_kind; }));
}

bool Changes::empty() const {
  return tables.empty() && figures.empty() && ranks.empty() && flows.empty() && pages_added.empty() &&
         pages_changed.empty() && pages_gone.empty();
}

Changes read_changes(const base::SourceText& file, base::Diagnostics& diagnostics) {
  Changes changes;
  std::string_view name = file.path();
  name.remove_prefix(std::min(name.size(), name.rfind('/') + 1));
  changes.date = name.substr(0, name.rfind('.'));
  changes.hash = base::hash_bytes(file.text());
  auto json = notation::parse_json(base::whole(file), diagnostics);
  if (json) FileReader(diagnostics).read(*json, changes);
  return changes;
}

}  // namespace site

#include "site/changes_text.h"

#include "notation/json.h"
#include "site/place.h"

namespace site {
namespace {

using notation::json_text;
using quantity::ValueInUnit;

std::string json_of(const quantity::Value& value) {
  if (quantity::is_null(value)) return "null";
  if (const auto* text = std::get_if<std::string>(&value)) return json_text(*text);
  return quantity::to_text(value);
}

// As the reader takes them: a '#' of a name is no anchor.
std::vector<std::string> addresses_of(const std::vector<std::string>& list) {
  std::vector<std::string> out;
  for (const std::string& address : list) out.push_back(address_text(address));
  return out;
}

std::string list_of(const std::vector<std::string>& entries) {
  std::string out = "[";
  for (const std::string& entry : entries) out += (out.size() > 1 ? ", " : "") + entry;
  return out + "]";
}

// A share in percent, for programs: readers of the file work it out again.
std::string percent_number(const quantity::Exact& percent) {
  if (percent.sign() == 0) return "0";
  const int digits = std::max(0, 5 - percent.magnitude());
  auto rounded = quantity::Exact::parse(percent.round_half_up(digits));
  return rounded ? rounded->to_decimal().value_or("0") : "0";
}

std::string json_of(const RowChange& row, const quantity::Units& units) {
  std::vector<std::string> values;
  for (const ValueChange& change : row.values) {
    JsonObject object;
    object.text("field", change.field).text("title", change.title);
    add_values(change, units, object);
    values.push_back(object.take());
  }
  JsonObject object;
  object.text("change", change_name(row.kind)).text("key", row.key).text("was", row.was);
  object.text("name", row.name == row.key ? "" : row.name).text("source", row.source);
  if (!values.empty()) object.raw("values", list_of(values));
  return object.take();
}

std::string json_of(const TableChange& table, const quantity::Units& units) {
  JsonObject object;
  object.text("change", change_name(table.kind)).text("resource", table.resource);
  object.text("title", table.title == table.resource ? "" : table.title);
  object.count("rows_before", table.rows_before).count("rows_after", table.rows_after);
  object.texts("columns_added", table.columns_added).texts("columns_gone", table.columns_gone);
  std::vector<std::string> changed_units;
  for (const UnitChange& unit : table.units)
    changed_units.push_back(JsonObject()
                                .text("field", unit.field)
                                .text("title", unit.title)
                                .text("before", unit.before)
                                .text("after", unit.after)
                                .take());
  if (!changed_units.empty()) object.raw("units", list_of(changed_units));
  std::vector<std::string> settings;
  for (const SettingChange& setting : table.settings)
    settings.push_back(
        JsonObject().text("setting", setting.name).text("before", setting.before).text("after", setting.after).take());
  if (!settings.empty()) object.raw("settings", list_of(settings));
  if (!table.rows.empty()) {
    std::string rows = "[\n";
    for (const RowChange& row : table.rows) rows += json_of(row, units) + (&row == &table.rows.back() ? "\n]" : ",\n");
    object.raw("rows", rows);
  }
  return object.take();
}

std::string json_of(const FigureChange& figure, const quantity::Units& units) {
  JsonObject object;
  object.text("change", change_name(figure.kind)).text("figure", figure.name);
  object.text("of", address_text(figure.scope));
  object.text("title", figure.value.title);
  add_values(figure.value, units, object);
  return object.texts("pages", addresses_of(figure.pages)).take();
}

std::string json_of(const RankChange& rank) {
  JsonObject object;
  object.text("block", rank.block).text("page", address_text(rank.page)).text("title", rank.title);
  object.text("row", rank.row).text("column", rank.column);
  if (rank.before > 0) object.count("before", rank.before);
  if (rank.after > 0) object.count("after", rank.after);
  return object.take();
}

std::string json_of(const FlowChange& flow) {
  JsonObject object;
  object.text("flow", address_text(flow.flow))
      .text("case", flow.who)
      .text("step", flow.step)
      .text("answer", flow.answer);
  return object.text("before", flow.before).text("after", flow.after).take();
}

template <class List, class... More>
std::vector<std::string> entries(const List& list, const More&... more) {
  std::vector<std::string> out;
  for (const auto& item : list) out.push_back(json_of(item, more...));
  return out;
}

}  // namespace

std::vector<std::string> row_entries(const std::vector<RowChange>& rows, const quantity::Units& units) {
  return entries(rows, units);
}

void add_values(const ValueChange& change, const quantity::Units& units, JsonObject& object) {
  const ValueInUnit &before = change.before, &after = change.after;
  object.text("format", change.format);
  if (!quantity::is_null(before.value)) object.value("before", before.value);
  if (!quantity::is_null(after.value)) object.value("after", after.value);
  const bool both = !quantity::is_null(before.value) && !quantity::is_null(after.value);
  if (!both || before.unit == after.unit)
    object.text("unit", quantity::is_null(after.value) ? before.unit : after.unit);
  else
    object.text("unit_before", before.unit).text("unit_after", after.unit);
  if (auto percent = quantity::percent_change(before, after, units)) object.raw("percent", percent_number(*percent));
}

void JsonObject::key(std::string_view key) {
  if (out_.size() > 1) out_ += ", ";
  out_ += json_text(key) + ": ";
}

JsonObject& JsonObject::text(std::string_view key, std::string_view value) {
  return value.empty() ? *this : raw(key, json_text(value));
}

JsonObject& JsonObject::texts(std::string_view key, const std::vector<std::string>& values) {
  if (values.empty()) return *this;
  std::vector<std::string> list;
  for (const std::string& value : values) list.push_back(json_text(value));
  return raw(key, list_of(list));
}

JsonObject& JsonObject::value(std::string_view key, const quantity::Value& value) { return raw(key, json_of(value)); }

JsonObject& JsonObject::count(std::string_view key, size_t value) { return raw(key, std::to_string(value)); }

JsonObject& JsonObject::raw(std::string_view name, std::string_view json) {
  key(name);
  out_ += json;
  return *this;
}

std::string JsonObject::take() { return std::move(out_) + "}"; }

std::string json_lines(std::string_view key, const std::vector<std::string>& list) {
  if (list.empty()) return "";
  std::string out = json_text(key) + ": [\n";
  for (size_t i = 0; i < list.size(); ++i) out += list[i] + (i + 1 < list.size() ? ",\n" : "\n");
  return out + "]";
}

std::vector<std::string> change_members(const Changes& changes, const quantity::Units& units) {
  std::vector<std::string> members = {
      json_lines("tables", entries(changes.tables, units)), json_lines("figures", entries(changes.figures, units)),
      json_lines("ranks", entries(changes.ranks)), json_lines("flows", entries(changes.flows))};
  JsonObject pages;
  pages.texts("added", addresses_of(changes.pages_added)).texts("changed", addresses_of(changes.pages_changed));
  pages.texts("gone", addresses_of(changes.pages_gone));
  if (std::string text = pages.take(); text != "{}") members.push_back("\"pages\": " + text);
  return members;
}

std::string json_document(const std::vector<std::string>& members) {
  std::string out;
  for (const std::string& member : members)
    if (!member.empty()) out += (out.empty() ? "{\n" : ",\n") + member;
  return out.empty() ? "{}\n" : out + "\n}\n";
}

std::string changes_text(const Changes& changes, const quantity::Units& units) {
  std::vector<std::string> members;
  if (!changes.title.empty()) members.push_back("\"title\": " + json_text(changes.title));
  if (!changes.summary.empty()) members.push_back("\"summary\": " + json_text(changes.summary));
  std::vector<std::string> corrections;
  for (const Correction& correction : changes.corrections)
    corrections.push_back(JsonObject()
                              .text("page", address_text(correction.page))
                              .text("anchor", correction.anchor)
                              .text("text", correction.text)
                              .take());
  members.push_back(json_lines("corrections", corrections));
  for (std::string& member : change_members(changes, units)) members.push_back(std::move(member));
  return json_document(members);
}

}  // namespace site

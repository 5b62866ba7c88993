#include "site/changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <concepts>

#include "base/text.h"
#include "notation/json.h"
#include "notation/reader.h"
#include "site/place.h"

namespace site {
namespace {

constexpr std::array<std::string_view, 3> kChangeNames = {"added", "changed", "gone"};  // in the order of ChangeKind

using notation::json_text;
using notation::Need;
using notation::Node;
using notation::Reader;

template <class T, class Of>
concept Is = std::same_as<std::remove_const_t<T>, Of>;

// Describes the members of each kind of entry in the order of the file. `io` is an EntryReader or an EntryWriter.
void describe(auto& io, Is<Correction> auto& correction) {
  io.page(correction).text("anchor", correction.anchor).filled("text", correction.text);
}

void describe(auto& io, Is<UnitChange> auto& unit) {
  io.required("field", unit.field).text("title", unit.title).text("before", unit.before).text("after", unit.after);
}

void describe(auto& io, Is<SettingChange> auto& setting) {
  io.choice("setting", setting.name, {"source", "locator", "as_of"});
  io.text("before", setting.before).text("after", setting.after);
}

// Describes the members of one changed value.
void describe(auto& io, Is<ValueChange> auto& change) {
  io.required("field", change.field).text("title", change.title).fall_back(change.title, change.field).values(change);
}

void describe(auto& io, Is<RowChange> auto& row) {
  io.kind(row.kind).required("key", row.key).former("was").title("name", row.name, row.key);
  io.text("source", row.source).list("values", row.values, "a value's change");
}

void describe(auto& io, Is<TableChange> auto& table) {
  io.kind(table.kind).required("resource", table.resource).title("title", table.title, table.resource);
  io.count("rows_before", table.rows_before).count("rows_after", table.rows_after);
  io.texts("columns_added", table.columns_added).texts("columns_gone", table.columns_gone);
  io.list("units", table.units, "a change of a unit").list("settings", table.settings, "a change of a setting");
  io.list("rows", table.rows, "a row's changes");
}

void describe(auto& io, Is<FigureChange> auto& figure) {
  io.kind(figure.kind)
      .required("figure", figure.name)
      .address("of", figure.scope, Need::optional)
      .text("title", figure.value.title);
  io.values(figure.value).addresses("pages", figure.pages);
}

void describe(auto& io, Is<FlowChange> auto& flow) {
  io.address("flow", flow.flow, Need::required)
      .text("case", flow.who)
      .text("step", flow.step)
      .text("answer", flow.answer);
  io.text("before", flow.before).text("after", flow.after);
}

// The whole file, for an EntryReader.
void describe(auto& io, Changes& changes) {
  io.text("title", changes.title).text("summary", changes.summary);
  io.list("corrections", changes.corrections, "a correction");
  io.list("tables", changes.tables, "a table's changes").list("figures", changes.figures, "a figure's change");
  io.former("ranks").list("flows", changes.flows, "a flow's change").pages(changes);
}

void describe_pages(auto& io, Changes& changes) {
  io.addresses("added", changes.pages_added).addresses("changed", changes.pages_changed);
  io.addresses("gone", changes.pages_gone);
}

// The maximum length of a text for readers.
constexpr size_t kMaxText = 4000;
constexpr std::string_view kPagesName = "\"pages\"";

class EntryReader {
 public:
  EntryReader(const Node& map, std::string_view what, base::Diagnostics& diagnostics)
      : reader_(map, std::string(what), diagnostics), diagnostics_(diagnostics) {}
  void finish() { reader_.finish(); }

  EntryReader& text(std::string_view key, std::string& to, Need need = Need::optional) {
    to = reader_.text(key, need);
    if (to.size() <= kMaxText) return *this;
    bad_value(key, fmt::format("\"{}\" is {} bytes long, more than {}", key, to.size(), kMaxText));
    to.clear();
    return *this;
  }
  EntryReader& required(std::string_view key, std::string& to) { return text(key, to, Need::required); }
  // Reads a required text, which must not be blank.
  EntryReader& filled(std::string_view key, std::string& to) {
    const Node* node = reader_.node(key);
    if (node && node->is_string() && base::trim(node->text).empty())
      bad_value(key, fmt::format("\"{}\" is empty", key));
    return required(key, to);
  }
  EntryReader& title(std::string_view key, std::string& to, const std::string& otherwise) {
    return text(key, to).fall_back(to, otherwise);
  }
  EntryReader& fall_back(std::string& to, const std::string& otherwise) {
    if (to.empty()) to = otherwise;
    return *this;
  }
  EntryReader& choice(std::string_view key, std::string& to, std::initializer_list<std::string_view> names) {
    reader_.node(key, Need::required);
    to = reader_.choice(key, names);
    return *this;
  }
  EntryReader& kind(ChangeKind& to) {
    const std::string name = reader_.choice("change", {kChangeNames.begin(), kChangeNames.end()});
    const auto found = std::ranges::find(kChangeNames, name);
    to = found == kChangeNames.end() ? ChangeKind::changed : static_cast<ChangeKind>(found - kChangeNames.begin());
    return *this;
  }
  EntryReader& count(std::string_view key, size_t& to) {
    const long number = reader_.integer(key).value_or(0);
    if (number < 0) bad_value(key, fmt::format("\"{}\" is below 0", key));
    to = number < 0 ? 0 : static_cast<size_t>(number);
    return *this;
  }
  EntryReader& texts(std::string_view key, std::vector<std::string>& to) {
    to = reader_.texts(key);
    return *this;
  }
  EntryReader& address(std::string_view key, std::string& to, Need need) {
    text(key, to, need);
    check_address(key, to);
    return *this;
  }
  EntryReader& addresses(std::string_view key, std::vector<std::string>& to) {
    texts(key, to);
    for (std::string& address : to) check_address(key, address);
    std::erase(to, "");
    return *this;
  }
  EntryReader& page(Correction& to) {
    filled("page", to.page);
    check_address("page", to.page);
    to.span = reader_.span_of("page");
    return *this;
  }
  EntryReader& values(ValueChange& to) {
    text("format", to.format);
    to.before.value = value("before");
    to.after.value = value("after");
    std::string unit;
    text("unit", unit).text("unit_before", to.before.unit).text("unit_after", to.after.unit);
    if (!unit.empty()) to.before.unit = to.after.unit = unit;
    reader_.number("percent");  // only programs read this; pages compute it from `before` and `after`
    return *this;
  }
  // Reads a list of entries; `what` describes an entry in messages.
  template <class Entry>
  EntryReader& list(std::string_view key, std::vector<Entry>& to, std::string_view what) {
    const Node* list = reader_.list(key);
    for (size_t i = 0; list && i < list->items.size(); ++i) {
      Entry entry;
      EntryReader reader(list->items[i], what, diagnostics_);
      describe(reader, entry);
      reader.finish();
      to.push_back(std::move(entry));
    }
    return *this;
  }
  EntryReader& pages(Changes& to) {
    if (const Node* map = reader_.map("pages")) {
      EntryReader reader(*map, kPagesName, diagnostics_);
      describe_pages(reader, to);
      reader.finish();
    }
    return *this;
  }
  // Accepts a key of earlier versions with any value.
  EntryReader& former(std::string_view key) {
    reader_.node(key);
    return *this;
  }

 private:
  base::Diagnostic& bad_value(std::string_view key, std::string message) {
    return diagnostics_.error("bad-value", reader_.span_of(key), std::move(message));
  }

  void check_address(std::string_view key, std::string& address) {
    if (address.empty()) return;
    std::string objection;
    Place place = parse_place(address, objection);
    if (!objection.empty() || !place.anchor.empty())
      bad_value(
          key, fmt::format("\"{}\" is not the address of a page{}", address, objection.empty() ? "" : ": " + objection))
          .expect("the path of its file below the site's folder, such as \"lessons/cost.html\"");
    address = objection.empty() && place.anchor.empty() ? std::move(place.address) : "";
  }

  quantity::Value value(std::string_view key) {
    const Node* node = reader_.node(key);
    if (!node || node->is_null()) return {};
    if (node->is_string()) {
      std::string words;
      text(key, words);
      return words;
    }
    if (node->kind == notation::Kind::number) {
      if (auto number = quantity::read_number(node->text)) return *std::move(number);
      bad_value(key, fmt::format("the number {} is too large to show", node->text));
      return {};
    }
    diagnostics_.error("wrong-type", node->span, fmt::format("\"{}\" is {}", key, notation::kind_name(node->kind)))
        .expect("a number or text");
    return {};
  }

  Reader reader_;
  base::Diagnostics& diagnostics_;
};

// Converts addresses to the form that the reader expects, in which a '#' in a name does not start an anchor.
std::vector<std::string> addresses_of(const std::vector<std::string>& list) {
  std::vector<std::string> out;
  for (const std::string& address : list) out.push_back(address_text(address));
  return out;
}

// Writes a JSON object on one line, member by member. Empty texts, lists and values are omitted.
class JsonObject {
 public:
  JsonObject& text(std::string_view key, std::string_view value) {
    return value.empty() ? *this : raw(key, json_text(value));
  }
  JsonObject& texts(std::string_view key, const std::vector<std::string>& values) {
    std::vector<std::string> list;
    for (const std::string& value : values) list.push_back(json_text(value));
    return list.empty() ? *this : raw(key, "[" + base::join(list, ", ") + "]");
  }
  JsonObject& value(std::string_view key, const quantity::Value& value) {
    if (quantity::is_null(value)) return *this;
    const auto* text = std::get_if<std::string>(&value);
    return raw(key, text ? json_text(*text) : quantity::to_text(value));
  }
  JsonObject& raw(std::string_view key, std::string_view json) {
    if (out_.size() > 1) out_ += ", ";
    out_.append(json_text(key)).append(": ").append(json);
    return *this;
  }
  std::string take() { return std::move(out_) + "}"; }

 private:
  std::string out_ = "{";
};

// Formats a change in percent for programs. Pages compute it from the values instead.
std::string percent_number(const quantity::Exact& percent) {
  if (percent.sign() == 0) return "0";
  const int digits = std::max(0, 5 - percent.magnitude());
  return percent.rounded(digits).to_decimal().value_or("0");
}

// Adds the old and the new value, their units, and the change in percent.
void add_values(const ValueChange& change, const quantity::Units& units, JsonObject& object) {
  const quantity::ValueInUnit &before = change.before, &after = change.after;
  object.text("format", change.format).value("before", before.value).value("after", after.value);
  const bool both = !quantity::is_null(before.value) && !quantity::is_null(after.value);
  if (!both || before.unit == after.unit)
    object.text("unit", quantity::is_null(after.value) ? before.unit : after.unit);
  else
    object.text("unit_before", before.unit).text("unit_after", after.unit);
  if (auto percent = quantity::percent_change(before, after, units)) object.raw("percent", percent_number(*percent));
}

// Returns a member of the top-level object: a list with one entry per line; "" for an empty list.
std::string json_lines(std::string_view key, const std::vector<std::string>& list) {
  return list.empty() ? "" : json_text(key) + ": [\n" + base::join(list, ",\n") + "\n]";
}

class EntryWriter {
 public:
  explicit EntryWriter(const quantity::Units& units) : units_(units) {}
  std::string take() { return object_.take(); }

  EntryWriter& text(std::string_view key, const std::string& value) {
    object_.text(key, value);
    return *this;
  }
  EntryWriter& required(std::string_view key, const std::string& value) { return text(key, value); }
  EntryWriter& filled(std::string_view key, const std::string& value) { return text(key, value); }
  EntryWriter& title(std::string_view key, const std::string& value, const std::string& otherwise) {
    return text(key, value == otherwise ? "" : value);
  }
  EntryWriter& fall_back(const std::string&, const std::string&) { return *this; }
  EntryWriter& former(std::string_view) { return *this; }
  EntryWriter& choice(std::string_view key, const std::string& value, std::initializer_list<std::string_view>) {
    return text(key, value);
  }
  EntryWriter& kind(ChangeKind kind) { return text("change", std::string(change_name(kind))); }
  EntryWriter& count(std::string_view key, size_t value) {
    object_.raw(key, std::to_string(value));
    return *this;
  }
  EntryWriter& texts(std::string_view key, const std::vector<std::string>& list) {
    object_.texts(key, list);
    return *this;
  }
  EntryWriter& address(std::string_view key, const std::string& value, Need) { return text(key, address_text(value)); }
  EntryWriter& addresses(std::string_view key, const std::vector<std::string>& list) {
    return texts(key, addresses_of(list));
  }
  EntryWriter& page(const Correction& correction) { return address("page", correction.page, Need::required); }
  EntryWriter& values(const ValueChange& change) {
    add_values(change, units_, object_);
    return *this;
  }
  // Writes a list; one of rows with each on a separate line.
  template <class Entry>
  EntryWriter& list(std::string_view key, const std::vector<Entry>& list, std::string_view) {
    const std::string end = std::same_as<Entry, RowChange> ? "\n" : "", between = end.empty() ? ", " : ",\n";
    if (!list.empty()) object_.raw(key, "[" + end + base::join(entries(list), between) + end + "]");
    return *this;
  }
  template <class Entry>
  std::vector<std::string> entries(const std::vector<Entry>& list) const {
    std::vector<std::string> out;
    for (const Entry& entry : list) {
      EntryWriter writer(units_);
      describe(writer, entry);
      out.push_back(writer.take());
    }
    return out;
  }

 private:
  const quantity::Units& units_;
  JsonObject object_;
};

void read(const Node& top, Changes& changes, base::Diagnostics& diagnostics) {
  const size_t said = diagnostics.list().size();
  EntryReader reader(top, "this file of changes", diagnostics);
  describe(reader, changes);
  reader.finish();
  if (changes.empty() && changes.summary.empty() && changes.corrections.empty() && !top.find("ranks") &&
      diagnostics.list().size() == said)
    diagnostics.error("bad-value", top.span, "this file lists no changes")
        .expect("a summary, corrections, or what `sourcebook diff --save` writes");
}

}  // namespace

std::string changes_address(std::string_view date) { return "changes/" + std::string(date) + ".html"; }

std::string_view change_name(ChangeKind kind) { return kChangeNames[static_cast<size_t>(kind)]; }

size_t TableChange::count(ChangeKind of_kind) const {
  return static_cast<size_t>(
      std::count_if(rows.begin(), rows.end(), [&](const RowChange& row) { return row.kind == of_kind; }));
}

bool Changes::empty() const {
  return tables.empty() && figures.empty() && flows.empty() && pages_added.empty() && pages_changed.empty() &&
         pages_gone.empty();
}

Changes read_changes(const base::SourceText& file, base::Diagnostics& diagnostics) {
  Changes changes;
  std::string_view name = file.path();
  name.remove_prefix(std::min(name.size(), name.rfind('/') + 1));
  changes.date = name.substr(0, name.rfind('.'));
  auto json = notation::parse_json(base::whole(file), diagnostics);
  if (json) read(*json, changes, diagnostics);
  return changes;
}

std::string changes_text(const Changes& changes, const quantity::Units& units) {
  const EntryWriter io(units);
  std::vector<std::string> members;
  if (!changes.title.empty()) members.push_back("\"title\": " + json_text(changes.title));
  if (!changes.summary.empty()) members.push_back("\"summary\": " + json_text(changes.summary));
  members.push_back(json_lines("corrections", io.entries(changes.corrections)));
  members.push_back(json_lines("tables", io.entries(changes.tables)));
  members.push_back(json_lines("figures", io.entries(changes.figures)));
  members.push_back(json_lines("flows", io.entries(changes.flows)));
  JsonObject pages;
  pages.texts("added", addresses_of(changes.pages_added)).texts("changed", addresses_of(changes.pages_changed));
  pages.texts("gone", addresses_of(changes.pages_gone));
  if (std::string text = pages.take(); text != "{}") members.push_back("\"pages\": " + text);
  std::string out;
  for (const std::string& member : members)
    if (!member.empty()) out += (out.empty() ? "{\n" : ",\n") + member;
  return out.empty() ? "{}\n" : out + "\n}\n";
}

std::vector<ColumnMoves> moves_of(const TableChange& table, const quantity::Units& units) {
  std::vector<ColumnMoves> columns;
  for (const RowChange& row : table.rows)
    for (const ValueChange& value : row.values) {
      const auto percent = quantity::percent_change(value.before, value.after, units);
      if (!percent || percent->sign() == 0) continue;
      auto column = std::ranges::find(columns, value.title, &ColumnMoves::title);
      if (column == columns.end()) column = columns.insert(column, {value.title, {}, {}});
      (percent->sign() < 0 ? column->fell : column->rose).push_back(*percent);
    }
  for (ColumnMoves& column : columns) {
    std::ranges::sort(column.fell);
    std::ranges::sort(column.rose);
  }
  return columns;
}

const quantity::Exact& median(const std::vector<quantity::Exact>& percentages) {
  return percentages[(percentages.size() - 1) / 2];
}

}  // namespace site

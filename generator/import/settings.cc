#include "import/settings.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "data/descriptor.h"
#include "notation/reader.h"
#include "notation/yaml.h"

namespace import {
namespace {

using notation::Node;

// Of a map whose keys may be heads of columns.
template <class Map>
Map with_plain_heads(Map map) {
  Map plain;
  for (auto& [head, value] : map) plain[plain_head(head)] = std::move(value);
  return plain;
}

class SettingsReader {
 public:
  SettingsReader(const Node& root, base::Diagnostics& diagnostics)
      : reader_(root, "the file of settings", diagnostics), diagnostics_(diagnostics) {}

  Settings read() {
    settings_.resource = reader_.text("resource", notation::Need::required);
    settings_.resource_span = reader_.span_of("resource");
    settings_.source = reader_.text("source");
    settings_.source_span = reader_.span_of("source");
    settings_.as_of = reader_.text("as_of");
    if (!settings_.as_of.empty() && !data::is_partial_date(settings_.as_of))
      diagnostics_.error("bad-date", reader_.span_of("as_of"), fmt::format("\"{}\" is no date", settings_.as_of))
          .expect("2026-01-31, 2026-01 or 2026");
    settings_.locator = reader_.text("locator");
    settings_.locator_span = reader_.span_of("locator");
    settings_.names = reader_.text("names");
    settings_.names_span = reader_.span_of("names");
    settings_.decimal = reader_.choice("decimal", {".", ","});
    settings_.rows = reader_.text("rows");
    settings_.missing = reader_.texts("missing");
    settings_.options = words(reader_.map("options"));
    const Node* fields = reader_.map("fields");
    settings_.fields = words(fields);
    settings_.fields_spans = spans(fields);
    const Node* constants = reader_.map("constants");
    settings_.constants = words(constants);
    settings_.constants_spans = spans(constants);
    const Node* values = reader_.map("values");
    if (values)
      for (const notation::Entry& entry : values->entries) settings_.values[entry.key] = words(&entry.value);
    settings_.values_spans = spans(values);
    const Node* only = reader_.map("only");
    settings_.only = with_plain_heads(lists(only));
    settings_.only_spans = with_plain_heads(spans(only));
    read_best();
    read_columns();
    reader_.finish();
    return std::move(settings_);
  }

 private:
  bool expect(const Node& value, bool right, std::string_view what) {
    if (!right)
      diagnostics_.error("wrong-type", value.span,
                         fmt::format("this must be {}, not {}", what, notation::kind_name(value.kind)));
    return right;
  }

  std::map<std::string, std::string, std::less<>> words(const Node* map) {
    std::map<std::string, std::string, std::less<>> out;
    if (!map || !expect(*map, map->is_map(), "a map (key: value)")) return out;
    for (const notation::Entry& entry : map->entries)
      if (expect(entry.value, !entry.value.is_map() && !entry.value.is_list(), "text"))
        out[entry.key] = entry.value.is_null() ? "" : entry.value.text;
    return out;
  }

  static Spans spans(const Node* map) {
    Spans out;
    if (map)
      for (const notation::Entry& entry : map->entries) out[entry.key] = entry.key_span;
    return out;
  }

  Values lists(const Node* map) {
    Values out;
    if (!map || !expect(*map, map->is_map(), "a map (key: value)")) return out;
    for (const notation::Entry& entry : map->entries) {
      std::vector<std::string>& values = out[entry.key];
      if (!entry.value.is_list()) {
        if (expect(entry.value, !entry.value.is_map(), "a text or a list of texts")) values.push_back(entry.value.text);
        continue;
      }
      for (const Node& item : entry.value.items)
        if (expect(item, !item.is_map() && !item.is_list(), "text")) values.push_back(item.text);
    }
    return out;
  }

  void read_best() {
    const Node* node = reader_.map("best");
    if (!node) return;
    notation::Reader best(*node, "\"best\"", diagnostics_);
    settings_.best.of = best.text("of", notation::Need::required);
    settings_.best.by = best.texts("by");
    settings_.best.by_span = best.span_of("by");
    const Node* always = best.map("always");
    settings_.best.always = lists(always);
    settings_.best.always_spans = spans(always);
    settings_.best.span = best.span_of("of");
    best.finish();
  }

  void read_columns() {
    const Node* columns = reader_.map("columns");
    if (!columns) return;
    for (const notation::Entry& entry : columns->entries) {
      ColumnMapping mapping;
      mapping.span = entry.key_span;
      if (entry.value.is_map()) {
        notation::Reader column(entry.value, fmt::format("the column \"{}\"", entry.key), diagnostics_);
        mapping.field = column.text("field", notation::Need::required);
        mapping.unit = column.text("unit");
        mapping.names = column.boolean("names").value_or(false);
        column.finish();
      } else if (expect(entry.value, !entry.value.is_list(), "a field, or {field: …, unit: …}")) {
        mapping.field = entry.value.is_null() ? "" : entry.value.text;
      }
      settings_.columns[plain_head(entry.key)] = std::move(mapping);
    }
  }

  notation::Reader reader_;
  base::Diagnostics& diagnostics_;
  Settings settings_;
};

bool holds_one_of(std::string_view text, const std::vector<std::string>& values) {
  auto wanted = [&](std::string_view part) {
    return std::find(values.begin(), values.end(), base::trim(part)) != values.end();
  };
  if (wanted(text)) return true;
  std::vector<std::string_view> parts = base::split(text, ',');
  return parts.size() > 1 && std::any_of(parts.begin(), parts.end(), wanted);
}

}  // namespace

NamedInTexts named_in_texts(const Settings& settings) {
  NamedInTexts named;
  auto add = [](const std::string& text, base::Span at, Spans& names) {
    std::string missing;
    auto note = [&](const std::string& name) {
      names.emplace(name, at);
      return std::optional<std::string>("");
    };
    fill_in(text, note, missing);
  };
  add(settings.locator, settings.locator_span, named.locator);
  add(settings.source, settings.source_span, named.source);
  for (const auto& [column, text] : settings.constants)
    add(text, settings.constants_spans.find(column)->second, named.constants);
  return named;
}

std::string excluded_by(const Values& only, const Row& row, bool complete) {
  for (const auto& [field, values] : only) {
    std::optional<std::string> value = row.value(field);
    if (!value && !complete) continue;
    if (!value) return fmt::format("{} is not said", field);
    if (!holds_one_of(*value, values)) return fmt::format("{} is \"{}\"", field, *value);
  }
  return "";
}

std::optional<Settings> read_settings(const base::SourceText& file, base::Diagnostics& diagnostics) {
  size_t errors = diagnostics.errors();
  auto root = notation::parse_yaml(base::whole(file), diagnostics);
  if (!root) return std::nullopt;
  Settings settings = SettingsReader(*root, diagnostics).read();
  if (diagnostics.errors() > errors) return std::nullopt;
  return settings;
}

}  // namespace import

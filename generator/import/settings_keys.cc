// The keys of the settings of an import (content/handbook/keys.md).
#include <fmt/format.h>

#include "base/text.h"
#include "data/keys.h"
#include "import/settings.h"
#include "notation/format.h"
#include "notation/yaml.h"

namespace import {
namespace {

using notation::Format;
using notation::kRequired;
using notation::Node;
using notation::Reader;
using notation::Type;
using notation::Value;
using namespace notation::kinds;

// ---- Maps with free names

const Type kTextMap{"map", R"({"type": "object", "additionalProperties": {
    "type": ["string", "number", "boolean", "null"]}})"};
const Type kListMap{"map", R"({"type": "object", "additionalProperties": {"anyOf": [
    {"type": ["string", "number", "boolean", "null"]},
    {"type": "array", "items": {"type": ["string", "number", "boolean", "null"]}}]}})"};
const Type kWordMap{"map", R"({"type": "object", "additionalProperties": {"type": ["object", "null"],
    "additionalProperties": {"type": ["string", "number", "boolean", "null"]}}})"};

bool expect(const Node& value, bool is_right, std::string_view what, base::Diagnostics& diagnostics) {
  if (!is_right)
    diagnostics.error("wrong-type", value.span,
                      fmt::format("this must be {}, not {}", what, notation::kind_name(value.kind)));
  return is_right;
}

bool is_one_value(const Node& value) { return !value.is_map() && !value.is_list(); }

TextMap read_texts(const Node* map, base::Diagnostics& diagnostics) {
  TextMap texts;
  if (!map || !expect(*map, map->is_map() || map->is_null(), "a map (key: value)", diagnostics)) return texts;
  for (const notation::Entry& entry : map->entries)
    if (expect(entry.value, is_one_value(entry.value), "text", diagnostics))
      texts[entry.key] = {entry.value.is_null() ? "" : entry.value.text, entry.key_span};
  return texts;
}

Value<Settings> text_map(TextMap Settings::* place) {
  return {kTextMap, [place](Reader& from, std::string_view key, Settings& to) {
            to.*place = read_texts(from.map(key), from.diagnostics());
          }};
}

Value<Settings> words(Words Settings::* place, std::string (*name_of)(std::string_view key)) {
  return {kTextMap, [=](Reader& from, std::string_view key, Settings& to) {
            for (auto& [name, text] : read_texts(from.map(key), from.diagnostics()))
              (to.*place)[name_of(name)] = std::move(text.value);
          }};
}

std::string same_name(std::string_view key) { return std::string(key); }

void read_words(Reader& from, std::string_view key, Settings& to) {
  if (const Node* values = from.map(key))
    for (const notation::Entry& entry : values->entries) {
      Setting<Words>& words = to.values[entry.key];
      words.span = entry.key_span;
      for (auto& [word, text] : read_texts(&entry.value, from.diagnostics())) words.value[word] = std::move(text.value);
    }
}

template <class T>
Value<T> lists(Lists T::* place, std::string (*name_of)(std::string_view key)) {
  return {kListMap, [=](Reader& from, std::string_view key, T& to) {
            const Node* map = from.map(key);
            if (!map) return;
            for (const notation::Entry& entry : map->entries) {
              auto& [values, span] = (to.*place)[name_of(entry.key)];
              span = entry.key_span;
              if (!entry.value.is_list() &&
                  expect(entry.value, !entry.value.is_map(), "a text or a list of texts", from.diagnostics()))
                values.push_back(entry.value.text);
              for (const Node& item : entry.value.items)
                if (expect(item, is_one_value(item), "text", from.diagnostics())) values.push_back(item.text);
            }
          }};
}

// ---- Columns

struct ColumnKeys {
  std::string field, uncertainty, low, high, unit, parentheses, merged;
  bool names = false;
};

const Format<ColumnKeys> kColumn{
    "the column",
    {
        {"field", text(&ColumnKeys::field), "none", "The field that gets the cells."},
        {"unit", text(&ColumnKeys::unit), "none",
         "The unit of numbers, which may not contradict the heading; without it, that of the heading or else of the "
         "field. A unit next to a number overrides it."},
        {"parentheses", choice(&ColumnKeys::parentheses, {"negative"}), "none",
         "`negative`: numbers in parentheses, `(5)`, are negative. Without it, that is an assumption."},
        {"merged", choice(&ColumnKeys::merged, {"repeat"}), "none",
         "`repeat`: the number of merged cells is that of each row that they cover. Without it, that is an "
         "assumption."},
        {"names", flag(&ColumnKeys::names), "`false`", "Whether the cells are looked up in the table of names."},
        {"uncertainty", text(&ColumnKeys::uncertainty), "none",
         "The field of the second number in `5 ± 0.2`: `{field: speed, uncertainty: error}`."},
        {"low", text(&ColumnKeys::low), "none",
         "The field of the first number in `10–20`: `{low: from, high: to}`, without `field`."},
        {"high", text(&ColumnKeys::high), "none", "The field of the second number in `10–20`."},
    }};

const Type kColumns = [] {
  Type type = notation::named_type(kColumn);
  type.schema = R"({"type": "object", "additionalProperties": {"anyOf": [{"type": ["string", "number", "null"]}, )" +
                notation::reference_to(kColumn) + "]}}";
  return type;
}();

// Returns the fields that get the parts of a cell. Reports keys that exclude each other.
void map_parts(const ColumnKeys& keys, const notation::Entry& entry, ColumnMapping& mapping,
               base::Diagnostics& diagnostics) {
  const auto add = [&](Part part, std::string_view field) {
    if (!field.empty()) mapping.fields.emplace_back(part, field);
  };
  const auto need = [&](std::string_view key, const std::string& value) {
    if (value.empty())
      diagnostics.error("missing-key", entry.value.span,
                        fmt::format("the column \"{}\" needs the key \"{}\"", entry.key, key));
  };
  if (!keys.high.empty()) {
    for (const std::string_view other : {"field", "uncertainty"})
      if (const Node* value = entry.value.find(other))
        diagnostics.error("unknown-key", value->span,
                          fmt::format("the column \"{}\" has \"high\", so \"{}\" has no meaning", entry.key, other));
    need("low", keys.low);
    add(Part::low, keys.low);
    add(Part::high, keys.high);
  } else {
    if (!keys.low.empty())
      need("high", keys.high);
    else
      need("field", keys.field);
    add(Part::whole, keys.field);
    add(Part::uncertainty, keys.uncertainty);
  }
}

void read_columns(Reader& from, std::string_view key, Settings& to) {
  const Node* columns = from.map(key);
  if (!columns) return;
  for (const notation::Entry& entry : columns->entries) {
    ColumnMapping mapping;
    mapping.span = entry.key_span;
    if (entry.value.is_map()) {
      ColumnKeys keys;
      kColumn.read(entry.value, fmt::format("the column \"{}\"", entry.key), keys, from.diagnostics());
      map_parts(keys, entry, mapping, from.diagnostics());
      mapping.unit = keys.unit;
      mapping.has_negatives = !keys.parentheses.empty();
      mapping.names = keys.names;
      if (!keys.merged.empty()) to.table.merged.push_back(entry.key);
    } else if (expect(entry.value, !entry.value.is_list(), "a field, or {field: …, unit: …}", from.diagnostics())) {
      if (!entry.value.is_null() && !entry.value.text.empty())
        mapping.fields.emplace_back(Part::whole, entry.value.text);
    }
    to.columns[plain_head(entry.key)] = std::move(mapping);
  }
}

// ---- All settings

const Format<BestOf> kBest{
    "\"best\"",
    {
        {"of", text(&BestOf::of), kRequired, "A column with `better`."},
        {"by",
         {notation::kTexts,
          [](Reader& from, std::string_view key, BestOf& to) { to.by = {from.texts(key), from.span_of(key)}; }},
         "none",
         "The columns in which rows agree that are compared."},
        {"always", lists(&BestOf::always, same_name), "none", "Rows to keep: those with one of these values."},
    }};

void check_longer(Settings& settings, const Node& map, base::Diagnostics& diagnostics) {
  const std::string& longer = settings.table.longer;
  const std::string& value = settings.table.value;
  if (!longer.empty() && value.empty())
    diagnostics.error("missing-key", map.span, "the settings file needs the key \"value\"");
  if (!longer.empty() && !is_longer_pattern(longer))
    diagnostics.error("wrong-type", map.find("longer")->span, fmt::format("\"{}\" does not say which columns", longer))
        .expect(std::string(kLongerForm));
  if (longer.empty() && !value.empty())
    diagnostics.error("missing-key", map.find("value")->span, "\"value\" is the column for the values of \"longer\"")
        .expect(fmt::format("longer: \"{}\"", kLongerForm));
}

const Format<Settings> kSettings{
    "the settings file",
    {
        {"resource", text(&Settings::resource), kRequired,
         "The table that the rows are added to. It needs a primary key."},
        {"source", text(&Settings::source), "none",
         "An id from [the bibliography](data.md#source). It may contain `{round}` or another field of the row."},
        {"as_of", data::partial_date(&Settings::as_of), "none",
         "The date of rows without their own date. The default is `issued` of the source."},
        {"locator", text(&Settings::locator), "none",
         "The place in the source; `{Head of a column}`, `{row}` (the number of the row), `{line}`, `{file}` and "
         "fields "
         "are filled in."},
        {"names", text(&Settings::names), "none", "The [table of names](importing.md#names)."},
        {"options", words(&Settings::options, same_name), "none", "Options of the importer, as on the command line."},
        {"fields", text_map(&Settings::fields), "none",
         "Maps a field of the importer to a column; `null` leaves it out."},
        {"constants", text_map(&Settings::constants), "none",
         "Columns with one text for all rows; `{…}` is filled in."},
        {"without", lists(&Settings::without, plain_head), "none",
         "Rows to leave out: those with one of these values, for each field or heading."},
        {"values",
         {kWordMap, read_words},
         "none",
         "Maps words of the publisher to words of the site, for each field of any type; `null` means no value. A "
         "`source` "
         "may also be an id or an address of the bibliography."},
        {"confirmed", text_map(&Settings::confirmed), "none",
         "Numbers that [the report lists to review](importing.md#review) and that are right, and new names of the same "
         "row: "
         "`{danube/length: 28500, 2/name: Rhein}`."},
        {"only", lists(&Settings::only, plain_head), "none",
         "Rows to import: those with one of these values, for each field."},
        {"best", map(&Settings::best, kBest), "none",
         "`of`, `by`, `always`: of the rows that agree in all columns of `by`, in the files and in the table, only the "
         "one with the best value of `of` remains. A row of the table that a new one beats is replaced, and the report "
         "lists it; if the table has several such rows, they stay. All rows that `always` names are kept."},
        {"columns",
         {kColumns, read_columns},
         "none",
         "Maps each column heading of the file to a field, to the keys below, or to `null`. Headings that differ only "
         "in "
         "spaces and marks of footnotes are the same. The second column with the heading `Price` is `Price (2)`, the "
         "first `Price (1)`; the third column without a heading is `column 3`."},
        {"footnotes", text(&Settings::footnotes), "none",
         "The field for marks of footnotes and their texts. Without it, they are left out, and the report says so; "
         "raised "
         "digits after a number, which may be a power, are then an error."},
        {"dates", choice(&Settings::dates, {"dmy", "mdy", "ymd"}), "none",
         "`dmy`, `mdy` or `ymd`: the order of dates, if the file does not make it clear."},
        {"fill", words(&Settings::fill, plain_head), "none", "Texts for the empty cells of columns."},
        {"table", within(&Settings::table, text(&TableChoice::table)), "none",
         "The sheet of a workbook, or the number or caption of a table in a page."},
        {"header", within(&Settings::table, whole_number(&TableChoice::header, {.least = 0})), "none",
         "The line of the header, if lines above the table look like it; `0` if the table has none."},
        {"longer", within(&Settings::table, text(&TableChoice::longer)), "none",
         "`longer: \"year={1960..2024}\"` makes rows of [columns such as years](data.md#longer). `columns` then "
         "lists "
         "the names of the new columns instead of the years."},
        {"value", within(&Settings::table, text(&TableChoice::value)), "none", "The column for the cells of `longer`."},
        {"decimal", choice(&Settings::decimal, {".", ","}), "none",
         "`\",\"` or `\".\"`, if the file does not make it clear. An ambiguous number is an error, never a guess. JSON "
         "numbers always have a point."},
        {"missing", texts(&Settings::missing), "none",
         "Cells that mean no value, in addition to empty ones, `n/a` and similar. In text columns, `NA`, `none` and "
         "`-` "
         "are words unless you list them here."},
        {"rows", within(&Settings::table, text(&TableChoice::rows)), "none",
         "For JSON: the path of the list, `data.items`. Nested keys become columns: `price.usd`. A path may go through "
         "lists, `models.prices`: then each inner item is a row."},
    },
    {.rules = R"({"dependentRequired": {"longer": ["value"], "value": ["longer"]}})", .check = check_longer},
};

}  // namespace

const notation::AnyFormat& settings_format() { return kSettings; }

std::optional<Settings> read_settings(const base::SourceText& file, base::Diagnostics& diagnostics) {
  const size_t errors = diagnostics.errors();
  const auto root = notation::parse_yaml(base::whole(file), diagnostics);
  if (!root) return std::nullopt;
  Settings settings = kSettings.read(*root, diagnostics);
  if (diagnostics.errors() > errors) return std::nullopt;
  settings.table.has_footnotes = !settings.footnotes.value.empty();
  for (const auto& [head, mapping] : settings.columns) settings.table.stated.push_back(head);
  for (const auto& [head, texts] : settings.without) {
    settings.table.stated.insert(settings.table.stated.end(), texts.value.begin(), texts.value.end());
    if (texts.value.empty()) settings.table.stated.emplace_back();  // no row is to be left out
  }
  return settings;
}

}  // namespace import

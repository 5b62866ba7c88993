// Reads the fields of a schema: their types, the forms of their values, and constraints.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/suggest.h"
#include "base/utf8.h"
#include "data/descriptor_parts.h"
#include "data/keys.h"
#include "quantity/decimal.h"
#include "quantity/scope.h"

namespace data {
namespace {

using notation::kRequired;
using notation::Node;
using notation::Reader;
using notation::Type;
using quantity::Better;
using quantity::Field;
using quantity::FieldType;
using namespace notation::kinds;

// The names of types, in the order of FieldType.
constexpr std::string_view kTypeNames[] = {"string", "integer", "number",    "boolean",
                                           "date",   "year",    "yearmonth", "datetime"};
static_assert(std::size(kTypeNames) == static_cast<size_t>(FieldType::datetime) + 1, "a name for each type");

// A list of values of any kind, stored as texts.
template <class T>
notation::Value<T> words(std::vector<std::string> T::* place) {
  return {Type{"list", R"({"type": "array"})"}, [place](Reader& from, std::string_view key, T& to) {
            if (const Node* list = from.list(key))
              for (const Node& item : list->items) (to.*place).push_back(item.text);
          }};
}

notation::Value<Constraints> bound(std::optional<Constraints::Bound> Constraints::* place, bool is_excluded) {
  return {notation::kText, [=](Reader& from, std::string_view key, Constraints& to) {
            to.*place = {from.text(key), is_excluded, key, from.span_of(key)};
          }};
}

const notation::Format<Constraints>& constraints_format() {
  static const notation::Format<Constraints> format{
      "the constraints",
      {
          {"required", flag(&Constraints::required), "`false`",
           "No empty cells. Columns of the primary key are always required."},
          {"unique", flag(&Constraints::unique), "`false`", "No duplicate values."},
          {"enum", words(&Constraints::one_of), "none", "One of these values."},
          {"minimum", bound(&Constraints::minimum, false), "none", "The lower bound.", "numbers dates"},
          {"maximum", bound(&Constraints::maximum, false), "none", "The upper bound.", "numbers dates"},
          {"exclusiveMinimum", bound(&Constraints::minimum, true), "none", "All values are above it.", "numbers dates"},
          {"exclusiveMaximum", bound(&Constraints::maximum, true), "none", "All values are below it.", "numbers dates"},
          {"minLength", whole_number(&Constraints::min_length, {.least = 0}), "none",
           "The minimum number of characters.", "texts"},
          {"maxLength", whole_number(&Constraints::max_length, {.least = 0}), "none",
           "The maximum number of characters.", "texts"},
          {"pattern", with_span(&Constraints::pattern_span, text(&Constraints::pattern)), "none",
           "A regular expression that must match the whole text.", "texts"},
      },
      {.explain =
           [](const notation::Entry& entry, const notation::AnyFormat& self, base::Diagnostics& diagnostics) {
             diagnostics.warning("unknown-key", entry.key_span, fmt::format("\"{}\" is not checked", entry.key))
                 .expect(base::list_names(self.key_names()))
                 .suggest(base::did_you_mean(entry.key, self.key_names()));
             return true;
           },
       .ignored = ""}};
  return format;
}

// Reports a constraint beside "constraints", where it would have no effect, and keys that were removed.
bool explain_field_key(const notation::Entry& entry, const notation::AnyFormat& format,
                       base::Diagnostics& diagnostics) {
  if (!constraints_format().find(entry.key)) {
    std::string help = base::did_you_mean(entry.key, constraints_format().key_names());
    if (help.empty() || !base::did_you_mean(entry.key, format.key_names()).empty())
      return explain_removed(entry, format, diagnostics);
    diagnostics.warning("unknown-key", entry.key_span, fmt::format("\"{}\" of a field has no effect", entry.key))
        .suggest(help + " It belongs in \"constraints\"");
    return true;
  }
  diagnostics.error("unknown-key", entry.key_span, fmt::format("\"{}\" of a field has no effect here", entry.key))
      .expect("a constraint within \"constraints\"")
      .suggest(
          fmt::format(R"(write "constraints": {{"{}": {}}})", entry.key, base::shortened(entry.value.span.text())));
  return true;
}

// The standard's types whose values are stored as text.
constexpr std::string_view kTextTypes[] = {"any", "time", "duration", "geopoint", "geojson", "object", "array", "list"};

void check_form(const ResourceField& field, base::Span span, base::Diagnostics& diagnostics) {
  const FieldType type = field.field.type;
  const std::string& format = field.form.format;
  if (quantity::is_numeric(type) || format.empty() || format == "any") return;
  const bool is_time = field.form.type == "time" || type == FieldType::date || type == FieldType::datetime;
  // The standard's types and formats of texts are accepted, but not checked.
  if ((type == FieldType::string && !is_time) || (is_time && is_date_pattern(format))) return;
  const std::string_view name = field.form.type.empty() ? type_name(type) : field.form.type;
  const std::string what = fmt::format("\"{}\" is not a format of the type {}", format, name);
  // A date in an unknown format could be read wrongly, so this is an error.
  (is_time ? diagnostics.error("bad-format", span, what) : diagnostics.warning("bad-format", span, what))
      .expect(is_time ? "a pattern such as \"%d/%m/%Y\"" : "a format of the standard");
}

void check_bound(ResourceField& field, std::optional<Constraints::Bound>& bound, base::Diagnostics& diagnostics) {
  if (!bound) return;
  const FieldType type = field.field.type;
  if ((type == FieldType::string && field.form.type.empty()) || type == FieldType::boolean)
    diagnostics
        .error("wrong-type", bound->span,
               fmt::format("a field of type {} cannot have a {}", type_name(type), bound->key))
        .suggest("minimum and maximum are for numbers and dates");
  else if (quantity::is_numeric(type) && !quantity::Exact::parse(bound->text) && field.form.has_usual_numbers())
    diagnostics.error("wrong-type", bound->span, fmt::format("\"{}\" is not a number", bound->text)).expect("a number");
  else
    return;
  bound.reset();
}

void read_labels(Reader& from, std::string_view key, ResourceField& to) {
  const std::vector<std::string>& allowed = to.constraints.one_of;
  const Node* categories = from.list(key);
  if (!categories) return;
  for (const Node& item : categories->items) {
    std::string value = item.text, label;
    base::Span span = item.span;
    if (item.is_map()) {
      Reader reader(item, "this category", from.diagnostics());
      value = reader.text("value", notation::Need::required);
      span = reader.span_of("value");
      label = reader.text("label");
    }
    if (!allowed.empty() && std::find(allowed.begin(), allowed.end(), value) == allowed.end())
      from.diagnostics()
          .error("not-in-enum", span, fmt::format("the category \"{}\" is not in the \"enum\" of its field", value))
          .expect("one of " + base::list_names(base::views(allowed), 20))
          .suggest(base::did_you_mean(value, base::views(allowed)));
    if (!label.empty()) to.labels.emplace(value, label);
  }
}

std::vector<std::pair<std::string_view, FieldType>> named_types() {
  std::vector<std::pair<std::string_view, FieldType>> types;
  for (const std::string_view name : kTypeNames) types.emplace_back(name, static_cast<FieldType>(types.size()));
  return types;
}

std::vector<std::string_view> all_types() {
  std::vector<std::string_view> types(std::begin(kTypeNames), std::end(kTypeNames));
  types.insert(types.end(), std::begin(kTextTypes), std::end(kTextTypes));
  return types;
}

void read_type(Reader& from, std::string_view key, ResourceField& to) {
  const std::string name = from.choice(key, all_types());
  const auto type = std::ranges::find(kTypeNames, name);
  const bool is_text = type == std::end(kTypeNames);
  to.field.type = is_text ? FieldType::string : static_cast<FieldType>(type - std::begin(kTypeNames));
  to.form.type = is_text ? name : "";
}

// Settles what several keys of a field say together.
void finish_field(ResourceField& result, const Node& map, base::Diagnostics& diagnostics) {
  Field& field = result.field;
  WrittenForm& form = result.form;
  field.column = field.name;
  if (field.title.empty()) field.title = field.name;
  field.covers = quantity::Scope(field.covers).text();
  const Node* format = map.find("format");
  const base::Span format_span = format ? format->span : map.span;
  if (field.format == "default") field.format.clear();             // this is the usual notation of the type
  if (field.format.starts_with("fmt:")) field.format.erase(0, 4);  // drafts of the standard used this prefix
  if (quantity::is_numeric(field.type))
    check_format(field.format, field.unit, format_span, diagnostics);
  else
    form.format = std::exchange(field.format, "");
  check_form(result, format_span, diagnostics);
  if (form.format == "any" && form.type != "time" && field.type != FieldType::date) form.format.clear();
  if (form.decimal.empty()) form.decimal = ".";
  if (form.yes.empty() && !form.no.empty()) form.yes = {"true", "True", "TRUE", "1"};
  if (form.no.empty() && !form.yes.empty()) form.no = {"false", "False", "FALSE", "0"};
  check_bound(result, result.constraints.minimum, diagnostics);
  check_bound(result, result.constraints.maximum, diagnostics);
  if (!field.name.empty() && !check_name(field.name, result.span, diagnostics)) field.name.clear();
  const Node* unit = map.find(field.unit_field.empty() ? "unit" : "unitField");
  result.unit_span = unit ? unit->span : map.span;
  if (field.unit.empty() || field.unit_field.empty()) return;
  diagnostics.error("bad-unit", result.unit_span, fmt::format("\"{}\" has both a unit and a unitField", field.name))
      .expect("one of them");
  field.unit_field.clear();
}

}  // namespace

const std::vector<notation::Key<Field>>& column_keys() {
  static const std::vector<notation::Key<Field>> keys = {
      {"title", shown_text(&Field::title), "the name", "The heading of the column."},
      {"description", shown_text(&Field::description), "none", "What it means. Readers see it."},
      {"unit", text(&Field::unit), "none",
       "[A unit](units.md). `1` for counts, ratios and other plain numbers. [`check` reports](messages.md#no-unit) a "
       "column of numbers without a unit; a computed number needs one."},
      {"unitField", text(&Field::unit_field), "none", "The column with the unit of each row, instead of `unit`."},
      {"better", choice(&Field::better, {{"higher", Better::higher}, {"lower", Better::lower}}), "neither",
       "Which value tables [mark as the best](queries.md#best)."},
      {"format", text(&Field::format), "all digits",
       "For numbers, [a d3-format](units.md#formats); for dates and times of a field, the pattern in which they are "
       "written: `%d/%m/%Y`."},
      {"covers", text(&Field::covers), "not stated", "[What the values cover](disagreement.md#covers)."},
      {"extreme", text(&Field::extreme), "none",
       "[What the values are the extreme of](figures.md#extremes): `lowest of prices.usd by region`."},
      {"comparable", text(&Field::comparable), "all rows compare",
       "[The columns in which rows agree](queries.md#best) if their values compare: `round, benchmark`."},
      {"whole", text(&Field::whole), "none",
       "[The values are parts](disagreement.md#wholes) that add up to `100 %` or `1`: `all`, or the columns whose "
       "groups are each a whole, `year, country`."},
  };
  return keys;
}

const notation::Format<ResourceField>& field_format() {
  using F = ResourceField;
  static const notation::Format<F> format{
      "this field",
      notation::joined<F>(
          within(&F::field, column_keys()),
          {
              {"name", with_span(&F::span, within(&F::field, text(&Field::name))), kRequired,
               "The name of the column. It can't be `ref`, or end in `__ref`."},
              {"type",
               {notation::choice_type(all_types()), read_type},
               "`string`",
               "Those from `any` on are texts that are not checked: declare a `pattern`."},
              {"decimalChar", within(&F::form, text(&WrittenForm::decimal)), "`.`", "The decimal mark of numbers."},
              {"groupChar", within(&F::form, text(&WrittenForm::group)), "none", "The mark between groups of digits."},
              {"bareNumber", within(&F::form, flag(&WrittenForm::is_bare)), "`true`",
               "`false` if other text may surround numbers, as in `€ 95`. A unit there must be that of the field."},
              {"trueValues", within(&F::form, words(&WrittenForm::yes)), "`true`, `1`", "The words for true."},
              {"falseValues", within(&F::form, words(&WrittenForm::no)), "`false`, `0`", "The words for false."},
              {"missingValues", within(&F::form, missing_values(&WrittenForm::missing)), "none",
               "Texts that mean no value, besides an empty one. `-999` is also the number -999 or -999.0."},
              {"constraints", map(&F::constraints, constraints_format()), "none", "See below."},
              {"categories",
               {Type{"list", R"({"type": "array"})"}, read_labels},
               "none",
               "Values, or `value` and `label`: the text that readers see for a code."},
              {"source", within(&F::own, with_span(&FieldSource::source_span, text(&FieldSource::source))),
               "that of the row", "The source of the values in [this column](data.md#provenance)."},
              {"locator", within(&F::own, text(&FieldSource::locator)), "that of the row", "Their place in it."},
              {"as_of", within(&F::own, partial_date(&FieldSource::as_of)), "that of the row", "Their date."},
              {"stale_after_days", within(&F::own, whole_number(&FieldSource::stale_after_days, {.least = 1})),
               "that of the resource", "The number of days after which values of this column [are old](data.md#age)."},
          }),
      {.check = finish_field,
       .explain = explain_field_key,
       .ignored = "categoriesOrdered delimiter example examples itemType rdfType"}};
  return format;
}

const notation::Format<Field>& declaration_format() {
  static const notation::Format<Field> format{
      "this declaration", notation::joined(column_keys(), {{"type", choice(&Field::type, named_types()),
                                                            "that of the values", "As of a field."}})};
  return format;
}

std::string_view type_name(FieldType type) { return kTypeNames[static_cast<size_t>(type)]; }

std::vector<std::string> read_missing_values(Reader& reader, std::string_view key) {
  std::vector<std::string> missing;
  const Node* list = reader.list(key);
  if (!list) return missing;
  for (const Node& item : list->items) {
    // Items may be maps: {"value": "-99", "label": "not asked"}.
    const Node* value = item.is_map() ? item.find("value") : &item;
    if (!value || value->is_list() || value->is_map())
      reader.diagnostics().error("wrong-type", item.span, "a missing value must be a text");
    else if (!value->text.empty())
      missing.push_back(value->text);
  }
  return missing;
}

}  // namespace data

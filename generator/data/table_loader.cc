// Loads the rows of a resource into SQLite, with the place of each cell (data/store.h).
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "base/text.h"
#include "base/utf8.h"
#include "base/work.h"
#include "data/cell.h"
#include "data/dates.h"
#include "data/descriptor_parts.h"
#include "data/store.h"
#include "quantity/number_format.h"

namespace data {
namespace {

// Whether a text contains U+0000 to U+001F or U+007F to U+009F, which are not allowed in HTML ids.
bool has_control(std::string_view text) {
  while (!text.empty())
    if (const char32_t c = base::take_code_point(text); c < 0x20 || (c >= 0x7F && c < 0xA0)) return true;
  return false;
}

using quantity::FieldType;

std::string_view column_type(FieldType type) {
  if (type == FieldType::number) return "NUMERIC";  // this type stores integers exactly
  return type == FieldType::integer || type == FieldType::boolean ? "INTEGER" : "TEXT";
}

// Returns the SQL expression 'RESOURCE/' || "a" || '/' || "b"; null without a primary key.
std::string ref_expression(const Resource& resource) {
  std::string out = resource.primary_key.empty() ? "NULL" : literal(resource.name + "/");
  for (size_t i = 0; i < resource.primary_key.size(); ++i)
    out += (i > 0 ? " || '/' || " : " || ") + quoted_name(resource.primary_key[i]);
  return out;
}

// Without a primary key, the number of a row is its key, if its values need a source.
bool numbers_rows(const Resource& resource) { return resource.primary_key.empty() && resource.has_measures(); }

std::string create_statement(const Resource& resource) {
  std::string sql = "CREATE TABLE " + quoted_name(resource.name) + " (";
  if (resource.fields.empty()) return sql + "\"ref\" TEXT)";
  for (const ResourceField& field : resource.fields)
    sql += fmt::format("{} {}, ", quoted_name(field.field.name), column_type(field.field.type));
  if (numbers_rows(resource)) return sql + "\"ref\" TEXT)";
  return sql + "\"ref\" TEXT GENERATED ALWAYS AS (" + ref_expression(resource) + ") VIRTUAL)";
}

class TableLoader {
 public:
  TableLoader(Store& store, size_t number, sqlite3* handle, base::Diagnostics& diagnostics, RowErrors& errors)
      : store_(store),
        resource_(store.package.resources[number]),
        records_(store.records[number]),
        numbers_rows_(numbers_rows(resource_)),
        texts_(store.texts[number].texts),
        diagnostics_(diagnostics),
        errors_(errors) {
    for (const ResourceField& field : resource_.fields) checkers_.emplace_back(field, store.units, diagnostics);
    for (const std::string& key : resource_.primary_key) key_fields_.push_back(resource_.find(key));
    for (size_t i = 0; i < resource_.fields.size(); ++i)
      if (resource_.fields[i].constraints.unique) unique_.push_back({{i}, {}});
    for (const std::vector<std::string>& key : resource_.unique_keys) {
      UniqueKey& unique = unique_.emplace_back();
      for (const std::string& name : key) unique.fields.push_back(static_cast<size_t>(resource_.find(name)));
    }
    source_ = resource_.find("source");
    locator_ = resource_.find("locator");
    locator_detail_ = resource_.find("locator_detail");
    as_of_ = resource_.find("as_of");
    valid_from_ = resource_.find(resource_.valid_from);
    valid_to_ = resource_.find(resource_.valid_to);
    note_ = resource_.find("note");
    covers_ = resource_.has_measures() ? resource_.find("covers") : -1;
    for (const ResourceField& field : resource_.fields)
      unit_fields_.push_back(field.field.unit_field.empty() ? -1 : resource_.find(field.field.unit_field));
    resource_number_ = number;
    resource_source_ = source_of(resource_.source);
    // Whether no value needs a source from this column.
    const bool needs_none =
        !resource_.source.empty() || !resource_.no_source.empty() || !resource_.has_measures() ||
        (source_ >= 0 && quantity::is_numeric(resource_.fields[static_cast<size_t>(source_)].field.type));
    if (source_ >= 0 && needs_none && has_other_texts(resource_, source_, texts_, store.bibliography))
      source_ = -1;  // a plain column
    check_sources();
    insert_ = prepare_insert(handle, resource_.name, resource_.fields.size() + (numbers_rows_ ? 1 : 0));
  }

  void run() {
    size_t bytes = 0;
    for (const base::SourceText* text : texts_) bytes += text->text().size();
    base::Meter meter(base::work_allowed_for_file(bytes));
    values_.resize(resource_.fields.size());
    read_rows(resource_, texts_, diagnostics_, errors_, [&](const RawRow& row) {
      for (size_t i = 0; i < checkers_.size(); ++i)
        values_[i] = checkers_[i].check(row.cells[i], row.from_csv, errors_);
      check_units(row);
      check_unique(row);
      add_record(row);
      insert(row.index);
      return true;
    });
    find_alike_keys();
  }

 private:
  std::string names_of(const std::vector<size_t>& fields, std::string_view between = ", ") const {
    std::vector<std::string> names;
    for (size_t i : fields) names.push_back(resource_.fields[i].field.name);
    return base::join(names, between);
  }

  void unknown_source(std::string_view id, base::Diagnostic& error) const {
    error.message = fmt::format("there is no source \"{}\" in the bibliography", id);
    error.suggest(store_.bibliography.suggest(id));
  }

  // Checks the sources and locators of the resource and of its fields, and finds the fields whose rows need them.
  void check_sources() {
    auto check_source = [&](std::string_view id, base::Span span) {
      if (!id.empty() && !source_of(id)) unknown_source(id, diagnostics_.error("unknown-source", span, ""));
    };
    check_source(resource_.source, resource_.source_span);
    for (const Edition& edition : resource_.editions) check_source(edition.source, edition.source_span);
    for (size_t i = 0; i < resource_.fields.size(); ++i) {
      const ResourceField& field = resource_.fields[i];
      if (field.own.source.empty()) {
        if (!field.field.is_measure()) continue;
        need_source_.push_back(i);
        if (field.own.locator.empty()) need_locator_.push_back(i);
        continue;
      }
      check_source(field.own.source, field.own.source_span);
      if (field.own.locator.empty())
        diagnostics_
            .error("missing-locator", field.own.source_span,
                   fmt::format("\"{}\" has a source but no locator", field.field.name))
            .expect("a \"locator\" with the \"source\": a table, a page, a column");
    }
    if (!resource_.no_source.empty()) return;
    if (!need_source_.empty() && source_ < 0 && resource_.source.empty()) {
      diagnostics_
          .error("missing-source", resource_.span,
                 fmt::format("the numbers of \"{}\" have no source: {}", resource_.name, names_of(need_source_)))
          .expect(
              "a \"source\", an id of the bibliography, with a \"locator\" in it: for the resource, for each of these "
              "fields, or in columns for each row; or the \"sources\" of a published package, each with \"title\" and "
              "\"path\"")
          .suggest(
              "`sourcebook new source URL` adds one to the bibliography; if there is no source, write \"sources\": "
              "\"none\" and a \"reason\" for readers");
      return;
    }
    if (!need_locator_.empty() && locator_ < 0 && resource_.locator.empty())
      diagnostics_
          .error("missing-locator", resource_.span,
                 fmt::format("the numbers of \"{}\" have no locator in their source: {}", resource_.name,
                             names_of(need_locator_)))
          .expect(
              "a \"locator\", such as a table or a page, for the resource, for each of these fields, or in a column "
              "\"locator\" for each row");
  }

  // Finds a source; null for "" and unknown ids.
  const Source* source_of(std::string_view id) const { return id.empty() ? nullptr : store_.bibliography.find(id); }

  void check_units(const RawRow& row) {
    for (size_t i = 0; i < unit_fields_.size(); ++i) {
      if (unit_fields_[i] < 0 || values_[i].type == TypedCell::Type::null) continue;
      const RawCell& cell = row.cells[static_cast<size_t>(unit_fields_[i])];
      const std::string& why = unit_problem(cell.text);
      const std::string& format = resource_.fields[i].field.format;
      std::string misfit;
      if (!why.empty())
        errors_.error("bad-unit", cell.span, why).expect(std::string(kUnitForm));
      else if (!format.empty() && !quantity::NumberFormat::parse_for(cell.text, format, &misfit))
        errors_.error("bad-format", cell.span, misfit).expect("another format of the column, or another unit");
    }
  }

  // Returns why a text is not a unit; "" if it is one. Many rows have the same unit.
  const std::string& unit_problem(std::string_view text) {
    auto [at, added] = units_.try_emplace(std::string(text));
    if (added) store_.units.parse(text, &at->second);
    return at->second;
  }

  void check_unique(const RawRow& row) {
    for (UniqueKey& key : unique_) {
      std::string text;
      bool has_null = false;
      for (const size_t i : key.fields) {
        has_null |= values_[i].type == TypedCell::Type::null;
        text.append(values_[i].text).append(1, '\0');  // so that "a/b", "c" differs from "a", "b/c"
      }
      if (has_null) continue;
      auto [at, added] = key.seen.try_emplace(std::move(text), row.index);
      const int field = static_cast<int>(key.fields.front());
      if (!added)
        errors_
            .late("not-unique", {row.index, field},
                  fmt::format(
                      "\"{}\" is \"{}\" in two rows", names_of(key.fields, "/"),
                      base::replace_all(at->first.substr(0, at->first.size() - 1), std::string_view("\0", 1), "/")))
            .note_at({at->second, field}, "the first");
    }
  }

  void add_record(const RawRow& row) {
    Record record;
    record.key = key_of(row);
    record.source = row_source(row);
    record.locator = value_text(locator_);
    if (record.locator.empty()) record.locator = resource_.locator;
    record.locator_detail = value_text(locator_detail_);
    // If there is no column "locator", the error is reported for the resource, unless its rows may lack a source.
    const bool needs_locator = resource_.no_source.empty() ? locator_ >= 0 : record.source != nullptr;
    if (record.locator.empty() && needs_locator && has_any(need_locator_))
      errors_.error("missing-locator", row.span, "the numbers of this row have no locator in their source")
          .expect("a \"locator\": a table, a page, a line");
    record.as_of = as_of_of(row);
    add_validity(row);
    record.note = value_text(note_);
    const std::string covers = quantity::Scope(value_text(covers_)).text();
    record.covers = covers;
    if (auto first = records_.add_record(record))
      duplicate_key(record.key, *first, row.index);
    else if (!base::is_nfc(record.key))
      uncomposed_.push_back(row.index);
  }

  LateError& duplicate_key(std::string_view key, size_t first, size_t second, std::string_view forms = "") {
    return errors_
        .late("duplicate-key", {second, single_key_field()},
              fmt::format("two rows have the key \"{}\" in \"{}\"{}", key, resource_.name, forms))
        .note_at({first, single_key_field()}, "the first");
  }

  // Reports keys that differ only in Unicode normalisation, which readers cannot see: at least one of two is not in
  // NFC.
  void find_alike_keys() {
    std::unordered_map<std::string, size_t> composed;  // the NFC forms of keys that are not in NFC
    for (size_t row : uncomposed_) {
      const std::string key = base::normalise_nfc(records_[row].key);
      std::optional<size_t> other = records_.find(key);
      if (!other)
        if (auto [at, added] = composed.try_emplace(key, row); !added) other = at->second;
      if (!other) continue;
      const auto [first, second] = std::minmax(row, *other);
      duplicate_key(key, first, second, ", in two forms of Unicode")
          .expect("keys whose letters and accents are composed (NFC)")
          .suggest("write both in this form; then delete or rename one of the rows");
    }
  }

  int single_key_field() const { return key_fields_.size() == 1 ? key_fields_[0] : -1; }

  // The result is valid until the next row.
  std::string_view key_of(const RawRow& row) {
    joined_.clear();
    if (numbers_rows_) {
      fmt::format_to(std::back_inserter(joined_), "{}", row.index + 1);
      return joined_;
    }
    if (key_fields_.empty()) return {};
    for (size_t i = 0; i < key_fields_.size(); ++i) {
      const TypedCell& value = values_[static_cast<size_t>(key_fields_[i])];
      if (value.type == TypedCell::Type::null) return {};
      if (i > 0) joined_ += '/';
      if (value.type == TypedCell::Type::integer)
        fmt::format_to(std::back_inserter(joined_), "{}", value.integer);
      else
        joined_ += value.text;
    }
    if (has_control(joined_)) {
      errors_.error("wrong-type", row.span, "the key of this row has a control character").expect("a key on one line");
      return {};
    }
    return joined_;
  }

  std::string_view value_text(int field) const {
    if (field < 0 || values_[static_cast<size_t>(field)].type == TypedCell::Type::null) return {};
    return values_[static_cast<size_t>(field)].text;
  }

  // Whether the row has a value in any of these fields.
  bool has_any(const std::vector<size_t>& fields) const {
    return std::ranges::any_of(fields, [&](size_t i) { return values_[i].type != TypedCell::Type::null; });
  }

  const Source* row_source(const RawRow& row) {
    std::string_view id = value_text(source_);
    if (id.empty()) {
      if (source_ >= 0 && resource_.source.empty() && resource_.no_source.empty() && has_any(need_source_))
        errors_.error("missing-source", row.span, "the numbers of this row have no source")
            .expect("a \"source\": an id of the bibliography");
      return resource_source_;
    }
    const Source* source = source_of(id);
    if (!source) {
      const bool is_shown = errors_.would_show("unknown-source");
      base::Diagnostic& error = errors_.error("unknown-source", row.cells[static_cast<size_t>(source_)].span, "");
      if (is_shown) unknown_source(id, error);
    }
    return source;
  }

  void add_validity(const RawRow& row) {
    Validity validity{std::string(day_in(valid_from_, row)), std::string(day_in(valid_to_, row))};
    if (validity.from.empty() && validity.to.empty()) return;
    const auto first = first_day_of(validity.from), last = last_day_of(validity.to);
    if (first && last && *last < *first)
      errors_
          .error("bad-date", row.cells[static_cast<size_t>(valid_to_)].span,
                 fmt::format("this row ends on {}, before it begins on {}", validity.to, validity.from))
          .expect("an end after the beginning");
    store_.validity.emplace(std::pair(resource_number_, row.index), std::move(validity));
  }

  // Returns the date in a cell, without a time; "" if it is empty.
  std::string_view day_in(int field, const RawRow& row) {
    std::string_view date = value_text(field);
    if (date.empty()) return date;
    if (is_datetime(date)) date = date.substr(0, 10);
    if (!is_partial_date(date)) {
      errors_.error("bad-date", row.cells[static_cast<size_t>(field)].span, fmt::format("\"{}\" is not a date", date))
          .expect(std::string(kDateForm))
          .suggest(
              "an empty cell means that there is no end; for a column of the same name that means something else, "
              "name another one in the descriptor: \"valid_from\" or \"valid_to\"");
      return {};
    }
    return date;
  }

  std::string_view as_of_of(const RawRow& row) {
    std::string_view date = value_text(as_of_);
    if (date.empty()) return resource_.as_of;
    bool has_time = resource_.fields[static_cast<size_t>(as_of_)].field.type == FieldType::datetime;
    if (has_time) date = date.substr(0, 10);
    if (!is_partial_date(date))
      errors_.error("bad-date", row.cells[static_cast<size_t>(as_of_)].span, fmt::format("\"{}\" is not a date", date))
          .expect(std::string(kDateForm));
    return date;
  }

  void insert(size_t row) {
    sqlite3_stmt* statement = insert_.get();
    for (size_t i = 0; i < values_.size(); ++i) {
      const TypedCell& value = values_[i];
      int at = static_cast<int>(i) + 1;
      switch (value.type) {
        case TypedCell::Type::null:
          sqlite3_bind_null(statement, at);
          break;
        case TypedCell::Type::integer:
          sqlite3_bind_int64(statement, at, value.integer);
          break;
        case TypedCell::Type::number:
          sqlite3_bind_double(statement, at, value.number);
          if (value.is_long)
            store_.long_cells.push_back(
                {resource_number_, {row, static_cast<int>(i)}, quantity::Exact::parse(value.text).value()});
          break;
        case TypedCell::Type::text:
          bind_text(statement, at, value.text);
          break;
      }
    }
    const std::string ref = numbers_rows_ ? fmt::format("{}/{}", resource_.name, row + 1) : "";
    if (!ref.empty()) bind_text(statement, static_cast<int>(values_.size()) + 1, ref);
    step(statement);
    sqlite3_reset(statement);
  }

  Store& store_;
  size_t resource_number_ = 0;
  const Resource& resource_;
  Records& records_;
  const bool numbers_rows_;
  const Texts& texts_;
  base::Diagnostics& diagnostics_;
  RowErrors& errors_;
  std::vector<CellChecker> checkers_;
  std::vector<int> key_fields_;
  std::vector<int> unit_fields_;  // the index of each field's unit field, or -1
  // The indices of the fields with these names, or -1.
  int source_, locator_, locator_detail_, as_of_, valid_from_, valid_to_, note_, covers_;
  std::vector<size_t> need_source_, need_locator_;  // fields whose values need a source or a locator
  const Source* resource_source_ = nullptr;
  Statement insert_;

  std::vector<TypedCell> values_;  // the cells of the current row
  std::string joined_;
  std::vector<size_t> uncomposed_;  // rows whose keys are not in Unicode's form NFC
  struct UniqueKey {
    std::vector<size_t> fields;
    std::unordered_map<std::string, size_t> seen;  // rows by their texts
  };
  std::vector<UniqueKey> unique_;
  std::unordered_map<std::string, std::string> units_;  // errors by unit
};

// Creates indexes for joins: on the primary key and the foreign keys.
void index_table(const Resource& resource, sqlite3* handle) {
  size_t count = 0;
  if (!resource.primary_key.empty()) create_index(handle, resource.name, ++count, resource.primary_key);
  for (const ForeignKey& key : resource.foreign_keys)
    if (key.fields.front() != (resource.primary_key.empty() ? "" : resource.primary_key.front()))
      create_index(handle, resource.name, ++count, key.fields);
}

}  // namespace

bool has_other_texts(const Resource& resource, int column, const Texts& texts, const Bibliography& bibliography) {
  bool has_text = false, has_id = false;
  base::Diagnostics ignored;
  RowErrors errors(ignored);
  read_rows(resource, texts, ignored, errors, [&](const RawRow& row) {
    const std::string id(row.cells[static_cast<size_t>(column)].text);
    has_text = has_text || !id.empty();
    has_id = !id.empty() && bibliography.find(id);
    return !has_id;
  });
  return has_text && !has_id;
}

void load_table(Store& store, size_t resource, sqlite3* handle, base::Diagnostics& diagnostics, RowErrors& errors) {
  execute(handle, create_statement(store.package.resources[resource]));
  index_table(store.package.resources[resource], handle);  // now, because sorting a filled table needs much memory
  if (!store.texts[resource].texts.empty()) TableLoader(store, resource, handle, diagnostics, errors).run();
}

}  // namespace data

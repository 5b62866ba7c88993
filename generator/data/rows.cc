#include "data/rows.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.h"
#include "base/text.h"
#include "data/csv.h"
#include "data/descriptor_parts.h"
#include "data/history.h"
#include "notation/json.h"

namespace data {
namespace {

using notation::Kind;

class RowReader {
 public:
  RowReader(const Resource& resource, RowErrors& errors, const std::function<bool(const RawRow&)>& row)
      : resource_(resource), errors_(errors), call_(row) {
    row_.cells.resize(resource.fields.size());
    for (const ResourceField& field : resource.fields) {
      missing_.push_back(resource.missing);
      missing_.back().insert(missing_.back().end(), field.form.missing.begin(), field.form.missing.end());
    }
  }

  bool wants_more() const { return wants_more_; }

  void read_json(const base::SourceText& file, base::Diagnostics& diagnostics) {
    begin_columns();
    auto read = [&](const notation::Node& node) {
      clear(node.span);
      return node.is_list() ? read_list(node) : read_map(node);
    };
    notation::read_json_rows(file, diagnostics, read,
                             {resource_.form.property, resource_.format == RowFormat::json_lines});
  }

  void read_csv(const base::SourceText& file, base::Diagnostics& diagnostics) {
    row_.from_csv = true;
    // A file that continues another one may repeat its header.
    const bool continues = !columns_.empty() && resource_.form.has_header && !begins_with_header(file);
    if (!continues) begin_columns();
    bool has_columns = continues || !resource_.form.has_header;
    data::read_csv(file, resource_.form.csv, diagnostics, [&](const std::vector<CsvCell>& cells) {
      if (!has_columns) {
        read_header(cells);
        has_columns = true;
        return true;
      }
      const base::Span line{&file, cells.front().span.begin, cells.back().span.end};
      if (cells.size() != columns_.size()) {
        errors_
            .error("csv-syntax", line,
                   fmt::format("this line has {}, but the first line has {}", base::count_of(cells.size(), "cell"),
                               base::count_of(columns_.size(), "column")))
            .suggest(cells.size() > columns_.size() ? "put cells that contain the delimiter in quotes" : "");
        return true;
      }
      clear(line);
      for (size_t i = 0; i < cells.size(); ++i)
        if (columns_[i] < resource_.fields.size()) set(columns_[i], Kind::string, cells[i].text, cells[i].span);
      return give();
    });
  }

 private:
  // Forgets the columns of another file. Without a header, the columns are the fields.
  void begin_columns() {
    columns_.clear();
    if (!resource_.form.has_header)
      for (size_t i = 0; i < resource_.fields.size(); ++i) columns_.push_back(i);
  }

  void add_column(std::string_view name, base::Span span) {
    const size_t at = field_of(name, columns_.size());
    if (at == resource_.fields.size())
      unknown(name, span);
    else if (std::ranges::find(columns_, at) != columns_.end())
      errors_.error("duplicate-name", span, fmt::format("two columns are named \"{}\"", name));
    columns_.push_back(at);
  }

  bool read_map(const notation::Node& node) {
    size_t guess = 0;  // most rows name their columns in the order of the fields
    for (const notation::Entry& entry : node.entries) {
      const size_t at = field_of(entry.key, guess);
      if (at == resource_.fields.size()) {
        unknown(entry.key, entry.key_span);
        continue;
      }
      guess = at + 1;
      set(at, entry.value);
    }
    return give();
  }

  // The first list names the columns.
  bool read_list(const notation::Node& node) {
    if (columns_.empty()) {
      for (const notation::Node& item : node.items) add_column(item.text, item.span);
      return true;
    }
    for (size_t i = 0; i < node.items.size(); ++i)
      if (i >= columns_.size())
        errors_.error("json-rows", node.items[i].span, "this row has more values than there are columns");
      else if (columns_[i] < resource_.fields.size())
        set(columns_[i], node.items[i]);
    return give();
  }

  void set(size_t field, const notation::Node& value) {
    const bool is_nested = value.is_list() || value.is_map();
    if (is_nested && !resource_.fields[field].form.is_nested()) {
      errors_
          .error("json-rows", {value.span.source, value.span.begin, value.span.begin + 1},
                 fmt::format("\"{}\" is {}; a row has plain values only", resource_.fields[field].field.name,
                             notation::kind_name(value.kind)))
          .suggest("use separate columns for its parts, a separate table, or the type object, array or any");
      return;
    }
    set(field, value.kind, is_nested ? value.span.text() : std::string_view(value.text), value.span);
  }

  void set(size_t field, Kind kind, std::string_view text, base::Span span) {
    const bool is_missing = (kind == Kind::string && text.empty()) ||
                            means_no_value(missing_[field], text, resource_.fields[field].field.type);
    row_.cells[field] = {is_missing ? Kind::null : kind, text, span};
  }

  bool begins_with_header(const base::SourceText& file) const {
    const std::vector<std::string> names = column_names(resource_, {&file});
    return names.size() == columns_.size() &&
           std::ranges::equal(names, columns_,
                              [&](const std::string& name, size_t at) { return field_of(name, at) == at; });
  }

  void read_header(const std::vector<CsvCell>& names) {
    for (const CsvCell& name : names) add_column(name.text, name.span);
    for (size_t i = 0; resource_.form.needs_all_columns && i < resource_.fields.size(); ++i)
      if (std::ranges::find(columns_, i) == columns_.end())
        errors_
            .error("unknown-column", names.front().span,
                   fmt::format("the file has no column \"{}\"", resource_.fields[i].field.name))
            .expect("all fields, because of \"fieldsMatch\"");
  }
  size_t field_of(std::string_view name, size_t guess) const {
    for (; guess < resource_.fields.size(); ++guess)
      if (resource_.fields[guess].field.name == name) return guess;
    if (const int found = resource_.find(name); found >= 0) return static_cast<size_t>(found);
    const auto same = std::ranges::find_if(
        resource_.fields, [&](const ResourceField& field) { return same_name(field.field.name, name); });
    return static_cast<size_t>(same - resource_.fields.begin());
  }
  void unknown(std::string_view name, base::Span span) {
    if (resource_.form.allows_other_columns) return;
    if (!errors_.would_show("unknown-column")) {
      errors_.error("unknown-column", span, "");
      return;
    }
    const std::vector<std::string_view> names = resource_.field_names();
    errors_.error("unknown-column", span, fmt::format("\"{}\" has no field \"{}\"", resource_.name, name))
        .expect(base::list_names(names, 40))
        .suggest(base::did_you_mean(name, names));
  }
  void clear(base::Span span) {
    row_.span = span;
    for (RawCell& cell : row_.cells) cell = {Kind::null, {}, span};
  }
  bool give() {
    wants_more_ = call_(row_);
    ++row_.index;
    return wants_more_;
  }

  const Resource& resource_;
  RowErrors& errors_;
  const std::function<bool(const RawRow&)>& call_;
  RawRow row_;
  std::vector<std::vector<std::string>> missing_;  // texts of each field that mean "no value", besides ""
  std::vector<size_t> columns_;                    // the field of each column of a file; fields.size() if there is none
  bool wants_more_ = true;
};

}  // namespace

void read_rows(const Resource& resource, const Texts& texts, base::Diagnostics& diagnostics, RowErrors& errors,
               const std::function<bool(const RawRow& row)>& row) {
  if (resource.earlier.empty())
    read_stored_rows(resource, texts, diagnostics, errors, row);
  else
    read_history(resource, texts, diagnostics, errors, row);
}

void read_stored_rows(const Resource& resource, const Texts& texts, base::Diagnostics& diagnostics, RowErrors& errors,
                      const std::function<bool(const RawRow& row)>& row) {
  RowReader reader(resource, errors, row);
  for (const base::SourceText* text : texts) {
    if (!reader.wants_more()) return;
    if (resource.format == RowFormat::csv)
      reader.read_csv(*text, diagnostics);
    else
      reader.read_json(*text, diagnostics);
  }
}

bool means_no_value(const std::vector<std::string>& missing, std::string_view text, quantity::FieldType type) {
  if (missing.empty()) return false;
  if (type != quantity::FieldType::string) text = base::trim(text);
  if (std::ranges::find(missing, text) != missing.end()) return true;
  const auto number = quantity::is_numeric(type) ? base::parse_number<double>(text) : std::nullopt;
  return number && std::ranges::any_of(
                       missing, [&](const std::string& each) { return base::parse_number<double>(each) == number; });
}

std::vector<std::string> column_names(const Resource& resource, const Texts& texts) {
  base::Diagnostics ignored;
  std::vector<std::string> names;
  if (texts.empty()) return names;
  const base::SourceText& file = *texts.front();
  if (resource.format == RowFormat::csv) {
    read_csv(file, resource.form.csv, ignored, [&](const std::vector<CsvCell>& cells) {
      for (const CsvCell& cell : cells)
        names.push_back(resource.form.has_header ? std::string(cell.text) : fmt::format("field{}", names.size() + 1));
      return false;
    });
    return names;
  }
  notation::read_json_rows(file, ignored,
                           [&](const notation::Node& row) {
                             for (const notation::Node& item : row.items) names.push_back(item.text);
                             for (const notation::Entry& entry : row.entries) names.push_back(entry.key);
                             return false;
                           },
                           {resource.form.property, resource.format == RowFormat::json_lines});
  return names;
}

base::Diagnostic& RowErrors::error(std::string_view code, base::Span span, std::string message) {
  ++count_;
  ErrorCount& kind = kinds_[code];
  if (++kind.count <= kMaxShown) return diagnostics_.error(code, span, std::move(message));
  if (!kind.first_hidden) kind.first_hidden = span;
  return hidden_ = LateError();
}

LateError& RowErrors::late(std::string_view code, CellAddress at, std::string message) {
  ++count_;
  const size_t number = ++kinds_[code].count;
  if (number > kMaxShown + 1) return hidden_ = LateError();
  LateError& error = late_.emplace_back();
  error.code = code;
  error.places = {at};
  if (number <= kMaxShown) error.message = std::move(message);  // the first hidden error needs only a position
  return error;
}

bool RowErrors::would_show(std::string_view code) const {
  auto at = kinds_.find(code);
  return at == kinds_.end() || at->second.count < kMaxShown;
}

void RowErrors::finish() {
  find_places();
  for (const LateError& error : late_) {
    if (error.message.empty())
      kinds_[error.code].first_hidden = error.span;
    else
      diagnostics_.error(error.code, error.span, "") = error;
  }
  late_.clear();
  for (const auto& [code, kind] : kinds_)
    if (kind.count > kMaxShown)
      diagnostics_.error(code, kind.first_hidden, fmt::format("… and {} more like this", kind.count - kMaxShown));
  kinds_.clear();
}

// Finds the positions of all late errors and their notes.
void RowErrors::find_places() {
  std::multimap<CellAddress, base::Span*> wanted;
  for (LateError& error : late_)
    for (size_t i = 0; i < error.places.size(); ++i) {
      base::Span& span = i == 0 ? error.span : error.notes[i - 1].span;
      span = {texts_.empty() ? nullptr : texts_.front(), 0, 0};
      wanted.emplace(error.places[i], &span);
    }
  if (wanted.empty()) return;
  base::Diagnostics ignored;
  RowErrors ignored_errors(ignored);
  auto next = wanted.begin();
  read_rows(*resource_, texts_, ignored, ignored_errors, [&](const RawRow& row) {
    for (; next != wanted.end() && next->first.row == row.index; ++next) {
      const int field = next->first.field;
      *next->second = field < 0 ? row.span : row.cells[static_cast<size_t>(field)].span;
    }
    return next != wanted.end();
  });
}

}  // namespace data

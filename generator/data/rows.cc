#include "data/rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/suggest.h"
#include "base/text.h"
#include "data/csv.h"
#include "notation/json.h"

namespace data {
namespace {

using notation::Kind;

class RowReader {
 public:
  RowReader(const Resource& resource, RowErrors& errors, const std::function<bool(const RawRow&)>& row)
      : resource_(resource), errors_(errors), call_(row) {
    row_.cells.resize(resource.fields.size());
  }

  void read_json(const base::SourceText& file, base::Diagnostics& diagnostics) {
    notation::read_json_rows(file, diagnostics, [&](const notation::Node& node) {
      clear(node.span);
      size_t guess = 0;  // most rows name their columns in the order of the fields
      for (const notation::Entry& entry : node.entries) {
        size_t at = field_of(entry.key, guess);
        if (at == resource_.fields.size()) {
          unknown(entry.key, entry.key_span);
          continue;
        }
        guess = at + 1;
        const notation::Node& value = entry.value;
        bool empty = value.kind == Kind::null || (value.kind == Kind::string && value.text.empty());
        row_.cells[at] = {empty ? Kind::null : value.kind, value.text, value.span};
      }
      return give();
    });
  }

  void read_csv(const base::SourceText& file, base::Diagnostics& diagnostics) {
    row_.from_csv = true;
    std::vector<size_t> columns;  // the field of each column; fields.size() if it has no field
    bool header = true;
    data::read_csv(file, {resource_.delimiter, resource_.quote}, diagnostics, [&](const std::vector<CsvCell>& cells) {
      base::Span line{&file, cells.front().span.begin, cells.back().span.end};
      if (header) {
        header = false;
        return read_header(cells, columns);
      }
      if (cells.size() != columns.size()) {
        errors_
            .error("csv-syntax", line,
                   fmt::format("this line has {}, but the first line has {}", base::count_of(cells.size(), "cell"),
                               base::count_of(columns.size(), "column")))
            .suggest(cells.size() > columns.size() ? "put cells that contain the delimiter in quotes" : "");
        return true;
      }
      clear(line);
      for (size_t i = 0; i < cells.size(); ++i)
        if (columns[i] < resource_.fields.size())
          row_.cells[columns[i]] = {cells[i].text.empty() ? Kind::null : Kind::string, cells[i].text, cells[i].span};
      return give();
    });
  }

 private:
  bool read_header(const std::vector<CsvCell>& cells, std::vector<size_t>& columns) {
    for (const CsvCell& cell : cells) {
      size_t at = field_of(cell.text, columns.size());
      if (at == resource_.fields.size())
        unknown(cell.text, cell.span);
      else if (std::find(columns.begin(), columns.end(), at) != columns.end())
        errors_.error("duplicate-name", cell.span, fmt::format("two columns are named \"{}\"", cell.text));
      columns.push_back(at);
    }
    return true;
  }
  size_t field_of(std::string_view name, size_t guess) const {
    for (; guess < resource_.fields.size(); ++guess)
      if (resource_.fields[guess].field.name == name) return guess;
    int found = resource_.find(name);
    return found < 0 ? resource_.fields.size() : static_cast<size_t>(found);
  }
  void unknown(std::string_view name, base::Span span) {
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
    bool more = call_(row_);
    ++row_.index;
    return more;
  }

  const Resource& resource_;
  RowErrors& errors_;
  const std::function<bool(const RawRow&)>& call_;
  RawRow row_;
};

}  // namespace

void read_rows(const Resource& resource, const base::SourceText& file, base::Diagnostics& diagnostics,
               RowErrors& errors, const std::function<bool(const RawRow& row)>& row) {
  RowReader reader(resource, errors, row);
  if (resource.format == RowFormat::csv)
    reader.read_csv(file, diagnostics);
  else
    reader.read_json(file, diagnostics);
}

void RowErrors::add(std::string_view code) {
  ++count_;
  ++kinds_[code].count;
}

base::Diagnostic& RowErrors::error(std::string_view code, base::Span span, std::string message) {
  const bool is_shown = would_show(code);
  add(code);
  if (is_shown) return diagnostics_.error(code, span, std::move(message));
  if (Kind& kind = kinds_[code]; !kind.first_hidden) kind.first_hidden = span;
  return hidden_ = LateError();
}

LateError& RowErrors::late(std::string_view code, CellAddress at, std::string message) {
  const bool is_shown = would_show(code), is_first_hidden = kinds_[code].count == kMaxShown;
  add(code);
  hidden_ = LateError();
  if (!is_shown && !is_first_hidden) return hidden_;
  LateError& error = late_.emplace_back();
  error.code = code;
  error.places = {at};
  if (is_shown) error.message = std::move(message);  // a hidden error needs only a position
  return error;
}

bool RowErrors::would_show(std::string_view code) const {
  auto at = kinds_.find(code);
  return at == kinds_.end() || at->second.count < kMaxShown;
}

void RowErrors::finish() {
  std::vector<base::Span> places = find_places();
  auto next = places.begin();
  for (LateError& error : late_) {
    error.span = *next++;
    for (base::Note& note : error.notes) note.span = *next++;
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

// Finds the positions of all late errors and their notes, in this order.
std::vector<base::Span> RowErrors::find_places() const {
  std::vector<CellAddress> wanted;
  for (const LateError& error : late_) wanted.insert(wanted.end(), error.places.begin(), error.places.end());
  std::vector<base::Span> spans(wanted.size(), base::Span{file_, 0, 0});
  if (wanted.empty()) return spans;
  std::vector<size_t> order(wanted.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return wanted[a] < wanted[b]; });
  base::Diagnostics ignored;
  RowErrors ignored_errors(ignored);
  auto next = order.begin();
  read_rows(*resource_, *file_, ignored, ignored_errors, [&](const RawRow& row) {
    for (; next != order.end() && wanted[*next].row == row.index; ++next) {
      const int field = wanted[*next].field;
      spans[*next] = field < 0 ? row.span : row.cells[static_cast<size_t>(field)].span;
    }
    return next != order.end();
  });
  return spans;
}

}  // namespace data

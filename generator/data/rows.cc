#include "data/rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/suggest.h"
#include "base/text.h"
#include "data/csv.h"
#include "notation/json.h"

namespace data {
namespace {

using notation::Kind;

std::vector<std::string_view> names_of(const Resource& resource) {
  std::vector<std::string_view> names;
  for (const ResourceField& field : resource.fields) names.push_back(field.field.name);
  return names;
}

class RowReader {
 public:
  RowReader(const Resource& resource, RowErrors& errors, const std::function<bool(const RawRow&)>& row)
      : resource_(resource), errors_(errors), call_(row) {
    row_.cells.resize(resource.fields.size());
  }

  void read_json(const base::SourceText& file, base::Diagnostics& diagnostics) {
    notation::read_json_rows(file, diagnostics, [&](const notation::Node& node) {
      clear(node.span);
      size_t guess = 0;  // rows name their columns in the order of the fields, mostly
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

  void read_csv_file(const base::SourceText& file, base::Diagnostics& diagnostics) {
    row_.from_csv = true;
    std::vector<size_t> columns;  // field of each column; fields.size() for none
    bool header = true;
    read_csv(file, {resource_.delimiter, resource_.quote}, diagnostics, [&](const std::vector<CsvCell>& cells) {
      base::Span line{&file, cells.front().span.begin, cells.back().span.end};
      if (header) {
        header = false;
        return read_header(cells, columns);
      }
      if (cells.size() != columns.size()) {
        errors_
            .error("csv-syntax", line,
                   fmt::format("this line has {}, but the first line names {}", base::count_of(cells.size(), "cell"),
                               base::count_of(columns.size(), "column")))
            .suggest(cells.size() > columns.size() ? "a cell that holds the delimiter is put in quotes" : "");
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
        errors_.error("duplicate-name", cell.span, fmt::format("there are two columns named \"{}\"", cell.text));
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
    std::vector<std::string_view> names = names_of(resource_);
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
    reader.read_csv_file(file, diagnostics);
  else
    reader.read_json(file, diagnostics);
}

std::vector<base::Span> locate(const Resource& resource, const base::SourceText& file,
                               const std::vector<CellAddress>& addresses) {
  std::vector<base::Span> spans(addresses.size(), base::Span{&file, 0, 0});
  std::vector<size_t> order(addresses.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return addresses[a] < addresses[b]; });
  base::Diagnostics said_before;
  RowErrors errors(said_before);
  size_t next = 0;
  read_rows(resource, file, said_before, errors, [&](const RawRow& row) {
    for (; next < order.size() && addresses[order[next]].row == row.index; ++next) {
      int field = addresses[order[next]].field;
      spans[order[next]] = field < 0 ? row.span : row.cells[static_cast<size_t>(field)].span;
    }
    return next < order.size();
  });
  return spans;
}

}  // namespace data

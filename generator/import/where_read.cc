#include "import/where_read.h"

#include <algorithm>
#include <map>

#include "data/rows.h"

namespace import {
namespace {

bool is_within(base::Span inner, base::Span outer) {
  return inner.source == outer.source && outer.begin <= inner.begin && inner.end <= outer.end;
}

class Mover {
 public:
  Mover(const data::Resource& resource, const DataFile& file) : resource_(resource) {
    for (const StoredRow& row : file.rows)
      if (row.from) read_.emplace(row.key, &row);
  }

  // Of a row as it is written.
  void move(std::vector<base::Diagnostic>& mistakes, const data::RawRow& written) const {
    auto row = read_.find(key_of(written));
    if (row == read_.end()) return;
    for (base::Diagnostic& each : mistakes) {
      if (is_within(each.span, written.span)) {
        each.path = row->second->from->where;
        each.span = place_of(each.span, written, *row->second);
      }
      for (base::Note& note : each.notes)
        if (is_within(note.span, written.span) && row->second->from->span)
          note.span = place_of(note.span, written, *row->second);
    }
  }

 private:
  Key key_of(const data::RawRow& written) const {
    std::vector<std::optional<Cell>> cells;
    for (const data::RawCell& cell : written.cells) {
      cells.emplace_back();
      if (cell.kind != notation::Kind::null) cells.back() = Cell{cell.kind, std::string(cell.text)};
    }
    return import::key_of(resource_, cells);
  }

  // Where the cell that `span` is in was read, or else the row.
  static base::Span place_of(base::Span span, const data::RawRow& written, const StoredRow& row) {
    for (size_t i = 0; i < written.cells.size(); ++i) {
      const data::RawCell& cell = written.cells[i];
      bool here = cell.kind != notation::Kind::null && is_within(span, cell.span);
      if (here && row.cells[i] && row.cells[i]->span) return row.cells[i]->span;
    }
    return row.from->span;
  }

  const data::Resource& resource_;
  std::map<Key, const StoredRow*> read_;
};

}  // namespace

base::Diagnostics shown_where_read(const base::Diagnostics& mistakes, const data::Resource& resource,
                                   const DataFile& file, const std::string& path) {
  std::vector<base::Diagnostic> list = mistakes.list();
  auto is_there = [&](const base::Diagnostic& each) { return each.span && each.span.source->path() == path; };
  auto first = std::find_if(list.begin(), list.end(), is_there);
  if (first == list.end()) return mistakes;
  const base::SourceText& written = *first->span.source;
  Mover mover(resource, file);
  base::Diagnostics told_anyway;
  data::RowErrors errors(told_anyway);
  data::read_rows(resource, written, told_anyway, errors, [&](const data::RawRow& row) {
    mover.move(list, row);
    return true;
  });
  base::Diagnostics shown;
  for (base::Diagnostic& each : list) shown.error(each.code, each.span, each.message) = std::move(each);
  return shown;
}

}  // namespace import

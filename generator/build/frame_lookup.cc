#include "build/frame_lookup.h"

#include <fmt/format.h>

#include "base/suggest.h"

namespace build {
namespace {

std::string key_of(const quantity::Frame& frame, size_t row, size_t columns) {
  std::string key;
  for (size_t i = 0; i < columns; ++i) key += (i ? "/" : "") + quantity::to_text(frame.at(row, i));
  return key;
}

base::Failure<data::LookupFailure> failure(std::string_view code, std::string message, std::string help) {
  return base::Failure{data::LookupFailure{code, std::move(message), std::move(help)}};
}

}  // namespace

base::Result<data::Cell, data::LookupFailure> find_in_frame(const quantity::Frame& frame, std::string_view key,
                                                            std::string_view column) {
  int index = frame.find(column);
  if (index < 0) {
    std::vector<std::string_view> names;
    for (const quantity::Field& field : frame.fields) names.push_back(field.name);
    return failure("unknown-column", fmt::format("the query \"{}\" has no column \"{}\"", frame.name, column),
                   base::did_you_mean(column, names));
  }
  std::vector<std::string> keys;
  for (size_t columns = 1; columns <= frame.columns(); ++columns) {
    std::vector<size_t> rows;
    for (size_t row = 0; row < frame.rows(); ++row) {
      std::string candidate = key_of(frame, row, columns);
      if (candidate == key) rows.push_back(row);
      if (columns == 1) keys.push_back(std::move(candidate));
    }
    if (rows.empty()) continue;
    if (rows.size() > 1)
      return failure(
          "ambiguous-key", fmt::format("{} rows of \"{}\" begin with \"{}\"", rows.size(), frame.name, key),
          "name more of its first columns, joined by '/', or let the query's first column tell its rows apart");
    data::Cell cell{frame.at(rows[0], static_cast<size_t>(index)), frame.fields[static_cast<size_t>(index)],
                    frame.refs_of(rows[0], static_cast<size_t>(index))};
    if (int unit = frame.find(cell.field.unit_field); unit >= 0 && !cell.field.unit_field.empty()) {
      cell.field.unit = quantity::to_text(frame.at(rows[0], static_cast<size_t>(unit)));
      cell.field.unit_field.clear();
    }
    return cell;
  }
  return failure("unknown-key", fmt::format("no row of the query \"{}\" begins with \"{}\"", frame.name, key),
                 base::did_you_mean(key, base::views(keys)));
}

}  // namespace build

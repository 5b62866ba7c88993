#include "blocks/table_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "blocks/date_span.h"
#include "site/url.h"

namespace blocks {

void ShownColumn::use_format(const quantity::Frame& frame, std::string d3_format) {
  quantity::Frame copy = frame;  // rare, and only the column's field differs
  copy.fields[index].format = field.format = std::move(d3_format);
  format = quantity::ColumnFormat(copy, index);
}

TableRows::TableRows(const quantity::Frame& frame, std::vector<ShownColumn> columns, size_t rows, Context& context)
    : frame_(frame), columns_(std::move(columns)), rows_(std::min(rows, frame.rows())), context_(context) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  for (const ShownColumn& column : columns_) {
    double lowest = kNone, highest = kNone;
    size_t values = 0;
    for (size_t row = 0; row < frame_.rows(); ++row) {
      double value = quantity::to_double(frame_.at(row, column.index));
      if (std::isnan(value)) continue;
      ++values;
      lowest = std::fmin(lowest, value);
      highest = std::fmax(highest, value);
    }
    bool some_are_better = values > 1 && lowest != highest && column.field.unit_field.empty();
    best_.push_back(!some_are_better                                  ? kNone
                    : column.field.better == quantity::Better::higher ? highest
                    : column.field.better == quantity::Better::lower  ? lowest
                                                                      : kNone);
    greatest_.push_back(highest);
  }
  std::set<std::set<std::string>> distinct;
  std::set<std::string> all;
  for (size_t row = 0; row < rows_; ++row) {
    std::set<std::string> dates;
    for (const ShownColumn& column : columns_)
      if (column.field.is_measure() && !quantity::is_null(frame_.at(row, column.index)))
        dates.merge(dates_of(frame_.refs_of(row, column.index), context_));
    if (!dates.empty()) distinct.insert(dates);
    all.insert(dates.begin(), dates.end());
    dates_.push_back(std::move(dates));
  }
  bool shows_dates =
      std::any_of(columns_.begin(), columns_.end(), [](const auto& c) { return c.field.column == "as_of"; });
  bool partly_undated = all.contains("") && all.size() > 1;
  bool far_apart = days_spanned(all) > context_.view.config().date_column_after_days;
  date_column_ = distinct.size() > 1 && (far_apart || partly_undated) && !shows_dates;
}

std::string TableRows::single_date() const {
  if (date_column_) return "";
  std::set<std::string> all;
  for (const auto& dates : dates_) all.insert(dates.begin(), dates.end());
  return date_text(all, context_);
}

bool TableRows::is_best(const ShownColumn& column, size_t row) const {
  size_t place = static_cast<size_t>(&column - columns_.data());
  return quantity::to_double(frame_.at(row, column.index)) == best_[place];
}

std::string TableRows::unit_of(const ShownColumn& column, size_t row) const {
  if (column.field.unit_field.empty()) return column.field.unit;
  int index = frame_.find(column.field.unit_field);
  return index < 0 ? "" : quantity::to_text(frame_.at(row, static_cast<size_t>(index)));
}

void TableRows::write_head(markup::Writer& out) const {
  out.open("thead").open("tr");
  for (const ShownColumn& column : columns_) {
    out.open("th").attr("scope", "col").attr_if(column.is_number(), "class", "number");
    if (!column.field.description.empty()) out.attr("title", column.field.description);
    out.open("span").attr("class", "title").text(column.field.title).close();
    std::string unit = quantity::unit_label(column.field.unit, context_.view.units());
    if (!unit.empty()) out.text(" ").open("span").attr("class", "unit").text(unit).close();
    out.close();
  }
  if (date_column_) out.open("th").attr("scope", "col").text(context_.words["as_of_column"]).close();
  out.close().close();
}

void TableRows::write_bar(markup::Writer& out, const ShownColumn& column, size_t row) const {
  size_t place = static_cast<size_t>(&column - columns_.data());
  double value = quantity::to_double(frame_.at(row, column.index));
  if (!column.bar || !(value >= 0) || !(greatest_[place] > 0)) return;
  out.open("svg").attr("class", "bar").attr("viewBox", "0 0 100 6").attr("preserveAspectRatio", "none");
  out.attr("aria-hidden", "true").open("rect").attr("width", fmt::format("{:.1f}", 100 * value / greatest_[place]));
  out.attr("height", "6").close().close();
}

void TableRows::write_value(markup::Writer& out, const ShownColumn& column, size_t row, Notes& notes,
                            std::string_view anchor) {
  const quantity::Value& value = frame_.at(row, column.index);
  if (quantity::is_null(value)) {
    out.open("span").attr("class", "none").attr("title", context_.words["no_value"]).text(quantity::kNoValue).close();
    return;
  }
  std::string text = column.field.unit_field.empty()
                         ? column.format(value)
                         : column.format.with_unit(value, unit_of(column, row), context_.view.units());
  if (column.link >= 0) {
    std::string to = quantity::to_text(frame_.at(row, static_cast<size_t>(column.link)));
    // Seen from the file that holds the block, also on the table's own page.
    auto address = site::join_path(context_.view.page().content()->folder(), to);
    if (site::is_external(to)) {
      out.open("a").url("href", to).attr("rel", "noopener").text(text).close();
    } else if (address && context_.view.target(*address)) {
      out.open("a").url("href", site::relative_link(context_.address(), *address)).text(text).close();
    } else {
      context_.diagnostics.error("unknown-page", context_.view.page().content()->file->source.path(),
                                 fmt::format("a table leads to \"{}\", which is no page", to));
      out.text(text);
    }
    return;
  }
  const quantity::Refs& refs = frame_.refs_of(row, column.index);
  std::string note = column.field.is_measure() ? notes.add(refs, column.field.resource.empty(), anchor, context_) : "";
  if (note.empty())
    out.text(text);
  else
    out.open("a").attr("class", "cell").attr("href", "#" + site::encode_fragment(note)).text(text).close();
}

void TableRows::write_cell(markup::Writer& out, const ShownColumn& column, size_t row, bool heads_row, Notes& notes,
                           std::string_view anchor) {
  bool best = is_best(column, row);
  std::string classes = column.is_number() ? "number" : column.is_date() ? "dates" : "";
  if (best) classes += classes.empty() ? "best" : " best";
  out.open(heads_row ? "th" : "td").attr_if(heads_row, "scope", "row").attr_if(!classes.empty(), "class", classes);
  write_value(out, column, row, notes, anchor);
  if (best) out.open("span").attr("class", "visually-hidden").text(" " + std::string(context_.words["best"])).close();
  write_bar(out, column, row);
  out.close();
}

// The records that the row as a whole comes from, and those of its texts: they have no notes, but their caveats hold.
void TableRows::mention_row(size_t row, Notes& notes, std::string_view anchor) {
  notes.mention(frame_.refs_of(row, 0), anchor, context_);
  for (const ShownColumn& column : columns_)
    if (!column.field.is_measure()) notes.mention(frame_.refs_of(row, column.index), anchor, context_);
}

markup::SafeHtml TableRows::html(std::string_view label, Notes& notes, std::string_view anchor) {
  markup::Writer out;
  out.open("div").attr("class", "scroll").attr("role", "region").attr("tabindex", "0").attr("aria-label", label);
  out.open("table");
  write_head(out);
  out.open("tbody");
  for (size_t row = 0; row < rows_; ++row) {
    out.open("tr");
    mention_row(row, notes, anchor);
    for (size_t i = 0; i < columns_.size(); ++i) write_cell(out, columns_[i], row, i == 0, notes, anchor);
    if (date_column_) out.open("td").attr("class", "dates").text(date_text(dates_[row], context_)).close();
    out.close();
  }
  out.close().close().close();
  return out.take();
}

}  // namespace blocks

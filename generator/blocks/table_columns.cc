#include "blocks/table_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "base/utf8.h"
#include "blocks/comparability.h"
#include "data/descriptor_parts.h"
#include "markup/phone_table.h"
#include "quantity/decimal.h"

namespace blocks {
namespace {

using quantity::Frame;

constexpr size_t kMaxRowsMeasured = 200;
constexpr size_t kMaxBelow = 60;  // the longest text after the first number, in bytes, that is shown below a row's name

// Why rows must not be summed up.
struct Mismatch {
  std::string_view code;
  std::string what;
  std::string remedy;
};

// Finds out whether rows differ in their units, in what they cover, or in a column that decides which of them compare.
// Empty cells do not count.
std::optional<Mismatch> find_mismatch(const ShownColumn& column, const Frame& frame, RowRange rows, Context& context) {
  const std::string& name = column.field.name;
  const auto scope_of = [&](size_t row) {
    return context.view.scope_of(column.field, frame.refs_of(row, column.index));
  };
  std::optional<size_t> first;
  for (size_t row = rows.first; row < rows.last; ++row) {
    if (quantity::is_null(frame.at(row, column.index))) continue;
    if (!first) first = row;
    const std::string unit = frame.unit_of(*first, column.index), other_unit = frame.unit_of(row, column.index);
    if (unit != other_unit)
      return Mismatch{"bad-total",
                      fmt::format("the rows of \"{}\" are in \"{}\" and in \"{}\"", name, unit, other_unit),
                      "restrict the query to rows of one unit, or convert them in it"};
    for (const size_t by : column.comparable)
      if (frame.at(row, by) != frame.at(*first, by))
        return Mismatch{"bad-total",
                        fmt::format("only rows of \"{}\" with one \"{}\" compare, and here it is \"{}\" and \"{}\"",
                                    name, frame.fields[by].name, quantity::to_text(frame.at(*first, by)),
                                    quantity::to_text(frame.at(row, by))),
                        fmt::format("restrict the query to one, or write group_by: {}", frame.fields[by].name)};
    const quantity::Scope scope = scope_of(*first), other = scope_of(row);
    if (scope == other) continue;
    const auto text_of = [](const quantity::Scope& one) {
      return one.is_stated() ? fmt::format("\"{}\"", one.text()) : "an unstated scope";
    };
    return Mismatch{"scope-mismatch",
                    fmt::format("the rows of \"{}\" cover different things: {} in row {}, {} in row {}", name,
                                text_of(scope), *first + 1, text_of(other), row + 1),
                    fmt::format("state in the query what one row covers: -- @{} {{covers: …}}", name)};
  }
  return std::nullopt;
}

// Reports summaries of texts, and of groups whose rows must not be summed up.
void check_summaries(const ShownColumn& column, const Frame& frame, int group_by, Context& context) {
  const base::Span span = column.spec.summary_span;
  if (!quantity::is_numeric(column.field.type)) {
    context.diagnostics.error("bad-total", span, fmt::format("\"{}\" has no numbers to add up", column.spec.name.text))
        .expect("a column of type number or integer");
    return;
  }
  for (const RowRange rows : groups_of(frame, group_by))
    if (const auto mismatch = find_mismatch(column, frame, rows, context)) {
      context.diagnostics.error(std::string(mismatch->code), span, mismatch->what).suggest(mismatch->remedy);
      return;
    }
}

// Finds the columns that decide which rows compare, for a column with marks or summaries.
void find_comparable(ShownColumn& column, base::Span span, const Frame& frame, Context& context) {
  const bool is_marked = column.field.better != quantity::Better::neither;
  if ((!is_marked && !column.spec.has_summary()) || column.field.comparable.empty()) return;
  for (const std::string_view part : base::split(column.field.comparable, ',')) {
    const std::string_view name = base::trim(part);
    if (const int index = frame.find(name); index >= 0) {
      column.comparable.push_back(static_cast<size_t>(index));
      continue;
    }
    context.diagnostics
        .error(
            "not-comparable", span,
            fmt::format("\"{}\" {}, but only rows with one \"{}\" compare, and the data \"{}\" do not have this column",
                        column.field.name, is_marked ? "marks the best value" : "is summed up", name, frame.name))
        .suggest(column.spec.has_summary() ? fmt::format("select {}", name)
                                           : fmt::format("select {0}, or mark nothing: {{name: {1}, better: neither}}",
                                                         name, column.field.name));
    return;
  }
}

ShownColumn shown(const ColumnSpec& spec, const TableSpec& table, const Frame& frame, size_t index, Context& context) {
  ShownColumn column(frame, index, context);
  auto other_column = [&](std::string_view name, base::Span span) {
    return name.empty() ? -1 : find_column(frame, name, span, context.diagnostics);
  };
  column.spec = spec;
  if (spec.title) column.field.title = spec.title->text;
  if (spec.better) column.field.better = *spec.better;
  if (std::string why;
      !quantity::NumberFormat::parse_for(quantity::unit_for_format(frame, index, spec.format), spec.format, &why)) {
    context.diagnostics.error("bad-format", spec.name.span, why)
        .expect("another format, or the number in another unit");
  } else if (!spec.format.empty()) {
    Frame copy = frame;  // a copy is acceptable, because formats in blocks are rare
    copy.fields[index].format = column.field.format = spec.format;
    column.format = quantity::ColumnFormat(copy, index, context.view.units().locale());
  }
  if (spec.title) data::check_heading(column.field, context.view.units(), spec.title->span, context.diagnostics);
  column.link = other_column(spec.link, spec.name.span);
  column.missing = other_column(spec.missing.column.text, spec.missing.column.span);
  column.footnote = other_column(spec.footnote.column.text, spec.footnote.column.span);
  column.mark_worst = spec.worst.value_or(table.worst);
  find_comparable(column, spec.name.span, frame, context);
  if (spec.has_summary()) check_summaries(column, frame, frame.find(table.group_by.text), context);
  return column;
}

// Marks the best and the worst of these rows, if all of them compare and not all values are equal.
void mark_group(const ShownColumn& column, const Frame& frame, const std::vector<size_t>& rows,
                std::vector<Mark>& marks) {
  if (rows.empty() || column.field.better == quantity::Better::neither || !column.field.unit_field.empty()) return;
  for (const size_t other : column.comparable)
    if (std::ranges::any_of(rows, [&](size_t row) { return frame.at(row, other) != frame.at(rows[0], other); })) return;
  const auto is_less = [&](size_t a, size_t b) {
    return quantity::compare_numbers(frame.at(a, column.index), frame.at(b, column.index)) < 0;
  };
  const auto [lowest, highest] = std::ranges::minmax_element(rows, is_less);
  if (!is_less(*lowest, *highest)) return;
  const bool is_higher_better = column.field.better == quantity::Better::higher;
  for (const size_t row : rows) {
    const bool is_lowest = !is_less(*lowest, row), is_highest = !is_less(row, *highest);
    if (is_higher_better ? is_highest : is_lowest) marks[row] = Mark::best;
    if (column.mark_worst && (is_higher_better ? is_lowest : is_highest)) marks[row] = Mark::worst;
  }
}

}  // namespace

std::string ShownColumn::text_of(const Frame& frame, size_t row, const quantity::Units& units) const {
  const quantity::Value& value = frame.at(row, index);
  if (quantity::is_null(value)) return "";
  return field.unit_field.empty() ? std::string(labels(format(value)))
                                  : format.with_unit(value, frame.unit_of(row, index), units);
}

void write_unit(const quantity::Field& field, const quantity::Units& units, markup::Writer& out) {
  const std::string unit = unit_beside(field.title, field.unit, units);
  if (!unit.empty()) out.text(" ").open("span").attr("class", "unit").text(unit).close();
}

std::vector<RowRange> groups_of(const Frame& frame, int group_by) {
  std::vector<RowRange> groups;
  const auto by = static_cast<size_t>(group_by);
  for (size_t row = 0; row < frame.rows(); ++row)
    if (row == 0 || (group_by >= 0 && frame.at(row, by) != frame.at(row - 1, by)))
      groups.push_back({row, row + 1});
    else
      groups.back().last = row + 1;
  return groups;
}

std::vector<ShownColumn> choose_columns(const TableSpec& spec, const Frame& frame, Context& context) {
  std::vector<ShownColumn> columns;
  if (spec.columns.empty())
    for (size_t i = 0; i < frame.columns(); ++i)
      if (frame.fields[i].name != spec.group_by.text) {
        columns.emplace_back(frame, i, context).mark_worst = spec.worst;
        find_comparable(columns.back(), spec.data.span, frame, context);
      }
  for (const ColumnSpec& column : spec.columns)
    if (int index = find_column(frame, column.name.text, column.name.span, context.diagnostics); index >= 0)
      columns.push_back(shown(column, spec, frame, static_cast<size_t>(index), context));
  for (const ShownColumn& column : columns) data::refuse_constants(column.field, spec.data.span, context.diagnostics);
  return columns;
}

std::string unit_beside(std::string_view title, std::string_view unit, const quantity::Units& units) {
  std::string label = quantity::unit_label(unit, units);
  std::string folded = base::fold_case(label), said = base::fold_case(title);
  if (folded == said) return "";
  if (folded.size() == label.size() && folded.ends_with(" " + said)) label.resize(label.size() - said.size() - 1);
  return label;
}

ColumnFacts facts_of(const ShownColumn& column, const Frame& frame, int group_by, const quantity::Units& units,
                     const std::function<bool(size_t row)>& is_left_out) {
  ColumnFacts facts;
  facts.marks.assign(frame.rows(), Mark::none);
  facts.numbers.resize(frame.rows());
  if (!column.field.unit_field.empty()) {
    std::optional<quantity::Unit> first;
    for (size_t row = 0; row < frame.rows() && !facts.mixed_units; ++row) {
      if (quantity::is_null(frame.at(row, column.index))) continue;
      const auto unit = units.parse(frame.unit_of(row, column.index));
      if (!first) first = unit;
      facts.mixed_units = !unit || !quantity::convertible(*first, *unit);
    }
  }
  for (const RowRange rows : groups_of(frame, group_by)) {
    std::vector<size_t> group;  // the rows that are compared
    for (size_t row = rows.first; row < rows.last; ++row) {
      const quantity::Value& value = frame.at(row, column.index);
      if (!quantity::is_number(value)) continue;
      if (!is_left_out(row)) group.push_back(row);
      if (facts.mixed_units) continue;
      double number = quantity::to_double(value);
      if (!column.field.unit_field.empty()) number *= units.parse(frame.unit_of(row, column.index))->factor.to_double();
      facts.numbers[row] = number;
      facts.low = std::min(facts.low.value_or(number), number);
      facts.high = std::max(facts.high.value_or(number), number);
    }
    mark_group(column, frame, group, facts.marks);
  }
  facts.least = std::min(0.0, facts.low.value_or(0));
  facts.greatest = std::max(0.0, facts.high.value_or(0));
  return facts;
}

std::string sort_value(const ShownColumn& column, const ColumnFacts& facts, const Frame& frame, size_t row,
                       std::string_view shown, const quantity::Units& units) {
  const quantity::Value& value = frame.at(row, column.index);
  const auto* date = std::get_if<std::string>(&value);
  if (date && column.field.is_date() && *date != shown) return *date;
  if (!column.is_number() || !quantity::is_number(value)) return "";
  if (!column.field.unit_field.empty() && !facts.mixed_units) {
    auto exact = quantity::Exact::from(value);
    auto unit = units.parse(frame.unit_of(row, column.index));
    return exact && unit ? quantity::to_text((*exact * unit->factor).to_value()) : "";
  }
  std::string exact = quantity::to_text(value);
  std::string plain = base::replace_all(base::replace_all(std::string(shown), ",", ""), "\u2212", "-");
  return plain == exact ? "" : exact;
}

std::optional<Summary> summary_of(std::string_view kind, const ShownColumn& column, const Frame& frame, RowRange rows,
                                  Context& context) {
  if (find_mismatch(column, frame, rows, context)) return std::nullopt;
  Summary summary;
  std::vector<quantity::Exact> values;
  std::set<std::string> refs;
  std::string unit;
  for (size_t row = rows.first; row < rows.last; ++row) {
    auto value = quantity::Exact::from(frame.at(row, column.index));
    if (!value) continue;
    values.push_back(*std::move(value));
    unit = frame.unit_of(row, column.index);
    const quantity::Refs& of_cell = frame.refs_of(row, column.index);
    refs.insert(of_cell.begin(), of_cell.end());
  }
  summary.refs.assign(refs.begin(), refs.end());
  summary.values = values.size();
  if (values.empty()) return summary;

  quantity::Exact result;
  if (kind == "median") {
    std::ranges::sort(values);
    result = (values[(values.size() - 1) / 2] + values[values.size() / 2]) / 2;
  } else {
    for (const quantity::Exact& value : values) result = result + value;
    if (kind == "mean") result = result / static_cast<int64_t>(values.size());
  }
  quantity::ColumnFormat format = column.format;
  if (kind != "total" && (column.field.format.empty() || column.field.format.ends_with('d'))) {
    // Unlike the values, it may have digits without end: it is rounded like any computed number.
    quantity::Field computed = column.field;
    computed.format.clear(), computed.resource.clear();
    computed.is_plain_number = true;
    format = quantity::ColumnFormat(computed, context.view.units().locale());
  }
  const quantity::Value value = result.to_value();
  summary.text = column.field.unit_field.empty() ? format(value) : format.with_unit(value, unit, context.view.units());
  return summary;
}

Fold fold_for_phone(const std::vector<ShownColumn>& columns, size_t rows, const quantity::Units& units,
                    const std::function<std::string(size_t, size_t)>& text_of) {
  if (columns.size() < 3) return {};
  const auto number = std::find_if(columns.begin() + 1, columns.end(), [](const auto& c) { return c.is_number(); });
  if (number == columns.end()) return {};
  const auto first_number = static_cast<size_t>(number - columns.begin());
  const size_t measured = std::min(rows, kMaxRowsMeasured);
  const auto fit = [&](size_t end) {
    markup::PhoneTable phone;
    for (size_t place = 0; place < end; ++place) {
      const quantity::Field& field = columns[place].field;
      phone.begin_column();
      phone.add_cell(field.title, true, true);
      phone.add_cell(unit_beside(field.title, field.unit, units), false);
      for (size_t row = 0; row < measured; ++row) {
        const std::string text = text_of(place, row);
        phone.add_cell(text, !columns[place].is_number() && !columns[place].is_date() && !markup::is_short_text(text));
      }
    }
    return phone.fits();
  };
  if (fit(columns.size())) return {};
  // The space below the name of a row only has room for text, so columns with links or marks need cards.
  const auto is_text = [](const ShownColumn& column) {
    return !column.is_number() && column.link < 0 && column.footnote < 0 && column.missing < 0 &&
           column.spec.group.empty();
  };
  const bool hides_number = first_number > 1 && !fit(first_number + 1);
  if (hides_number && !std::all_of(columns.begin() + 1, number, is_text)) return {true, {}};
  Fold fold;
  for (size_t place = hides_number ? 1 : first_number + 1; place < columns.size(); ++place) {
    bool is_short = is_text(columns[place]);
    for (size_t row = 0; is_short && place > first_number && row < measured; ++row)
      is_short = text_of(place, row).size() <= kMaxBelow;
    if (is_short) fold.columns.insert(place);
  }
  return fold;
}

}  // namespace blocks

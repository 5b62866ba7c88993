#include "blocks/table_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "base/utf8.h"
#include "blocks/comparability.h"
#include "markup/phone_table.h"
#include "quantity/decimal.h"

namespace blocks {
namespace {

using quantity::Frame;

constexpr size_t kMaxRowsMeasured = 200;
constexpr size_t kMaxBelow = 60;  // the longest text after the first number, in bytes, that is shown below a row's name

// Reports a total of numbers that have different units or scopes.
void check_total(const ShownColumn& column, const Frame& frame, Context& context) {
  const ColumnSpec& spec = column.spec;
  if (!quantity::is_numeric(column.field.type)) {
    context.diagnostics
        .error("bad-total", spec.total_span, fmt::format("\"{}\" has no numbers to add up", spec.name.text))
        .expect("a column of type number or integer");
    return;
  }
  for (size_t row = 1; row < frame.rows(); ++row) {
    std::string first = frame.unit_of(0, column.index), other = frame.unit_of(row, column.index);
    if (first == other) continue;
    context.diagnostics
        .error("bad-total", spec.total_span,
               fmt::format("the rows of \"{}\" are in \"{}\" and in \"{}\"", spec.name.text, first, other))
        .suggest("restrict the query to rows of one unit, or convert them in it");
    break;
  }
  auto scope_of = [&](size_t row) { return context.view.scope_of(column.field, frame.refs_of(row, column.index)); };
  std::optional<size_t> first_row;
  for (size_t row = 0; row < frame.rows(); ++row) {
    if (quantity::is_null(frame.at(row, column.index))) continue;  // an empty cell does not change the total
    if (!first_row) first_row = row;
    quantity::Scope first = scope_of(*first_row), other = scope_of(row);
    if (first == other) continue;
    auto name = [](const quantity::Scope& scope) {
      return scope.is_stated() ? fmt::format("\"{}\"", scope.text()) : "an unstated scope";
    };
    context.diagnostics
        .error("scope-mismatch", spec.total_span,
               fmt::format("the rows of \"{}\" cover different things: {} in row {}, {} in row {}", spec.name.text,
                           name(first), *first_row + 1, name(other), row + 1))
        .expect("rows that cover the same thing")
        .suggest(fmt::format("state in the query what one row covers: -- @{} {{covers: …}}", spec.name.text));
    return;
  }
}

// Finds the columns that decide which rows compare, for a column in which the best value is marked.
void find_comparable(ShownColumn& column, base::Span span, const Frame& frame, Context& context) {
  if (column.field.better == quantity::Better::neither || column.field.comparable.empty()) return;
  for (const std::string_view part : base::split(column.field.comparable, ',')) {
    const std::string_view name = base::trim(part);
    if (const int index = frame.find(name); index >= 0) {
      column.comparable.push_back(static_cast<size_t>(index));
      continue;
    }
    context.diagnostics
        .error("not-comparable", span,
               fmt::format("\"{}\" marks the best value, but only rows with one \"{}\" compare, and the data \"{}\" do "
                           "not have this column",
                           column.field.name, name, frame.name))
        .suggest(fmt::format("select {0}, or mark nothing: {{name: {1}, better: neither}}", name, column.field.name));
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
  if (!spec.format.empty()) {
    Frame copy = frame;  // a copy is acceptable, because formats in blocks are rare
    copy.fields[index].format = column.field.format = spec.format;
    column.format = quantity::ColumnFormat(copy, index, context.view.units().locale());
  }
  column.link = other_column(spec.link, spec.name.span);
  column.missing = other_column(spec.missing.column.text, spec.missing.column.span);
  column.footnote = other_column(spec.footnote.column.text, spec.footnote.column.span);
  column.mark_worst = spec.worst.value_or(table.worst);
  find_comparable(column, spec.name.span, frame, context);
  if (spec.total) check_total(column, frame, context);
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
  std::vector<size_t> group;  // the rows that are compared
  for (size_t row = 0; row < frame.rows(); ++row) {
    const auto by = static_cast<size_t>(group_by);
    if (group_by >= 0 && row > 0 && frame.at(row, by) != frame.at(row - 1, by)) {
      mark_group(column, frame, group, facts.marks);
      group.clear();
    }
    const quantity::Value& value = frame.at(row, column.index);
    if (!quantity::is_number(value)) continue;
    facts.least = std::min(facts.least, quantity::to_double(value));
    facts.greatest = std::max(facts.greatest, quantity::to_double(value));
    if (!is_left_out(row)) group.push_back(row);
  }
  mark_group(column, frame, group, facts.marks);
  if (!column.field.unit_field.empty()) {
    std::optional<quantity::Unit> first;
    for (size_t row = 0; row < frame.rows() && !facts.mixed_units; ++row) {
      const auto unit = units.parse(frame.unit_of(row, column.index));
      if (row == 0) first = unit;
      facts.mixed_units = !first || !unit || !quantity::convertible(*first, *unit);
    }
  }
  return facts;
}

std::string sort_value(const ShownColumn& column, const ColumnFacts& facts, const Frame& frame, size_t row,
                       std::string_view shown, const quantity::Units& units) {
  const quantity::Value& value = frame.at(row, column.index);
  const auto* date = std::get_if<std::string>(&value);
  if (date && quantity::is_date(column.field.type) && *date != shown) return *date;
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

Total total_of(const ShownColumn& column, const Frame& frame, Context& context) {
  Total total;
  quantity::Exact sum;
  std::set<std::string> refs;
  for (size_t row = 0; row < frame.rows(); ++row) {
    auto value = quantity::Exact::from(frame.at(row, column.index));
    if (!value) continue;
    sum = sum + *value;
    ++total.values;
    const quantity::Refs& of_cell = frame.refs_of(row, column.index);
    refs.insert(of_cell.begin(), of_cell.end());
  }
  total.refs.assign(refs.begin(), refs.end());
  if (total.values == 0) return total;
  total.text = column.field.unit_field.empty()
                   ? column.format(sum.to_value())
                   : column.format.with_unit(sum.to_value(), frame.unit_of(0, column.index), context.view.units());
  return total;
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

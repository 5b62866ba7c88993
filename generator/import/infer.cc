#include "import/infer.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "base/suggest.h"
#include "base/text.h"
#include "base/utf8.h"
#include "data/dates.h"
#include "import/column_type.h"
#include "import/decimal_mark.h"
#include "import/head.h"
#include "import/infer_key.h"
#include "import/named_unit.h"
#include "import/number_text.h"
#include "quantity/decimal.h"

namespace import {
namespace {

using quantity::FieldType;

constexpr size_t kMostExamples = 5;
// A column counts as one of numbers from this share on, in percent, so that a few slips don't make it text unnoticed.
constexpr size_t kMostlyNumbers = 80;

bool is_year_head(std::string_view name) {
  return name == "year" || name.ends_with("_year") || name.starts_with("year_") || name == "jahr" || name == "année";
}

class Inferrer {
 public:
  Inferrer(const Sheet& sheet, const base::SourceText& source, const quantity::Units& units,
           const InferOptions& options, base::Diagnostics& diagnostics)
      : sheet_(sheet),
        source_(source),
        units_(units),
        options_(options),
        diagnostics_(diagnostics),
        marks_(options.decimal) {}

  std::optional<InferredTable> infer() {
    size_t errors = diagnostics_.errors();
    for (const SheetColumn& column : sheet_.columns) values_.push_back(look_at(column.cells));
    note_the_sheet();
    find_decimal_marks();
    name_columns();
    for (size_t i = 0; i < sheet_.columns.size(); ++i) decide(i);
    check_names_in_options();
    if (diagnostics_.errors() > errors) return std::nullopt;
    choose_key(table_, sheet_, source_, options_, diagnostics_);
    if (diagnostics_.errors() > errors) return std::nullopt;
    return std::move(table_);
  }

 private:
  size_t rows() const { return sheet_.rows(); }
  InferredColumn& column(size_t i) { return table_.columns[i]; }
  template <class... Parts>
  void note(fmt::format_string<Parts...> text, Parts&&... parts) {
    table_.notes.push_back(fmt::format(text, std::forward<Parts>(parts)...));
  }

  base::Span span_of(size_t i, size_t row) const {
    std::string_view cell = sheet_.columns[i].cells[row], text = source_.text();
    if (cell.data() >= text.data() && cell.data() + cell.size() <= text.data() + text.size() && !cell.empty()) {
      auto begin = static_cast<uint32_t>(cell.data() - text.data());
      return {&source_, begin, begin + static_cast<uint32_t>(cell.size())};
    }
    size_t begin = source_.line_start(sheet_.lines[row]);
    return {&source_, static_cast<uint32_t>(begin),
            static_cast<uint32_t>(begin + source_.line(sheet_.lines[row]).size())};
  }

  void note_the_sheet() {
    if (sheet_.delimiter != ',') note("the cells are divided by {}", delimiter_name(sheet_.delimiter));
    if (sheet_.empty_rows > 0) note("{} left out", base::count_of(sheet_.empty_rows, "empty row"));
    if (sheet_.delimiter == '|') return;  // of a Markdown table the outer ones are always empty
    for (size_t number : sheet_.empty_columns) note("column {} is empty and was left out", number);
  }

  void find_decimal_marks() {
    for (const ColumnValues& values : values_)
      if (values.numbers > 0 && values.numbers * 100 >= values.filled() * kMostlyNumbers) marks_.see(values);
  }

  void name_columns() {
    std::vector<Head> heads;
    for (const SheetColumn& each : sheet_.columns) heads.push_back(read_head(each.head, units_));
    std::set<std::string> taken;
    for (size_t i = 0; i < heads.size(); ++i) {
      const ColumnValues& values = values_[i];
      bool no_numbers = values.numbers == 0 && !values.others.empty();
      if (no_numbers)
        heads[i] = read_plain_head(sheet_.columns[i].head);
      else if (heads[i].unit.empty() && heads[i].unknown.empty())
        read_name(sheet_.columns[i].head, heads[i]);
      auto same = [&](const Head& other) { return other.name == heads[i].name; };
      bool twice = std::count_if(heads.begin(), heads.end(), same) > 1;
      std::string wanted = heads[i].name;
      if (sheet_.columns[i].head.empty()) wanted = fmt::format("column_{}", i + 1);
      if (twice && !heads[i].unit.empty()) wanted = column_name(heads[i].name + "_" + heads[i].unit);
      InferredColumn made;
      made.head = sheet_.columns[i].head;
      made.name = unique_name(wanted, taken);
      made.title = heads[i].title.empty() ? fmt::format("Column {}", i + 1) : heads[i].title;
      table_.columns.push_back(std::move(made));
      if (sheet_.columns[i].head.empty()) note("column {} has no head; it is named {}", i + 1, column(i).name);
      if (column(i).name != wanted)
        note("two columns are headed \"{}\"; the second is named {}", column(i).head, column(i).name);
    }
    heads_ = std::move(heads);
  }

  // The unit that the name of a column of numbers ends in. The name stays.
  void read_name(const std::string& written, Head& head) {
    NamedUnit named = read_named_unit(written, units_);
    head.unit = std::move(named.unit);
    if (!named.title.empty()) head.title = std::move(named.title);
    if (!named.doubt.empty()) table_.wanted.push_back(fmt::format("{}: {}", head.name, named.doubt));
  }

  void decide(size_t i) {
    const ColumnValues& values = values_[i];
    InferredColumn& made = column(i);
    made.empty = values.empty;
    if (values.filled() + values.marks == 0) {
      note("{} has no values", made.name);
    } else if (made.is_named_in(options_.texts) || made.is_about_the_row()) {
      made.type = FieldType::string;
    } else if (is_meant_as_numbers(i)) {
      decide_number(i);
    } else {
      decide_text(i);
    }
    made.required = made.empty == 0;
  }

  bool is_meant_as_numbers(size_t i) const {
    const ColumnValues& values = values_[i];
    if (values.numbers == 0) return false;
    if (values.others.empty()) return true;
    bool has_unit = !heads_[i].unit.empty();
    return has_unit || values.numbers * 100 >= values.filled() * kMostlyNumbers;
  }

  void decide_text(size_t i) {
    const ColumnValues& values = values_[i];
    InferredColumn& made = column(i);
    size_t all = values.others.size();
    if (values.numbers == 0 && values.marks == 0 && all > 0) {
      if (values.booleans == all) made.type = FieldType::boolean, made.writing = Writing::lower_case;
      if (values.dates == all) made.type = FieldType::date;
      if (values.months == all) made.type = FieldType::yearmonth;
      if (values.times == all) made.type = FieldType::datetime;
    }
    if (made.type != FieldType::string) return;
    if (values.other_dates > 0 && values.other_dates * 2 >= all)
      table_.wanted.push_back(
          fmt::format("{} seems to hold dates; they stay text until they are written as 2026-01-31", made.name));
    tell_other_than_dates(i);
    if (values.numbers > 0)
      note("{} is text: {} of its {} values are numbers", made.name, values.numbers, values.filled() + values.marks);
    made.one_of = few_values(sheet_.columns[i].cells);
    if (!made.one_of.empty())
      note("{} holds {} only: another value will be an error", made.name, base::list_names(base::views(made.one_of)));
  }

  // A slip, such as a day that no month has, makes text of a column of dates.
  void tell_other_than_dates(size_t i) {
    const ColumnValues& values = values_[i];
    size_t all = values.filled() + values.marks;
    for (const auto& [count, is_one] : {std::pair(values.dates, &data::is_date),
                                        {values.months, data::is_year_month},
                                        {values.times, data::is_datetime}}) {
      if (count == all || count * 100 < all * kMostlyNumbers) continue;
      const auto& cells = sheet_.columns[i].cells;
      auto other = std::find_if(cells.begin(), cells.end(), [&](auto cell) { return !cell.empty() && !is_one(cell); });
      table_.wanted.push_back(fmt::format(
          "{} is text: {} of its {} values are dates, \"{}\" in line {} is none; mend it, or leave the cell empty",
          column(i).name, count, all, *other, sheet_.lines[static_cast<size_t>(other - cells.begin())]));
    }
  }

  void decide_number(size_t i) {
    const ColumnValues& values = values_[i];
    InferredColumn& made = column(i);
    if (!values.others.empty()) return report_mixed(i);
    if (values.leading_zeros > 0 && heads_[i].unit.empty() && values.sign.empty()) {
      note("{} is text: its numbers begin with 0", made.name);
      return;
    }
    if (!choose_writing(i)) return;
    made.empty += values.marks;
    if (values.marks > 0)
      note("{} of {}, such as \"{}\", {} taken for empty", base::count_of(values.marks, "value"), made.name,
           first_mark(i), values.marks == 1 ? "was" : "were");
    choose_unit(i);
    made.type = type_of_numbers(i);
    if (values.long_numbers > 0 && made.type == FieldType::number)
      note("{} has numbers of more than 15 digits, which will be rounded", made.name);
  }

  std::string_view first_mark(size_t i) const {
    const auto& cells = sheet_.columns[i].cells;
    auto found = std::find_if(cells.begin(), cells.end(),
                              [](std::string_view cell) { return !cell.empty() && is_missing_mark(cell); });
    return found == cells.end() ? std::string_view() : *found;
  }

  void report_mixed(size_t i) {
    const ColumnValues& values = values_[i];
    auto& error = diagnostics_.error(
        "mixed-types", span_of(i, values.others.front()),
        fmt::format("\"{}\" holds numbers, but {} of its {} values {} none", column(i).head, values.others.size(),
                    values.filled(), values.others.size() == 1 ? "is" : "are"));
    for (size_t at = 1; at < std::min(values.others.size(), kMostExamples); ++at)
      error.note(span_of(i, values.others[at]),
                 fmt::format("\"{}\" in line {}", sheet_.columns[i].cells[values.others[at]],
                             sheet_.lines[values.others[at]]));
    error.expect("a number, or an empty cell where there is none")
        .suggest(fmt::format("mend the file, or take the column as text: --text {}", column(i).name));
  }

  // Point or comma; false after a mistake.
  bool choose_writing(size_t i) {
    const ColumnValues& values = values_[i];
    InferredColumn& made = column(i);
    bool point = values.with_point == values.numbers, comma = values.with_comma == values.numbers;
    if (!point && !comma) {
      report_both(i);
      return false;
    }
    const DecimalMark mark = marks_.of(values);
    if (mark == DecimalMark::open) {
      report_ambiguous(i);
      return false;
    }
    made.writing = mark == DecimalMark::comma ? Writing::number_with_comma : Writing::number_with_point;
    note_example(i);
    return true;
  }

  void note_example(size_t i) {
    for (std::string_view cell : sheet_.columns[i].cells) {
      std::string written = written_cell(column(i), cell);
      if (cell == written || is_missing_mark(cell)) continue;
      note("the numbers of {} are written plainly: \"{}\" becomes {}", column(i).name, cell, written);
      return;
    }
  }

  void report_ambiguous(size_t i) {
    size_t row = values_[i].first_ambiguous;
    std::optional<NumberText> number = read_number_text(sheet_.columns[i].cells[row]);
    diagnostics_
        .error("ambiguous-number", span_of(i, row),
               fmt::format("\"{}\" may be {} or {}", sheet_.columns[i].cells[row], *number->with_point,
                           *number->with_comma))
        .suggest("say which: --decimal . or --decimal ,");
  }

  void report_both(size_t i) {
    for (size_t row = 0; row < rows(); ++row) {
      std::optional<NumberText> number = read_number_text(sheet_.columns[i].cells[row]);
      bool odd = number && !(values_[i].with_point >= values_[i].with_comma ? number->with_point : number->with_comma);
      if (!odd) continue;
      diagnostics_
          .error("mixed-types", span_of(i, row),
                 fmt::format("\"{}\" has decimal points and decimal commas", column(i).head))
          .expect("one way to write numbers in the whole column")
          .suggest(fmt::format("mend the file, or take the column as text: --text {}", column(i).name));
      return;
    }
  }

  void choose_unit(size_t i) {
    const ColumnValues& values = values_[i];
    InferredColumn& made = column(i);
    const Head& head = heads_[i];
    made.unit = head.unit;
    std::optional<quantity::Unit> unit = units_.parse(made.unit);
    if (unit && unit->text() == "1") made.unit = "1";
    if (!head.unknown.empty())
      table_.wanted.push_back(
          fmt::format("{}: {}{} If ({}) is a unit, declare it in data/units.json and add \"unit\": \"{}\" to the field",
                      made.name, head.why, head.why.ends_with('?') ? "" : ".", head.unknown, head.unknown));
    if (values.signs == 0 && made.unit == "%" && are_shares(i))
      table_.wanted.push_back(
          fmt::format("{}: its values are between 0 and 1; if they are shares, write \"unit\": \"1\", since 0.5 % is "
                      "half a percent",
                      made.name));
    if (values.signs == 0) return;
    if (values.sign == "?") {
      table_.wanted.push_back(fmt::format("{}: its numbers have different signs; check them", made.name));
    } else if (made.unit.empty() && head.unknown.empty()) {
      made.unit = units_.parse(values.sign) ? units_.parse(values.sign)->text() : "";
      note("{} is in {}, as the sign {} says", made.name, made.unit, values.sign);
    } else if (unit && !goes_with(values.sign, *unit)) {
      table_.wanted.push_back(fmt::format("{}: its head says {}, and its numbers have the sign {}; check them",
                                          made.name, made.unit, values.sign));
    }
    if (is_ratio_sign(values.sign) && values.signs < values.numbers)
      table_.wanted.push_back(fmt::format("{}: {} of its {} numbers {} the sign {}; check the others", made.name,
                                          values.signs, values.numbers, values.signs == 1 ? "has" : "have",
                                          values.sign));
  }

  // True if no value is beyond 1 and some are between 0 and 1.
  bool are_shares(size_t i) const {
    bool fraction = false;
    for (std::string_view cell : sheet_.columns[i].cells) {
      const std::string text = written_cell(table_.columns[i], cell);
      const auto value = text.empty() ? std::nullopt : quantity::Exact::parse(text);
      if (!value) continue;
      const double size = value->to_double();
      if (size < 0 || size > 1) return false;
      fraction = fraction || (size > 0 && size < 1);
    }
    return fraction;
  }

  // "%" says what the numbers are; "$" may stand before the dollars of a unit such as USD/h.
  bool goes_with(const std::string& sign, const quantity::Unit& unit) const {
    const std::optional<quantity::Unit> said = units_.parse(sign);
    if (!said || is_ratio_sign(sign)) return said && said->text() == unit.text();
    return is_counted_in(unit, *said);
  }

  // What is measured may have a fraction next time, so it is a number.
  FieldType type_of_numbers(size_t i) {
    const InferredColumn& made = column(i);
    if (!made.unit.empty()) return FieldType::number;
    bool years = values_[i].four_digits == values_[i].numbers && is_year_head(made.name);
    if (years && made.writing == Writing::number_with_point) return FieldType::year;
    for (std::string_view cell : sheet_.columns[i].cells) {
      std::string text = written_cell(made, cell);
      int64_t value = 0;
      auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
      if (!text.empty() && (error != std::errc() || end != text.data() + text.size())) return FieldType::number;
    }
    return FieldType::integer;
  }

  void check_names_in_options() {
    std::vector<std::string_view> names;
    for (const InferredColumn& each : table_.columns) names.push_back(each.name);
    for (const auto* list : {&options_.texts, &options_.key})
      for (const std::string& name : *list) {
        const auto is_it = [&](const InferredColumn& each) { return each.is_named_in({name}); };
        if (std::none_of(table_.columns.begin(), table_.columns.end(), is_it))
          diagnostics_.error("unknown-column", source_.path(), fmt::format("the file has no column \"{}\"", name))
              .expect("one of " + base::list_names(names, 20))
              .suggest(base::did_you_mean(name, names));
      }
  }

  const Sheet& sheet_;
  const base::SourceText& source_;
  const quantity::Units& units_;
  const InferOptions& options_;
  base::Diagnostics& diagnostics_;
  std::vector<ColumnValues> values_;
  std::vector<Head> heads_;
  DecimalMarks marks_;
  InferredTable table_;
};

}  // namespace

bool InferredColumn::is_named_in(const std::vector<std::string>& names) const {
  return std::any_of(names.begin(), names.end(), [&](const std::string& each) {
    return each == name || (!each.empty() && base::trim(each) == head);
  });
}

bool InferredColumn::is_about_the_row() const {
  static const std::set<std::string_view> kNames = {"source", "locator", "as_of", "note", "notes", "comment", "remark"};
  return kNames.contains(name);
}

std::vector<std::string_view> InferredTable::numbers() const {
  std::vector<std::string_view> names;
  for (size_t i = 0; i < columns.size(); ++i)
    if (quantity::is_numeric(columns[i].type) && std::find(key.begin(), key.end(), i) == key.end())
      names.push_back(columns[i].name);
  return names;
}

const InferredColumn* InferredTable::find(std::string_view name) const {
  auto found = std::find_if(columns.begin(), columns.end(), [&](const auto& each) { return each.name == name; });
  return found == columns.end() ? nullptr : &*found;
}

std::optional<InferredTable> infer_table(const Sheet& sheet, const base::SourceText& source,
                                         const quantity::Units& units, const InferOptions& options,
                                         base::Diagnostics& diagnostics) {
  return Inferrer(sheet, source, units, options, diagnostics).infer();
}

}  // namespace import

#include "import/infer.h"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <set>
#include <utility>

#include "base/suggest.h"
#include "base/text.h"
#include "base/utf8.h"
#include "import/head.h"
#include "import/measure.h"
#include "notation/json.h"

namespace import {
namespace {

using quantity::FieldType;

constexpr size_t kMaxExamples = 5;

bool is_year_head(std::string_view name) {
  return name == "year" || name.ends_with("_year") || name.starts_with("year_") || name == "jahr" || name == "année";
}

class Inferrer {
 public:
  Inferrer(const Sheet& sheet, const quantity::Units& units, const InferOptions& options,
           base::Diagnostics& diagnostics)
      : sheet_(sheet),
        source_(*sheet.text),
        units_(units),
        options_(options),
        diagnostics_(diagnostics),
        marks_(options.decimal.empty() ? sheet.decimal : options.decimal, sheet.delimiter) {}

  std::optional<InferredTable> infer() {
    const size_t errors = diagnostics_.errors();
    if (sheet_.columns.size() > kMaxColumns) return refuse_width();
    table_.assumed = sheet_.assumed;
    note_delimiter_and_gaps();
    for (const SheetColumn& column : sheet_.columns) {
      const ColumnValues& values = values_.emplace_back(count_values(column.cells));
      if (values.numbers > 0 && are_most(values.numbers, values.filled())) marks_.add_column(values);
    }
    name_columns();
    resolve_names();
    for (size_t i = 0; i < sheet_.columns.size(); ++i) infer_column(i);
    for (size_t i = 1; i < sheet_.columns.size(); ++i) copy_unit(i);
    check_names_in_options();
    find_unit_columns(table_, sheet_, units_, options_, diagnostics_);
    for (size_t i = 0; i < sheet_.columns.size(); ++i) ask_about_rows(i);
    if (diagnostics_.errors() == errors) choose_key(table_, sheet_, options_, diagnostics_);
    if (diagnostics_.errors() > errors) return std::nullopt;
    return std::move(table_);
  }

 private:
  InferredColumn& column(size_t i) { return table_.columns[i]; }
  const std::vector<std::string_view>& cells(size_t i) const { return sheet_.columns[i].cells; }
  template <class... Parts>
  void note(fmt::format_string<Parts...> text, Parts&&... parts) {
    table_.notes.push_back(fmt::format(text, std::forward<Parts>(parts)...));
  }
  template <class... Parts>
  void want(fmt::format_string<Parts...> text, Parts&&... parts) {
    table_.wanted.push_back(fmt::format(text, std::forward<Parts>(parts)...));
  }

  base::Span place_of(size_t i, size_t row) const { return sheet_.place_of(i, row); }

  std::optional<InferredTable> refuse_width() {
    diagnostics_
        .error("csv-syntax", span_of_line(source_, 1),
               fmt::format("{} columns, more than the {} that a resource can have", sheet_.columns.size(), kMaxColumns))
        .suggest("choose the columns that pages need, --columns a,b,c, or write one row for each quantity");
    return std::nullopt;
  }

  void note_delimiter_and_gaps() {
    if (sheet_.delimiter != ',') note("the cells are separated by {}", delimiter_name(sheet_.delimiter));
    if (sheet_.empty_rows > 0) note("{} left out", base::count_of(sheet_.empty_rows, "empty row"));
    if (sheet_.delimiter == '|') return;  // a line of Markdown begins and ends with an empty cell
    for (size_t number : sheet_.empty_columns) note("column {} is empty and was skipped", number);
  }

  void name_columns() {
    for (const SheetColumn& each : sheet_.columns)
      heads_.push_back(read_head(each.head, units_, each.has_stated_unit()));
    std::set<std::string> taken;
    for (size_t i = 0; i < heads_.size(); ++i) {
      const std::string& written = sheet_.columns[i].head;
      Head& head = heads_[i];
      const ColumnValues& values = values_[i];
      are_mixed_.push_back(values.numbers > 0 && !values.others.empty() &&
                           (!head.unit.empty() || are_most(values.numbers, values.filled()) || is_one_word(i)));
      if (written.empty())
        head = read_plain_head(sheet_.columns[i].published());
      else if (!values.others.empty())
        head = read_plain_head(written);
      NamedUnit& named = named_.emplace_back();
      if (!written.empty() && values.others.empty() && head.unit.empty() && (head.unknown.empty() || head.is_remark)) {
        named = read_named_unit(written, units_);
        if (named.doubt.empty()) head.unit = named.unit;
        if (named.doubt.empty() && !named.title.empty()) head.title = named.title;  // the name stays
      }
      std::string wanted = head.name;
      if (std::ranges::count(heads_, head.name, &Head::name) > 1 && !head.unit.empty())
        wanted = column_name(head.name + "_" + head.unit);
      InferredColumn& made = table_.columns.emplace_back();
      made.head = written;
      made.published = sheet_.columns[i].published();
      made.name = unique_name(wanted, taken);
      made.title = head.title;
      if (written.empty()) note("{} has no header; it is named {}", sheet_.columns[i].published(), made.name);
      if (made.name != wanted)
        note("\"{}\" is named {}, because another column is named {}", sheet_.columns[i].published(), made.name,
             wanted);
    }
  }

  // Whether all values that are not numbers are the same word, such as "[c]", and most are numbers.
  bool is_one_word(size_t i) const {
    const std::vector<size_t>& others = values_[i].others;
    return others.size() > 1 && others.size() < values_[i].numbers &&
           std::ranges::all_of(others, [&](size_t row) { return cells(i)[row] == cells(i)[others.front()]; });
  }

  void infer_column(size_t i) {
    const ColumnValues& values = values_[i];
    InferredColumn& made = column(i);
    made.empty = values.empty;
    if (values.filled() + values.marks == 0) note("{} has no values", made.name);
    if (values.filled() == 0 && !made.is_named_in(options_.texts) && promises_numbers(i))
      infer_numbers_to_come(i);
    else if (values.filled() + values.marks == 0)
      made.type = FieldType::string;
    else if (made.name == "as_of" && !made.is_named_in(options_.texts))
      infer_date_of_rows(i);
    else if (!made.is_named_in(options_.texts) && !made.is_about_the_row())
      values.numbers > 0 && values.others.empty() ? infer_number(i) : infer_text(i);
    if (made.type == FieldType::string) note_missing(i, [](auto cell) { return is_missing_text(cell); });
  }

  // A column without values has numbers in a later edition, if its header or an option states their unit.
  bool promises_numbers(size_t i) const {
    return unit_in_options(i) || (!heads_[i].unit.empty() && named_[i].unit.empty());
  }
  void infer_numbers_to_come(size_t i) {
    note_missing(i, is_missing_mark);
    choose_unit(i);
    column(i).type = FieldType::number;
  }

  // An uncertainty and the high end of a range are in the unit of the column before, from which they were split.
  void copy_unit(size_t i) {
    const Part part = sheet_.columns[i].part;
    InferredColumn& made = column(i);
    if ((part != Part::uncertainty && part != Part::high) || !made.unit.empty() || !quantity::is_numeric(made.type))
      return;
    made.unit = column(i - 1).unit;
    if (made.measured()) made.type = FieldType::number;
  }

  void infer_text(size_t i) {
    const ColumnValues& values = values_[i];
    InferredColumn& made = column(i);
    const size_t all = values.others.size();
    if (values.numbers == 0 && values.marks == 0 && all > 0) {
      if (values.booleans == all) made.type = FieldType::boolean;
      if (values.dates == all) made.type = FieldType::date;
      if (values.months == all) made.type = FieldType::yearmonth;
      if (values.times == all) made.type = FieldType::datetime;
      if (made.type == FieldType::string) made.dates = find_date_order(cells(i), options_.dates);
      if (made.dates) made.type = FieldType::date;
    }
    if (made.type != FieldType::string) return note_writing(i);
    if (values.other_dates > 0 && values.other_dates * 2 >= all) ask_about_dates(i);
    if (std::string slip = slip_among_dates(made.name, cells(i), sheet_.lines); !slip.empty()) want("{}", slip);
    report_spreadsheet_errors(i);
    if (ask_about_raised(i)) return;
    if (are_mixed_[i]) return report_mixed(i);
    report_unit_of_text(i);
    if (values.numbers > 0)
      note("{} is text: {} of its {} values are numbers", made.name, values.numbers, values.filled() + values.marks);
  }

  // Asks about numbers without a unit if the names of their rows end in different ones: "Jobs (thousands)" above "Rate
  // (%)".
  void ask_about_rows(size_t i) {
    constexpr size_t kMaxSampleRows = 1000;
    const auto lacks_unit = [](const InferredColumn& each) {
      return quantity::is_numeric(each.type) && !each.measured();
    };
    const auto number = std::ranges::find_if(table_.columns, lacks_unit);
    if (column(i).type != FieldType::string || number == table_.columns.end()) return;
    std::map<std::string, std::string_view> stated;  // an example of each unit
    for (std::string_view cell : cells(i) | std::views::take(kMaxSampleRows)) {
      if (!cell.ends_with(')') && !cell.ends_with(']')) continue;
      const Head head = read_head(cell, units_);
      const std::string unit = scale_prefix(head).empty() ? head.unit : head.unknown;
      if (!unit.empty() && !head.is_letter) stated.emplace(unit, cell);
    }
    if (stated.size() < 2) return;
    want(
        "{} names units, in \"{}\" and \"{}\": if they are those of the numbers in these rows, write them into a "
        "column of the file, such as Unit, and give it: --unit {}='{{unit}}'",
        column(i).name, stated.begin()->second, stated.rbegin()->second, number->name);
  }

  // Asks what raised digits after a number mean. Returns false if there are none.
  bool ask_about_raised(size_t i) {
    const auto cell = std::ranges::find_if(cells(i), has_raised_digits);
    if (cell == cells(i).end()) return false;
    want(
        "{} is text, because \"{}\" in line {} may be a power or a number with the mark of a footnote; for marks, run "
        "this again with --footnotes; write powers plainly in the file",
        column(i).name, *cell, sheet_.lines[static_cast<size_t>(cell - cells(i).begin())]);
    return true;
  }

  void ask_about_dates(size_t i) {
    want(
        "{} seems to contain dates; they stay text until they are written as 2026-01-31, or their order is given: "
        "--dates dmy or --dates mdy",
        column(i).name);
  }

  // The column stays a text, because its dates may be months or years.
  void infer_date_of_rows(size_t i) {
    if (std::ranges::all_of(cells(i), [](auto cell) { return cell.empty() || data::is_partial_date(cell); })) return;
    column(i).dates = find_date_order(cells(i), options_.dates);
    column(i).dates ? note_writing(i) : ask_about_dates(i);
  }

  // Notes the order of dates, and how the first cell that changes is rewritten.
  void note_writing(size_t i) {
    if (const std::string_view order = shown_date_order(cells(i)); column(i).dates && !order.empty())
      table_.orders.emplace(order);
    for (std::string_view cell : cells(i)) {
      const std::string written = written_cell(column(i), cell);
      if (cell == written || is_missing_mark(cell) || base::lower(cell) == written) continue;
      return note("the values of {} are written plainly: \"{}\" becomes {}", column(i).name, cell, written);
    }
  }

  void report_spreadsheet_errors(size_t i) {
    for (size_t row = 0; row < cells(i).size(); ++row)
      for (std::string_view mistake : {"#REF!", "#DIV/0!", "#VALUE!", "#NAME?", "#NUM!", "#NULL!"})
        if (cells(i)[row] == mistake)
          return want("{} contains an error of a spreadsheet, \"{}\" in line {}; fix it, or leave the cell empty",
                      column(i).name, mistake, sheet_.lines[row]);
  }

  void infer_number(size_t i) {
    const ColumnValues& values = values_[i];
    InferredColumn& made = column(i);
    if (values.leading_zeros > 0 && heads_[i].unit.empty() && values.sign.empty())
      return note("{} is text: its numbers begin with 0", made.name);
    if (!choose_writing(i)) return;
    note_missing(i, is_missing_mark);
    assume_negative(i);
    choose_unit(i);
    made.type = type_of_numbers(i);
    if (const std::string doubt = doubt_about_days(made.name, cells(i)); !doubt.empty()) want("{}", doubt);
    if (may_be_years(i)) want("{0}: if its numbers are years, write --unit {0}=year", made.name);
    if (values.long_numbers > 0 && made.type == FieldType::number)
      note("{} has numbers of more than 15 digits, which will be rounded", made.name);
  }

  // Counts values that mean "no value" as empty.
  template <class IsMissing>
  void note_missing(size_t i, IsMissing is_missing) {
    const auto is_mark = [&](std::string_view cell) { return !cell.empty() && is_missing(cell); };
    const auto marks = static_cast<size_t>(std::ranges::count_if(cells(i), is_mark));
    column(i).empty += marks;
    if (marks > 0)
      note("{} of {}, such as \"{}\", {} treated as empty", base::count_of(marks, "value"), column(i).name,
           *std::ranges::find_if(cells(i), is_mark), marks == 1 ? "was" : "were");
  }

  // A header with a unit promises numbers: "36.6 + 0.25" in a column "Memory (MiB)" is not one.
  void report_unit_of_text(size_t i) {
    const std::string unit = read_head(sheet_.columns[i].head, units_).unit;
    const auto other = std::ranges::find_if(cells(i), [&](std::string_view cell) {
      return std::ranges::any_of(cell, base::is_digit) && !read_number_text(cell) && !read_measure(cell, units_);
    });
    if (!unit.empty() && other != cells(i).end())
      want("{} is text, although its header has the unit {}: \"{}\" in line {} is not a number", column(i).name, unit,
           base::shortened(*other), sheet_.lines[static_cast<size_t>(other - cells(i).begin())]);
  }

  // A column of numbers with other values remains text, so that nothing is lost; its author decides what they mean.
  void report_mixed(size_t i) {
    const std::vector<size_t>& others = values_[i].others;
    std::vector<std::string> shown;
    std::set<std::string_view> known;
    for (size_t row : others)
      if (known.size() < kMaxExamples && known.insert(cells(i)[row]).second)
        shown.push_back(fmt::format("\"{}\" in line {}", base::shortened(cells(i)[row]), sheet_.lines[row]));
    want(
        "{0} is text, because {1} of its {2} values {3}: {4}; for a column of numbers, fix the file, or if they mean "
        "no value, run this again with --missing '{5}'",
        column(i).name, others.size(), values_[i].filled(), others.size() == 1 ? "is not a number" : "are not numbers",
        base::join(shown, ", ") + (known.size() < kMaxExamples ? "" : ", …"),
        base::shortened(cells(i)[others.front()]));
  }

  // Chooses the point or the comma as the decimal mark; returns false after an error, or if the column remains text.
  bool choose_writing(size_t i) {
    const ColumnValues& values = values_[i];
    const bool is_pointed = values.with_point >= values.with_comma;
    const DecimalMark mark = marks_.of(values);
    if (values.with_point != values.numbers && values.with_comma != values.numbers) {
      const auto odd = std::ranges::find_if(cells(i), [&](std::string_view cell) {
        const auto number = read_number_text(cell);
        return number && !(is_pointed ? number->with_point : number->with_comma);
      });
      want(
          "{} is text, because it has decimal points and decimal commas: \"{}\" in line {} differs from most; write "
          "all "
          "numbers of the column the same way",
          column(i).name, *odd, sheet_.lines[static_cast<size_t>(odd - cells(i).begin())]);
      return false;
    }
    if (marks_.may_be_lists(values)) {
      want(
          "{} is text: \"{}\" in line {} may be a number with a decimal comma or a list; if it is a number: --decimal "
          ",",
          column(i).name, cells(i)[values.first_comma], sheet_.lines[values.first_comma]);
      return false;
    }
    if (mark == DecimalMark::unknown) {
      const std::string_view cell = cells(i)[values.first_ambiguous];
      const auto number = read_number_text(cell);
      diagnostics_
          .error("ambiguous-number", place_of(i, values.first_ambiguous),
                 fmt::format("\"{}\" may be {} or {}", cell, *number->with_point, *number->with_comma))
          .suggest("specify --decimal . or --decimal ,");
      return false;
    }
    column(i).type = FieldType::number;
    column(i).comma = mark == DecimalMark::comma;
    if (sheet_.decimal.empty() && (values.ambiguous > 0 || values.with_point != values.with_comma))
      table_.decimals.insert(column(i).comma ? "," : ".");
    note_writing(i);
    return true;
  }

  // Lists that numbers in parentheses are negative, as accountants write them.
  void assume_negative(size_t i) {
    if (column(i).has_negatives) return;
    if (const std::string_view cell = find_in_parentheses(cells(i), units_); !cell.empty())
      table_.assumed.push_back({fmt::format("numbers of {} in parentheses are negative: \"{}\" becomes {}",
                                            column(i).name, cell, written_cell(column(i), cell)),
                                fmt::format("to confirm it: --parentheses {0}; as text: --text {0}", column(i).name)});
  }

  void choose_unit(size_t i) {
    const ColumnValues& values = values_[i];
    InferredColumn& made = column(i);
    const Head& head = heads_[i];
    const std::string* given = unit_in_options(i);
    if (has_given_years(i) && are_years(i)) return;
    made.unit_is_given = given != nullptr;
    made.unit = given ? *given : head.unit;
    std::string why;
    const std::optional<quantity::Unit> unit = units_.parse(made.unit, &why);
    for (std::string_view cell : std::views::reverse(cells(i)))
      if (has_given_years(i) && !is_missing_mark(cell) && count_values({cell}).four_digits == 0)
        why = fmt::format("\"{}\" is not a year of four digits", base::shortened(cell));
    if (given && !unit)
      diagnostics_.error("bad-unit", source_.path(), fmt::format("--unit {}={}: {}", made.name, *given, why))
          .expect("a unit such as km, or 1 for a plain number");
    check_given_unit(i, unit);
    // The unit that is given contains the scale of "GDP (billions)".
    if (const size_t scale = made.title.rfind(head.unknown); given && !scale_prefix(head).empty())
      made.title = base::trim(made.title.substr(0, made.title.find_last_of("([,", scale)));
    if (!given && values.signs == 0) ask_about_name(i);
    static const base::Pattern kPower("\\d[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]", PCRE2_UTF);
    if (!given && head.unknown.empty() && kPower.find(made.head))
      want(
          "{0}: if the raised digits in \"{1}\" are a power, multiply its numbers by it in the file; if they are the "
          "mark of a footnote, confirm its unit, or 1 without one: --unit {0}=UNIT",
          made.name, made.head);
    if (unit && unit->text() == "1") made.unit = "1";
    const bool is_unknown = !head.unknown.empty() && !given && !are_years(i);
    if (head.is_remark && made.unit.empty())
      want("{}: if ({}) at the end of its header says the unit, give it: --unit {}=UNIT, or 1 without a unit",
           made.name, base::shortened(head.unknown), made.name);
    else if (is_unknown && head.is_letter && head.why.empty())
      table_.assumed.push_back(
          {fmt::format("{} has no unit, because ({}) may mean several things", made.name, head.unknown),
           fmt::format("--unit {0}=UNIT, such as {1} if it is that, or to confirm a count: --unit {0}=1", made.name,
                       head.unknown)});
    else if (is_unknown && !head.is_remark)
      want_declaration(made.name, head);
    if (values.signs == 0 && made.unit == "%" && are_shares(i)) {
      want(
          "{0}: its values are between 0 and 1: if they are shares, --unit {0}=1; if 0.5 is half a percent, --unit "
          "{0}=%",
          made.name);
      if (!given && named_[i].unit == "%") made.unit.clear();
    }
    if (values.signs == 0) return;
    const std::optional<quantity::Unit> sign = units_.parse(values.sign);
    const bool is_confirmed =
        unit && sign && (is_ratio_sign(values.sign) ? sign->text() == unit->text() : is_counted_in(*unit, *sign));
    if (values.sign == "?" || (unit && !is_confirmed)) return report_symbol(i);
    const bool has_unit_column = options_.units.contains(made.name) || options_.units.contains(made.head);
    if (!given && !is_ratio_sign(values.sign) && names_scale(made.head))
      return want(
          "{0}: are its numbers {1}, or a thousand or a million of them, as its header says? Write --unit {0}={1}, "
          "k{1} or M{1}",
          made.name, sign ? sign->text() : values.sign);
    if (made.unit.empty() && (head.unknown.empty() || is_ratio_sign(values.sign)) && !has_unit_column) {
      made.unit = sign ? sign->text() : "";
      if (values.sign == "$" || values.sign == "¥")  // several countries write them
        table_.assumed.push_back(
            {fmt::format("{} is in {}, because of its symbol {}", made.name, made.unit, values.sign),
             fmt::format("--unit {0}={1}, or another currency", made.name, made.unit)});
      else
        note("{} is in {}, as the symbol {} shows", made.name, made.unit, values.sign);
    }
    const auto bare = find_bare_number(cells(i), values, made.head);
    if (!bare || given) return;
    if (!unit)
      diagnostics_.error("mixed-types", place_of(i, bare->row), bare->problem)
          .expect("one unit in the whole column")
          .suggest(fmt::format("fix the numbers; if all of them are in {0}, say so: --unit {1}={0}; or import the "
                               "column as text: --text {1}",
                               values.sign, made.name));
    else
      table_.assumed.push_back({fmt::format("{}; the others are in {}", bare->counts, made.unit),
                                fmt::format("--unit {}={}, or another unit", made.name, made.unit)});
  }

  // Lists what to write if the text in a header's brackets is a unit. The name of a unit is one word.
  void want_declaration(const std::string& column, const Head& head) {
    if (const std::string prefix = scale_prefix(head); !prefix.empty()) {
      std::string unit = fmt::format("{0}UNIT, such as {0}USD", prefix);
      for (std::string_view word : base::split(head.unknown, ' '))
        if (units_.parse(prefix + std::string(word))) unit = prefix + std::string(word);
      return want(
          "{0}: its header multiplies its numbers ({1}): write --unit {0}={2}; for a count, multiply them in the "
          "file, and write --unit {0}=1",
          column, head.unknown, unit);
    }
    // "Fare (2015 EUR)"
    static const base::Pattern kOfYear(R"((?|[0-9]{4} ([A-Z]{3})|([A-Z]{3}) [0-9]{4})$)", PCRE2_ANCHORED);
    if (const auto money = kOfYear.find(head.unknown); money && units_.is_currency((*money)[1]))
      return want("{0}: is it in {1}? Write --unit {0}={1}; its title keeps the year", column, (*money)[1]);
    std::vector<std::string> names;
    std::string unit;
    for (std::string_view rest = head.unknown; !rest.empty();) {
      const std::string_view word = rest.substr(0, rest.find_first_of("/*^()"));
      rest.remove_prefix(word.size());
      const std::string name = base::replace_all(std::string(base::trim(word)), " ", "_");
      if (!name.empty() && base::is_digit(name[0]))
        return want("{0}: ({1}) has a number, which no unit has: --unit {0}=1 keeps ({1}) in its title", column,
                    head.unknown);
      const bool is_unknown = !name.empty() && !units_.parse(name);
      const bool has_plural = is_unknown && units_.language().spells_units && name.size() > 3 && name.ends_with('s') &&
                              !name.ends_with("ss") && !name.ends_with("es");
      const std::string one = has_plural ? name.substr(0, name.size() - 1) : name;
      if (is_unknown)
        names.push_back(
            fmt::format("{{\"name\": \"{}\"{}}}", one, has_plural ? fmt::format(", \"plural\": \"{}\"", name) : ""));
      unit += one;
      if (rest.empty()) break;
      unit += rest[0];
      rest.remove_prefix(1);
    }
    if (names.empty()) names.push_back(fmt::format("{{\"name\": {}}}", notation::json_text(unit)));
    want(
        "{}: {}{} If ({}) is a unit, write {{\"units\": [{}]}} into data/units.json, and \"unit\": \"{}\" into the "
        "field",
        column, head.why, head.why.ends_with('?') ? "" : ".", head.unknown, base::join(names, ", "), unit);
  }

  // Reports a unit in the options that differs from that in the header's brackets. A letter may mean something else.
  void check_given_unit(size_t i, const std::optional<quantity::Unit>& unit) {
    const std::string &head = column(i).head, &given = column(i).unit;
    if (!unit || !column(i).unit_is_given) return;
    const std::string stated = find_contradiction(head, *unit, units_, sheet_.columns[i].has_stated_unit());
    if (stated.empty()) return;
    const std::string prefix = scale_prefix(heads_[i]);
    std::string help = "correct the header in the file, or give the unit that it names";
    if (!prefix.empty())
      help = fmt::format(
          "multiply the numbers in the file and correct its header, or give a unit with its prefix: {}USD", prefix);
    else if (units_.parse(stated))
      help = fmt::format(
          "if the numbers are in {0}, leave out --unit {1}={2}: pages can state them in {2}; otherwise "
          "correct the header in the file",
          stated, column(i).name, given);
    diagnostics_
        .error("unit-mismatch", source_.path(),
               fmt::format("the header \"{}\" says {}, but --unit gives {}", head, stated, given))
        .suggest(std::move(help));
  }

  std::string scale_prefix(const Head& head) const { return prefix_of_scale(head.unknown, units_.language()); }

  // The unit of a column in the options, other than another column's.
  const std::string* unit_in_options(size_t i) const {
    for (const auto& [name, unit] : options_.units)
      if (table_.columns[i].is_named_in({name}) && !unit.starts_with('{')) return &unit;
    return nullptr;
  }

  // Lists the unit that the end of a name states as assumed, or asks about it.
  void ask_about_name(size_t i) {
    const std::string &name = column(i).name, &unit = named_[i].unit;
    const bool is_known = options_.units.contains(name) || options_.units.contains(column(i).head);
    const bool has_sign = column(i).head.find('%') != std::string::npos;
    if (is_known || has_sign || (unit.empty() && named_[i].doubt.empty())) return;
    if (named_[i].doubt.empty())
      table_.assumed.push_back({fmt::format("{} is in {}, as the end of its name says", name, unit),
                                fmt::format("another unit: --unit {}=UNIT", name)});
    else if (const std::string& other = named_[i].other; !other.empty())
      want(
          "{0}: is it in {1} or {2}? The end of its name may mean both; write --unit {0}={1} or --unit {0}={2}, or 1 "
          "for a count or a ratio",
          name, other, unit);
    else
      want("{}: is it in {}? The end of its name {}; write --unit {}={}, or 1 for a count or a ratio", name,
           unit.empty() ? "a unit" : unit, named_[i].doubt, name, unit.empty() ? "UNIT" : unit);
  }

  // Reports the first symbol that differs from the header's unit or from those above it: the number would get a wrong
  // unit.
  void report_symbol(size_t i) {
    std::string before = values_[i].sign == "?" ? "" : column(i).unit;
    for (size_t row = 0; row < cells(i).size(); ++row) {
      const auto number = read_number_text(cells(i)[row]);
      if (!number || number->unit.empty() || number->unit == before) continue;
      if (!before.empty()) {
        diagnostics_
            .error("mixed-types", place_of(i, row),
                   fmt::format("\"{}\" has the symbol {}, but \"{}\" is in {}", cells(i)[row], number->unit,
                               column(i).head, before))
            .expect("one unit or currency in the whole column")
            .suggest(
                fmt::format("fix the header or the numbers, or import the column as text: --text {}", column(i).name));
        return;
      }
      before = number->unit;
    }
  }

  // Whether all values are from 0 to 1, and some are neither.
  bool are_shares(size_t i) const {
    bool has_fraction = false;
    for (std::string_view cell : cells(i)) {
      const auto value = quantity::Exact::parse(written_cell(table_.columns[i], cell));
      if (!value) continue;
      if (value->sign() < 0 || *value > 1) return false;
      has_fraction = has_fraction || (value->sign() > 0 && *value < 1);
    }
    return has_fraction;
  }

  // Whether a column of years is named as such: "First year", "Built (year)", --unit built=year.
  bool are_years(size_t i) const {
    return values_[i].four_digits == values_[i].numbers && !table_.columns[i].comma &&
           (is_year_head(table_.columns[i].name) || base::lower_case(heads_[i].unknown) == "year" ||
            has_given_years(i));
  }

  bool has_given_years(size_t i) const {
    const std::string* given = unit_in_options(i);
    return given && *given == "year" && !units_.parse(*given);  // a site may declare it as a unit
  }

  // Whether whole numbers without a unit may be years, which readers would see as "1,879".
  bool may_be_years(size_t i) const {
    const auto may_be_year = [](std::string_view cell) {
      const int year = base::parse_number<int>(cell).value_or(0);
      return cell.empty() || (year >= 1500 && year <= 2200);
    };
    return table_.columns[i].type == FieldType::integer && table_.columns[i].unit.empty() &&
           std::ranges::all_of(cells(i), may_be_year);
  }

  // Returns `number` for measured values even if all of them are whole numbers, because a later value may have a
  // fraction.
  FieldType type_of_numbers(size_t i) {
    const InferredColumn& made = column(i);
    if (!made.unit.empty() && made.unit != "1") return FieldType::number;
    if (are_years(i)) return FieldType::year;
    const bool are_whole = std::ranges::all_of(cells(i), [&](std::string_view cell) {
      const std::string text = written_cell(made, cell);
      return text.empty() || base::parse_number<int64_t>(text);
    });
    return are_whole ? FieldType::integer : FieldType::number;
  }

  // Replaces headers and parts of names in the options by the names of the columns.
  void resolve_names() {
    const auto resolve = [&](std::string& given) {
      const InferredColumn* found = nullptr;
      for (const InferredColumn& each : table_.columns) {
        if (each.is_named_in({given})) return void(given = each.name);
        if (!names_column(given, each.published) && !names_column(given, each.head)) continue;
        if (found) return;  // check_names_in_options() reports it
        found = &each;
      }
      if (found) given = found->name;
    };
    for (auto* list : {&options_.texts, &options_.key, &options_.negatives, &options_.merged})
      std::ranges::for_each(*list, resolve);
    for (auto& [name, unit] : std::exchange(options_.units, {})) {
      std::string of = name;
      resolve(of);
      of == name ? void(options_.units[of] = unit) : void(options_.units.emplace(of, unit));
    }
    for (InferredColumn& each : table_.columns) {
      each.has_negatives = each.is_named_in(options_.negatives);
      each.is_merged = each.is_named_in(options_.merged);
    }
  }

  void check_names_in_options() {
    const std::vector<std::string_view> names = base::views(table_.columns, &InferredColumn::name);
    std::vector<std::string> with_unit;
    for (const auto& [name, unit] : options_.units) with_unit.push_back(name);
    for (const auto* list : {&options_.texts, &options_.key, &options_.negatives, &options_.merged, &with_unit})
      for (const std::string& name : *list)
        if (std::ranges::none_of(table_.columns, [&](const auto& each) { return each.is_named_in({name}); }))
          diagnostics_.error("unknown-column", source_.path(), fmt::format("the file has no column \"{}\"", name))
              .expect("one of " + base::list_names(names, 20))
              .suggest(base::did_you_mean(name, names));
    for (size_t i = 0; i < table_.columns.size(); ++i)
      if (const InferredColumn& each = table_.columns[i];
          !quantity::is_numeric(each.type) && each.is_named_in(with_unit) && !(has_given_years(i) && are_years(i)))
        diagnostics_
            .error("bad-unit", source_.path(), fmt::format("--unit {}: it is not a column of numbers", each.name))
            .expect("a column of numbers");
  }

  const Sheet& sheet_;
  const base::SourceText& source_;
  const quantity::Units& units_;
  InferOptions options_;  // columns are named by their names
  base::Diagnostics& diagnostics_;
  std::vector<ColumnValues> values_;
  std::vector<Head> heads_;
  std::vector<NamedUnit> named_;  // the units at the ends of names, of columns without another unit
  std::vector<bool> are_mixed_;   // whether a column has numbers, as its header or most values show, and other values
  DecimalMarks marks_;
  InferredTable table_;
};

}  // namespace

bool InferredColumn::is_named_in(const std::vector<std::string>& names) const {
  return std::ranges::any_of(names, [&](const std::string& each) {
    return each == name || (!each.empty() && (base::trim(each) == head || plain_head(each) == published));
  });
}

bool InferredColumn::is_about_the_row() const {
  return base::has_word("source locator locator_detail as_of note notes comment remark", name);
}

std::vector<const InferredColumn*> InferredTable::numbers() const {
  std::vector<const InferredColumn*> found;
  for (size_t i = 0; i < columns.size(); ++i)
    if (quantity::is_numeric(columns[i].type) && std::ranges::find(key, i) == key.end()) found.push_back(&columns[i]);
  return found;
}

const InferredColumn* InferredTable::find(std::string_view name) const {
  const auto found = std::ranges::find(columns, name, &InferredColumn::name);
  return found == columns.end() ? nullptr : &*found;
}

std::optional<InferredTable> infer_table(const Sheet& sheet, const quantity::Units& units, const InferOptions& options,
                                         base::Diagnostics& diagnostics) {
  return Inferrer(sheet, units, options, diagnostics).infer();
}

}  // namespace import

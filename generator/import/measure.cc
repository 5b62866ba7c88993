#include "import/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "base/utf8.h"
#include "data/dates.h"
#include "import/cell_text.h"
#include "import/head.h"

namespace import {
namespace {

// If at least this share of a column's values are quantities, the others are treated as mistakes.
constexpr size_t kQuantityPercent = 80;

class MeasureReader {
 public:
  MeasureReader(std::string_view cell, const quantity::Units& units) : units_(units) {
    text_ = cell;
    for (std::string_view space : {"\u202F", "\u00A0", "\u2009", "\u2007"})
      text_ = base::replace_all(text_, space, " ");
    text_ = base::replace_all(base::replace_all(text_, quantity::kMinusSign, "-"), "\u2019", "'");
    rest_ = base::trim(text_);
  }

  std::optional<Measure> read() {
    const std::string_view whole = rest_;
    static const Pattern kOpen("\\s*(\\()"), kClose("\\s*(\\))"), kPlusMinus("\\s* (± | \\+/- | \\+-)");
    const bool has_brackets = !take(kOpen).empty();
    Measure measure;
    std::string money = take_money();
    measure.number = take_number();
    if (measure.number.empty()) return std::nullopt;
    measure.is_letter = is_at_letter();
    if (money.empty()) money = take_money();
    const std::string unit = take_first_unit();
    if (!take(kPlusMinus).empty()) {
      measure.uncertainty = take_number();
      if (measure.uncertainty.empty()) return std::nullopt;
    } else if (take_dash(whole, measure)) {
      take_money();
      measure.high = take_number();
      if (unit.empty()) measure.is_letter = is_at_letter();
      if (!is_between(measure)) return std::nullopt;
    }
    if (has_brackets && take(kClose).empty()) return std::nullopt;
    if (has_brackets && measure.uncertainty.empty() && measure.high.empty()) {
      if (!base::is_digit(measure.number.front())) return std::nullopt;
      measure.number = "-" + measure.number;  // as in read_number_text()
    }
    if (!unit.empty() && !base::trim(rest_).empty() && base::trim(rest_) != unit) return std::nullopt;
    if (!unit.empty()) rest_ = unit;
    return read_unit(measure, money) ? std::optional(std::move(measure)) : std::nullopt;
  }

 private:
  bool is_at_letter() const { return !rest_.empty() && base::is_letter(rest_[0]); }

  // Removes a match from the front, and returns its group. Returns "" if there is none.
  std::string take(const Pattern& pattern) {
    const auto found = pattern.find(rest_);
    if (!found) return "";
    rest_.remove_prefix((*found)[0].size());
    return std::string((*found)[1]);
  }

  std::string take_money() {
    static const Pattern kSign("(US\\$ | [$€£¥₹₩])"), kCode("([A-Z]{3}) (?![A-Za-z]) (?=.)");
    rest_ = base::trim(rest_);
    const std::string sign = take(kSign);
    if (!sign.empty()) return sign == "US$" ? "USD" : sign;
    const std::string_view before = rest_;
    std::string code = take(kCode);
    if (units_.is_currency(code)) return code;
    rest_ = before;
    return "";
  }

  // Removes and returns the unit before a second number: "ms" of "5 ms ± 1 ms". Returns "" if there is none.
  std::string take_first_unit() {
    static const Pattern kUnit("\\s* (\\S.*?) \\s* (?=± | \\+/- | – | — | [ ]to[ ])");
    return take(kUnit);
  }

  // Removes and returns a number with its decimal mark and group separators. Returns "" if there is none.
  std::string take_number() {
    static const Pattern kNumber(R"(\s* ([-+]? (?: \d | [.,'](?=\d) )
                                        (?: \d | [.,'](?=\d) | [ ](?=\d{3}(?!\d)) | [eE][-+]?(?=\d) )*+ ))");
    std::string number = take(kNumber);
    if (!read_number_text(number)) return "";
    const size_t first = number.find_first_not_of("+-");  // "00.26" is a number next to a unit or an uncertainty
    while (number.size() > first + 1 && number[first] == '0' && base::is_digit(number[first + 1]))
      number.erase(first, 1);
    return number;
  }

  // Removes a dash between the ends of a range.
  bool take_dash(std::string_view whole, Measure& measure) {
    static const Pattern kDash("\\s* (– | — | \\.\\.\\.? | … | ~ | to(?=[ ]) | -(?=[ ]))"),
        kHyphen("\\s* (-) (?!.*-) (?=.*\\S)");
    if (!take(kDash).empty()) return true;
    measure.has_hyphen = !data::is_partial_date(whole) && !take(kHyphen).empty();
    return measure.has_hyphen;
  }

  static bool is_between(const Measure& measure) {
    const auto low = read_number_text(measure.number), high = read_number_text(measure.high);
    if (!low || !high) return false;
    const auto is_less = [](const std::optional<std::string>& a, const std::optional<std::string>& b) {
      const auto x = a ? quantity::Exact::parse(*a) : std::nullopt, y = b ? quantity::Exact::parse(*b) : std::nullopt;
      return x && y && *x <= *y;
    };
    return is_less(low->with_point, high->with_point) || is_less(low->with_comma, high->with_comma);
  }

  bool read_unit(Measure& measure, const std::string& money) {
    const bool is_attached = is_at_letter();
    std::string_view word = base::trim(rest_);
    if (word.size() > 2 && word.front() == '[' && word.back() == ']') word = word.substr(1, word.size() - 2);
    if (word.empty()) {
      measure.unit = money;
      measure.is_letter = false;
      return true;
    }
    if (word.size() > 40 || base::is_digit(word.front())) return false;
    if (!money.empty()) {
      std::string_view per = word;
      if (per.starts_with('/'))
        per.remove_prefix(1);
      else if (base::lower(per).starts_with("per "))
        per.remove_prefix(4);
      else
        return false;
      measure.unit = money + "/" + unit_of(base::trim(per));
      return units_.parse(measure.unit).has_value();
    }
    measure.is_letter = measure.is_letter && word.size() == 1 && measure.uncertainty.empty();
    const bool may_be_factor =
        is_attached && word.size() == 1 && std::string_view("KMGTBk").find(word) != std::string_view::npos;
    if (may_be_factor) return false;
    measure.unit = unit_of(word);
    return units_.parse(measure.unit).has_value();
  }

  std::string unit_of(std::string_view word) const {
    if (units_.parse(word)) return std::string(word);
    const std::string known = unit_of_word(word, units_);
    return known.empty() ? std::string(word) : known;
  }

  const quantity::Units& units_;
  std::string text_;
  std::string_view rest_;
};

// The values of a column, except values of JSON.
struct Column {
  std::vector<std::optional<Measure>> measures;  // the measure of each row; nullopt for a missing value
  std::map<std::string, size_t> units;           // the number of occurrences of each unit
  size_t missing = 0, uncertain = 0, ranges = 0;
  std::optional<size_t> hyphen;  // the first row whose range has a hyphen
  std::optional<size_t> letter;  // a row whose unit is a letter at the digits, or one that may be a factor
  std::vector<size_t> others;    // rows whose value is not a quantity

  size_t read() const { return measures.size() - missing - others.size(); }
  bool has_units() const { return units.size() > 1 || (units.size() == 1 && !units.contains("")); }
  bool has_parts() const { return uncertain + ranges > 0 || has_units(); }
};

Column read_column(const SheetColumn& sheet, const quantity::Units& units) {
  Column column;
  column.measures.resize(sheet.cells.size());
  for (size_t row = 0; row < sheet.cells.size(); ++row) {
    if (is_missing_mark(sheet.cells[row])) {
      ++column.missing;
      continue;
    }
    std::optional<Measure> measure = read_measure(sheet.cells[row], units);
    if (!measure) {
      column.others.push_back(row);
      if (column.others.size() > 100 && column.others.size() > row * 3 / 4) return {};
      continue;
    }
    column.uncertain += !measure->uncertainty.empty();
    column.ranges += !measure->high.empty();
    if (measure->has_hyphen && !column.hyphen) column.hyphen = row;
    if (measure->is_letter && !column.letter) column.letter = row;
    ++column.units[measure->unit];
    column.measures[row] = std::move(measure);
  }
  for (const auto& [unit, count] : column.units) {
    if (!may_be_no_unit(unit, sheet.head)) continue;
    const auto row = std::ranges::find_if(column.measures, [&](const std::optional<Measure>& each) {
      return each && each->unit == unit && each->uncertainty.empty();
    });
    if (row != column.measures.end() && !column.letter)
      column.letter = static_cast<size_t>(row - column.measures.begin());
  }
  return column;
}

class Splitter {
 public:
  Splitter(Sheet& sheet, const quantity::Units& units, const InferOptions& options, std::vector<std::string>& notes,
           std::vector<std::string>& wanted, base::Diagnostics& diagnostics)
      : sheet_(sheet), units_(units), options_(options), notes_(notes), wanted_(wanted), diagnostics_(diagnostics) {}

  void split() {
    std::vector<SheetColumn> columns;
    const std::vector<std::string>& texts = options_.texts;
    for (SheetColumn& column : sheet_.columns) {
      if (is_one_of(column, texts) || column.part != Part::whole || !split(column, columns))
        columns.push_back(std::move(column));
    }
    sheet_.columns = std::move(columns);
  }

 private:
  static const std::string& head_of(const SheetColumn& column) {
    return column.head.empty() ? column.published() : column.head;
  }

  static bool is_one_of(const SheetColumn& column, const std::vector<std::string>& names) {
    return std::ranges::any_of(names, [&](const std::string& each) {
      return names_column(each, head_of(column)) || names_column(each, column.published());
    });
  }

  // Assumes that letters at the numbers are no units: "12A" is a seat as often as a current.
  bool assume_no_unit(const SheetColumn& column, const Column& read) {
    if (!read.letter || !read_head(column.head, units_).unit.empty()) return false;
    const std::string name = column_name(head_of(column));
    const std::string measured = read.ranges > 0 ? low_name(column) : name;  // the column that would have the unit
    if (options_.units.contains(measured) || (read.ranges == 0 && options_.units.contains(column.head))) return false;
    sheet_.assumed.push_back({fmt::format("{} is text, because \"{}\" may not be a number with its unit",
                                          column.published(), column.cells[*read.letter]),
                              fmt::format("for numbers in {0}: --unit {1}={0}; to confirm the text: --text {2}",
                                          read.measures[*read.letter]->unit, measured, name)});
    return true;
  }

  // Splits a column. Returns false if the column stays unchanged.
  bool split(SheetColumn& column, std::vector<SheetColumn>& out) {
    if (std::ranges::all_of(column.cells, [](auto cell) { return is_missing_mark(cell) || read_number_text(cell); })) {
      check_money(column);
      return false;
    }
    const Column read = read_column(column, units_);
    if (read.read() == 0 || !read.has_parts()) return false;
    if (!read.others.empty()) {
      if (read.read() * 100 >= (column.cells.size() - read.missing) * kQuantityPercent)
        wanted_.push_back(fmt::format("{} is text: {} of its {} values are numbers with a unit, \"{}\" is not",
                                      column.published(), read.read(), column.cells.size(),
                                      column.cells[read.others.front()]));
      return false;
    }
    if (read.uncertain > 0 && read.ranges > 0) {
      wanted_.push_back(
          fmt::format("{} is text: some of its values have an uncertainty (±), others are ranges", column.published()));
      return false;
    }
    if (assume_no_unit(column, read)) return false;
    const bool is_known = says_ranges(column, read);
    if (read.ranges > 0 && !is_known && (read.hyphen || read.ranges < read.read())) {
      ask_about_ranges(column, read);
      return false;
    }
    const std::optional<std::string> unit = common_unit(column, read);
    if (!unit) return false;
    const Head plain = read_head(column.head, units_);
    const std::string& name = head_of(column);
    const std::string head =
        unit->empty() ? column.head : fmt::format("{} ({})", plain.unit.empty() ? name : plain.title, *unit);
    const std::string origin = column.published();
    const std::string_view negative = find_in_parentheses(column.cells, units_);
    if (!negative.empty() && !is_one_of(column, options_.negatives))
      sheet_.assumed.push_back(
          {fmt::format("numbers of {} in parentheses are negative, such as \"{}\"", origin, negative),
           fmt::format("to confirm it: --parentheses {0}; as text: --text {0}", column_name(name))});
    const auto add = [&](Part part, std::string_view word, auto member) {
      SheetColumn& made = out.emplace_back();
      made.head = word.empty() ? head : with_word(head.empty() ? name : head, word);
      made.origin = origin;
      made.part = part;
      for (size_t row = 0; row < read.measures.size(); ++row)
        made.cells.push_back(cell_of(read.measures[row], member, *unit, column.cells[row]));
    };
    if (read.ranges > 0) {
      add(Part::low, "low", &Measure::number);
      add(Part::high, "high", &Measure::high);
      const std::string what =
          fmt::format("{} contains ranges, which became two columns: its low and its high end", origin);
      is_known ? notes_.push_back(what)
               : sheet_.assumed.push_back({what, fmt::format("as text: --text {}", column_name(name))});
    } else {
      add(read.uncertain > 0 ? Part::centre : Part::whole, "", &Measure::number);
      if (read.uncertain > 0) {
        add(Part::uncertainty, "uncertainty", &Measure::uncertainty);
        notes_.push_back(fmt::format("{} contains uncertainties (±), which became a column", origin));
      }
    }
    return true;
  }

  // Whether a unit, the header or an option shows that a column has numbers, so that its dashes join ends of ranges.
  bool says_ranges(const SheetColumn& column, const Column& read) const {
    static const Pattern kRange("(?i) (?: .*[^a-z])? range (?![a-z])");
    const NamedUnit named = read_named_unit(column.head, units_);
    return read.has_units() || !read_head(column.head, units_).unit.empty() ||
           (!named.unit.empty() && named.doubt.empty()) || kRange.find(column.head) ||
           options_.units.contains(low_name(column));
  }

  // The name of the column with the lower ends.
  std::string low_name(const SheetColumn& column) const {
    return column_name(read_head(with_word(head_of(column), "low"), units_).name);
  }

  void ask_about_ranges(const SheetColumn& column, const Column& read) {
    const auto is_range = [](const auto& measure) { return measure && !measure->high.empty(); };
    const auto row = read.hyphen
                         ? *read.hyphen
                         : static_cast<size_t>(std::ranges::find_if(read.measures, is_range) - read.measures.begin());
    wanted_.push_back(
        fmt::format("{} is text: \"{}\" in line {} may be a range, a date or a name; if its values are ranges, give "
                    "their unit, or 1 without a unit: --unit {}=UNIT",
                    column.published(), column.cells[row], sheet_.lines[row], low_name(column)));
  }

  // A number in the column's unit. A single number in a column of ranges is both the lower and the upper end.
  std::string_view cell_of(const std::optional<Measure>& measure, std::string Measure::* member,
                           const std::string& unit, std::string_view written) {
    if (!measure) return written;
    const bool is_range_end = member == &Measure::high && measure->high.empty() && measure->uncertainty.empty();
    const std::string& digits = is_range_end ? measure->number : (*measure).*member;
    if (digits.empty() || measure->unit == unit || measure->unit.empty()) return sheet_.unescaped.emplace_back(digits);
    const auto from = units_.parse(measure->unit), to = units_.parse(unit);
    const auto number = read_number_text(digits);
    const auto value = number && number->with_point ? quantity::Exact::parse(*number->with_point) : std::nullopt;
    const auto converted = from && to && value ? quantity::convert(*value, *from, *to) : std::nullopt;
    return sheet_.unescaped.emplace_back(converted ? computed_digits(*converted) : digits);
  }

  // Returns the unit of the header; without one, the unit of all values, or the most frequent of several units that
  // convert exactly. Returns nullopt after an error.
  std::optional<std::string> common_unit(const SheetColumn& column, const Column& read) {
    const auto most = std::ranges::max_element(read.units, {}, [](const auto& each) { return each.second; });
    const std::string head = read_head(column.head, units_).unit;
    std::string common = head.empty() ? most->first : head;
    if (read.units.size() == 1 && (head.empty() || most->first.empty() || most->first == head)) {
      if (!most->first.empty())
        notes_.push_back(fmt::format("the values of {} are in {}, as each cell states", column.published(), common));
      return common;
    }
    const auto to = units_.parse(common);
    bool is_same = true, has_comma = false;
    for (const auto& [unit, count] : read.units) {
      if (unit.empty() && !head.empty()) continue;
      const auto from = unit.empty() ? std::nullopt : units_.parse(unit);
      if (from && to && from->parts.size() == 1 && is_counted_in(*to, *from)) continue;  // "5 USD" in USD/h
      if (!to || !from || !quantity::convertible(*from, *to)) {
        report_units(column, read, head);
        return std::nullopt;
      }
      is_same = is_same && from->text() == to->text();
    }
    for (const auto& measure : read.measures)
      has_comma = has_comma || (measure && measure->number.find(',') != std::string::npos);
    if (!is_same && has_comma) {
      report_units(column, read, head);
      return std::nullopt;
    }
    if (!is_same) {
      std::vector<std::string_view> units;
      for (const auto& [unit, count] : read.units)
        if (!unit.empty()) units.push_back(unit);
      notes_.push_back(fmt::format("{} has values in {}, which were converted to {}", column.published(),
                                   fmt::join(units, ", "), common));
    }
    return common;
  }

  void report_units(const SheetColumn& column, const Column& read, const std::string& head) {
    std::map<std::string, size_t> firsts;  // the first row of each unit
    for (size_t row = 0; row < read.measures.size(); ++row)
      if (read.measures[row]) firsts.emplace(read.measures[row]->unit, row);
    report_mixed(column, firsts, head);
  }

  // Reports amounts with symbols of several currencies in one column.
  void check_money(const SheetColumn& column) {
    std::map<std::string, size_t> firsts;
    for (size_t row = 0; row < column.cells.size(); ++row) {
      const auto number = read_number_text(column.cells[row]);
      if (number && !number->unit.empty() && !is_ratio_sign(number->unit)) firsts.emplace(number->unit, row);
    }
    if (firsts.size() > 1) report_mixed(column, firsts);
  }

  // `head` is the unit of the header, or "".
  void report_mixed(const SheetColumn& column, const std::map<std::string, size_t>& firsts,
                    const std::string& head = "") {
    std::vector<std::pair<size_t, std::string>> places;
    for (const auto& [unit, row] : firsts) places.emplace_back(row, unit);
    std::ranges::sort(places);
    std::vector<std::string> shown;
    for (const auto& [row, unit] : places)
      shown.push_back(fmt::format("{} from line {}", unit.empty() ? "no unit" : unit, sheet_.lines[row]));
    if (!head.empty()) shown.insert(shown.begin(), head + " in the header");
    const auto& [row, unit] = places.at(places.size() > 1);
    const base::Span cell = sheet_.text ? span_of(*sheet_.text, column.cells[row]) : base::Span();
    auto& error = diagnostics_.error(
        "mixed-types",
        cell          ? cell
        : sheet_.text ? span_of_line(*sheet_.text, sheet_.lines[row])
                      : cell,
        fmt::format("the values of \"{}\" are in different units: {}", column.published(), base::join(shown, ", ")));
    error.expect("one unit or currency in the whole column");
    error.suggest(
        fmt::format("put the rows of each unit into a separate column or file, or import the column as text: "
                    "--text {}",
                    column_name(column.published())));
  }

  Sheet& sheet_;
  const quantity::Units& units_;
  const InferOptions& options_;
  std::vector<std::string>& notes_;
  std::vector<std::string>& wanted_;
  base::Diagnostics& diagnostics_;
};

}  // namespace

std::optional<Measure> read_measure(std::string_view cell, const quantity::Units& units) {
  if (cell.size() > 120 || std::ranges::none_of(cell, base::is_digit)) return std::nullopt;
  return MeasureReader(cell, units).read();
}

std::string_view find_in_parentheses(const std::vector<std::string_view>& cells, const quantity::Units& units) {
  const auto found = std::ranges::find_if(cells, [&](std::string_view cell) {
    if (cell.find('(') == std::string_view::npos) return false;
    if (read_number_text(cell)) return true;
    const auto measure = read_measure(cell, units);
    return measure && measure->number.starts_with('-') && cell.find('-') == std::string_view::npos;
  });
  return found == cells.end() ? "" : *found;
}

NamePattern parse_pattern(std::string_view pattern) {
  NamePattern parsed{{}, {""}};
  for (size_t at = 0; at < pattern.size(); ++at) {
    const char c = pattern[at];
    const size_t end = c == '{' ? pattern.find('}', at) : std::string_view::npos;
    if ((c == '{' || c == '}') && pattern.substr(at + 1).starts_with(c)) {
      parsed.texts.back() += pattern[at++];
    } else if (end != std::string_view::npos) {
      parsed.names.push_back(plain_head(pattern.substr(at + 1, end - at - 1)));
      parsed.texts.emplace_back();
      at = end;
    } else {
      parsed.texts.back() += c;
    }
  }
  return parsed;
}

void take_unit_row(Sheet& sheet, const quantity::Units& units, std::vector<std::string>& notes) {
  if (sheet.tree || sheet.rows() < 2) return;
  std::vector<std::string> found(sheet.columns.size());
  for (size_t i = 0; i < found.size(); ++i) {
    const std::vector<std::string_view>& cells = sheet.columns[i].cells;
    std::string_view unit = cells.front();
    const bool has_brackets =
        (unit.starts_with('(') && unit.ends_with(')')) || (unit.starts_with('[') && unit.ends_with(']'));
    if (has_brackets) unit = base::trim(unit.substr(1, unit.size() - 2));
    const std::string label = base::lower_case(unit);
    if (is_missing_mark(unit) || (i == 0 && (label == "unit" || label == "units"))) continue;
    const bool are_numbers = std::all_of(cells.begin() + 1, cells.end(), [](std::string_view cell) {
      return is_missing_mark(cell) || read_number_text(cell);
    });
    found[i] = units.parse(unit) ? std::string(unit) : unit_of_word(unit, units);
    if (read_number_text(unit) || found[i].empty() || !are_numbers) return;
  }
  if (std::ranges::all_of(found, &std::string::empty)) return;
  for (size_t i = 0; i < found.size(); ++i) {
    if (found[i].empty()) continue;
    SheetColumn& column = sheet.columns[i];
    column.origin = column.published();
    column.head = fmt::format("{} ({})", column.head, found[i]);
  }
  notes.push_back(fmt::format("line {} contains the units of the columns", sheet.lines.front()));
  sheet.erase_row(0);
}

void split_columns(Sheet& sheet, const quantity::Units& units, const InferOptions& options,
                   std::vector<std::string>& notes, std::vector<std::string>& wanted, base::Diagnostics& diagnostics) {
  Splitter(sheet, units, options, notes, wanted, diagnostics).split();
}

}  // namespace import

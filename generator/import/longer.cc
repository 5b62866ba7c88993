// Makes rows of columns whose headers are values of one quantity: a column for each year becomes a row for each year.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/suggest.h"
#include "base/text.h"
#include "import/cell_text.h"
#include "import/head.h"
#include "import/measure.h"
#include "import/sheet.h"

namespace import {
namespace {

constexpr size_t kMaxShown = 12;

// The text of `longer`: "year={1960..2024}". A header is the texts with the value in each gap between them.
struct LongerPattern {
  std::string column;               // the name of the column for the values
  std::vector<std::string> texts;   // the texts around the braces, one more than there are braces
  std::vector<std::string> values;  // in the order of the file's author
  bool is_range = false;

  std::string head_of(std::string_view value) const {
    std::string head = texts.front();
    for (size_t i = 1; i < texts.size(); ++i) head.append(value).append(texts[i]);
    return plain_head(head);
  }
};

// Reads the list in the first braces: "1960..2024", or names separated by commas.
bool read_values(std::string_view list, LongerPattern& pattern) {
  const size_t dots = list.find("..");
  if (dots == std::string_view::npos) {
    for (std::string_view name : base::split(list, ',')) pattern.values.emplace_back(base::trim(name));
    return std::ranges::none_of(pattern.values, &std::string::empty);
  }
  const std::string_view from = base::trim(list.substr(0, dots)), to = base::trim(list.substr(dots + 2));
  const auto first = base::parse_number<long>(from), last = base::parse_number<long>(to);
  const bool is_count = first && last && *first >= 0 && *first <= *last;
  if (!is_count || static_cast<size_t>(*last - *first) >= kMaxPublishedColumns) return false;
  pattern.is_range = true;
  for (long value = *first; value <= *last; ++value)  // "01..12" has two digits everywhere
    pattern.values.push_back(fmt::format("{:0>{}}", value, from.starts_with('0') ? from.size() : 1));
  return true;
}

std::optional<LongerPattern> read_pattern(std::string_view text) {
  const size_t equals = text.find('=');
  LongerPattern pattern;
  pattern.column = base::trim(text.substr(0, equals));
  if (equals == std::string_view::npos || pattern.column.empty()) return std::nullopt;
  std::string_view rest = text.substr(equals + 1);
  const NamePattern parts = parse_pattern(rest);
  pattern.texts = parts.texts;
  if (parts.names.empty() || !read_values(parts.names.front(), pattern)) return std::nullopt;
  const bool is_repeated = std::ranges::all_of(
      parts.names, [&](const std::string& name) { return name.empty() || name == parts.names.front(); });
  return is_repeated ? std::optional(std::move(pattern)) : std::nullopt;
}

std::string listed(std::vector<std::string> texts) {
  if (texts.size() > kMaxShown) {
    texts.resize(kMaxShown);
    texts.emplace_back("…");
  }
  return base::join(texts, ", ");
}

class Lengthener {
 public:
  Lengthener(Sheet& sheet, const TableChoice& choice, std::vector<std::string>& notes, base::Diagnostics& diagnostics)
      : sheet_(sheet),
        choice_(choice),
        pattern_(*read_pattern(choice.longer)),
        notes_(notes),
        diagnostics_(diagnostics) {}

  bool run() {
    if (!find_columns()) return false;
    make_rows();
    return true;
  }

 private:
  // One of the columns that become rows.
  struct Source {
    SheetColumn column;
    std::string_view value;
  };

  bool fail(std::string message, std::string help) {
    diagnostics_.error("import-format", sheet_.text->path(), std::move(message)).suggest(std::move(help));
    return false;
  }

  bool find_columns() {
    std::map<std::string, std::string_view, std::less<>> values;  // by header
    for (const std::string& value : pattern_.values) values.emplace(pattern_.head_of(value), value);
    std::vector<std::string> outside;
    for (SheetColumn& column : sheet_.columns) {
      const auto value = values.find(column.head);
      if (value != values.end())
        sources_.push_back({std::move(column), value->second});
      else if (is_outside(column.head))
        outside.push_back(column.head);
      else
        kept_.push_back(std::move(column));
    }
    if (!outside.empty())
      notes_.push_back(
          fmt::format("columns that are not in \"{}\" were left out: {}", choice_.longer, listed(std::move(outside))));
    if (sources_.empty())
      return fail(fmt::format("no column of the table is in \"{}\"", choice_.longer),
                  fmt::format("the columns are {}: write what precedes and follows the value too, as in "
                              "'year=Sales {{2020..2024}} (EUR)'",
                              base::list_names(base::views(kept_, &SheetColumn::head), kMaxShown)));
    for (size_t i = 1; i < sources_.size(); ++i)
      for (size_t j = 0; j < i; ++j)
        if (sources_[i].value == sources_[j].value)
          return fail(fmt::format("two columns are called \"{}\"", sources_[i].column.head),
                      "rename or remove one of them: which has the values is not known");
    for (const std::string& name : {pattern_.column, choice_.value})
      if (std::ranges::find(kept_, plain_head(name), &SheetColumn::head) != kept_.end())
        return fail(fmt::format("the table already has a column \"{}\"", name), "choose another name");
    const std::string unit = read_head(sources_.front().column.head, quantity::standard_units()).unit;
    const std::string given = read_head(choice_.value, quantity::standard_units(), true).unit;
    if (!unit.empty() && !given.empty() && unit != given)
      return fail(fmt::format("\"{}\" is in {}, but \"{}\" would be in {}", sources_.front().column.head, unit,
                              choice_.value, given),
                  fmt::format("write the unit of the columns in the name of the values, such as \"x ({})\"", unit));
    note_repeated();
    return true;
  }

  // Lists columns of numbers that stay, which may be more values: "2021p", "Total".
  void note_repeated() {
    std::vector<std::string> repeated;
    for (const SheetColumn& column : kept_)
      if (const ColumnValues values = count_values(column.cells);
          values.numbers > 0 && values.others.empty() && !choice_.states(column.published()))
        repeated.push_back(column.published());
    if (!repeated.empty())
      sheet_.assumed.push_back(
          {fmt::format("columns of numbers that are not in \"{}\" are repeated in each row: {}", choice_.longer,
                       listed(std::move(repeated))),
           "if they are values too, list all of them, as in 'year={2020,2021p}', or rename them in the file; if not: "
           "--columns with all columns to read"});
  }

  // Whether a header has a number like those of the range, but beyond its ends.
  bool is_outside(std::string_view head) const {
    if (!pattern_.is_range || !head.starts_with(pattern_.texts.front())) return false;
    const std::string_view rest = head.substr(pattern_.texts.front().size());
    const std::string_view digits = rest.substr(0, pattern_.values.front().size());
    return std::ranges::all_of(digits, base::is_digit) && pattern_.head_of(digits) == head;
  }

  void make_rows() {
    SheetColumn names{plain_head(pattern_.column), {}, {}}, values{plain_head(choice_.value), {}, {}};
    values.is_named_by_option = true;
    std::vector<SheetColumn> kept;
    for (const SheetColumn& each : kept_) kept.push_back({each.head, {}, {}, each.origin, each.part});
    std::vector<std::string_view> shown;  // the values, where they stay
    for (const Source& each : sources_) shown.push_back(sheet_.unescaped.emplace_back(each.value));
    std::vector<size_t> lines;
    std::vector<std::string> footnotes;
    size_t empty = 0;
    std::vector<std::string> rows_without;
    for (size_t row = 0; row < sheet_.rows(); ++row) {
      const size_t before = lines.size();
      for (size_t i = 0; i < sources_.size(); ++i) {
        const SheetColumn& source = sources_[i].column;
        if (is_missing_mark(source.cells[row])) {
          ++empty;
          continue;
        }
        for (size_t j = 0; j < kept.size(); ++j) {
          kept[j].cells.push_back(kept_[j].cells[row]);
          if (!kept_[j].values.empty()) kept[j].values.push_back(kept_[j].values[row]);
        }
        names.cells.push_back(shown[i]);
        values.cells.push_back(source.cells[row]);
        if (!source.values.empty()) values.values.push_back(source.values[row]);
        lines.push_back(sheet_.lines[row]);
        if (!sheet_.footnotes.empty()) footnotes.push_back(footnotes_of(row, source.head));
      }
      if (lines.size() == before)
        rows_without.push_back(kept_.empty() ? std::to_string(row + 1) : std::string(kept_.front().cells[row]));
    }
    notes_.push_back(fmt::format("{} became rows of {} and {}{}", base::count_of(sources_.size(), "column"), names.head,
                                 values.head,
                                 empty > 0 ? fmt::format("; {} without a value {} left out",
                                                         base::count_of(empty, "cell"), empty == 1 ? "was" : "were")
                                           : ""));
    if (!rows_without.empty())
      notes_.push_back(fmt::format("rows without any value were left out: {}", listed(std::move(rows_without))));
    kept.push_back(std::move(names));
    kept.push_back(std::move(values));
    sheet_.columns = std::move(kept);
    sheet_.lines = std::move(lines);
    sheet_.footnotes = std::move(footnotes);
  }

  // The footnotes of a row ("HEADER: text; …") without those of other columns that become rows.
  std::string footnotes_of(size_t row, std::string_view head) const {
    if (row >= sheet_.footnotes.size()) return "";
    std::vector<std::string_view> left;
    bool is_kept = true;
    for (std::string_view part : base::split(sheet_.footnotes[row], ';')) {
      const std::string_view of = base::trim(part.substr(0, part.find(": ")));
      const auto is_head = [&](const Source& each) { return each.column.head == of; };
      const bool is_of_kept = std::ranges::find(kept_, of, &SheetColumn::head) != kept_.end();
      if (is_of_kept || std::ranges::any_of(sources_, is_head)) is_kept = is_of_kept || of == head;
      if (is_kept) left.push_back(base::trim(part));
    }
    return base::join(std::vector<std::string>(left.begin(), left.end()), "; ");
  }

  Sheet& sheet_;
  const TableChoice& choice_;
  const LongerPattern pattern_;
  std::vector<std::string>& notes_;
  base::Diagnostics& diagnostics_;
  std::vector<SheetColumn> kept_;
  std::vector<Source> sources_;
};

}  // namespace

bool is_longer_pattern(std::string_view text) { return read_pattern(text).has_value(); }

bool make_longer(Sheet& sheet, const TableChoice& choice, std::vector<std::string>& notes,
                 base::Diagnostics& diagnostics) {
  return Lengthener(sheet, choice, notes, diagnostics).run();
}

}  // namespace import

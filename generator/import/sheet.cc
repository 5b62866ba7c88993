#include "import/sheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "base/utf8.h"
#include "data/csv.h"
#include "import/cell_text.h"
#include "import/head.h"
#include "import/measure.h"

namespace import {
namespace {

// The comma is last because, unlike the others, it also occurs in numbers and names.
constexpr std::string_view kDelimiters = ";\t|,";
constexpr std::array<std::string_view, 3> kNoBreakSpaces = {"\u00A0", "\u2007", "\u202F"};
constexpr size_t kMaxSampleLines = 20;
constexpr size_t kMaxRagged = 5;

// Returns the delimiter that occurs equally often outside quotes on most of the first lines. If there are several,
// returns the most frequent one.
char find_delimiter(std::string_view text) {
  std::array<std::vector<size_t>, kDelimiters.size()> counts;  // number of occurrences of each delimiter, by line
  std::array<size_t, kDelimiters.size()> here{};
  bool is_quoted = false, is_blank = true;
  for (size_t at = 0; at <= text.size() && counts[0].size() < kMaxSampleLines; ++at) {
    const char c = at < text.size() ? text[at] : '\n';
    if (c == '"') is_quoted = !is_quoted;
    if (at < text.size() && (c != '\n' || is_quoted)) {
      is_blank = is_blank && base::is_space(c);
      const size_t found = kDelimiters.find(c);
      if (found != std::string_view::npos && !is_quoted) ++here[found];
      continue;
    }
    for (size_t i = 0; i < kDelimiters.size() && !is_blank; ++i) counts[i].push_back(here[i]);
    here.fill(0);
    is_blank = true;
  }
  char best = ',';
  std::pair<std::ptrdiff_t, size_t> best_score;  // the number of lines, and how often each contains the delimiter
  for (size_t i = 0; i < kDelimiters.size(); ++i) {
    if (counts[i].empty() || counts[i].front() == 0) continue;
    const std::pair score(std::ranges::count(counts[i], counts[i].front()), counts[i].front());
    if (score > best_score) {
      best = kDelimiters[i];
      best_score = score;
    }
  }
  // Lines above the table may not contain the delimiter.
  for (size_t i = 0; i < kDelimiters.size() && best_score.first <= 1; ++i)
    for (size_t count : counts[i]) {
      const std::pair score(std::ranges::count(counts[i], count), count);
      if (count > 0 && score.first > 2 && score > best_score) {
        best = kDelimiters[i];
        best_score = score;
      }
    }
  return best;
}

// Whether a line is the rule between the header and the rows of a Markdown table: "| --- | :-: |".
bool is_rule(const std::vector<data::CsvCell>& cells) {
  static const Pattern kRule(":? -+ :? $");
  const auto is_dashes = [](const data::CsvCell& cell) { return kRule.find(trimmed_cell(cell.text)).has_value(); };
  const auto is_empty = [](const data::CsvCell& cell) { return trimmed_cell(cell.text).empty(); };
  return std::ranges::any_of(cells, is_dashes) &&
         std::ranges::all_of(cells, [&](const data::CsvCell& cell) { return is_empty(cell) || is_dashes(cell); });
}

// Whether a cell is a number or a quantity, "5 km", which is not a header. Four digits may be a year.
bool is_quantity(std::string_view cell) {
  if (read_number_text(cell)) return cell.size() != 4;
  const auto measure = read_measure(cell, quantity::standard_units());
  return measure && !measure->unit.empty();
}

// Returns a footnote mark with plain digits.
std::string plain_mark(std::string_view mark) {
  std::string plain(mark);
  for (size_t digit = 0; digit < kRaised.size(); ++digit)
    plain = base::replace_all(std::move(plain), kRaised[digit], std::to_string(digit));
  return plain;
}

// Removes one footnote mark from the end of a text ("*", "†", "1", and also "a" or a name if `letters` is set), and
// returns it without brackets and with plain digits. Returns "" if there is none.
std::string take_mark(std::string_view& text, bool letters) {
  static const Pattern kMark(R"((.*?) (?: \[(\d{1,3} | [A-Za-z][\w-]{0,30})\]
                                    | ((?<!\*)\*+ | [†‡§¶] | (?<![⁰¹²³⁴⁵⁶⁷⁸⁹])[⁰¹²³⁴⁵⁶⁷⁸⁹]+) ) $)");
  const auto found = kMark.find(text);
  const std::string_view before = found ? base::trim((*found)[1]) : "";
  if (before.empty()) return "";
  const std::string_view bracketed = (*found)[2];
  if (!letters && !bracketed.empty() && base::is_letter(bracketed[0])) return "";
  text = before;
  return bracketed.empty() ? plain_mark((*found)[3]) : std::string(bracketed);
}

bool is_exponent(std::string_view before, std::string_view mark) {
  static const Pattern kBase("(?: .*[A-Za-z] | 10 | .*(?:×[ ]?|x|·)10 ) $");
  return std::ranges::all_of(mark, base::is_digit) && kBase.find(before);
}

// Whether raised digits at the end of a header may be a power, as in "Pop 10⁶", and not the mark of a footnote. After a
// year they are a mark.
bool may_be_power(std::string_view before, std::string_view mark) {
  static const Pattern kNumber(".* (?: \\d | [⁻−-]) $"), kYear("(?: .*\\D)? (?: 1[5-9] | 2[01]) \\d\\d $");
  const bool is_raised = std::ranges::any_of(kRaised, [&](std::string_view digit) { return mark.starts_with(digit); });
  return is_raised && kNumber.find(before) && !kYear.find(before);
}

// Splits the text of a footnote ("¹ Without tax", "[1] …", "* …", "1) …") into its mark and the rest.
std::optional<std::pair<std::string, std::string>> read_definition(std::string_view line) {
  static const Pattern kDefinition(
      R"((?: \[([^]]{1,3})\] | \(([^)]{1,3})\) | (\*++)
           | ([†‡§¶] | [⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}+(?![⁰¹²³⁴⁵⁶⁷⁸⁹]) | \d{1,3}+(?!\d)) [).:]?+ )
         \s*+ [=:]?+ \s*+ (.+) $)");
  const auto found = kDefinition.find(base::trim(line));
  if (!found) return std::nullopt;
  std::string mark;
  for (size_t group = 1; group <= 4; ++group) mark += plain_mark((*found)[group]);
  return std::pair(mark, std::string((*found)[5]));
}

class SheetReader {
 public:
  SheetReader(const base::SourceText& source, base::Diagnostics& diagnostics, char delimiter, const TableChoice& choice,
              Footnotes footnotes)
      : source_(source),
        diagnostics_(diagnostics),
        header_(choice.header),
        has_footnotes_(choice.has_footnotes),
        known_footnotes_(std::move(footnotes)) {
    sheet_.delimiter = delimiter ? delimiter : find_delimiter(source_.text());
  }

  std::optional<Sheet> read() {
    const bool is_readable =
        data::read_csv(source_, {.delimiter = sheet_.delimiter, .has_free_quotes = true}, diagnostics_,
                       [&](const std::vector<data::CsvCell>& cells) { return store(cells); });
    if (!is_readable) return std::nullopt;
    if (lines_.size() > kMaxRows || cells_ > kMaxCells)
      return fail(lines_.size() > kMaxRows ? fmt::format("more than {} million rows", kMaxRows / 1'000'000)
                                           : fmt::format("more than {} million cells", kMaxCells / 1'000'000),
                  "a smaller table", "leave out rows or columns, or import the file in parts");
    if (lines_.empty()) return fail("the file is empty", "a first line with the names of the columns, then rows");
    if (!header_ && are_notes())
      return fail("this does not look like a table: most of its lines are sentences",
                  "a first line with the names of the columns, then rows",
                  "if there is a table between them, give the line of its header: --header LINE");
    sheet_.head_is_known = header_.has_value();
    if (header_ == 0) lines_.insert(lines_.begin(), {lines_.front().span, {lines_.front().cells.size(), ""}});
    leave_out_surroundings();
    for (const std::string& line : sheet_.below)
      if (auto found = read_definition(line)) known_footnotes_.insert(std::move(*found));
    for (std::string_view& cell : lines_[head_].cells) cell = unmarked(cell);
    if (!header_) join_second_head();
    if (header_ > 0 && source_.line_of(lines_[head_].span.begin) != header_)
      return fail(fmt::format("line {} is not a line of the table", *header_), "the line of the header");
    if (header_ != 0) sheet_.head_line = source_.line_of(lines_[head_].span.begin);
    const size_t width = lines_[head_].cells.size();
    if (width > kMaxPublishedColumns)
      return fail(fmt::format("{} columns, more than the {} that can be read", width, kMaxPublishedColumns),
                  "a table with a row for each quantity");
    for (std::string_view cell : lines_[head_].cells) sheet_.columns.push_back({plain_head(cell), {}, {}});
    for (size_t i = head_ + 1; i < lines_.size(); ++i) {
      add_row(lines_[i]);
      lines_[i].cells = {};  // frees memory, so that a large table is not stored twice
    }
    if (ragged_ > kMaxRagged)
      diagnostics_.error("csv-syntax", source_.path(),
                         fmt::format("{} more lines have a different number of cells", ragged_ - kMaxRagged));
    if (ragged_ > 0) return std::nullopt;
    if (sheet_.rows() == 0) return fail("the file has no rows below its first line", "one line per row");
    name_columns();
    drop_empty_columns();
    move_footnotes();
    sheet_.text = &source_;
    return std::move(sheet_);
  }

 private:
  struct Line {
    base::Span span;
    std::vector<std::string_view> cells;
    size_t filled = 0;  // number of cells that contain a text
    size_t used = 0;    // number of cells up to the last one that contains a text
    bool follows_gap = false;
  };

  std::optional<Sheet> fail(std::string message, std::string expected, std::string help = "") {
    diagnostics_.error("csv-syntax", source_.path(), std::move(message))
        .expect(std::move(expected))
        .suggest(std::move(help));
    return std::nullopt;
  }

  // Whether at least half of the lines are one cell of several words, as in a sheet of notes.
  bool are_notes() const {
    constexpr std::ptrdiff_t kSpaces = 4;
    const auto is_sentence = [](const Line& line) {
      return line.filled == 1 && std::ranges::count(line.cells[line.used - 1], ' ') >= kSpaces;
    };
    return static_cast<size_t>(std::ranges::count_if(lines_, is_sentence)) * 2 >= lines_.size();
  }

  // Removes letters in brackets from a header, "Area [a]", if the file has a footnote with this mark. plain_head()
  // removes other marks.
  std::string_view unmarked(std::string_view head) const {
    for (std::string_view rest = head;; head = rest)
      if (const std::string mark = take_mark(rest, true);
          mark.empty() || !base::is_letter(mark[0]) || !known_footnotes_.contains(mark))
        return head;
  }

  // Joins a second line of the header, "Speed,,Price" above "low,high,": it has texts where the first line is empty,
  // and above numbers, but no numbers.
  void join_second_head() {
    if (head_ + 3 >= lines_.size()) return;
    std::vector<std::string_view>&first = lines_[head_].cells, &second = lines_[head_ + 1].cells;
    if (second.size() > first.size() ||
        std::ranges::any_of(second, [](auto cell) { return read_number_text(cell) || is_quantity(cell); }))
      return;
    bool is_below_gap = false, is_above_numbers = false;
    for (size_t i = 0; i < second.size(); ++i) {
      if (second[i].empty()) continue;
      is_below_gap = is_below_gap || first[i].empty();
      is_above_numbers = is_above_numbers || are_numbers_below(i, head_ + 2);
    }
    if (!is_below_gap || !is_above_numbers) return;
    std::string group;
    for (size_t i = 0; i < first.size(); ++i) {
      const std::string below = i < second.size() ? plain_head(unmarked(second[i])) : "";
      if (!first[i].empty()) group = plain_head(first[i]);
      if (below.empty() || (first[i].empty() && group.empty())) continue;
      first[i] = sheet_.unescaped.emplace_back(below.starts_with('(') ? fmt::format("{} {}", group, below)
                                                                      : with_word(group, below));
    }
    sheet_.has_second_head = true;
    lines_.erase(lines_.begin() + static_cast<std::ptrdiff_t>(head_) + 1);
  }

  bool are_numbers_below(size_t column, size_t line) const {
    size_t numbers = 0;
    for (size_t i = line; i < std::min(lines_.size(), line + kMaxSampleLines); ++i) {
      const std::string_view cell = column < lines_[i].cells.size() ? lines_[i].cells[column] : "";
      if (is_missing_mark(cell)) continue;
      if (!read_number_text(cell)) return false;
      ++numbers;
    }
    return numbers > 1;
  }

  bool store(const std::vector<data::CsvCell>& cells) {
    if (sheet_.delimiter == '|' && lines_.size() == 1 && is_rule(cells)) return true;
    Line line;
    line.cells.reserve(cells.size());
    for (const data::CsvCell& cell : cells) {
      line.cells.push_back(stored(cell));
      if (line.cells.back().empty()) continue;
      ++line.filled;
      line.used = line.cells.size();
    }
    line.span = {&source_, cells.front().span.begin, cells.back().span.end};
    const size_t number = source_.line_of(line.span.begin);
    line.follows_gap = is_gap_ || (!lines_.empty() && number > source_.line_of(lines_.back().span.end) + 1);
    is_gap_ = line.filled == 0;
    if (is_gap_ && !lines_.empty()) {
      ++sheet_.empty_rows;
      return true;
    }
    cells_ += line.cells.size();
    lines_.push_back(std::move(line));
    return lines_.size() <= kMaxRows && cells_ <= kMaxCells;
  }

  // Moves lines that are not part of the table to `above` and `below`. A title has one cell, or few compared with the
  // rows. A remark is in the first cell only, and comes after a gap or has a footnote mark.
  void leave_out_surroundings() {
    std::vector<size_t> filled;
    for (const Line& line : lines_) filled.push_back(line.filled);
    std::ranges::nth_element(filled, filled.begin() + static_cast<std::ptrdiff_t>(filled.size() / 2));
    const size_t typical = filled[filled.size() / 2];
    const size_t few = std::max<size_t>(1, typical / 2);
    const auto is_title = [&](const Line& line) { return line.filled <= few && !line.cells.front().empty(); };
    const auto is_above = [&](const Line& line) {
      return header_ ? source_.line_of(line.span.begin) < *header_ : typical > 1 && is_title(line);
    };
    while (head_ + 1 < lines_.size() && is_above(lines_[head_])) ++head_;
    // If this line has quantities, the header was the first line, with few names.
    if (!header_ && std::ranges::any_of(lines_[head_].cells, is_quantity)) head_ = 0;
    if (!header_) find_lower_head();
    for (size_t i = 0; i < head_; ++i)
      if (lines_[i].filled > 0) sheet_.above.push_back(text_of(lines_[i]));
    for (size_t notes = count_last_notes(); typical > 1 && lines_.size() > head_ + 2; notes -= notes > 0) {
      if (notes == 0 && !is_remark(lines_.back())) break;
      sheet_.below.insert(sheet_.below.begin(), text_of(lines_.back()));
      lines_.pop_back();
    }
  }

  // Whether a cell is probably a number, a quantity or a date.
  static bool is_value(std::string_view cell) {
    return !cell.empty() && (base::is_digit(cell.front()) || read_number_text(cell));
  }

  // Finds the header below notes that are spread over several cells: the first line of different texts without gaps,
  // above a column of values in which the lines above have none.
  void find_lower_head() {
    size_t width = 0;
    for (const Line& line : lines_) width = std::max(width, line.used);
    const auto may_be_head = [&](const Line& line) {
      const std::set<std::string_view> texts(line.cells.begin(), line.cells.end());
      return line.filled == width && texts.size() == line.cells.size();
    };
    for (size_t i = head_; i + 3 < lines_.size() && i < head_ + kMaxSampleLines; ++i) {
      if (std::ranges::any_of(lines_[i].cells, is_value)) return;
      if (!may_be_head(lines_[i])) continue;
      for (size_t column = 0; column < width && i > head_; ++column)
        if (is_value(cell_at(i + 1, column)) && is_value(cell_at(i + 2, column))) head_ = i;
      return;
    }
  }

  std::string_view cell_at(size_t line, size_t column) const {
    return column < lines_[line].cells.size() ? lines_[line].cells[column] : std::string_view();
  }

  // Counts the last lines that are at least half empty and have no value in the columns of values, if they are several,
  // and one of them has a text there.
  size_t count_last_notes() const {
    std::vector<size_t> columns;  // those of values, as the first lines show
    const size_t first = head_ + 1, last = std::min(lines_.size(), first + kMaxSampleLines);
    for (size_t column = 0; column < lines_[head_].cells.size(); ++column) {
      size_t values = 0, filled = 0;
      for (size_t line = first; line < last; ++line) {
        values += is_value(cell_at(line, column));
        filled += !is_missing_mark(cell_at(line, column));
      }
      if (values > 1 && values * 2 > filled) columns.push_back(column);
    }
    bool has_text = false;
    for (size_t notes = 0; notes < std::min(kMaxSampleLines, lines_.size() - first); ++notes) {
      const size_t line = lines_.size() - 1 - notes;
      const bool has_value = std::ranges::any_of(columns, [&](size_t i) { return is_value(cell_at(line, i)); });
      if (has_value || lines_[line].filled * 2 > lines_[head_].cells.size()) return has_text && notes > 1 ? notes : 0;
      has_text = has_text || std::ranges::any_of(columns, [&](size_t i) { return !is_missing_mark(cell_at(line, i)); });
    }
    return 0;
  }

  // Whether a line at the end is a remark. Several remarks may follow one gap.
  bool is_remark(const Line& line) const {
    if (line.filled != 1 || line.used != 1) return false;
    const std::string_view text = line.cells.front();
    static const Pattern kWord("(?i) (?: note | source )");
    if (is_marked_remark(text)) return true;
    // A line with all delimiters and a short name is a row without values.
    if (line.cells.size() == lines_[head_].cells.size() && std::ranges::count(text, ' ') < 3) return false;
    if (line.follows_gap) return true;
    for (size_t i = lines_.size(); i-- > head_ + 1 && lines_[i].filled == 1 && lines_[i].used == 1;)
      if (lines_[i].follows_gap) return true;
    return kWord.find(text).has_value();
  }

  static std::string text_of(const Line& line) {
    std::string text;
    for (std::string_view cell : line.cells)
      if (!cell.empty()) text += (text.empty() ? "" : " ") + base::one_line(cell);
    return text;
  }

  void add_row(const Line& line) {
    if (line.cells.size() < sheet_.columns.size() || line.used > sheet_.columns.size()) {
      if (++ragged_ <= kMaxRagged) report_ragged(line);
      return;
    }
    sheet_.lines.push_back(source_.line_of(line.span.begin));
    for (size_t i = 0; i < sheet_.columns.size(); ++i) sheet_.columns[i].cells.push_back(line.cells[i]);
  }

  void report_ragged(const Line& line) {
    const bool is_first = head_ == 0;
    auto& error = diagnostics_.error(
        "csv-syntax", line.span,
        fmt::format("this line has {}, the {} line has {}", base::count_of(line.cells.size(), "cell"),
                    is_first ? "first" : "header", base::count_of(sheet_.columns.size(), "cell")));
    error.expect(
        fmt::format("the same number of cells in every line, separated by {}", delimiter_name(sheet_.delimiter)));
    if (line.cells.size() > sheet_.columns.size())
      error.suggest("put quotes around a cell that contains the delimiter; remove lines above the header");
    else
      error.suggest(line.filled > 2
                        ? "add the missing cell, or write two delimiters next to each other for an empty one"
                        : "remove lines above and below the table: the first line must be the header");
  }

  // Stores a cell that was unescaped, because it is valid only during the call. Other cells point into the file.
  std::string_view stored(const data::CsvCell& cell) {
    const std::string_view trimmed = trimmed_cell(cell.text);
    const bool is_inside = trimmed.empty() || span_of(source_, trimmed);
    return is_inside ? trimmed : std::string_view(sheet_.unescaped.emplace_back(trimmed));
  }

  void name_columns() {
    std::map<std::string_view, size_t> counts, seen;
    for (const SheetColumn& column : sheet_.columns) ++counts[column.head];
    for (size_t i = 0; i < sheet_.columns.size(); ++i) {
      SheetColumn& column = sheet_.columns[i];
      if (column.head.empty())
        column.origin = fmt::format("column {}", i + 1);
      else if (counts[column.head] > 1)
        column.origin = fmt::format("{} ({})", column.head, ++seen[column.head]);
    }
  }

  void drop_empty_columns() {
    size_t number = 0;
    std::erase_if(sheet_.columns, [&](const SheetColumn& column) {
      ++number;
      const bool is_empty = column.head.empty() && std::ranges::all_of(column.cells, &std::string_view::empty);
      if (is_empty) sheet_.empty_columns.push_back(number);
      return is_empty;
    });
  }

  // Moves footnote marks out of cells. After a number, a sign or brackets are always a footnote mark, raised digits
  // only if they can't be a power; after a text, a mark is one only if a line below the table explains it.
  void move_footnotes() {
    const Footnotes& texts = known_footnotes_;
    for (SheetColumn& column : sheet_.columns) {
      const bool has_same_end = end_in_one_letter(column.cells);
      for (size_t row = 0; row < column.cells.size(); ++row) {
        std::string_view rest = column.cells[row];
        if (rest.empty() ||
            (static_cast<unsigned char>(rest.back()) < 0x80 && rest.back() != '*' && rest.back() != ']'))
          continue;
        std::string remark;
        for (std::string mark; rest.size() > 1;) {
          std::string_view before = rest;
          mark = take_mark(before, true);
          const auto known = texts.find(mark);
          const bool is_raised = !mark.empty() && base::is_digit(mark[0]) && rest.back() != ']';
          const bool is_number = !before.empty() && !base::is_letter(before.front()) &&
                                 before.find_first_of("0123456789") != std::string_view::npos;
          const bool is_clear = is_number && (has_footnotes_ || !is_raised) &&
                                (mark.empty() || !base::is_letter(mark[0]) || (mark.size() == 1 && !has_same_end));
          if (mark.empty() || (is_raised && is_exponent(before, mark)) || !(is_clear || known != texts.end())) break;
          rest = before;
          ++sheet_.marks;
          const std::string text = known == texts.end() ? mark : known->second;
          remark.insert(0, remark.empty() ? text : text + "; ");
        }
        if (remark.empty()) continue;
        column.cells[row] = rest;
        sheet_.footnotes.resize(sheet_.rows());
        std::string& all = sheet_.footnotes[row];
        all += fmt::format("{}{}: {}", all.empty() ? "" : "; ", column.head, remark);
      }
    }
  }

  // Whether several cells end in the same letter in brackets, "5 [m]", which may be their unit.
  static bool end_in_one_letter(const std::vector<std::string_view>& cells) {
    const auto filled = [](std::string_view cell) { return !is_missing_mark(cell); };
    const auto first = std::ranges::find_if(cells, filled);
    if (first == cells.end() || first->size() < 4 || std::ranges::count_if(cells, filled) < 2) return false;
    const std::string_view end = first->substr(first->size() - 3);
    return end[0] == '[' && base::is_letter(end[1]) && end[2] == ']' &&
           std::ranges::all_of(cells, [&](auto cell) { return !filled(cell) || cell.ends_with(end); });
  }

  const base::SourceText& source_;
  base::Diagnostics& diagnostics_;
  Sheet sheet_;
  std::vector<Line> lines_;
  const std::optional<size_t> header_;  // TableChoice::header
  size_t head_ = 0;                     // the header's index in lines_
  size_t cells_ = 0;                    // the number of cells
  size_t ragged_ = 0;
  bool is_gap_ = false;
  const bool has_footnotes_;  // TableChoice::has_footnotes
  Footnotes known_footnotes_;
};

}  // namespace

std::optional<Sheet> read_sheet(const base::SourceText& source, base::Diagnostics& diagnostics, char delimiter,
                                const TableChoice& choice, Footnotes footnotes) {
  return SheetReader(source, diagnostics, delimiter, choice, std::move(footnotes)).read();
}

bool is_marked_remark(std::string_view line) {
  static const Pattern kLabel("(?i) (?: note | source )s? :");
  return read_definition(line) || kLabel.find(line);
}

bool TableChoice::states(std::string_view head) const {
  return std::ranges::any_of(stated, [&](const std::string& each) { return names_column(each, head); });
}

void Sheet::fill(SheetColumn& column, std::string_view text) {
  for (std::string_view& cell : column.cells)
    if (cell.empty()) cell = text;
}

void Sheet::erase_row(size_t row) {
  const auto at = static_cast<std::ptrdiff_t>(row);
  for (SheetColumn& column : columns) {
    column.cells.erase(column.cells.begin() + at);
    if (!column.values.empty()) column.values.erase(column.values.begin() + at);
  }
  lines.erase(lines.begin() + at);
  if (row < footnotes.size()) footnotes.erase(footnotes.begin() + at);
}

base::Span Sheet::place_of(size_t column, size_t row) const {
  const std::string_view cell = columns[column].cells[row];
  const base::Span span = cell.empty() ? base::Span() : span_of(*text, cell);
  return span ? span : span_of_line(*text, lines[row]);
}

std::string_view trimmed_cell(std::string_view text) {
  for (size_t size = text.size() + 1; text.size() < size;) {
    size = text.size();
    text = base::trim(text);
    for (std::string_view space : kNoBreakSpaces) {
      if (text.starts_with(space)) text.remove_prefix(space.size());
      if (text.ends_with(space)) text.remove_suffix(space.size());
    }
  }
  return text;
}

std::string plain_head(std::string_view text) {
  text = trimmed_cell(text);
  for (std::string_view rest = text; base::count_code_points(rest) > 3; text = rest) {
    // Also finds a mark before the unit, as in "Price¹ (USD)".
    if (const size_t bracket = text.rfind(" ("); text.ends_with(')') && bracket != std::string_view::npos) {
      const std::string_view title = text.substr(0, bracket);
      if (std::string plain = plain_head(title); plain.size() < title.size())
        return plain + std::string(text.substr(bracket));
    }
    const std::string mark = take_mark(rest, false);
    const std::string_view word = rest.substr(rest.find_last_of(" (/_") + 1);
    if (mark.empty() || (word.size() <= 2 && is_exponent(rest, mark))) break;
    if (const std::string_view end = text.substr(rest.size()); may_be_power(rest, end)) break;
  }
  if (base::is_ascii(text)) return std::string(text);
  std::string head = base::normalise_nfc(text);
  for (std::string_view space : kNoBreakSpaces) head = base::replace_all(std::move(head), space, " ");
  return head;
}

std::string_view delimiter_name(char delimiter) {
  if (delimiter == ';') return "semicolons";
  if (delimiter == '\t') return "tabs";
  return delimiter == '|' ? "bars" : "commas";
}

}  // namespace import

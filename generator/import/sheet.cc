#include "import/sheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "base/utf8.h"
#include "data/csv.h"

namespace import {
namespace {

// The comma is last, because unlike other delimiters it also occurs in numbers and names.
constexpr std::string_view kDelimiters = ";\t|,";
constexpr std::array<std::string_view, 3> kNoBreakSpaces = {"\u00A0", "\u2007", "\u202F"};
constexpr size_t kMaxSampleLines = 20;
constexpr size_t kMaxRagged = 5;

// The delimiter that occurs equally often in most of the first lines, outside quotes; if several do, the most frequent.
char find_delimiter(std::string_view text) {
  std::array<std::vector<size_t>, kDelimiters.size()> counts;  // by line
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
  std::pair<std::ptrdiff_t, size_t> best_score;  // lines, count in each
  for (size_t i = 0; i < kDelimiters.size(); ++i) {
    if (counts[i].empty() || counts[i].front() == 0) continue;
    const std::pair score(std::ranges::count(counts[i], counts[i].front()), counts[i].front());
    if (score > best_score) best = kDelimiters[i], best_score = score;
  }
  return best;
}

// The line between the header and the rows of a Markdown table: "| --- | :-: |".
bool is_rule(const std::vector<data::CsvCell>& cells) {
  size_t rules = 0;
  for (const data::CsvCell& cell : cells) {
    std::string_view text = trimmed_cell(cell.text);
    if (text.empty()) continue;
    if (text.starts_with(':')) text.remove_prefix(1);
    if (text.ends_with(':')) text.remove_suffix(1);
    if (text.empty() || text.find_first_not_of('-') != std::string_view::npos) return false;
    ++rules;
  }
  return rules > 0;
}

class SheetReader {
 public:
  SheetReader(const base::SourceText& source, base::Diagnostics& diagnostics)
      : source_(source), diagnostics_(diagnostics) {}

  std::optional<Sheet> read() {
    sheet_.delimiter = find_delimiter(source_.text());
    bool is_first = true;
    const bool is_readable =
        data::read_csv(source_, {sheet_.delimiter, '"'}, diagnostics_, [&](const std::vector<data::CsvCell>& cells) {
          return std::exchange(is_first, false) ? read_heads(cells) : read_row(cells);
        });
    if (!is_readable || failed_) return std::nullopt;
    if (ragged_ > kMaxRagged)
      diagnostics_.error("csv-syntax", source_.path(),
                         fmt::format("{} more lines have a different number of cells", ragged_ - kMaxRagged));
    if (ragged_ > 0) return std::nullopt;
    if (sheet_.columns.empty())
      return fail("the file is empty", "a first line with the names of the columns, then rows");
    if (sheet_.rows() == 0) return fail("the file has no rows below its first line", "one line per row");
    drop_empty_columns();
    return std::move(sheet_);
  }

 private:
  std::optional<Sheet> fail(std::string message, std::string expected) {
    diagnostics_.error("csv-syntax", source_.path(), std::move(message)).expect(std::move(expected));
    return std::nullopt;
  }

  bool read_heads(const std::vector<data::CsvCell>& cells) {
    if (cells.size() > kMaxColumns) {
      diagnostics_
          .error("csv-syntax", span_of_line(source_, 1),
                 fmt::format("{} columns, more than the {} that a resource can have", cells.size(), kMaxColumns))
          .suggest("remove columns that no page needs, or write one row for each quantity");
      failed_ = true;
    }
    for (const data::CsvCell& cell : cells) sheet_.columns.push_back({plain_head(cell.text), {}, {}});
    return !failed_;
  }

  bool read_row(const std::vector<data::CsvCell>& cells) {
    if (sheet_.delimiter == '|' && sheet_.rows() == 0 && is_rule(cells)) return true;
    size_t filled = cells.size();
    while (filled > 0 && trimmed_cell(cells[filled - 1].text).empty()) --filled;
    if (filled == 0) return ++sheet_.empty_rows, true;
    if (cells.size() < sheet_.columns.size() || filled > sheet_.columns.size()) {
      if (++ragged_ <= kMaxRagged) report_ragged(cells);
      return true;
    }
    sheet_.lines.push_back(source_.line_of(cells.front().span.begin));
    for (size_t i = 0; i < sheet_.columns.size(); ++i) sheet_.columns[i].cells.push_back(stored(cells[i]));
    return true;
  }

  void report_ragged(const std::vector<data::CsvCell>& cells) {
    auto& error =
        diagnostics_.error("csv-syntax", {&source_, cells.front().span.begin, cells.back().span.end},
                           fmt::format("this line has {}, the first line has {}", base::count_of(cells.size(), "cell"),
                                       base::count_of(sheet_.columns.size(), "cell")));
    error.expect(
        fmt::format("the same number of cells in every line, separated by {}", delimiter_name(sheet_.delimiter)));
    if (cells.size() > sheet_.columns.size())
      error.suggest("put quotes around a cell that contains the delimiter; remove lines above the header");
    else
      error.suggest("remove lines above and below the table: the first line of the file must be the header");
  }

  // A cell that was unescaped is valid during the call only, any other as long as the source.
  std::string_view stored(const data::CsvCell& cell) {
    const std::string_view trimmed = trimmed_cell(cell.text);
    const bool is_inside = trimmed.empty() || span_of(source_, trimmed);
    return is_inside ? trimmed : std::string_view(sheet_.unescaped.emplace_back(trimmed));
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

  const base::SourceText& source_;
  base::Diagnostics& diagnostics_;
  Sheet sheet_;
  size_t ragged_ = 0;
  bool failed_ = false;
};

}  // namespace

std::optional<Sheet> read_sheet(const base::SourceText& source, base::Diagnostics& diagnostics) {
  return SheetReader(source, diagnostics).read();
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
  if (base::is_ascii(text)) return std::string(text);
  std::string head = base::normalise_nfc(text);
  for (std::string_view space : kNoBreakSpaces) head = base::replace_all(std::move(head), space, " ");
  return head;
}

std::string_view delimiter_name(char delimiter) {
  return delimiter == ';' ? "semicolons" : delimiter == '\t' ? "tabs" : delimiter == '|' ? "bars" : "commas";
}

}  // namespace import

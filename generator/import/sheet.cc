#include "import/sheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "base/utf8.h"
#include "data/csv.h"

namespace import {
namespace {

// The comma comes last: of several that would do, it is the one that numbers and names have too.
constexpr std::array<char, 4> kDelimiters = {';', '\t', '|', ','};
constexpr std::array<std::string_view, 3> kNoBreakSpaces = {"\u00A0", "\u2007", "\u202F"};
constexpr size_t kLinesToJudgeBy = 20;
constexpr size_t kMostRagged = 5;

base::Span first_line(const base::SourceText& source) {
  return {&source, 0, static_cast<uint32_t>(source.line_start(1) + source.line(1).size())};
}

// How often each delimiter stands outside of quotes, in each of the first lines.
std::array<std::vector<size_t>, kDelimiters.size()> count_delimiters(std::string_view text) {
  std::array<std::vector<size_t>, kDelimiters.size()> counts;
  std::array<size_t, kDelimiters.size()> here{};
  bool quoted = false, blank = true;
  auto end_line = [&] {
    for (size_t i = 0; i < kDelimiters.size(); ++i)
      if (!blank) counts[i].push_back(here[i]);
    here.fill(0);
    blank = true;
  };
  for (char c : text) {
    if (c == '"') quoted = !quoted;
    if (c == '\n' && !quoted) {
      end_line();
      if (counts[0].size() == kLinesToJudgeBy) return counts;
      continue;
    }
    blank = blank && base::is_space(c);
    auto found = std::find(kDelimiters.begin(), kDelimiters.end(), c);
    if (found != kDelimiters.end() && !quoted) ++here[static_cast<size_t>(found - kDelimiters.begin())];
  }
  end_line();
  return counts;
}

// The delimiter that stands equally often in most lines; of several, the more frequent one; of these, the first.
char find_delimiter(std::string_view text) {
  auto counts = count_delimiters(text);
  char best = ',';
  size_t best_lines = 0, best_count = 0;
  for (size_t i = 0; i < kDelimiters.size(); ++i) {
    if (counts[i].empty() || counts[i].front() == 0) continue;
    auto alike = static_cast<size_t>(std::count(counts[i].begin(), counts[i].end(), counts[i].front()));
    if (alike > best_lines || (alike == best_lines && counts[i].front() > best_count))
      best = kDelimiters[i], best_lines = alike, best_count = counts[i].front();
  }
  return best;
}

// The line between the head and the rows of a Markdown table: "| --- | :-: |".
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
    bool first = true;
    bool readable =
        data::read_csv(source_, {sheet_.delimiter, '"'}, diagnostics_, [&](const std::vector<data::CsvCell>& cells) {
          bool heads = first;
          first = false;
          return heads ? take_heads(cells) : take_row(cells);
        });
    if (!readable || failed_) return std::nullopt;
    if (ragged_ > kMostRagged)
      diagnostics_.error("csv-syntax", source_.path(),
                         fmt::format("{} more lines have another number of cells", ragged_ - kMostRagged));
    if (ragged_ > 0) return std::nullopt;
    if (sheet_.columns.empty()) return fail("the file is empty", "a first line that names the columns, and rows");
    if (sheet_.rows() == 0) return fail("the file has no rows below its first line", "one line a row");
    drop_empty_columns();
    return std::move(sheet_);
  }

 private:
  std::optional<Sheet> fail(std::string message, std::string expected) {
    diagnostics_.error("csv-syntax", source_.path(), std::move(message)).expect(std::move(expected));
    return std::nullopt;
  }

  bool take_heads(const std::vector<data::CsvCell>& cells) {
    if (cells.size() > kMaxColumns) {
      diagnostics_
          .error("csv-syntax", first_line(source_),
                 fmt::format("{} columns, more than the {} that a resource can have", cells.size(), kMaxColumns))
          .suggest("leave out what no page needs, or write one row a quantity");
      failed_ = true;
      return false;
    }
    for (const data::CsvCell& cell : cells) sheet_.columns.push_back({plain_head(cell.text), {}, {}});
    return true;
  }

  bool take_row(const std::vector<data::CsvCell>& cells) {
    if (sheet_.delimiter == '|' && sheet_.rows() == 0 && is_rule(cells)) return true;
    size_t filled = cells.size();
    while (filled > 0 && trimmed_cell(cells[filled - 1].text).empty()) --filled;
    if (filled == 0) return ++sheet_.empty_rows, true;
    bool fits = cells.size() == sheet_.columns.size() ||
                (cells.size() > sheet_.columns.size() && filled <= sheet_.columns.size());
    if (!fits) {
      if (++ragged_ <= kMostRagged) tell_ragged(cells);
      return true;
    }
    sheet_.lines.push_back(source_.line_of(cells.front().span.begin));
    for (size_t i = 0; i < sheet_.columns.size(); ++i) sheet_.columns[i].cells.push_back(keep(cells[i]));
    return true;
  }

  void tell_ragged(const std::vector<data::CsvCell>& cells) {
    auto& error =
        diagnostics_.error("csv-syntax", {&source_, cells.front().span.begin, cells.back().span.end},
                           fmt::format("this line has {}, the first line has {}", base::count_of(cells.size(), "cell"),
                                       base::count_of(sheet_.columns.size(), "cell")));
    error.expect(fmt::format("as many cells in every line, with {} between them", delimiter_name(sheet_.delimiter)));
    if (cells.size() > sheet_.columns.size())
      error.suggest("put quotes around a cell that holds the delimiter; take lines above the one with the heads out");
    else
      error.suggest("take lines above and below the table out of the file: its first line names the columns");
  }

  // A cell that was unescaped is valid during the call only, any other as long as the source.
  std::string_view keep(const data::CsvCell& cell) {
    std::string_view trimmed = trimmed_cell(cell.text);
    std::string_view text = source_.text();
    bool inside = trimmed.empty() || (trimmed.data() >= text.data() && trimmed.data() < text.data() + text.size());
    return inside ? trimmed : std::string_view(sheet_.unescaped.emplace_back(trimmed));
  }

  void drop_empty_columns() {
    for (size_t i = sheet_.columns.size(); i-- > 0;) {
      const SheetColumn& column = sheet_.columns[i];
      bool empty = column.head.empty() && std::all_of(column.cells.begin(), column.cells.end(),
                                                      [](std::string_view cell) { return cell.empty(); });
      if (!empty) continue;
      sheet_.columns.erase(sheet_.columns.begin() + static_cast<ptrdiff_t>(i));
      sheet_.empty_columns.insert(sheet_.empty_columns.begin(), i + 1);
    }
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
  switch (delimiter) {
    case ';':
      return "semicolons";
    case '\t':
      return "tabs";
    case '|':
      return "bars";
    default:
      return "commas";
  }
}

}  // namespace import

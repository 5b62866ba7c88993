// Reads a published table: finds its format, its encoding and its header (import/sheet.h).
#include "import/sheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "base/text.h"
#include "base/utf8.h"
#include "base/work.h"
#include "import/cell_text.h"
#include "import/grid.h"
#include "import/head.h"
#include "import/workbook.h"
#include "io/inflate.h"
#include "notation/json.h"
#include "quantity/decimal.h"

namespace import {
namespace {

// Windows-1252 from 0x80 to 0x9F (https://encoding.spec.whatwg.org/index-windows-1252.txt); from 0xA0 on it is Latin-1.
constexpr char32_t kWindows[] = {0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
                                 0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
                                 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};

std::string from_windows(std::string_view bytes) {
  std::string out;
  for (char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    base::append_code_point(out, byte >= 0x80 && byte < 0xA0 ? kWindows[byte - 0x80] : byte);
  }
  return out;
}

// Converts UTF-16 text that follows its byte order mark.
std::string from_utf16(std::string_view bytes) {
  const bool is_little = bytes.starts_with("\xFF\xFE");
  const auto unit = [&](size_t at) {
    const auto first = static_cast<unsigned char>(bytes[at]), second = static_cast<unsigned char>(bytes[at + 1]);
    return static_cast<char32_t>(is_little ? first | second << 8 : first << 8 | second);
  };
  std::string out;
  for (size_t at = 2; at + 1 < bytes.size(); at += 2) {
    char32_t c = unit(at);
    const bool is_pair = c >= 0xD800 && c < 0xDC00 && at + 3 < bytes.size();
    if (is_pair) c = 0x10000 + ((c - 0xD800) << 10) + ((unit(at += 2) - 0xDC00) & 0x3FF);
    base::append_code_point(out, c >= 0xD800 && c < 0xE000 ? 0xFFFD : c);
  }
  return out;
}

class TableFile {
 public:
  TableFile(const base::SourceText& file, const TableChoice& choice, Texts& texts, std::vector<std::string>& notes,
            base::Diagnostics& diagnostics)
      : source_(&file), choice_(choice), texts_(texts), notes_(notes), diagnostics_(diagnostics) {
    name_ = base::lower(file.path());
  }

  std::optional<Sheet> read() {
    if (text().starts_with("\x1F\x8B") && !unpack()) return std::nullopt;
    if (text().starts_with("PK\x03\x04") && !has_name({".zip"})) {
      auto sheets = read_workbook(text());
      if (!sheets) return fail("the file " + sheets.error(), "save it as CSV");
      return read_grids(std::move(sheets).value(), "sheet");
    }
    if (text().starts_with("PK\x03\x04")) return read_archive();
    if (text().starts_with("\xD0\xCF\x11\xE0"))
      return fail("the file is a workbook in the format of Excel before 2007", "save it as .xlsx, .ods or CSV");
    if (text().starts_with("\xFF\xFE") || text().starts_with("\xFE\xFF")) replace(from_utf16(text()));
    // A login page that was saved instead of the data has the data's file name.
    const bool is_page =
        has_name({".html", ".htm", ".xhtml"}) || (has_name({".xls"}) && base::trim(text()).starts_with('<'));
    const bool is_markdown = has_name({".md", ".markdown", ".mdx", ".qmd"});
    if (is_page || is_markdown) {
      make_utf8();
      std::vector<Grid> grids;
      if (is_markdown) grids = read_markdown_tables(text());
      auto of_page = read_web_tables(text());
      if (!of_page) return fail("the page is too large, or has elements nested too deeply", "save the table as CSV");
      std::ranges::move(*of_page, std::back_inserter(grids));
      return read_grids(std::move(grids), "table");
    }
    if (!check_is_text(*source_, diagnostics_)) return std::nullopt;
    if (looks_like_json(text()) || is_yaml()) return read_json();
    make_utf8();
    // Another program may have added a last line end.
    const bool has_last_line = text().ends_with('\n') && !text().ends_with("\r\n");
    if (base::has_bare_returns(text().substr(0, text().size() - has_last_line)))
      replace(base::replace_all(std::string(text()), "\r", "\n"));
    return finish(read_sheet(*source_, diagnostics_, 0, choice_));
  }

 private:
  std::string_view text() const { return source_->text(); }

  bool has_name(std::initializer_list<std::string_view> ends) const {
    return std::ranges::any_of(ends, [&](std::string_view end) { return name_.ends_with(end); });
  }

  std::optional<Sheet> fail(std::string message, std::string help) {
    diagnostics_.error("import-format", source_->path(), std::move(message)).suggest(std::move(help));
    return std::nullopt;
  }

  void replace(std::string bytes) {
    texts_.push_back(std::make_shared<const base::SourceText>(source_->path(), std::move(bytes)));
    source_ = texts_.back().get();
  }

  void make_utf8() {
    if (!base::find_invalid_utf8(text())) return;
    assumed_.push_back({fmt::format("{} is not in UTF-8 and was read as Windows-1252", source_->path()),
                        "check its accented letters, and save it as UTF-8"});
    replace(from_windows(text()));
  }

  bool unpack() {
    auto bytes = io::inflate(text(), io::max_unpacked(text().size()));
    if (!bytes) {
      fail("the file is damaged, or too large when decompressed", "download it again, or decompress it first");
      return false;
    }
    replace(std::move(*bytes));
    if (name_.ends_with(".gz")) name_.resize(name_.size() - 3);
    return true;
  }

  std::optional<Sheet> read_archive() {
    const auto archive = ZipArchive::open(text());
    if (!archive) return fail("the archive " + archive.error(), "download it again, or unpack it");
    std::vector<std::string> names = archive.value().names();
    std::erase_if(names, [](const std::string& name) { return name.starts_with("__MACOSX/"); });
    if (names.size() != 1)
      return fail(fmt::format("the archive contains {}", base::count_of(names.size(), "file")),
                  names.empty() ? "download it again" : "unpack it, and give the file with the table");
    auto bytes = archive.value().read(names.front());
    if (bytes && bytes.value().size() > io::max_unpacked(text().size()))
      return fail("the archive is too large when unpacked", "unpack it first");
    if (!bytes)
      return fail(fmt::format("{} in the archive {}", names.front(), bytes.error()), "download it again, or unpack it");
    notes_.push_back(fmt::format("{} was read from the archive", names.front()));
    replace(std::move(bytes).value());
    name_ = base::lower(names.front());
    if (name_.ends_with(".zip")) return fail("the archive contains another archive", "unpack it");
    return read();
  }

  bool is_yaml() const { return has_name({".yml", ".yaml"}); }

  std::optional<Sheet> read_json() {
    if (static_cast<size_t>(std::ranges::count(text(), ',')) > kMaxJsonValues)
      return fail(fmt::format("more than {} million values", kMaxJsonValues / 1'000'000),
                  "leave out rows or keys, or import the file in parts");
    auto sheet = read_json_sheet(*source_, choice_, texts_, notes_, diagnostics_, is_yaml());
    if (!sheet) return std::nullopt;
    const bool are_plain = std::ranges::none_of(sheet->columns, [](const SheetColumn& column) {
      for (size_t row = 0; row < column.cells.size(); ++row)
        if (column.values[row] && column.values[row]->kind != notation::Kind::number && is_ambiguous(column.cells[row]))
          return true;
      return false;
    });
    if (are_plain) sheet->decimal = ".";
    return finish(std::move(sheet));
  }

  std::optional<Sheet> finish(std::optional<Sheet> sheet) {
    if (!sheet) return sheet;
    sheet->text = source_;
    std::ranges::move(assumed_, std::back_inserter(sheet->assumed));
    list_surroundings(*sheet);
    if (!choice_.states("")) list_totals(*sheet, choice_);
    return sheet;
  }

  // Returns the name of a row without marks and remarks: "Total" of "Total (all)*".
  static std::string_view row_name(std::string_view cell) {
    static const Pattern kMarks(R"((.+?) (?: \s* (?: \([^()]*\) | \d{1,2}\) | [.:*†‡] ) )* $)");
    const auto found = kMarks.find(cell);
    return found ? (*found)[1] : cell;
  }

  // Whether a text names a row that sums up others, in any language.
  static bool is_total(std::string_view cell) {
    if (cell.size() > 60) return false;
    cell = row_name(cell);
    const auto is_name = [](std::string_view name) { return find_word(&quantity::Language::totals, name) != nullptr; };
    const std::string last(cell.substr(std::min(cell.rfind(' '), cell.size())));
    const std::string first(cell.substr(0, cell.find_first_of(" ,")));
    const std::string_view rest = cell.substr(first.size());
    static const Pattern kName("[ ] [^a-z]");  // "Total Europe", but not "Total seats"
    return is_name(cell) || is_name("*" + last) || (rest.starts_with(',') && is_name(first)) ||
           (kName.find(rest) && is_name(first + " *"));
  }

  // Lists rows that probably sum up others, so that a sum of their column would count everything twice.
  static void list_totals(Sheet& sheet, const TableChoice& choice) {
    std::set<size_t> listed;
    for (const SheetColumn& column : sheet.columns) {
      std::map<std::string_view, std::pair<size_t, size_t>> found;  // the first row and the number of rows, by text
      std::vector<size_t> regions;
      size_t others = 0;
      const auto add = [&](size_t row) {
        if (listed.insert(row).second) ++found.emplace(column.cells[row], std::pair(row, 0)).first->second.second;
      };
      for (size_t row = 0; row < column.cells.size(); ++row) {
        const std::string_view cell = column.cells[row];
        if (cell.empty() || base::is_digit(cell.front())) continue;
        if (is_total(cell))
          add(row);
        else if (find_word(&quantity::Language::regions, row_name(cell)))
          regions.push_back(row);
        else
          ++others;
      }
      // Continents beside the world and countries sum up these; continents alone do not.
      if (!found.empty() && others > 0) std::ranges::for_each(regions, add);
      for (const auto& [text, rows] : found)
        list_total(sheet, choice, column, rows.first,
                   rows.second > 1 ? fmt::format(", and in {} more", base::count_of(rows.second - 1, "line")) : "");
    }
    const auto row = find_sum(sheet);
    if (!row || listed.contains(*row)) return;
    const auto named = std::ranges::find_if(sheet.columns, [&](const SheetColumn& column) {
      return !is_missing_text(column.cells[*row]) && !read_number_text(column.cells[*row]);
    });
    if (named != sheet.columns.end()) list_total(sheet, choice, *named, *row, ", the sum of all other rows,");
  }

  static void list_total(Sheet& sheet, const TableChoice& choice, const SheetColumn& column, size_t row,
                         std::string_view more) {
    const std::string_view text = column.cells[row];
    const auto is_stated = [&](const SheetColumn& each) { return choice.states(each.cells[row]); };
    if (std::ranges::any_of(sheet.columns, is_stated)) return;
    sheet.assumed.push_back(
        {fmt::format("\"{}\" in line {}{} is read as a row like the others", text, sheet.lines[row], more),
         fmt::format("if it sums up others, which sums would count twice: --without {0}; if not: --without ''; or "
                     "in the settings, without: {{{1}: [{0}]}}, or without: {{{1}: []}}",
                     notation::json_text(text), notation::json_text(column.published()))});
  }

  // Finds a row with the sums of all other rows in at least half of the columns of numbers, whatever its name is. A sum
  // with one digit may be chance.
  static std::optional<size_t> find_sum(const Sheet& sheet) {
    constexpr size_t kMinRows = 4, kMaxSummedRows = 2000;
    if (sheet.rows() < kMinRows || sheet.rows() > kMaxSummedRows) return std::nullopt;
    size_t columns = 0;
    std::map<size_t, size_t> sums;  // the number of columns in which a row has the sum
    for (const SheetColumn& column : sheet.columns) {
      const std::vector<quantity::Exact> numbers = numbers_of(column);
      const auto filled = std::ranges::count_if(numbers, [](const auto& number) { return number.sign() > 0; });
      if (numbers.size() < sheet.rows() || filled < static_cast<std::ptrdiff_t>(kMinRows)) continue;
      ++columns;
      quantity::Exact sum = 0;
      for (const quantity::Exact& number : numbers) sum = sum + number;
      const auto row = std::ranges::find_if(numbers, [&](const auto& number) { return number + number == sum; });
      if (row != numbers.end() && row->round_half_up(-row->magnitude()) != row->to_fraction())
        ++sums[static_cast<size_t>(row - numbers.begin())];
    }
    for (const auto& [row, count] : sums)
      if (count * 2 >= columns) return row;
    return std::nullopt;
  }

  // Returns the numbers of a column, 0 for missing ones; fewer if it also has something else or negative numbers.
  static std::vector<quantity::Exact> numbers_of(const SheetColumn& column) {
    std::vector<quantity::Exact> numbers;
    for (std::string_view cell : column.cells) {
      const auto text = is_missing_mark(cell) ? NumberText{"0", "0", ""} : read_number_text(cell);
      const auto number =
          text ? quantity::Exact::parse(text->with_point ? *text->with_point : *text->with_comma) : std::nullopt;
      if (!number || number->sign() < 0) break;
      numbers.push_back(*number);
    }
    return numbers;
  }

  // Lists the lines that are not rows. That they are not is known if the line of the header is, or the form of a remark
  // shows it.
  void list_surroundings(Sheet& sheet) {
    const auto is_stated = [&](const SheetColumn& column) { return choice_.states(column.published()); };
    const bool knows_header = choice_.header > 0 || std::ranges::any_of(sheet.columns, is_stated);
    for (const std::string& line : sheet.above) {
      std::string text = "left out above the table: " + base::shortened(line);
      if (knows_header)
        notes_.push_back(std::move(text));
      else
        sheet.assumed.push_back({std::move(text), "another line as the header: --header LINE"});
    }
    for (const std::string& line : sheet.below) {
      std::string text = "left out below the table: " + base::shortened(line);
      if (is_marked_remark(line) || choice_.states(line) || choice_.states(base::shortened(line)))
        notes_.push_back(std::move(text));
      else
        sheet.assumed.push_back({std::move(text), fmt::format("if it is a row, fill its other cells; if it is not: "
                                                              "--without {}, or \"without\" in the settings",
                                                              notation::json_text(base::shortened(line)))});
    }
    if (!sheet.has_second_head) return;
    std::string text = "the 2 lines of the header were joined";
    if (knows_header)
      notes_.push_back(std::move(text));
    else
      sheet.assumed.push_back({std::move(text), "one line as the header: --header LINE"});
  }

  static bool is_ambiguous(std::string_view cell) {
    const auto number = read_number_text(cell);
    return number && number->is_ambiguous();
  }

  // Returns the chosen table, the only one that has rows, or the largest of several if that is allowed.
  std::optional<Sheet> read_grids(std::vector<Grid> grids, std::string_view what) {
    const bool is_workbook = what == "sheet";
    std::vector<size_t> usable;
    std::vector<std::string> hidden;
    for (size_t i = 0; i < grids.size(); ++i) {
      const Grid& grid = grids[i];
      if (grid.is_hidden) hidden.push_back(grid.name.empty() ? std::to_string(i + 1) : "\"" + grid.name + "\"");
      if (!grid.is_hidden && grid.filled_rows() > 1 && grid.columns() > 1) usable.push_back(i);
    }
    for (size_t i = 0; i < grids.size() && is_workbook && usable.empty(); ++i)  // such as a list of names
      if (!grids[i].is_hidden && grids[i].filled_rows() > 1) usable.push_back(i);
    if (choice_.table.empty() && !hidden.empty())
      notes_.push_back(fmt::format("hidden {}s were not read: {}", what, base::join(hidden, ", ")));
    std::optional<size_t> chosen;
    for (size_t i = 0; i < grids.size(); ++i)
      if (!chosen && !choice_.table.empty() && plain_head(grids[i].name) == plain_head(choice_.table)) chosen = i;
    for (size_t i = 0; i < grids.size(); ++i)
      if (!chosen && choice_.table == std::to_string(i + 1)) chosen = i;
    if (choice_.table.empty() && usable.size() == 1) chosen = usable.front();
    if (choice_.table.empty() && usable.size() > 1 && choice_.may_choose) return read_largest(grids, usable, what);
    if (!chosen) return refuse_choice(grids, usable, what);
    return read_grid(std::move(grids[*chosen]));
  }

  static std::string described(const std::vector<Grid>& grids, size_t i) {
    return fmt::format("{}{} ({})", i + 1, grids[i].name.empty() ? "" : ": \"" + grids[i].name + "\"",
                       base::count_of(grids[i].filled_rows(), "row"));
  }

  std::optional<Sheet> read_largest(std::vector<Grid>& grids, std::vector<size_t> usable, std::string_view what) {
    const size_t largest =
        *std::ranges::max_element(usable, {}, [&](size_t i) { return grids[i].filled_rows() * grids[i].columns(); });
    std::erase(usable, largest);
    std::vector<std::string> others;
    for (size_t i : usable) others.push_back(described(grids, i));
    assumed_.push_back({fmt::format("the largest of {} was read, {}", base::count_of(usable.size() + 1, what),
                                    described(grids, largest)),
                        fmt::format("another one: --table NUMBER, of {}", base::join(others, ", "))});
    const std::string name = plain_head(grids[largest].name);
    const bool is_unique =
        std::ranges::count_if(grids, [&](const Grid& grid) { return plain_head(grid.name) == name; }) == 1;
    auto sheet = read_grid(std::move(grids[largest]));
    if (sheet) sheet->choice.table = name.empty() || !is_unique ? std::to_string(largest + 1) : name;
    return sheet;
  }

  std::optional<Sheet> refuse_choice(const std::vector<Grid>& grids, const std::vector<size_t>& usable,
                                     std::string_view what) {
    const bool is_workbook = what == "sheet";
    if (usable.empty()) {
      const bool has_hidden = std::ranges::any_of(grids, &Grid::is_hidden);
      return fail(fmt::format("the file has no {}{} with rows", has_hidden ? "visible " : "", what),
                  has_hidden ? fmt::format("show the {0}, or read a hidden one: --table NAME", what)
                  : is_workbook
                      ? "a sheet needs a header and a row below it"
                      : "perhaps a login page, or a page that loads its data later: download the data themselves");
    }
    auto& error =
        diagnostics_.error("import-format", source_->path(),
                           choice_.table.empty() ? fmt::format("the file has {}", base::count_of(usable.size(), what))
                                                 : fmt::format("the file has no {} \"{}\"", what, choice_.table));
    std::vector<std::string> names;
    for (size_t i : usable) names.push_back(described(grids, i));
    error.expect(fmt::format("one of these: {}", base::join(names, ", ")));
    error.suggest("give its number or name: --table 1, or in the settings of an import table: 1");
    return std::nullopt;
  }

  std::optional<Sheet> read_grid(Grid grid) {
    // If others have a result, one without is an empty text, such as that of IF(A1="","",…).
    if (grid.blank_results == grid.formulas) grid.missing_results += grid.blank_results;
    if (grid.missing_results > 0)
      return fail(fmt::format("{} without a stored result, the first in the cell {}",
                              base::count_of(grid.missing_results, "formula"), grid.first_missing),
                  "open the workbook in a spreadsheet program, let it calculate, and save it");
    if (!grid.unclear_style.empty())
      return fail(fmt::format("the page's own style may hide or add text by the selector \"{}\", which can't be "
                              "decided here",
                              grid.unclear_style),
                  "copy the table from a browser into a spreadsheet program, and save it as CSV");
    if (!grid.longer_rows.empty()) return refuse_longer(grid.longer_rows);
    bool are_plain = true;
    for (const GridRow& row : grid.rows)
      for (const GridCell& cell : row.cells) are_plain = are_plain && (cell.is_number || !is_ambiguous(cell.text));
    const bool has_numbers = std::ranges::any_of(
        grid.rows, [](const GridRow& row) { return std::ranges::any_of(row.cells, &GridCell::is_number); });
    const std::string caption = grid.has_caption ? grid.name : "";
    const bool has_head = grid.has_head || std::ranges::any_of(grid.rows, &GridRow::is_head);
    Footnotes footnotes = std::move(grid.footnotes);
    leave_out_foot(grid);
    auto csv = csv_of(std::move(grid), choice_, notes_, assumed_);
    if (!csv)
      return fail(fmt::format("the table has more than {} cells, or repeats more text than a file of its size may",
                              kMaxGridCells),
                  "save it as CSV");
    replace(std::move(*csv));
    auto sheet = finish(read_sheet(*source_, diagnostics_, ',', choice_, std::move(footnotes)));
    if (!sheet) return std::nullopt;
    std::ranges::copy(foot_, std::back_inserter(sheet->below));
    sheet->caption = caption;
    sheet->head_is_known = sheet->head_is_known || has_head;
    if (are_plain && has_numbers) sheet->decimal = ".";
    return sheet;
  }

  // Leaves out rows of the table's foot, such as sums of its columns. A single cell is a remark, as in other tables.
  void leave_out_foot(Grid& grid) {
    std::erase_if(grid.rows, [&](const GridRow& row) {
      std::vector<std::string> texts;
      for (const GridCell& cell : row.cells)
        if (!cell.text.empty()) texts.push_back(cell.text);
      if (!row.is_foot || texts.size() < 2) return false;
      const std::string line = base::shortened(base::join(texts, " "));
      std::string text = "left out the foot of the table: " + line;
      foot_.push_back(line);
      if (choice_.states(line))
        notes_.push_back(std::move(text));
      else
        assumed_.push_back({std::move(text), fmt::format("if it is a row, move it into the <tbody>; if it is not: "
                                                         "--without {}, or \"without\" in the settings",
                                                         notation::json_text(line))});
      return true;
    });
  }

  // Reports rows of a Markdown table whose last cells would vanish.
  std::optional<Sheet> refuse_longer(const std::vector<size_t>& lines) {
    for (size_t line : lines)
      diagnostics_
          .error("import-format", span_of_line(*source_, line), "this row has more cells than the header of its table")
          .expect("as many cells as in the header")
          .suggest("add a column to the header; a bar within a cell is \\|");
    return std::nullopt;
  }

  const base::SourceText* source_;
  const TableChoice& choice_;
  Texts& texts_;
  std::vector<std::string>& notes_;
  base::Diagnostics& diagnostics_;
  std::string name_;  // the file's name in lower case
  std::vector<Assumption> assumed_;
  std::vector<std::string> foot_;  // lines of the table's foot
};

}  // namespace

std::optional<Sheet> read_table(const base::SourceText& file, const TableChoice& choice, Texts& texts,
                                std::vector<std::string>& notes, base::Diagnostics& diagnostics) {
  // Strings that cells share, repeated and merged cells: a small file must not fill the memory.
  const base::Meter meter(base::work_allowed(file.text().size()) / 2);
  auto sheet = TableFile(file, choice, texts, notes, diagnostics).read();
  if (sheet && !choice.longer.empty() && !make_longer(*sheet, choice, notes, diagnostics)) return std::nullopt;
  return sheet;
}

}  // namespace import

// The grid of a table: each row has as many cells as the others, and no two cells claim one place
// (https://html.spec.whatwg.org/multipage/tables.html#forming-a-table).
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "audit/rules.h"
#include "base/text.h"

namespace audit {
namespace {

constexpr size_t kMostColumns = 10'000;

size_t number_of(const Element& cell, std::string_view name, size_t least, size_t most) {
  const auto written = Page::find_attribute(cell, name);
  if (!written) return 1;
  size_t number = 0;
  for (char c : base::trim(*written)) {
    if (c < '0' || c > '9') return 1;
    number = std::min(number * 10 + static_cast<size_t>(c - '0'), most);
  }
  return std::max(number, least);
}

// One table while its rows come.
struct Grid {
  std::vector<size_t> taken;  // for each column: how many rows from the next on a cell above reaches into
  uint32_t section = 0;       // the parent of the row before
  uint32_t row = 0;
  const Element* spanning = nullptr;  // the last cell that reaches into rows below
  size_t column = 0;
  size_t columns = 0;  // of the first row
  uint32_t first_row = 0;
  bool is_told = false;
};

class Tables {
 public:
  explicit Tables(const PageContext& context) : page_(context.page), findings_(context.findings) {}

  void check() {
    for (uint32_t i = 1; i < page_.elements.size(); ++i) {
      const Element& element = page_.elements[i];
      if (element.in_drawing) continue;
      if (element.tag == Tag::tr) begin_row(i);
      if ((element.tag == Tag::td || element.tag == Tag::th) && page_.elements[element.parent].tag == Tag::tr)
        add_cell(element);
    }
    for (auto& [table, grid] : grids_) {
      end_row(grid);
      end_section(grid);
    }
  }

 private:
  void begin_row(uint32_t i) {
    const uint32_t table = page_.above(i, Tag::table);
    if (table == 0) return;
    Grid& grid = grids_[table];
    end_row(grid);
    const uint32_t section = page_.elements[i].parent;
    if (section != grid.section) {
      end_section(grid);
      grid.section = section;
    }
    grid.row = i;
    grid.column = 0;
    rows_[i] = table;
  }

  void add_cell(const Element& cell) {
    auto row = rows_.find(cell.parent);
    if (row == rows_.end()) return;
    Grid& grid = grids_[row->second];
    if (grid.row != cell.parent || grid.is_told) return;
    while (grid.column < grid.taken.size() && grid.taken[grid.column] > 0) ++grid.column;
    const size_t width = number_of(cell, "colspan", 1, 1000), height = number_of(cell, "rowspan", 0, 65534);
    if (grid.column + width > kMostColumns) return tell(grid, cell.token, "this row has more than 10,000 columns");
    if (grid.taken.size() < grid.column + width) grid.taken.resize(grid.column + width);
    const size_t end = grid.column + width;
    for (; grid.column < end; ++grid.column) {
      if (grid.taken[grid.column] > 0) {
        findings_.error("uneven-table", cell.token, "this cell lies on one that reaches down from a row above")
            .note(findings_.span(grid.spanning ? grid.spanning->token : cell.token), "a cell that reaches down");
        grid.is_told = true;
        return;
      }
      grid.taken[grid.column] = height == 0 ? kToTheEnd : height;
    }
    if (height != 1) grid.spanning = &cell;
  }

  void end_row(Grid& grid) {
    if (grid.row == 0) return;
    while (grid.column < grid.taken.size() && grid.taken[grid.column] > 0) ++grid.column;
    if (grid.first_row == 0) {
      grid.first_row = grid.row;
      grid.columns = grid.column;
    } else if (grid.column != grid.columns && !grid.is_told) {
      tell(grid, page_.elements[grid.row].token,
           fmt::format("this row has {}, and the first one {}", base::count_of(grid.column, "column"), grid.columns));
    }
    for (size_t& rows : grid.taken)
      if (rows > 0 && rows != kToTheEnd) --rows;
    grid.row = 0;
  }

  // Cells end with their section.
  void end_section(Grid& grid) {
    const bool reaches_out =
        std::any_of(grid.taken.begin(), grid.taken.end(), [](size_t rows) { return rows > 0 && rows != kToTheEnd; });
    if (reaches_out && grid.spanning && !grid.is_told)
      tell(grid, grid.spanning->token, "this cell reaches below the last row of its part of the table");
    std::fill(grid.taken.begin(), grid.taken.end(), size_t{0});
    grid.spanning = nullptr;
  }

  void tell(Grid& grid, std::string_view at, std::string message) {
    base::Diagnostic& warning = findings_.warning("uneven-table", at, std::move(message));
    if (grid.first_row != 0) warning.note(findings_.span(page_.elements[grid.first_row].token), "the first row");
    grid.is_told = true;
  }

  static constexpr size_t kToTheEnd = size_t(-1);

  const Page& page_;
  Findings& findings_;
  std::map<uint32_t, Grid> grids_;  // by the table's element
  std::unordered_map<uint32_t, uint32_t> rows_;
};

}  // namespace

void check_tables(const PageContext& context) { Tables(context).check(); }

}  // namespace audit

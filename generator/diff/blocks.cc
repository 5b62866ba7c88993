// Compares the data that readers see: the cells of named tables and charts, and the ranks of their rows.
#include <algorithm>
#include <unordered_map>

#include "blocks/spec.h"
#include "diff/sides.h"

namespace diff {
namespace {

using quantity::Frame;
using Columns = std::vector<std::string>;  // column names in display order

void add_encoded(const chart::Spec& spec, Columns& columns) {
  for (const chart::Layer& layer : spec.layers)
    for (const chart::Encoding& encoding : layer.encodings)
      if (!encoding.field.empty()) columns.push_back(encoding.field);
  if (spec.narrow) add_encoded(*spec.narrow, columns);
}

// Returns the columns that a table or chart shows, in the order of its spec, after those that a table groups by.
Columns shown_columns(const site::NamedBlock& block, const Frame& frame) {
  Columns columns;
  if (const auto* chart = block.block->spec->as<chart::Spec>()) add_encoded(*chart, columns);
  const auto* table = block.block->spec->as<blocks::TableSpec>();
  if (!table) return columns;
  if (!table->group_by.empty()) columns.push_back(table->group_by.text);  // the heading of each group
  for (const blocks::ColumnSpec& column : table->columns) columns.push_back(column.name.text);
  if (table->columns.empty())
    for (const quantity::Field& field : frame.fields) columns.push_back(field.name);
  return columns;
}

// Whether builds draw a picture of the chart; a chart without rows is only a sentence.
bool has_picture(const site::NamedBlock& block, const Frame& frame, const site::Site& site) {
  return site.config->features.images && block.block->kind == document::FenceKind::chart && frame.rows() > 0;
}

// One table or chart on both sides.
struct Pair {
  const site::NamedBlock& block;
  const Frame& before;
  const Frame& after;
  Columns shown;
  MatchedRows rows;
};

const Frame* frame_of(const site::NamedBlock& block) {
  auto found = block.page->evaluation->frames.find(block.block->data);
  return found == block.page->evaluation->frames.end() ? nullptr : found->second.get();
}

std::string title_of(const site::NamedBlock& block) {
  const std::string title = block.title();
  return shortened(title.empty() ? block.name : title);
}

BlockChange compare_cells(const Pair& pair, const Sides& sides) {
  BlockChange change;
  change.name = pair.block.name;
  change.is_chart = pair.block.block->kind == document::FenceKind::chart;
  change.page = pair.block.page->address;
  change.title = title_of(pair.block);
  for (size_t row = 0; row < pair.after.rows(); ++row) {
    const std::optional<size_t> was = pair.rows.was[row];
    if (!was) {
      change.rows_added.push_back(pair.rows.names[row]);
      continue;
    }
    for (size_t column = 0; column < pair.after.columns(); ++column) {
      const quantity::Field& field = pair.after.fields[column];
      const int old_column = pair.before.find(field.name);
      const bool is_shown = std::find(pair.shown.begin(), pair.shown.end(), field.name) != pair.shown.end();
      if (!is_shown || !field.is_measure() || old_column < 0) continue;
      const auto from = static_cast<size_t>(old_column);
      const quantity::ValueInUnit old_value =
          quantity_of(pair.before.at(*was, from), pair.before.fields[from], pair.before.unit_of(*was, from));
      const quantity::ValueInUnit value =
          quantity_of(pair.after.at(row, column), field, pair.after.unit_of(row, column));
      if (quantity::same_quantity(old_value, value, sides.units())) continue;
      change.cells.push_back({pair.rows.names[row], shortened(field.title), field.format, old_value, value});
    }
  }
  for (const size_t number : pair.rows.old_numbers)
    if (pair.rows.is_gone(number)) change.rows_gone.push_back(pair.rows.names[number]);
  return change;
}

// A row and the value that it is sorted by, in the unit of the first row.
struct Placed {
  size_t number = 0;  // a number that identifies the row on both sides
  quantity::Exact value;
};

// Returns the rows that have a value, sorted by it; nullopt if the units do not convert.
template <class NumberOf>
std::optional<std::vector<Placed>> placed(const Frame& frame, NumberOf number_of, SortedBy by,
                                          const quantity::Units& units) {
  std::vector<Placed> list;
  std::string first_unit;
  for (size_t row = 0; row < frame.rows(); ++row) {
    auto value = quantity::Exact::from(frame.at(row, by.column));
    if (!value) continue;
    const std::string unit = frame.unit_of(row, by.column);
    if (list.empty()) first_unit = unit;
    if (unit != first_unit) {
      auto from = units.parse(unit), to = units.parse(first_unit);
      value = from && to ? quantity::convert(*value, *from, *to) : std::nullopt;
      if (!value) return std::nullopt;
    }
    list.push_back({number_of(row), *std::move(value)});
  }
  std::stable_sort(list.begin(), list.end(), [&](const Placed& a, const Placed& b) {
    return by.descending ? b.value < a.value : a.value < b.value;
  });
  return list;
}

using Ranks = std::unordered_map<size_t, size_t>;  // ranks by the row's number

// Ranks the wanted rows. Equal values share a rank: 1, 2, 2, 4.
template <class Wanted>
Ranks ranks_of(const std::vector<Placed>& list, Wanted wanted) {
  Ranks ranks;
  size_t place = 0, rank = 0;
  const quantity::Exact* last = nullptr;
  for (const Placed& row : list) {
    if (!wanted(row.number)) continue;
    ++place;
    if (!last || !(*last == row.value)) rank = place;
    last = &row.value;
    ranks.emplace(row.number, rank);
  }
  return ranks;
}

// Reports rows that moved: another row that exists on both sides passed them. The reported ranks are those that readers
// see, with new rows counted.
void compare_ranks(const Pair& pair, const Sides& sides, std::vector<site::RankChange>& changes) {
  auto old_by = sorted_by(pair.block, pair.before, sides.old_data());
  auto by = sorted_by(pair.block, pair.after, sides.new_data());
  if (!by || !old_by || by->descending != old_by->descending ||
      pair.before.fields[old_by->column].name != pair.after.fields[by->column].name)
    return;
  auto before = placed(pair.before, [&](size_t row) { return pair.rows.old_numbers[row]; }, *old_by, sides.units());
  auto after = placed(pair.after, [](size_t row) { return row; }, *by, sides.units());
  if (!before || !after) return;
  auto all = [](size_t) { return true; };
  const Ranks seen_before = ranks_of(*before, all), seen_after = ranks_of(*after, all);
  auto common = [&](size_t number) { return seen_before.contains(number) && seen_after.contains(number); };
  const Ranks among_before = ranks_of(*before, common), among_after = ranks_of(*after, common);
  auto add = [&](size_t number, size_t was, size_t is) {
    changes.push_back({pair.block.name, pair.block.page->address, title_of(pair.block), pair.rows.names[number],
                       shortened(pair.after.fields[by->column].title), was, is});
  };
  for (const Placed& row : *after) {
    if (!seen_before.contains(row.number))
      add(row.number, 0, seen_after.at(row.number));
    else if (among_before.at(row.number) != among_after.at(row.number))
      add(row.number, seen_before.at(row.number), seen_after.at(row.number));
  }
  for (const Placed& row : *before)
    if (!seen_after.contains(row.number)) add(row.number, seen_before.at(row.number), 0);
}

}  // namespace

void compare_blocks(const Sides& sides, Comparison& comparison) {
  for (const site::NamedBlock& block : sides.after.site->blocks) {
    const document::FenceKind kind = block.block->kind;
    if (kind != document::FenceKind::chart && kind != document::FenceKind::table) continue;
    const site::NamedBlock* was = sides.before.site->block_named(block.name);
    const Frame* after = frame_of(block);
    const Frame* before = was ? frame_of(*was) : nullptr;
    if (!before || !after || before->hash == after->hash) continue;
    const Columns shown = shown_columns(block, *after);
    const Pair pair{block, *before, *after, shown, match_rows(*before, *after, shown, sides)};
    BlockChange change = compare_cells(pair, sides);
    change.has_pictures =
        has_picture(*was, *before, *sides.before.site) && has_picture(block, *after, *sides.after.site);
    if (!change.cells.empty() || !change.rows_added.empty() || !change.rows_gone.empty())
      comparison.blocks.push_back(std::move(change));
    compare_ranks(pair, sides, comparison.changes.ranks);
  }
}

}  // namespace diff

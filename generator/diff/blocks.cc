// Compares the data that readers see: the cells of named tables and charts.
#include <algorithm>

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

}  // namespace

void compare_blocks(const Sides& sides, Comparison& comparison) {
  for (const site::NamedBlock& block : sides.after.site->blocks) {
    const document::FenceKind kind = block.block->kind;
    if (kind != document::FenceKind::chart && kind != document::FenceKind::table) continue;
    const site::NamedBlock* was = sides.before.site->block_named(block.name);
    const Frame* after = frame_of(block);
    const Frame* before = was ? frame_of(*was) : nullptr;
    if (!before || !after) continue;
    const Columns shown = shown_columns(block, *after);
    const Pair pair{block, *before, *after, shown, match_rows(*before, *after, shown, sides)};
    BlockChange change = compare_cells(pair, sides);
    change.has_pictures =
        has_picture(*was, *before, *sides.before.site) && has_picture(block, *after, *sides.after.site);
    if (!change.cells.empty() || !change.rows_added.empty() || !change.rows_gone.empty())
      comparison.blocks.push_back(std::move(change));
  }
}

}  // namespace diff

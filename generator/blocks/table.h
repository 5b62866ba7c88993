// A table of data: a <figure> with a caption, units, marks for the best of each column, a link from each number to its
// source, "as of", caveats, downloads, and how it was computed.
#pragma once
#include <optional>
#include <string>

#include "blocks/block_parts.h"
#include "blocks/table_spec.h"

namespace blocks {

// How a frame is shown: which rows, and under which name.
struct TableView {
  std::string name;            // the prefix of anchors, and of addresses in tables/: "prices"
  std::optional<size_t> rows;  // the number of rows to show; nullopt shows all
  std::string all_rows;        // the address of the page with all rows; "" if this table shows all
  bool embeds = false;         // whether there is also an embed of the table
};

struct TableFigure {
  markup::SafeHtml html;
  std::optional<Embed> embed;
};

// Returns nullopt after an error: "unknown-query", "unknown-column", "not-comparable", "rows-apart", "bad-total",
// "unknown-page".
std::optional<TableFigure> table_figure(const TableSpec& spec, const TableView& view, Context& context);

// Returns a <table> without a figure, for a chart's data: some columns of a frame, with the notes of their cells.
markup::SafeHtml plain_table(const quantity::Frame& frame, const std::vector<size_t>& columns, std::string_view label,
                             Notes& notes, const std::string& anchor, Context& context);

// Finds the frame that a block names; null after an error "unknown-query" with a suggestion.
const quantity::Frame* find_frame(std::string_view data, base::Span span, Context& context);

}  // namespace blocks

// The two sides of a comparison, as its parts are given them.
#pragma once
#include <string>

#include "build/build.h"
#include "build/parse.h"
#include "diff/compare.h"
#include "diff/renames.h"

namespace diff {

struct Sides {
  const build::CheckedSite& before;
  const build::CheckedSite& after;
  const Renames& renames;

  const data::Database& old_data() const { return *before.inputs->database; }
  const data::Database& new_data() const { return *after.inputs->database; }
  const quantity::Units& units() const { return new_data().units(); }
};

// As much of a text as a change keeps: it tells that something changed, and the row's page shows all of it.
std::string shortened(std::string text);

// A cell as a change keeps it: a number with its unit, all else as readers see it, shortened.
quantity::ValueInUnit quantity_of(const quantity::Value& value, const quantity::Field& field, std::string_view unit);

// The unit of a cell of a frame: the field's, or its row's own.
std::string unit_of(const quantity::Frame& frame, size_t row, size_t column);

// One file each.
// `doubts`: measured values that changed while the date of their row did not move on.
std::vector<site::TableChange> compare_tables(const Sides& sides, std::vector<Doubt>& doubts);
void find_doubts(const Sides& sides, std::vector<Doubt>& doubts);  // all others
std::vector<site::FigureChange> compare_figures(const Sides& sides);
void compare_blocks(const Sides& sides, Comparison& comparison);  // blocks and ranks
std::vector<site::FlowChange> compare_flows(const Sides& sides);
std::vector<site::RowChange> compare_sources(const Sides& sides);
void compare_claims(const Sides& sides, Comparison& comparison);  // asserts, prose, mistakes
void compare_pages(const Sides& sides, Comparison& comparison);

}  // namespace diff

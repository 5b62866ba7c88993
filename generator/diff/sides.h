// The two sides of a comparison, and the functions that compare them, one file each.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/utf8.h"
#include "data/connection.h"
#include "diff/compare.h"
#include "passes/build.h"
#include "passes/parse.h"
#include "site/rows.h"

namespace diff {

struct Sides {
  const passes::CheckedSite& before;
  const passes::CheckedSite& after;

  const data::Database& old_data() const { return *before.inputs->database; }
  const data::Database& new_data() const { return *after.inputs->database; }
  const quantity::Units& units() const { return new_data().units(); }
};

// Shortens a text that is stored in a change: the row's page shows all of it.
inline std::string shortened(std::string_view text) { return base::shortened(text, 300); }

// Returns a cell as stored in a change: a number with its unit, otherwise the text that readers see, shortened.
quantity::ValueInUnit quantity_of(const quantity::Value& value, const quantity::Field& field, std::string_view unit);

// Returns a position: "content/lessons/cost.md:12:5"; "" for an empty span.
std::string place_of(base::Span span);

// Splits a key into its parts; the cells of a key with several columns are separated by '/'.
std::vector<std::string> key_parts(const data::Resource& resource, const std::string& key);

// Adds numbers to rows that have the same name: "Latte", "Latte (2)" (matched_rows.cc).
void number_equal(std::vector<std::string>& names);

// Finds the names of one side's rows for readers. For one thread.
class RowTitles {
 public:
  explicit RowTitles(const data::Database& database);
  // Returns the row's "name" or "title"; otherwise its key, with the names of the rows that it refers to.
  std::string title(std::string_view table, const std::string& key) const;

 private:
  const data::Database& database_;
  const site::RowNames names_;
  const std::unique_ptr<data::Connection> connection_;
};

// The rows of a table or chart on both sides. Each row has a number: rows of the new side by position, followed by the
// removed rows.
struct MatchedRows {
  std::vector<std::optional<size_t>> was;  // the old index of each new row; nullopt for a row that is new
  std::vector<size_t> old_numbers;         // the number of each old row
  std::vector<std::string> names;          // the names that readers see, by the numbers of rows

  bool is_gone(size_t number) const { return number >= was.size(); }
};

// Matches rows that depend on the same records, if the records distinguish all rows on both sides. The remaining rows
// are matched by name. Names consist of as few columns as distinguish all rows of each side; the visible columns
// `shown` are tried first.
MatchedRows match_rows(const quantity::Frame& before, const quantity::Frame& after,
                       const std::vector<std::string>& shown, const Sides& sides);

// Compares the tables of the data. Also adds doubts about measured values that changed although the date of their row
// did not.
std::vector<site::TableChange> compare_tables(const Sides& sides, std::vector<Doubt>& doubts);
std::vector<site::FigureChange> compare_figures(const Sides& sides);
void compare_blocks(const Sides& sides, Comparison& comparison);
std::vector<site::FlowChange> compare_flows(const Sides& sides);
std::vector<site::RowChange> compare_sources(const Sides& sides);
void compare_claims(const Sides& sides, Comparison& comparison);  // compares asserts, prose, mistakes
void compare_pages(const Sides& sides, Comparison& comparison);
// Adds new files that are no pages, code that changed, and new hosts of links.
void compare_files(const Sides& sides, std::vector<Doubt>& doubts);
// Returns the lines of the digest. Call it last, because the digest summarises an otherwise complete comparison.
std::vector<std::string> digest_of(const Sides& sides, const Comparison& comparison);

}  // namespace diff

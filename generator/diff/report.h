// Formats a comparison for people and programs.
#pragma once
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "diff/compare.h"

namespace diff {

struct ReportOptions {
  std::string before = "before", after = "after";  // names of the sides: "main", "the working tree"
  size_t max_items = 50;  // rows of one table, cells of one chart, pages …; others are counted. SIZE_MAX for all
  // Where builds of the two sides are published, if they are: "https://…/". Then Markdown shows pictures of charts.
  std::string before_url, after_url;
};

// For a terminal.
std::string report_text(const Comparison& comparison, const quantity::Units& units, const ReportOptions& options);
// For a pull request: GitHub's Markdown. Unless all items are requested, it is below 65,536 characters, the limit
// for a comment: very large comparisons list fewer items.
std::string report_markdown(const Comparison& comparison, const quantity::Units& units, const ReportOptions& options);
// The complete comparison: what `diff --save` writes, and `before`, `after`, `blocks`, `sources`, `asserts`, `prose`,
// `mistakes`, `doubts`, `because` (by page).
std::string report_json(const Comparison& comparison, const quantity::Units& units, const ReportOptions& options);

// "1st", "2nd", "3rd", "11th"; "–" for 0.
std::string ordinal(size_t number);

// The rest is common to text and Markdown.

// "€4.00 -> €4.20 (+5 %)"; for new or removed values only the value.
std::string change_words(const site::ValueChange& change, const quantity::Units& units, std::string_view arrow);

// "3 rows changed, 1 new, 2 gone", "new, with 12 rows".
std::string table_words(const site::TableChange& table);
// "Price: in USD now, was in EUR", "new column beans", "as_of: 2025 -> 2026".
std::vector<std::string> heading_words(const site::TableChange& table, std::string_view arrow);

// "2nd -> 1st", "new, 3rd", "gone, was 3rd".
std::string rank_words(const site::RankChange& rank, std::string_view arrow);

// `the case "a guest": latte -> tea`.
std::string flow_words(const site::FlowChange& flow, std::string_view arrow);

// Why a page renders differently: "its text, prices, specs/a/peak"; "" if the reason was not compared.
std::string reason_words(const AffectedPage& page);

// "3 rows with the same values and another source, place or date"
std::string origin_words(size_t rows);

// "and 17 more", or "".
std::string more_words(size_t count, size_t max_items);

// "old and new can't be rendered, …", with the names of the sides; "" if both can.
std::string unrendered_words(const Comparison& comparison, const std::string& before, const std::string& after);

// Whether there are so many rows that a report begins with an outline, and counts what it need not list.
bool is_long(const site::Changes& changes);

// The outline of a long comparison: new and removed rows, how many numbers of a column rose and fell, new leaders.
std::vector<std::string> digest_lines(const Comparison& comparison, const quantity::Units& units);

// Whether only the source, its place or the date of a row changed: a long report counts such rows.
bool is_only_origin(const site::RowChange& row);

// The values that a long report lists with the rows of the data, so that tables and charts need not repeat them.
class ListedValues {
 public:
  explicit ListedValues(const site::Changes& changes);
  // The changed cells of a block that are not among them.
  std::vector<site::ValueChange> others(const BlockChange& block) const;

 private:
  std::set<std::string> keys_;
};

// "3 rows of data, 2 figures, 1 rank, 4 pages", or "nothing".
std::string summary_words(const Comparison& comparison);

}  // namespace diff

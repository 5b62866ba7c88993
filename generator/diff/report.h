// Formats a comparison for people and programs.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "diff/compare.h"

namespace diff {

struct ReportOptions {
  std::string before = "before", after = "after";  // names of the sides: "main", "the working tree"
  // The most items of each list, such as the rows of one table; further ones are counted. SIZE_MAX for no limit.
  size_t max_items = 50;
  // The addresses at which the two sides are published: "https://…/", or "". If published, Markdown includes pictures
  // of charts.
  std::string before_url, after_url;
};

// Formats the comparison for a terminal.
std::string report_text(const Comparison& comparison, const quantity::Units& units, const ReportOptions& options);
// Formats the comparison as GitHub Markdown for a pull request. Unless all items are requested, the text is shorter
// than GitHub's limit of 65,536 characters for a comment: very large comparisons list fewer items.
std::string report_markdown(const Comparison& comparison, const quantity::Units& units, const ReportOptions& options);
// Returns the complete comparison: the content of `diff --save` and `old`, `new`, `digest`, `blocks`, `sources`,
// `asserts`, `prose`, `mistakes`, `doubts`, `because` (by page).
std::string report_json(const Comparison& comparison, const quantity::Units& units, const ReportOptions& options);

// Returns the ordinal of a number: "1st", "2nd", "3rd", "11th"; "–" for 0.
std::string ordinal(size_t number);

// The functions below are shared by text and Markdown.

// Returns the change of a value, "€4.00 -> €4.20 (+5 %)", or the value that was added or removed.
std::string change_words(const site::ValueChange& change, const quantity::Units& units, std::string_view arrow);

// Whether so much changed that readers need the digest, and that each change should be listed only once.
bool is_long(const Comparison& comparison);

// Whether only the source, locator or date of a row changed.
bool is_only_provenance(const site::RowChange& row);

// Returns the changed cells of a table or chart to list. A long comparison lists only cells that a query calculated,
// because the others are already listed as rows of the data.
std::vector<site::ValueChange> listed_cells(const BlockChange& block, const Comparison& comparison);

// Counts the changes of a table: "3 rows changed, 1 new, 2 gone" or "new, with 12 rows".
std::string table_words(const site::TableChange& table);
// Returns a line for each changed setting: "Price: in USD now, was in EUR", "new column beans", "as_of: 2025 -> 2026".
std::vector<std::string> heading_words(const site::TableChange& table, std::string_view arrow);

// Counts rows with other provenance: "3 rows changed in their source, place or date only".
std::string provenance_words(size_t rows);

// Returns the change of a rank: "2nd -> 1st", "new, 3rd" or "gone, was 3rd".
std::string rank_words(const site::RankChange& rank, std::string_view arrow);

// Returns `the case "a guest": latte -> tea`.
std::string flow_words(const site::FlowChange& flow, std::string_view arrow);

// Returns why a page renders differently: "its text, prices, specs/a/peak"; "" if this was not compared.
std::string reason_words(const AffectedPage& page);

// Counts the items that are not listed: "and 17 more"; "" if there are none.
std::string more_words(size_t count, size_t max_items);

// Returns "old and new can't be rendered, …" with the names of the sides; "" if both can.
std::string unrendered_words(const Comparison& comparison, const std::string& before, const std::string& after);

// Counts all changes: "3 rows of data, 2 figures, 1 rank, 4 pages", or "nothing".
std::string summary_words(const Comparison& comparison);

}  // namespace diff

// Writes a comparison for people: for a terminal, or for a pull request.
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
  bool is_markdown = false;  // GitHub Markdown instead of text
  // The addresses at which the two sides are published: "https://…/", or "". If published, Markdown includes pictures
  // of charts. It can't show those of a workflow's artifact, because that is an archive.
  std::string before_url, after_url;
};

// Writes the report. Unless all items are requested, Markdown is shorter than GitHub's limit of 65,536 characters for a
// comment: very large comparisons list fewer items.
std::string report(const Comparison& comparison, const quantity::Units& units, const ReportOptions& options);

// Counts the items that are not listed: "and 17 more"; "" if there are none.
std::string more_words(size_t count, size_t max_items);
// Joins the first items of a list: "Latte, Mocha, and 4 more".
std::string first_of(std::vector<std::string> items, size_t max_items, std::string_view separator);

// Counts the changes of a table: "3 rows changed, 1 new, 2 gone" or "new, with 12 rows".
std::string table_words(const site::TableChange& table);
// Whether only the source, locator or date of a row changed. Such rows are counted, not listed.
bool is_only_provenance(const site::RowChange& row);
std::string provenance_words(size_t rows);

}  // namespace diff

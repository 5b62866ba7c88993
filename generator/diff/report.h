// A comparison as people and programs read it.
#pragma once
#include <string>

#include "diff/compare.h"

namespace diff {

struct ReportOptions {
  std::string before = "before", after = "after";  // what the sides are called: "main", "the work tree"
  size_t most = 50;  // rows of one table, cells of one chart, pages …; what is beyond is counted. SIZE_MAX for all
  // Where builds of the two sides are published, if they are: "https://…/". Then Markdown shows pictures of charts.
  std::string before_url, after_url;
};

// For a terminal.
std::string report_text(const Comparison& comparison, const quantity::Units& units, const ReportOptions& options);
// For a pull request: GitHub's Markdown, below 65,536 characters (what a comment may have) unless all is asked for: of
// very large comparisons fewer of each are listed.
std::string report_markdown(const Comparison& comparison, const quantity::Units& units, const ReportOptions& options);
// All of it: what `diff --save` keeps, and besides `before`, `after`, `blocks`, `sources`, `asserts`, `prose`,
// `mistakes`, `doubts`, `because` (by page).
std::string report_json(const Comparison& comparison, const quantity::Units& units, const ReportOptions& options);

// "1st", "2nd", "3rd", "11th"; "–" for 0.
std::string ordinal(size_t number);

}  // namespace diff

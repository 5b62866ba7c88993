// Formats a comparison for people and programs.
#pragma once
#include <algorithm>
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

// ---- report.cc: what text and Markdown have in common: the parts of a report in order, and their words

// Counts the items that are not listed: "and 17 more"; "" if there are none.
std::string more_words(size_t count, size_t max_items);
// Joins the first items of a list: "Latte, Mocha, and 4 more".
std::string first_of(std::vector<std::string> items, size_t max_items, std::string_view separator);

class Report {
 public:
  virtual ~Report() = default;
  std::string write();

 protected:
  struct Style {
    std::string_view arrow, errors_title;
  };
  Report(const Comparison& comparison, const quantity::Units& units, const ReportOptions& options, size_t max_items,
         Style style)
      : comparison_(comparison), units_(units), options_(options), max_items_(max_items), style_(style) {}

  virtual std::string plain(std::string_view text) const = 0;  // formats a text of the site
  virtual std::string code(std::string_view text) const = 0;   // formats a name: of a page, a file, a revision
  virtual void title(const std::string& summary) = 0;
  virtual void remark(const std::string& text) = 0;  // below the title
  virtual void head(const std::string& title) = 0;
  virtual void item(const std::string& text) = 0;
  virtual void note(std::string_view indent, const std::string& text) = 0;  // below a list
  virtual void claim(const ClaimChange& claim) = 0;
  virtual void doubt(const Doubt& doubt) = 0;
  virtual void row_columns(std::string_view) {}  // above rows or cells; `what` is the title of the first column
  virtual void row(const site::RowChange& row) = 0;
  virtual void figure_columns() {}
  virtual void figure(const site::FigureChange& figure) = 0;
  virtual void block(const BlockChange& block, const std::vector<site::ValueChange>& cells) = 0;
  virtual void page(site::ChangeKind kind, const std::string& text) = 0;
  virtual void generated_pages(const std::string& count) = 0;

  // Writes the first items, and how many more there are.
  template <class Item, class Write>
  void each(const std::vector<Item>& items, Write write, std::string_view indent = "  ", size_t max_items = SIZE_MAX) {
    max_items = std::min(max_items, max_items_);
    for (size_t i = 0; i < std::min(items.size(), max_items); ++i) write(items[i]);
    if (const std::string more = more_words(items.size(), max_items); !more.empty()) note(indent, more);
  }

  const Comparison& comparison_;
  const quantity::Units& units_;
  const ReportOptions& options_;
  const size_t max_items_;
  const Style style_;
  std::string out_;

 private:
  template <class Item, class Write>
  void list(const std::string& title, const std::vector<Item>& items, Write write) {
    if (items.empty()) return;
    head(title);
    each(items, write);
  }
  void table(const site::TableChange& table);
  void rows(std::string_view what, const std::vector<site::RowChange>& list);
  void pages();
};

// Counts the changes of a table: "3 rows changed, 1 new, 2 gone" or "new, with 12 rows".
std::string table_words(const site::TableChange& table);
// Whether only the source, locator or date of a row changed. Such rows are counted, not listed.
bool is_only_provenance(const site::RowChange& row);
std::string provenance_words(size_t rows);

}  // namespace diff

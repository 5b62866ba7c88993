// The query pass: queries, and the figures in the prose of pages: cells, names, formulas, results of estimates.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/work.h"
#include "blocks/estimate_model.h"
#include "data/connection.h"
#include "data/database.h"
#include "passes/parse.h"
#include "passes/store.h"
#include "site/evaluation.h"

namespace passes {

// ---- estimates.cc: results of estimates for their cases, on all pages: "fig:ESTIMATE/CASE/ROW/COLUMN"
// Calculates estimates when they are first needed, and keeps them for the next build of the same data. Thread-safe.
class Estimates {
 public:
  // Returns a table, view or resource by its name, or null.
  using SharedTable = std::function<site::FramePtr(const std::string&, data::Connection&)>;

  // Omits pages made from data, because their estimates have other names. The database must outlive the object.
  Estimates(const site::Contents& contents, const data::Database& database, SharedTable shared_table);
  ~Estimates();

  // Sets how much work loading an estimate may do. That work is not charged to the page that asks first, because the
  // estimate's own page does it again. REQUIRES: no other thread uses the object.
  void set_allowed(uint64_t work) { allowed_ = work; }
  // Whether the contents with estimates are still the same, and each estimate that was needed could be calculated.
  bool are_current(const site::Contents& contents) const;

  bool has(const std::string& name) const { return estimates_.contains(name); }
  // Returns a figure; null if the estimate has errors, which its page reports. REQUIRES: has(name)
  base::Result<site::FigurePtr, blocks::CaseFailure> find(const std::string& name, std::string_view case_and_row,
                                                          std::string_view column, data::Connection& connection);

 private:
  struct Estimate;
  void load(Estimate& estimate, data::Connection& connection) const;

  const data::Database& database_;
  const SharedTable shared_table_;
  const site::Contents contents_;  // the contents with estimates
  uint64_t allowed_ = 0;
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<Estimate>, std::less<>> estimates_;
};

// The figures of data/figures.yaml, evaluated once for all pages. A figure that failed, which was reported, is null.
using SharedFigures = std::map<std::string, site::FigurePtr, std::less<>>;

SharedFigures evaluate_shared_figures(const site::NamedFigures& definitions, const data::Database& database,
                                      data::Connection& connection, base::Diagnostics& diagnostics);

// Not thread-safe.
class Figures {
 public:
  // Adds figures to `evaluation.figures` by the text after "fig:". All arguments must outlive the object; `estimates`
  // may be null.
  Figures(site::Evaluation& evaluation, const site::NamedFigures& definitions, const SharedFigures& shared,
          const data::Database& database, Estimates* estimates, data::Connection& connection,
          base::Diagnostics& diagnostics)
      : evaluation_(evaluation),
        definitions_(definitions),
        shared_(shared),
        database_(database),
        estimates_(estimates),
        connection_(connection),
        diagnostics_(diagnostics) {}

  // Returns a figure. `key` is a name, "TABLE/KEY/COLUMN" or "ESTIMATE/CASE/ROW/COLUMN", two of these for a range,
  // "LEAST..GREATEST", or the number of rows of a table, "count:TABLE?COLUMN=VALUE&…". It is percent-decoded, except a
  // count, without placeholders. Returns null after an error, which is reported at `span`, or at the formula that
  // contains it. Codes: "unknown-figure", "figure-cycle", "bad-formula", "figure-without-value",
  // "figure-without-source", "scope-mismatch", "figure-unit", "unknown-column".
  site::FigurePtr find(const std::string& key, base::Span span);
  // Evaluates every definition, whether or not it is used.
  void find_all();

 private:
  site::FigurePtr find_range(const std::string& key, size_t at, base::Span span);
  site::FigurePtr find_cell(const std::string& key, base::Span span);
  site::FigurePtr find_count(std::string_view key, base::Span span);
  bool has_value(const quantity::Frame& rows, size_t column, std::string_view value) const;
  site::FigurePtr report_no_row(const quantity::Frame& rows, const std::string& column, const std::string& value,
                                base::Span span);
  void check_source(const std::string& key, const data::Cell& cell, base::Span span);
  site::FigurePtr find_named(const std::string& name, base::Span span);
  site::FigurePtr calculate(const std::string& name, const site::NamedFigure& definition);
  site::FigurePtr rename(const std::string& name, const site::NamedFigure& definition, const site::FigurePtr& input);
  site::FigurePtr report_other_scope(const std::string& name, const site::NamedFigure& definition,
                                     const quantity::Scope& own);
  void report_unknown_name(const std::string& name, base::Span span);

  site::Evaluation& evaluation_;
  const site::NamedFigures& definitions_;
  const SharedFigures& shared_;
  const data::Database& database_;
  Estimates* estimates_;
  data::Connection& connection_;
  base::Diagnostics& diagnostics_;
  std::vector<std::string> open_;  // names that are being calculated, to find cycles
};

// Returns the query of a block. The rows of an assert are not shown.
inline data::Query query_of(const document::Fence& fence) {
  return {std::string(fence.name), fence.exact ? fence.body_span : fence.span,
          fence.kind == document::FenceKind::query};
}

// ---- query.cc: evaluates every query and every figure of the site once, in parallel
// Returns an evaluation for each page that an author wrote, or for each row if a file makes its pages from data, in the
// order of the files and of the rows. Failures are reported, and result in null frames or absent cells. `evaluated`,
// which may be null, contains evaluations of the same data to reuse, and receives the new ones. If the budget is
// exceeded, the result is incomplete.
Evaluations run_queries(const Inputs& inputs, unsigned jobs, base::Budget& budget, base::Diagnostics& diagnostics,
                        Evaluated* evaluated = nullptr);

}  // namespace passes

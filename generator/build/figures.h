// Evaluates the figures in the prose of a page: cells, names, formulas. Part of the query pass; not thread-safe.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "build/estimates.h"
#include "data/connection.h"
#include "data/database.h"
#include "site/evaluation.h"
#include "site/named_figures.h"

namespace build {

// The figures of data/figures.yaml, evaluated once for all pages. A figure that failed, which was reported, is null.
using SharedFigures = std::map<std::string, site::FigurePtr, std::less<>>;

SharedFigures evaluate_shared_figures(const site::NamedFigures& definitions, const data::Database& database,
                                      data::Connection& connection, base::Diagnostics& diagnostics);

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

  // Returns a figure. `key` is a name, "TABLE/KEY/COLUMN" or "ESTIMATE/CASE/ROW/COLUMN", percent-decoded, without
  // placeholders. Returns null after an error, which is reported at `span`, or at the formula that contains it. Codes:
  // "unknown-figure", "figure-cycle", "bad-formula", "figure-without-value", "figure-without-source", "scope-mismatch".
  site::FigurePtr find(const std::string& key, base::Span span);
  // Evaluates every definition, whether or not it is used.
  void find_all();

 private:
  site::FigurePtr find_cell(const std::string& key, base::Span span);
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

}  // namespace build

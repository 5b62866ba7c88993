// Runs each query again with rows in reverse order, to find results that depend on it (passes/examine.h).
#include <fmt/format.h>

#include <atomic>
#include <cmath>

#include "base/parallel.h"
#include "data/connection.h"
#include "passes/examine.h"
#include "passes/figures.h"
#include "passes/parse.h"

namespace passes {
namespace {

// Whether two results are equal. Sums of the same numbers in a different order differ in their last bits.
bool is_same(const quantity::Value& a, const quantity::Value& b) {
  constexpr double kTolerance = 1e-12;
  const auto* x = std::get_if<double>(&a);
  const auto* y = std::get_if<double>(&b);
  if (!x || !y) return a == b;
  return std::abs(*x - *y) <= kTolerance * std::max(std::abs(*x), std::abs(*y));
}

bool is_same(const quantity::Frame& a, const quantity::Frame& b) {
  if (a.columns() != b.columns() || a.rows() != b.rows()) return false;
  for (size_t row = 0; row < a.rows(); ++row)
    for (size_t column = 0; column < a.columns(); ++column)
      if (!is_same(a.at(row, column), b.at(row, column)) || a.refs_of(row, column) != b.refs_of(row, column))
        return false;
  return true;
}

using Reversed = std::unique_ptr<data::Connection>;  // reads tables in reverse order

Reversed connect_reversed(const data::Database& database) {
  Reversed reversed = database.connect();
  reversed->reverse_unordered(true);
  return reversed;
}

// Compares a query's result with `frame`, its result in the usual order; null for an assert without rows.
void compare(data::Connection& reversed, const data::Query& query, std::string_view kind, const site::Values& values,
             const quantity::Frame* frame, base::Diagnostics& diagnostics) {
  base::Diagnostics said_when_it_ran;
  auto other = reversed.run(query, values, said_when_it_ran);
  if (other && (frame ? is_same(*other, *frame) : other->rows() == 0)) return;
  diagnostics
      .error("unordered-query", query.sql,
             fmt::format("the {} \"{}\" returns a different result when SQLite reads the tables in reverse order", kind,
                         query.name))
      .expect("an ORDER BY that distinguishes all rows, in each SELECT whose order or LIMIT matters")
      .suggest("end the ORDER BY with the primary key");
}

size_t check_views(const Inputs& inputs, base::Diagnostics& diagnostics) {
  const Reversed reversed = connect_reversed(*inputs.database);
  auto connection = inputs.database->connect();
  size_t queries = 0;
  for (const data::TableInfo& table : inputs.database->tables()) {
    if (table.kind != data::TableKind::view) continue;
    const io::SourceFile* file = inputs.tree.find("data/views/" + table.name + ".sql");
    if (!file) continue;
    data::Query query{table.name, base::whole(file->source)};
    base::Diagnostics said_when_loaded;
    auto frame = connection->run(query, {}, said_when_loaded);
    if (!frame) continue;
    ++queries;
    compare(*reversed, query, "view", {}, &*frame, diagnostics);
  }
  return queries;
}

size_t check_page(const site::Evaluation& evaluation, data::Connection& reversed, base::Diagnostics& diagnostics) {
  size_t queries = 0;
  if (!evaluation.content->depends_on_data) return queries;
  for (const document::Fence& fence : evaluation.content->document().fences()) {
    const data::Query query = query_of(fence);
    if (fence.kind == document::FenceKind::query) {
      auto frame = evaluation.frames.find(fence.name);
      if (frame == evaluation.frames.end() || !frame->second) continue;
      compare(reversed, query, "query", evaluation.values, frame->second.get(), diagnostics);
    } else if (fence.kind == document::FenceKind::assertion) {
      if (evaluation.failed_asserts.contains(fence.name)) continue;
      compare(reversed, query, "assert", evaluation.values, nullptr, diagnostics);
    } else {
      continue;
    }
    ++queries;
  }
  return queries;
}

}  // namespace

size_t check_order(const Inputs& inputs, const site::Site& site, unsigned jobs, base::Diagnostics& diagnostics) {
  std::atomic<size_t> queries = check_views(inputs, diagnostics);
  std::vector<Reversed> workers(std::max(1u, jobs));
  std::vector<base::Diagnostics> found(site.pages.size());
  base::parallel_for(jobs, site.pages.size(), [&](size_t i, unsigned worker) {
    if (!site.pages[i]->content()) return;  // generated pages have no queries
    if (!workers[worker]) workers[worker] = connect_reversed(*inputs.database);
    queries += check_page(*site.pages[i]->evaluation, *workers[worker], found[i]);
  });
  for (base::Diagnostics& each : found) diagnostics.merge(std::move(each));
  return queries;
}

}  // namespace passes

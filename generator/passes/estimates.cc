// Evaluates estimates whose results are figures of other pages (passes/figures.h).
#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "base/work.h"
#include "blocks/spec.h"
#include "passes/figures.h"

namespace passes {

// An estimate. Its parts refer to each other.
struct Estimates::Estimate {
  const site::Content& content;
  const site::Block& block;
  bool is_loaded = false;
  base::Diagnostics ignored = {};
  std::vector<site::FramePtr> frames = {};
  std::optional<blocks::EstimateModel::Sources> sources = {};
  std::unique_ptr<blocks::EstimateModel> model = {};
};

namespace {

bool is_estimate(const site::Block& block) {
  return block.kind == document::FenceKind::estimate && !block.name.empty();
}

site::Contents with_estimates(const site::Contents& contents) {
  site::Contents found;
  std::copy_if(contents.begin(), contents.end(), std::back_inserter(found), [](const auto& content) {
    return !content->front.pages && std::any_of(content->blocks.begin(), content->blocks.end(), is_estimate);
  });
  return found;
}

}  // namespace

Estimates::Estimates(const site::Contents& contents, const data::Database& database, SharedTable shared_table)
    : database_(database), shared_table_(std::move(shared_table)), contents_(with_estimates(contents)) {
  for (const auto& content : contents_)
    for (const site::Block& block : content->blocks)
      if (is_estimate(block)) estimates_.emplace(block.name, std::make_unique<Estimate>(*content, block));
}

Estimates::~Estimates() = default;

bool Estimates::are_current(const site::Contents& contents) const {
  return contents_ == with_estimates(contents) &&
         std::all_of(estimates_.begin(), estimates_.end(),
                     [](const auto& each) { return !each.second->is_loaded || each.second->model; });
}

void Estimates::load(Estimate& estimate, data::Connection& connection) const {
  estimate.is_loaded = true;
  const base::Meter apart(allowed_, nullptr, true);
  const auto* spec = estimate.block.spec->as<blocks::EstimateSpec>();
  if (!spec) return;
  site::Values values;
  for (const document::Param& param : estimate.content.front.params) values[param.name] = param.value;
  auto frame = [&](const document::Text& name) -> const quantity::Frame* {
    const document::Fence* query = estimate.content.query(name.text);
    site::FramePtr found = query ? nullptr : shared_table_(name.text, connection);
    if (query)
      if (auto rows = connection.run(query_of(*query), values, estimate.ignored))
        found = std::make_shared<const quantity::Frame>(*std::move(rows));
    return estimate.frames.emplace_back(std::move(found)).get();
  };
  const quantity::Frame* rows = frame(spec->table.data);
  if (!rows) return;
  auto scope_of = [this](const quantity::Field& field, const quantity::Refs& refs) {
    return database_.scope_of(field, refs);
  };
  estimate.sources.emplace(blocks::EstimateModel::Sources{database_.units(), estimate.ignored, frame, scope_of});
  if (auto model = blocks::EstimateModel::make(*spec, *rows, *estimate.sources))
    estimate.model = std::make_unique<blocks::EstimateModel>(*std::move(model));
  estimate.sources->frame = nullptr;  // the callback refers to local variables of this call
}

base::Result<site::FigurePtr, blocks::CaseFailure> Estimates::find(const std::string& name,
                                                                   std::string_view case_and_row,
                                                                   std::string_view column,
                                                                   data::Connection& connection) {
  Estimate& estimate = *estimates_.at(name);
  const std::lock_guard lock(mutex_);
  if (!estimate.is_loaded) load(estimate, connection);
  if (!estimate.model) return site::FigurePtr();
  return blocks::figure_of_case(*estimate.model, case_and_row, column);
}

}  // namespace passes

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

Estimates::Estimates(const site::Contents& contents, const data::Database& database, SharedTable shared_table,
                     uint64_t allowed)
    : database_(database), shared_table_(std::move(shared_table)), allowed_(allowed) {
  base::Hasher hasher;
  for (const auto& content : contents) {
    if (content->front.pages) continue;
    for (const site::Block& block : content->blocks) {
      if (block.kind != document::FenceKind::estimate || block.name.empty()) continue;
      estimates_.emplace(block.name, std::make_unique<Estimate>(*content, block));
      hasher.add(content->file->hash);
    }
  }
  hash_ = hasher.finish();
}

Estimates::~Estimates() = default;

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

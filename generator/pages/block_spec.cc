#include "pages/block_spec.h"

namespace pages {
namespace {

void fill(notation::Node& node, site::View& view, base::Diagnostics& diagnostics) {
  if (node.is_string()) node.text = fill_text(node.text, node.span, view, diagnostics);
  for (notation::Node& item : node.items) fill(item, view, diagnostics);
  for (notation::Entry& entry : node.entries) fill(entry.value, view, diagnostics);
}

}  // namespace

std::string fill_text(std::string_view text, base::Span span, site::View& view, base::Diagnostics& diagnostics) {
  const site::Evaluation& evaluation = *view.page().evaluation;
  if (!evaluation.from_data || text.find('{') == std::string_view::npos) return std::string(text);
  for (const auto& [name, value] : evaluation.values)
    if (text.find("{" + name + "}") != std::string_view::npos) view.value(name);
  return site::fill_placeholders(text, evaluation.values, span, diagnostics);
}

BlockSpec::BlockSpec(const site::Block& block, site::View& view, base::Diagnostics& diagnostics)
    : written_(block.spec) {
  if (!view.page().evaluation->from_data) return;
  filled_ = block.spec;
  fill(*filled_, view, diagnostics);
}

}  // namespace pages

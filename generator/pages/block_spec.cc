#include "pages/block_spec.h"

#include <fmt/format.h>

#include <algorithm>

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

BlockSpec block_spec(const site::Block& block, site::View& view, base::Diagnostics& diagnostics) {
  BlockSpec result{block.spec, std::nullopt};
  fill(result.spec, view, diagnostics);
  auto& entries = result.spec.entries;
  auto empty = std::find_if(entries.begin(), entries.end(), [](const auto& entry) { return entry.key == "empty"; });
  if (empty == entries.end()) return result;
  if (empty->value.is_string())
    result.empty = empty->value.text;
  else
    diagnostics
        .error("wrong-type", empty->value.span, fmt::format("\"empty\" is {}", notation::kind_name(empty->value.kind)))
        .expect("text: what to say when there are no rows");
  entries.erase(empty);
  return result;
}

}  // namespace pages

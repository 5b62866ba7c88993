#include "blocks/spec.h"

namespace blocks {

std::shared_ptr<const Spec> parse_spec(document::FenceKind kind, const notation::Node& yaml) {
  auto spec = std::make_shared<Spec>();
  const auto set = [&](auto parsed) {
    if (parsed) spec->value = *std::move(parsed);
  };
  if (kind == document::FenceKind::chart)
    set(chart::parse_spec(yaml, spec->diagnostics));
  else if (kind == document::FenceKind::table)
    set(parse_table_spec(yaml, spec->diagnostics));
  else
    set(parse_estimate_spec(yaml, spec->diagnostics));
  const auto add = [&](const notation::Node& name) {
    if (name.is_string() || name.kind == notation::Kind::number) spec->holds.push_back({name.text, name.span});
  };
  if (const notation::Node* holds = yaml.find("holds")) {
    for (const notation::Node& name : holds->items) add(name);
    add(*holds);
  }
  return spec;
}

}  // namespace blocks

#include "site/evaluation.h"

#include <fmt/format.h>

#include "base/suggest.h"

namespace site {

base::Hash hash_of(const Cell& cell) {
  base::Hasher hasher;
  hasher.add(quantity::to_text(cell.value)).add(cell.value.index());
  const quantity::Field& field = cell.field;
  hasher.add(field.name).add(field.title).add(static_cast<uint64_t>(field.type)).add(field.unit).add(field.unit_field);
  hasher.add(static_cast<uint64_t>(field.better)).add(field.format).add(field.resource).add(field.column);
  hasher.add(field.covers);
  for (const std::string& ref : cell.refs) hasher.add(ref);
  return hasher.finish();
}

base::Hash hash_of(const Figure& figure) {
  base::Hasher hasher;
  hasher.add(hash_of(figure.cell)).add(figure.formula).add(figure.why);
  if (figure.exact) hasher.add(figure.exact->round_half_up(40));
  for (const Figure::Input& input : figure.inputs) hasher.add(input.name).add(input.value).add(input.covers);
  return hasher.finish();
}

std::string fill_placeholders(std::string_view text, const Values& values, base::Span span,
                              base::Diagnostics& diagnostics) {
  std::string out;
  for (size_t open; (open = text.find('{')) != std::string_view::npos;) {
    size_t close = text.find('}', open);
    if (close == std::string_view::npos) break;
    out += text.substr(0, open);
    std::string_view name = text.substr(open + 1, close - open - 1);
    if (auto value = values.find(name); value != values.end()) {
      out += quantity::to_text(value->second);
    } else {
      std::vector<std::string_view> names;
      for (const auto& [known, unused] : values) names.push_back(known);
      diagnostics.error("unknown-placeholder", span, fmt::format("there is no value for {{{}}}", name))
          .expect(names.empty() ? "a column of the query" : "one of " + base::list_names(names))
          .suggest(base::did_you_mean(name, names));
    }
    text.remove_prefix(close + 1);
  }
  return out.append(text);
}

}  // namespace site

#include "blocks/chart_labels.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>

namespace blocks {
namespace {

using site::LabelMap;

// Whether two codes have one label, so that their marks would become those of one category.
bool is_ambiguous(const LabelMap& labels) {
  std::set<std::string_view> seen;
  return std::ranges::any_of(labels, [&](const auto& entry) { return !seen.insert(entry.second).second; });
}

void set_label(quantity::Value& value, const LabelMap& labels) {
  if (const auto found = labels.find(quantity::to_text(value)); found != labels.end()) value = found->second;
}

// Replaces the codes in a spec. `of_columns` are the labels of each column, `all` those of all columns.
void set_labels(chart::Spec& spec, const std::map<std::string, const LabelMap*>& of_columns, const LabelMap& all) {
  const auto labels_of = [&](const std::string& column) -> const LabelMap& {
    static const LabelMap kNone;
    const auto found = of_columns.find(column);
    return column.empty() ? all : found == of_columns.end() ? kNone : *found->second;
  };
  const auto set_all = [](std::vector<quantity::Value>& values, const LabelMap& labels) {
    for (quantity::Value& value : values) set_label(value, labels);
  };
  for (chart::Layer& layer : spec.layers)
    for (chart::Encoding& encoding : layer.encodings) {
      const LabelMap& labels = labels_of(encoding.field);
      for (auto* values : {&encoding.scale.domain, &encoding.axis.values, &encoding.legend.values})
        set_all(*values, labels);
      if (encoding.sort) set_all(encoding.sort->values, labels);
      if (encoding.datum) set_label(*encoding.datum, labels);
      if (!encoding.condition) continue;
      set_all(encoding.condition->one_of, labels_of(encoding.condition->field));
      if (encoding.condition->equal) set_label(*encoding.condition->equal, labels_of(encoding.condition->field));
    }
  for (std::string& name : spec.highlight)
    if (const auto found = all.find(name); found != all.end()) name = found->second;
  for (chart::Annotation& each : spec.annotations)
    for (auto* value : {&each.x, &each.y, &each.x2, &each.y2})
      if (*value) set_label(**value, all);
}

}  // namespace

std::optional<LabelledChart> label_categories(const chart::Spec& spec, const quantity::Frame& frame, site::View& view,
                                              chart::DrawOptions& options) {
  std::map<std::string, const LabelMap*> of_columns;
  LabelMap all;
  for (const quantity::Field& field : frame.fields) {
    const LabelMap* labels = view.labels(field);
    if (!labels || labels->empty() || is_ambiguous(*labels)) continue;
    of_columns[field.name] = labels;
    all.insert(labels->begin(), labels->end());
  }
  if (of_columns.empty()) return std::nullopt;
  LabelledChart labelled{spec, frame};
  for (size_t column = 0; column < frame.columns(); ++column) {
    const auto labels = of_columns.find(frame.fields[column].name);
    for (size_t row = 0; labels != of_columns.end() && row < frame.rows(); ++row)
      set_label(labelled.frame.cells[row * frame.columns() + column], *labels->second);
  }
  set_labels(labelled.spec, of_columns, all);
  if (spec.narrow) {
    auto narrow = std::make_shared<chart::Spec>(*spec.narrow);
    set_labels(*narrow, of_columns, all);
    labelled.spec.narrow = std::move(narrow);
  }
  for (const auto& [code, label] : all) {
    if (const auto slot = options.colour_slots.find(code); slot != options.colour_slots.end())
      options.colour_slots.emplace(label, slot->second);
    if (options.hatched.contains(code)) options.hatched.insert(label);
  }
  return labelled;
}

}  // namespace blocks

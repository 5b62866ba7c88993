#include "blocks/chart_labels.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>

namespace blocks {
namespace {

using chart::Channel;
using site::LabelMap;

// Whether two codes have one label, so that their marks would become those of one category.
bool is_ambiguous(const LabelMap& labels) {
  std::set<std::string_view> seen;
  return std::ranges::any_of(labels, [&](const auto& entry) { return !seen.insert(entry.second).second; });
}

using ColumnLabels = std::map<std::string, const LabelMap*>;

void set_label(quantity::Value& value, const LabelMap& labels) {
  if (const auto found = labels.find(quantity::to_text(value)); found != labels.end()) value = found->second;
}

const LabelMap& labels_of(const std::string& column, const ColumnLabels& of_columns) {
  static const LabelMap kNone;
  const auto found = of_columns.find(column);
  return found == of_columns.end() ? kNone : *found->second;
}

// Returns the labels on the axis or scale of a channel: a datum 1 is a code only beside a column of codes.
const LabelMap& labels_beside(Channel channel, const chart::Spec& spec, const ColumnLabels& of_columns) {
  const auto is_beside = [&](Channel other) {
    return other == channel || (is_position(channel) && is_position(other) && is_along_x(channel) == is_along_x(other));
  };
  for (const chart::Layer& layer : spec.layers)
    for (const chart::Encoding& each : layer.encodings)
      if (is_beside(each.channel) && of_columns.contains(each.field)) return labels_of(each.field, of_columns);
  return labels_of("", of_columns);
}

// Replaces the codes in a spec.
void set_labels(chart::Spec& spec, const ColumnLabels& of_columns) {
  const auto set_all = [](std::vector<quantity::Value>& values, const LabelMap& labels) {
    for (quantity::Value& value : values) set_label(value, labels);
  };
  for (chart::Layer& layer : spec.layers)
    for (chart::Encoding& encoding : layer.encodings) {
      const LabelMap& labels = encoding.field.empty() ? labels_beside(encoding.channel, spec, of_columns)
                                                      : labels_of(encoding.field, of_columns);
      for (auto* values : {&encoding.scale.domain, &encoding.axis.values, &encoding.legend.values})
        set_all(*values, labels);
      if (encoding.sort) set_all(encoding.sort->values, labels);
      if (encoding.datum) set_label(*encoding.datum, labels);
      if (!encoding.condition) continue;
      const LabelMap& of_condition = labels_of(encoding.condition->field, of_columns);
      set_all(encoding.condition->one_of, of_condition);
      if (encoding.condition->equal) set_label(*encoding.condition->equal, of_condition);
    }
  for (std::string& name : spec.highlight) {
    std::set<std::string> meant;
    for (const auto& [column, labels] : of_columns)
      if (const auto found = labels->find(name); found != labels->end()) meant.insert(found->second);
    if (meant.size() == 1) name = *meant.begin();  // a code of two columns with two labels stays, and is reported
  }
  for (chart::Annotation& each : spec.annotations)
    for (const auto& [channel, value] :
         {std::pair(Channel::x, &each.x), {Channel::x, &each.x2}, {Channel::y, &each.y}, {Channel::y, &each.y2}})
      if (*value) set_label(**value, labels_beside(channel, spec, of_columns));
}

}  // namespace

std::optional<LabelledChart> label_categories(const chart::Spec& spec, const quantity::Frame& frame, site::View& view,
                                              chart::DrawOptions& options) {
  ColumnLabels of_columns;
  for (const quantity::Field& field : frame.fields) {
    const LabelMap* labels = view.labels(field);
    // Numbers are amounts, or have an order that their labels do not have.
    if (!labels || labels->empty() || is_ambiguous(*labels) || quantity::is_numeric(field.type)) continue;
    of_columns[field.name] = labels;
  }
  if (of_columns.empty()) return std::nullopt;
  LabelledChart labelled{spec, frame};
  for (size_t column = 0; column < frame.columns(); ++column) {
    const auto labels = of_columns.find(frame.fields[column].name);
    for (size_t row = 0; labels != of_columns.end() && row < frame.rows(); ++row)
      set_label(labelled.frame.cells[row * frame.columns() + column], *labels->second);
  }
  set_labels(labelled.spec, of_columns);
  if (spec.narrow) {
    auto narrow = std::make_shared<chart::Spec>(*spec.narrow);
    set_labels(*narrow, of_columns);
    labelled.spec.narrow = std::move(narrow);
  }
  for (const auto& [column, labels] : of_columns)
    for (const auto& [code, label] : *labels) {
      if (const auto slot = options.colour_slots.find(code); slot != options.colour_slots.end())
        options.colour_slots.emplace(label, slot->second);
      if (options.hatched.contains(code)) options.hatched.insert(label);
    }
  return labelled;
}

}  // namespace blocks

#include "blocks/chart_labels.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "base/text.h"
#include "quantity/present.h"

namespace blocks {
namespace {

using chart::Channel;
using site::LabelMap;

// Whether two codes have one label, so that their marks would become those of one category.
bool is_ambiguous(const LabelMap& labels) {
  std::set<std::string_view> seen;
  return std::ranges::any_of(labels, [&](const auto& entry) { return !seen.insert(entry.second).second; });
}

// The columns that charts show by labels: of codes, and of dates as the language writes them.
using ColumnLabels = std::map<std::string, quantity::Field>;

// Whether a channel shows the column's values as categories, and not by their size.
bool is_category(const chart::Encoding& encoding, const quantity::Field& field) {
  if (encoding.type) return *encoding.type == chart::Type::nominal || *encoding.type == chart::Type::ordinal;
  return field.type == quantity::FieldType::string || field.type == quantity::FieldType::boolean;
}

// Whether the chart writes the column's values otherwise than the data. Codes that are also amounts stay numbers.
bool is_labelled(const quantity::Field& field, const chart::Spec& spec, const quantity::Locale& locale) {
  bool as_category = false, as_amount = false;
  for (const chart::Layer& layer : spec.layers)
    for (const chart::Encoding& each : layer.encodings) {
      const bool is_words = each.channel == Channel::text || each.channel >= Channel::tooltip;
      if (each.field == field.name && !is_words) (is_category(each, field) ? as_category : as_amount) = true;
    }
  if (field.is_date()) return as_category && !locale.keeps_iso_dates;
  if (!field.labels || field.labels->empty() || is_ambiguous(*field.labels)) return false;
  return !quantity::is_numeric(field.type) || (as_category && !as_amount);
}

// Replaces the codes in a spec, and labels in conditions on columns of numbers.
void set_labels(chart::Spec& spec, const ColumnLabels& columns, const ColumnLabels& numbers,
                const quantity::Locale& locale) {
  const auto set = [&](quantity::Value& value, const quantity::Field& field) {
    const std::string code = quantity::to_text(value), label = quantity::present(code, field, locale);
    if (label != code) value = label;
    return label != code;
  };
  // A datum 1 is a code only beside a column of codes.
  const auto set_on = [&](Channel channel, quantity::Value& value) {
    for (const chart::Layer& layer : spec.layers)
      for (const chart::Encoding& each : layer.encodings) {
        const auto field = columns.find(each.field);
        const bool is_beside = each.channel == channel || (is_position(channel) && is_position(each.channel) &&
                                                           is_along_x(channel) == is_along_x(each.channel));
        if (is_beside && field != columns.end() && is_category(each, field->second) && set(value, field->second))
          return;
      }
  };
  for (chart::Layer& layer : spec.layers)
    for (chart::Encoding& encoding : layer.encodings) {
      for (auto* values : {&encoding.scale.domain, &encoding.axis.values, &encoding.legend.values})
        for (quantity::Value& value : *values) set_on(encoding.channel, value);
      if (encoding.sort)
        for (quantity::Value& value : encoding.sort->values) set_on(encoding.channel, value);
      if (encoding.datum) set_on(encoding.channel, *encoding.datum);
      if (!encoding.condition) continue;
      // Labels replace codes in the data only if they are texts.
      const auto compared = columns.find(encoding.condition->field), number = numbers.find(encoding.condition->field);
      const auto set_compared = [&](quantity::Value& value) {
        if (number == numbers.end() && compared != columns.end() && compared->second.labels)
          set(value, compared->second);
        for (const auto& [code, label] : number == numbers.end() ? LabelMap() : *number->second.labels)
          if (const auto known = base::parse_number<double>(code); known && value == quantity::Value(label))
            value = *known;
      };
      std::ranges::for_each(encoding.condition->one_of, set_compared);
      if (encoding.condition->equal) set_compared(*encoding.condition->equal);
    }
  for (std::string& name : spec.highlight) {
    std::set<std::string> meant;
    for (const auto& [column, field] : columns)
      if (quantity::Value value = name; set(value, field)) meant.insert(quantity::to_text(value));
    if (meant.size() == 1) name = *meant.begin();  // a code of two columns with two labels stays, and is reported
  }
  for (chart::Annotation& each : spec.annotations)
    for (const auto& [channel, value] :
         {std::pair(Channel::x, &each.x), {Channel::x, &each.x2}, {Channel::y, &each.y}, {Channel::y, &each.y2}})
      if (*value) set_on(channel, **value);
}

}  // namespace

std::optional<LabelledChart> label_categories(const chart::Spec& spec, const quantity::Frame& frame, site::View& view,
                                              chart::DrawOptions& options) {
  ColumnLabels columns, numbers;
  const quantity::Locale& locale = view.units().locale();
  for (quantity::Field field : frame.fields) {
    field.labels = field.is_date() ? nullptr : view.labels(field);
    if (is_labelled(field, spec, locale)) columns.emplace(field.name, field);
    if (field.labels && quantity::is_numeric(field.type) && !is_ambiguous(*field.labels))
      numbers.emplace(field.name, field);
  }
  if (columns.empty() && numbers.empty()) return std::nullopt;
  LabelledChart labelled{spec, frame};
  for (size_t column = 0; column < frame.columns(); ++column) {
    const auto found = columns.find(frame.fields[column].name);
    const LabelMap* labels = found == columns.end() ? nullptr : found->second.labels;
    if (!labels) continue;
    if (quantity::is_numeric(frame.fields[column].type)) {
      labelled.frame.fields[column].labels = labels;  // their order remains that of the numbers
      continue;
    }
    for (size_t row = 0; row < frame.rows(); ++row) {
      quantity::Value& value = labelled.frame.cells[row * frame.columns() + column];
      if (const auto label = labels->find(quantity::to_text(value)); label != labels->end()) value = label->second;
    }
  }
  for (const auto& [name, field] : columns)
    for (const auto& [code, label] : field.labels ? *field.labels : LabelMap()) {
      if (const auto slot = options.colour_slots.find(code); slot != options.colour_slots.end())
        options.colour_slots.emplace(label, slot->second);
      if (options.hatched.contains(code)) options.hatched.insert(label);
    }
  set_labels(labelled.spec, columns, numbers, locale);
  if (spec.narrow) {
    auto narrow = std::make_shared<chart::Spec>(*spec.narrow);
    set_labels(*narrow, columns, numbers, locale);
    labelled.spec.narrow = std::move(narrow);
  }
  return labelled;
}

}  // namespace blocks

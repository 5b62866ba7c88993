#include "chart/channels.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/suggest.h"
#include "chart/mark_traits.h"
#include "chart/tick_labels.h"
#include "chart/ticks.h"
#include "quantity/present.h"

namespace chart {
namespace {

// Returns the type of a field for specs that do not state one.
Type default_type(const quantity::Field& field) {
  using quantity::FieldType;
  if (field.type == FieldType::integer || field.type == FieldType::number) return Type::quantitative;
  return field.type == FieldType::string || field.type == FieldType::boolean ? Type::nominal : Type::temporal;
}

std::string describe(const quantity::Value& value) {
  std::string text = quantity::to_text(value);
  if (quantity::is_number(value) && !std::isfinite(quantity::to_double(value))) return "a number that is not finite";
  return quantity::is_number(value) ? "the number " + text : fmt::format("the text \"{}\"", text);
}

void wrong_value(const BoundChannel& bound, const quantity::Frame& frame, size_t row, base::Diagnostics& diagnostics) {
  const Encoding& encoding = *bound.encoding;
  const quantity::Value& value = frame.at(row, bound.column);
  bool temporal = bound.type == Type::temporal;
  diagnostics
      .error("chart-type", encoding.type ? encoding.type_span : encoding.field_span,
             fmt::format("\"{}\" cannot be {}: row {} has {}", encoding.field, type_name(bound.type), row + 1,
                         describe(value)))
      .expect(temporal ? "dates such as 2026-01-31" : "numbers")
      .suggest(temporal ? "" : "for categories write type: nominal");
}

void fill_numbers(BoundChannel& bound, const quantity::Frame& frame, base::Diagnostics& diagnostics) {
  bound.numbers.assign(frame.rows(), kNone);
  bool reported = false;
  const bool year = frame.fields[bound.column].type == quantity::FieldType::year;
  for (size_t row = 0; row < frame.rows(); ++row) {
    const quantity::Value& value = frame.at(row, bound.column);
    if (quantity::is_null(value)) continue;
    if (bound.type == Type::temporal) {
      bool may_be = year || !quantity::is_number(value);
      bound.numbers[row] = may_be ? number_of(quantity::to_text(value), bound.type) : kNone;
    } else {
      bound.numbers[row] = number_of(value, bound.type);
    }
    if (!std::isfinite(bound.numbers[row]) && !reported) {
      wrong_value(bound, frame, row, diagnostics);
      reported = true;
    }
  }
}

void set_present(BoundChannel& bound, const quantity::Frame& frame) {
  for (size_t row = 0; row < frame.rows(); ++row)
    bound.present.push_back(bound.column < 0 || !quantity::is_null(frame.at(row, bound.column)));
}

void fill(BoundChannel& bound, const quantity::Frame& frame, const std::string& no_category,
          const quantity::Locale& locale, base::Diagnostics& diagnostics) {
  const Encoding& encoding = *bound.encoding;
  if (encoding.datum) {
    double number = number_of(*encoding.datum, bound.type);
    if (bound.is_continuous() && std::isnan(number)) {
      diagnostics.error(
          "chart-type", encoding.span,
          fmt::format("the datum {} is not {}", quantity::to_text(*encoding.datum), type_name(bound.type)));
    }
    bound.numbers.assign(frame.rows(), number);
    bound.categories.assign(frame.rows(), quantity::to_text(*encoding.datum));
  }
  set_present(bound, frame);
  if (bound.column < 0) return;
  if (bound.is_continuous()) return fill_numbers(bound, frame, diagnostics);
  for (size_t row = 0; row < frame.rows(); ++row)
    bound.categories.push_back(bound.present[row]
                                   ? category_of(frame.at(row, bound.column), frame.fields[bound.column], locale)
                                   : no_category);
}

// Compares numbers by value, and other values as texts, which is the order of dates.
int compare_values(const quantity::Value& a, const quantity::Value& b) {
  if (quantity::is_number(a) && quantity::is_number(b)) {
    const double x = quantity::to_double(a), y = quantity::to_double(b);
    return x < y ? -1 : x > y;
  }
  return quantity::to_text(a).compare(quantity::to_text(b));
}

bool does_pass(const Condition& test, const quantity::Value& value) {
  if (quantity::is_null(value)) return false;
  const auto holds = [&](const std::optional<quantity::Value>& with, auto is_right) {
    return !with || is_right(compare_values(value, *with));
  };
  return holds(test.equal, [](int order) { return order == 0; }) &&
         holds(test.lt, [](int order) { return order < 0; }) && holds(test.lte, [](int order) { return order <= 0; }) &&
         holds(test.gt, [](int order) { return order > 0; }) && holds(test.gte, [](int order) { return order >= 0; }) &&
         (test.one_of.empty() || std::ranges::any_of(test.one_of, [&](const quantity::Value& each) {
            return compare_values(value, each) == 0;
          }));
}

// Reports a value with which no value of the column can be compared, and a name that the column lacks.
void check_condition_values(const Condition& condition, const quantity::Frame& frame, size_t column,
                            base::Diagnostics& diagnostics) {
  const quantity::Field& field = frame.fields[column];
  const bool is_number = quantity::is_numeric(field.type), is_date = field.type == quantity::FieldType::date;
  std::vector<quantity::Value> names = condition.one_of;
  if (condition.equal) names.push_back(*condition.equal);
  if (is_number || is_date) {
    for (const auto* bound : {&condition.lt, &condition.lte, &condition.gt, &condition.gte})
      if (*bound) names.push_back(**bound);
    for (const quantity::Value& each : names) {
      const std::string text = quantity::to_text(each);
      if (is_number ? quantity::is_number(each) : parse_time(text).has_value()) continue;
      diagnostics
          .error("chart-type", condition.field_span,
                 fmt::format("\"{}\" has {}, and is compared with \"{}\"", field.name, is_number ? "numbers" : "dates",
                             text))
          .expect(is_number ? "a number without its unit, such as 1.5" : "a date such as 2026-01-31");
    }
    return;
  }
  std::set<std::string> known;
  for (size_t row = 0; row < frame.rows(); ++row) known.insert(quantity::to_text(frame.at(row, column)));
  for (const quantity::Value& each : names)
    if (const std::string name = quantity::to_text(each); !known.contains(name))
      diagnostics
          .error("unknown-highlight", condition.field_span,
                 fmt::format("the column \"{}\" has no value \"{}\"", field.name, name))
          .suggest(base::did_you_mean(name, base::views(known)));
}

BoundChannel bind_channel(const Encoding& encoding, const Layer& layer, const quantity::Frame& frame,
                          const std::string& no_category, const quantity::Locale& locale,
                          base::Diagnostics& diagnostics) {
  BoundChannel bound;
  bound.encoding = &encoding;
  if (!encoding.field.empty()) {
    bound.column = find_field(frame, encoding.field, encoding.field_span, "", diagnostics);
    if (bound.column < 0) return bound;
  }
  if (encoding.condition) {
    const Condition& condition = *encoding.condition;
    const int column = find_field(frame, condition.field, condition.field_span, "", diagnostics);
    if (column >= 0) check_condition_values(condition, frame, static_cast<size_t>(column), diagnostics);
    for (size_t row = 0; column >= 0 && row < frame.rows(); ++row)
      bound.passes.push_back(does_pass(condition, frame.at(row, static_cast<size_t>(column))));
  }
  if (encoding.type) {
    bound.type = *encoding.type;
  } else if (encoding.channel == Channel::x2 || encoding.channel == Channel::y2) {
    // The second end of a range has the same type as the first.
    const Encoding* first = layer.find(first_end(encoding.channel));
    int column = first ? frame.find(first->field) : -1;
    bound.type = first && first->type ? *first->type
                 : column >= 0        ? default_type(frame.fields[column])
                                      : Type::quantitative;
  } else if (bound.column >= 0) {
    bound.type = default_type(frame.fields[bound.column]);
  } else if (encoding.datum) {
    bound.type = quantity::is_number(*encoding.datum)             ? Type::quantitative
                 : parse_time(quantity::to_text(*encoding.datum)) ? Type::temporal
                                                                  : Type::nominal;
  } else {
    bound.type = encoding.value && quantity::is_number(*encoding.value) ? Type::quantitative : Type::nominal;
  }
  bool by_category = encoding.channel == Channel::shape || is_offset(encoding.channel) ||
                     encoding.channel == Channel::row || encoding.channel == Channel::column;
  if (by_category && bound.is_continuous() && bound.column >= 0) {
    diagnostics
        .error("chart-type", encoding.type ? encoding.type_span : encoding.field_span,
               fmt::format("{} shows categories, but \"{}\" is {}", channel_name(encoding.channel), encoding.field,
                           type_name(bound.type)))
        .suggest("write type: nominal when its values are categories; show quantities by x, y, color or size");
    return bound;
  }
  if (encoding.channel == Channel::size && !bound.is_continuous()) {
    diagnostics.error("chart-type", encoding.field_span,
                      fmt::format("size shows quantities, but \"{}\" is {}", encoding.field, type_name(bound.type)));
    return bound;
  }
  // Tooltips, orders and text show values unchanged.
  bool as_is =
      encoding.channel == Channel::tooltip || encoding.channel == Channel::order || encoding.channel == Channel::text;
  if (as_is && bound.column >= 0) {
    bound.type = encoding.type == Type::temporal ? Type::temporal : default_type(frame.fields[bound.column]);
    check_format(encoding.format, encoding.format_span, bound.type,
                 quantity::unit_for_format(frame, static_cast<size_t>(bound.column), encoding.format), diagnostics);
    set_present(bound, frame);
    return bound;
  }
  if (bound.is_continuous()) {
    const bool is_share = encoding.stack == Stack::normalize;
    for (const auto& [format, span] : {std::pair(&encoding.axis.format, encoding.axis.format_span),
                                       std::pair(&encoding.legend.format, encoding.legend.format_span)})
      check_format(*format, span, bound.type,
                   bound.column < 0 || is_share
                       ? ""
                       : quantity::unit_for_format(frame, static_cast<size_t>(bound.column), *format),
                   diagnostics);
  }
  fill(bound, frame, no_category, locale, diagnostics);
  return bound;
}

bool is_measure(const BoundChannel* bound) { return bound && bound->type == Type::quantitative && !bound->is_value(); }

// Whether the values run horizontally, according to Vega-Lite's rules for marks that have an orientation.
bool is_horizontal(const BoundLayer& layer) {
  const MarkSpec& mark = layer.layer->mark;
  const BoundChannel* x = layer.find(Channel::x);
  const BoundChannel* y = layer.find(Channel::y);
  const bool x2 = layer.find(Channel::x2), y2 = layer.find(Channel::y2);
  // In a histogram, a bar with two ends may be orthogonal to them.
  if (x2 != y2) return mark.type == MarkType::bar && !mark.orient.empty() ? mark.orient == "horizontal" : x2;
  if (mark.type == MarkType::rule && (!x || !y)) return y && !x;
  if (!mark.orient.empty()) return (mark.orient == "horizontal") != (mark.type == MarkType::tick);
  if (is_measure(x) != is_measure(y)) return is_measure(x);
  if (is_measure(x)) return false;
  bool x_time = x && x->type == Type::temporal, y_time = y && y->type == Type::temporal;
  return !x_time && y_time;
}

bool needs(MarkType mark, Channel channel) {
  if (channel == Channel::text) return mark == MarkType::text;
  return channel != Channel::tooltip && channel != Channel::order && channel != Channel::detail &&
         channel != Channel::opacity;
}

// The kind of value that a row lacks for a mark. A category is separate, because a row without one can be drawn under a
// placeholder name.
enum class Lack { nothing, category, value };

Lack lack_of(const BoundLayer& layer, const BoundChannel& channel, size_t row) {
  const Channel name = channel.encoding->channel;
  if (channel.present[row] || !needs(layer.mark, name)) return Lack::nothing;
  if (!channel.categories.empty()) return Lack::category;
  return is_position(name) && is_half_known(layer, second_end(name), row) ? Lack::nothing : Lack::value;
}

// Chooses the rows to draw. Rows in `without_category` may lack categories.
void choose_rows(BoundLayer& layer, size_t count, const std::vector<bool>& without_category) {
  const bool path = traits_of(layer.mark).is_path;
  layer.rows.clear();
  layer.domain_rows.clear();
  for (size_t row = 0; row < count; ++row) {
    bool complete = true, placed = true;
    for (const BoundChannel& channel : layer.channels) {
      const Lack lack = lack_of(layer, channel, row);
      if (lack == Lack::nothing || (lack == Lack::category && without_category[row])) continue;
      complete = false;
      // A path has a gap where a value is missing, and the gap must be within the scales.
      if (!(path && is_position(channel.encoding->channel) && channel.is_continuous())) placed = false;
    }
    if (complete) layer.rows.push_back(row);
    if (path ? placed : complete) layer.domain_rows.push_back(row);
  }
}

// Rows that no layer draws because they lack a category are drawn under `no_category`. A layer that selects rows by a
// column that is null in the others is respected, because another layer draws those.
void choose_all_rows(std::vector<BoundLayer>& layers, size_t count) {
  std::vector<bool> undrawn(count, false);
  for (BoundLayer& layer : layers) choose_rows(layer, count, undrawn);
  undrawn.assign(count, true);
  for (const BoundLayer& layer : layers)
    for (size_t row : layer.domain_rows) undrawn[row] = false;
  for (BoundLayer& layer : layers) {
    choose_rows(layer, count, undrawn);
    for (BoundChannel& channel : layer.channels)
      for (size_t row = 0; row < count && !channel.categories.empty(); ++row)
        if (undrawn[row]) channel.present[row] = true;
  }
}

}  // namespace

const BoundChannel* BoundLayer::find(Channel channel) const {
  auto found = std::find_if(channels.begin(), channels.end(),
                            [&](const BoundChannel& bound) { return bound.encoding->channel == channel; });
  return found == channels.end() ? nullptr : &*found;
}

std::vector<const BoundChannel*> BoundLayer::series() const {
  std::vector<const BoundChannel*> result;
  for (const BoundChannel& bound : channels) {
    Channel channel = bound.encoding->channel;
    bool splits = channel == Channel::color || channel == Channel::shape || channel == Channel::detail ||
                  channel == Channel::opacity;
    if (splits && bound.column >= 0) result.push_back(&bound);
  }
  return result;
}

std::string category_of(const quantity::Value& value, const quantity::Field& field, const quantity::Locale& locale) {
  const bool has_name = field.type == quantity::FieldType::boolean || field.is_date() || field.labels;
  return has_name ? quantity::present(value, field, locale) : quantity::to_text(value);
}

bool is_listed(const std::string& category, const std::vector<quantity::Value>& values) {
  return values.empty() || std::ranges::any_of(values, [&](const quantity::Value& value) {
           return quantity::to_text(value) == category;
         });
}

int find_field(const quantity::Frame& frame, const std::string& name, base::Span at, std::string_view purpose,
               base::Diagnostics& diagnostics) {
  const int column = frame.find(name);
  if (column >= 0) return column;
  const auto names = base::views(frame.fields, &quantity::Field::name);
  diagnostics
      .error("unknown-field", at, fmt::format("the data \"{}\" has no field \"{}\"{}", frame.name, name, purpose))
      .expect(base::list_names(names))
      .suggest(base::did_you_mean(name, names));
  return -1;
}

double number_of(const quantity::Value& value, Type type) {
  if (type == Type::temporal) return parse_time(quantity::to_text(value)).value_or(kNone);
  return quantity::to_double(value);
}

std::string row_name(const quantity::Frame& frame, size_t row) {
  for (size_t column = 0; column < frame.columns(); ++column) {
    if (const std::string* text = std::get_if<std::string>(&frame.at(row, column))) {
      return fmt::format("row {} (\"{}\")", row + 1, *text);
    }
  }
  return fmt::format("row {}", row + 1);
}

bool is_muted(const BoundLayer& layer, size_t row, const std::vector<std::string>& highlight) {
  bool has_names = false;
  for (const BoundChannel& channel : layer.channels) {
    if (channel.categories.empty()) continue;
    has_names = true;
    if (std::ranges::find(highlight, channel.categories[row]) != highlight.end()) return false;
  }
  return has_names && !highlight.empty();
}

bool is_muted(const std::vector<BoundLayer>& layers, Channel channel, const std::string& category,
              const std::vector<std::string>& highlight) {
  return !highlight.empty() && std::ranges::all_of(layers, [&](const BoundLayer& layer) {
    const BoundChannel* bound = layer.find(channel);
    return !bound || bound->categories.empty() || std::ranges::all_of(layer.domain_rows, [&](size_t row) {
      return bound->categories[row] != category || is_muted(layer, row, highlight);
    });
  });
}

bool is_half_known(const BoundLayer& layer, Channel second, size_t row) {
  if (!traits_of(layer.mark).has_open_ends) return false;
  const BoundChannel *end = layer.find(second), *start = layer.find(first_end(second));
  if (!end || !start || end->column < 0 || start->column < 0 || !end->is_continuous() || !start->is_continuous())
    return false;
  if (end->present[row] == start->present[row]) return false;
  const int known = start->present[row] ? start->column : end->column;
  return std::find(layer.drawn_elsewhere.begin(), layer.drawn_elsewhere.end(), known) == layer.drawn_elsewhere.end();
}

std::optional<std::vector<BoundLayer>> bind(const Spec& spec, const quantity::Frame& frame,
                                            const std::string& no_category, const quantity::Locale& locale,
                                            base::Diagnostics& diagnostics) {
  size_t errors_before = diagnostics.errors();
  std::vector<BoundLayer> layers;
  for (const Layer& layer : spec.layers) {
    BoundLayer bound;
    bound.layer = &layer;
    bound.mark = layer.mark.type;
    for (const Encoding& encoding : layer.encodings) {
      bound.channels.push_back(bind_channel(encoding, layer, frame, no_category, locale, diagnostics));
    }
    layers.push_back(std::move(bound));
  }
  if (diagnostics.errors() > errors_before) return std::nullopt;
  for (BoundLayer& layer : layers) {
    layer.horizontal = is_horizontal(layer);
    for (const BoundLayer& other : layers)
      for (const BoundChannel& channel : other.channels)
        if (&other != &layer && other.mark != MarkType::text && is_position(channel.encoding->channel))
          layer.drawn_elsewhere.push_back(channel.column);
  }
  choose_all_rows(layers, frame.rows());
  return layers;
}

}  // namespace chart

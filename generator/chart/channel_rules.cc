#include "chart/channel_rules.h"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/suggest.h"
#include "base/text.h"
#include "chart/mark_traits.h"
#include "chart/marks.h"
#include "chart/spec_keys.h"
#include "chart/spec_reader.h"

namespace chart {
namespace {

constexpr Use kF{.field = true};
constexpr Use kFd{.field = true, .datum = true};
constexpr Use kFdv{.field = true, .datum = true, .value = true};
constexpr Use kV{.value = true};
constexpr Use kFs{.field = true, .when = Use::When::stacked};
constexpr Use kFdp{.field = true, .datum = true, .when = Use::When::with_points};
constexpr Use k0;

template <class... Uses>
constexpr std::array<Use, kMarkTypes> by_mark(Uses... uses) {
  static_assert(sizeof...(uses) == kMarkTypes, "a column for each mark, in the order of MarkType");
  return {uses...};
}

// F is a field, d a datum, v a value; s means only if the mark is stacked, p only with `point: true`.
constexpr std::array kUses{
    //      bar   line  point area  rule  tick  text  rect  errorbar boxplot
    by_mark(kFdv, kFdv, kFdv, kFdv, kFdv, kFdv, kFdv, kFdv, kFdv, kFd),   // x
    by_mark(kFdv, kFdv, kFdv, kFdv, kFdv, kFdv, kFdv, kFdv, kFdv, kFd),   // y
    by_mark(kFdv, k0, k0, kFdv, kFdv, k0, k0, kFdv, kFdv, k0),            // x2
    by_mark(kFdv, k0, k0, kFdv, kFdv, k0, k0, kFdv, kFdv, k0),            // y2
    by_mark(kFd, kFd, kFd, kFd, kFd, kFd, kFd, kFd, kFd, kFd),            // xOffset
    by_mark(kFd, kFd, kFd, kFd, kFd, kFd, kFd, kFd, kFd, kFd),            // yOffset
    by_mark(kFdv, kFdv, kFdv, kFdv, kFdv, kFdv, kFdv, kFdv, kFdv, kFdv),  // color
    by_mark(k0, kFdp, kFd, kFdp, k0, k0, k0, k0, k0, k0),                 // shape
    by_mark(kV, kV, kFdv, k0, kV, kV, kV, k0, k0, kV),                    // size
    by_mark(kFdv, kFdv, kFdv, kFdv, kFdv, kFdv, kFdv, kFdv, kFdv, kV),    // opacity
    by_mark(k0, k0, k0, k0, k0, k0, kFdv, k0, k0, k0),                    // text
    by_mark(kF, kF, kF, kF, kF, kF, kF, kF, kF, kF),                      // row
    by_mark(kF, kF, kF, kF, kF, kF, kF, kF, kF, kF),                      // column
    by_mark(kF, kF, kF, kF, kF, kF, kF, kF, kF, k0),                      // tooltip
    by_mark(kFs, kF, kFs, kF, kFs, kFs, kFs, k0, k0, k0),                 // order
    by_mark(kFs, kF, kFs, kF, kFs, kFs, kFs, k0, k0, k0),                 // detail
};
static_assert(kUses.size() == kChannelCount, "a row for each channel, in the order of Channel");

std::string with_article(MarkType mark) {
  const std::string_view name = mark_name(mark);
  return fmt::format("{} {}", name[0] == 'a' || name[0] == 'e' ? "an" : "a", name);
}

std::string name_channels(MarkType mark) {
  std::vector<std::string_view> names;
  for (size_t i = 0; i < kChannelCount; ++i)
    if (use_of(mark, static_cast<Channel>(i)).any()) names.push_back(channel_name(static_cast<Channel>(i)));
  return base::list_names(names, kChannelCount);
}

std::string_view form_of(const Encoding& encoding) {
  return encoding.value ? "value" : encoding.datum ? "datum" : "field";
}

// Returns advice about what to write instead of a channel that the mark does not use.
std::string advice(Channel channel, MarkType mark) {
  switch (channel) {
    case Channel::shape:
      return mark == MarkType::line || mark == MarkType::area ? "write mark: {type: line, point: true}, or color"
                                                              : "distinguish categories by color";
    case Channel::size:
      return "show quantities by x, y, color or opacity, or by the size of a point";
    case Channel::x2:
    case Channel::y2:
      return "draw ranges as bar, area, rule, rect or errorbar";
    case Channel::detail:
    case Channel::order:
      return "add the field to \"tooltip\" to show it, or leave the channel out";
    case Channel::text:
      return "draw texts in a separate layer: {mark: text, encoding: {text: …}}";
    default:
      return "";
  }
}

bool is_used_by(const notation::AnyFormat::KeyInfo& key, std::string_view what) {
  return key.used_by.empty() || base::has_word(key.used_by, what);
}

base::Diagnostic& no_effect(base::Span at, std::string message, base::Diagnostics& diagnostics) {
  return diagnostics.error("chart-no-effect", at, std::move(message));
}

}  // namespace

Use use_of(MarkType mark, Channel channel) { return kUses[static_cast<size_t>(channel)][static_cast<size_t>(mark)]; }

std::vector<std::string_view> keys_of(Channel channel) {
  std::vector<std::string_view> keys;
  for (const auto& key : kChannel.keys())
    if (is_used_by(key, channel_name(channel))) keys.push_back(key.name);
  return keys;
}

std::vector<MarkType> marks_with(std::string_view key) {
  std::vector<MarkType> marks;
  const auto* known = kMark.find(key);
  for (size_t i = 0; known && i < kMarkTypes; ++i)
    if (const auto mark = static_cast<MarkType>(i); is_used_by(*known, mark_name(mark))) marks.push_back(mark);
  return marks;
}

bool uses_scale_key(Channel channel, ScaleType type, std::string_view key) {
  if (key == "domainMid" && channel != Channel::color) return false;
  const auto* known = kScale.find(key);
  return known && is_used_by(*known, scale_type_name(type));
}

void report_unused(const Encoding& encoding, MarkType mark, base::Diagnostics& diagnostics) {
  const Use use = use_of(mark, encoding.channel);
  const std::string_view name = channel_name(encoding.channel);
  if (use.any() && !use.accepts(encoding)) {
    std::vector<std::string> forms;
    if (use.field) forms.emplace_back("field");
    if (use.datum) forms.emplace_back("datum");
    if (use.value) forms.emplace_back("value");
    no_effect(encoding.span,
              fmt::format("the \"{}\" of {} does not come from a {}", name, with_article(mark), form_of(encoding)),
              diagnostics)
        .expect(fmt::format("{}: {{{}: …}}", name, base::join(forms, " or ")))
        .suggest(advice(encoding.channel, mark));
    return;
  }
  no_effect(
      encoding.span,
      fmt::format("{}{} does not use the channel \"{}\"", use.any() ? "without points " : "", with_article(mark), name),
      diagnostics)
      .expect(name_channels(mark))
      .suggest(advice(encoding.channel, mark));
}

void check_channels(Layer& layer, const notation::Node* own, base::Diagnostics& diagnostics) {
  std::erase_if(layer.encodings, [&](Encoding& encoding) {
    const Use use = use_of(layer.mark.type, encoding.channel);
    const bool is_own = own && own->find(channel_name(encoding.channel));
    encoding.shared = !is_own;
    // A fixed colour or shape is reported as such.
    const bool reported = encoding.value && (encoding.channel == Channel::color || encoding.channel == Channel::shape);
    const bool used = use.accepts(encoding) && (use.when != Use::When::with_points || layer.mark.point);
    if (!used && is_own && !reported) report_unused(encoding, layer.mark.type, diagnostics);
    return !used && !is_own;
  });
}

void check_mark_keys(const notation::Node& map, const MarkSpec& mark, base::Diagnostics& diagnostics) {
  for (const notation::Entry& entry : map.entries) {
    const std::vector<MarkType> marks = marks_with(entry.key);
    if (marks.empty() || std::find(marks.begin(), marks.end(), mark.type) != marks.end()) continue;
    std::vector<std::string_view> names;
    for (MarkType each : marks) names.push_back(mark_name(each));
    no_effect(entry.key_span, fmt::format("{} does not use \"{}\"", with_article(mark.type), entry.key), diagnostics)
        .expect(fmt::format("\"{}\" with {}", entry.key, base::list_names(names)));
  }
  if (mark.type == MarkType::area && mark.stroke_width && !mark.line)
    no_effect(map.find("strokeWidth")->span, "without a line an area does not use \"strokeWidth\"", diagnostics)
        .expect("mark: {type: area, line: true, strokeWidth: …}");
}

void check_channel_keys(const notation::Node& map, Channel channel, base::Diagnostics& diagnostics) {
  const bool fixed = map.find("value");
  size_t forms = 0;
  for (const notation::Entry& entry : map.entries) {
    const auto* key = kChannel.find(entry.key);
    if (!key) continue;
    if (is_form(entry.key)) {
      if (forms++ == 1)
        no_effect(entry.key_span,
                  fmt::format("\"{}\" has more than one of field, datum and value", channel_name(channel)), diagnostics)
            .expect("one of them");
      continue;  // the valid forms of this channel depend on the mark
    }
    if (!is_used_by(*key, channel_name(channel))) {
      no_effect(entry.key_span, fmt::format("\"{}\" has no effect on \"{}\"", entry.key, channel_name(channel)),
                diagnostics)
          .expect(base::list_names(keys_of(channel)));
    } else if (fixed && entry.key != "type" && entry.key != "condition") {
      no_effect(entry.key_span, fmt::format("\"{}\" has no effect with a fixed value", entry.key), diagnostics)
          .expect("\"field\" or \"datum\" instead of \"value\"");
    }
  }
}

// -- Channels and keys without effect on the chart's data, such as offsets without bands, orders without stacks --

namespace {

std::string type_in_words(const BoundChannel& bound) {
  const std::string name =
      bound.encoding->field.empty() ? std::string(channel_name(bound.encoding->channel)) : bound.encoding->field;
  return fmt::format("\"{}\" is {}", name, bound.is_value() ? "a fixed place" : type_name(bound.type));
}

// Whether the channel has an effect. An offset needs bands, and an order needs a stack.
bool has_effect(const BoundLayer& layer, const BoundChannel& bound) {
  const Channel channel = bound.encoding->channel;
  if (is_offset(channel)) {
    const BoundChannel* main = layer.find(first_end(channel));
    return main && !main->is_value() && !main->is_continuous();
  }
  return use_of(layer.mark, channel).when != Use::When::stacked || layer.stacked;
}

void report_offset(const BoundLayer& layer, const BoundChannel& nested, base::Diagnostics& diagnostics) {
  const Channel offset = nested.encoding->channel;
  const std::string_view name = channel_name(first_end(offset));
  const BoundChannel* main = layer.find(first_end(offset));
  no_effect(nested.encoding->span,
            main ? fmt::format("\"{}\" places marks within the bands of {}, but {}", channel_name(offset), name,
                               type_in_words(*main))
                 : fmt::format("\"{}\" places marks within the bands of {}, which this chart does not have",
                               channel_name(offset), name),
            diagnostics)
      .expect(fmt::format("categories on {}", name))
      .suggest(main && main->column >= 0 ? fmt::format("write type: ordinal for {}, or draw panels by column", name)
                                         : fmt::format("write \"{}\" instead of \"{}\"", name, channel_name(offset)));
}

void report_order(const BoundLayer& layer, const BoundChannel& bound, base::Diagnostics& diagnostics) {
  no_effect(bound.encoding->span,
            fmt::format("\"{}\" orders the parts of a stack, but this {} is not stacked",
                        channel_name(bound.encoding->channel), mark_name(layer.mark)),
            diagnostics)
      .suggest("add the field to \"tooltip\" to show it, or leave the channel out");
}

void check_second(const BoundLayer& layer, Channel second, Channel first, base::Diagnostics& diagnostics) {
  const BoundChannel *end = layer.find(second), *start = layer.find(first);
  if (!end || !start) return;
  const bool mixed = start->is_value() && !end->is_value();
  if (!mixed && (start->is_continuous() || start->is_value())) return;
  no_effect(end->encoding->span,
            fmt::format("\"{}\" is the other end of a range along {}, but {}", channel_name(second),
                        channel_name(first), type_in_words(*start)),
            diagnostics)
      .expect(fmt::format("numbers or dates on {}", channel_name(first)));
}

void check_two_ranges(const BoundLayer& layer, base::Diagnostics& diagnostics) {
  const BoundChannel* y2 = layer.find(Channel::y2);
  if (!y2 || !layer.find(Channel::x2)) return;
  if (layer.mark != MarkType::area && layer.mark != MarkType::errorbar) return;
  no_effect(y2->encoding->span, fmt::format("an {} has either \"x2\" or \"y2\"", mark_name(layer.mark)), diagnostics)
      .suggest("draw two layers, or a rect");
}

bool is_stack_asked(Stack stack) { return stack == Stack::zero || stack == Stack::normalize || stack == Stack::center; }

void check_boxes(const BoundLayer& layer, base::Diagnostics& diagnostics) {
  if (layer.mark != MarkType::boxplot) return;
  const BoundChannel* value = layer.find(layer.horizontal ? Channel::x : Channel::y);
  if (value && value->type == Type::quantitative) return;
  diagnostics.error("chart-type", layer.layer->mark.span, "a boxplot needs amounts on x or y")
      .suggest("encode a column of numbers, with a row for each value");
}

void check_stack(const BoundLayer& layer, base::Diagnostics& diagnostics) {
  for (const BoundChannel& bound : layer.channels) {
    const Channel channel = bound.encoding->channel;
    if (is_stack_asked(bound.encoding->stack) && layer.stacked != channel) {
      no_effect(bound.encoding->span,
                fmt::format("\"stack\" has no effect on this \"{}\": {}", channel_name(channel),
                            layer.stacked ? "the other axis is stacked"
                            : bound.type != Type::quantitative
                                ? type_in_words(bound)
                                : fmt::format("a {} with these channels is not stacked", mark_name(layer.mark))),
                diagnostics)
          .expect("amounts on a linear, sqrt or symlog scale, without x2 or y2");
    }
  }
}

void check_one_colour(const BoundLayer& layer, base::Diagnostics& diagnostics) {
  const BoundChannel* color = traits_of(layer.mark).is_path ? layer.find(Channel::color) : nullptr;
  if (!color || color->passes.empty()) return;
  no_effect(color->encoding->span, fmt::format("{} has one colour for all its rows", with_article(layer.mark)),
            diagnostics)
      .suggest("draw points or bars, or a second layer of points with the condition");
}

void check_text_colour(const BoundLayer& layer, base::Diagnostics& diagnostics) {
  const BoundChannel* color = layer.mark == MarkType::text ? layer.find(Channel::color) : nullptr;
  if (!color || color->encoding->shared || !color->is_continuous()) return;
  no_effect(color->encoding->span, fmt::format("a text is not coloured by quantities, but {}", type_in_words(*color)),
            diagnostics)
      .suggest("light colours would be illegible; colour points or cells beside the texts instead");
}

void check_sizes(const BoundLayer& layer, base::Diagnostics& diagnostics) {
  const BoundChannel* size = layer.find(Channel::size);
  if (!size || size->is_value() || !size->is_continuous()) return;
  for (size_t row : layer.rows) {
    if (!(size->numbers[row] < 0)) continue;
    diagnostics
        .error("chart-type", size->encoding->span,
               fmt::format("a size cannot be negative, as \"{}\" is in row {}", size->encoding->field, row + 1))
        .suggest("show negative values by x, y or color");
    return;
  }
}

// Reports a mark that shows a number of the spec as if it were one of the data. Code "figure-without-source".
void check_stated(const BoundLayer& layer, base::Diagnostics& diagnostics) {
  if (traits_of(layer.mark).is_reference || layer.mark == MarkType::rect) return;
  const bool is_text = layer.mark == MarkType::text;
  const BoundChannel* stated = nullptr;
  for (const BoundChannel& bound : layer.channels) {
    const Channel channel = bound.encoding->channel;
    if ((is_text ? channel != Channel::text : !is_position(channel)) || bound.type != Type::quantitative) continue;
    if (bound.column >= 0) return;
    // The length of a bar is a number, also in px.
    const auto &datum = bound.encoding->datum, &px = bound.encoding->value;
    if (datum || (layer.mark == MarkType::bar && px && quantity::to_double(*px) > 0)) stated = &bound;
  }
  if (!stated) return;
  const auto& number = stated->encoding->datum ? stated->encoding->datum : stated->encoding->value;
  diagnostics
      .error("figure-without-source", stated->encoding->span,
             fmt::format("this {} shows the number {}, which has no source", mark_name(layer.mark),
                         quantity::to_text(*number)))
      .suggest("draw a field of the data; a rule, a rect or an annotation marks a value on the axis");
}

// Warns of a line at a number of the spec if the chart has no words about it. Code "figure-without-source".
void check_line(const BoundLayer& line, const std::vector<BoundLayer>& layers, const Spec& spec,
                base::Diagnostics& diagnostics) {
  const bool has_words = line.find(Channel::color) || !spec.caption.empty() || !spec.note.empty();
  if (line.mark != MarkType::rule || has_words || shows_data(line)) return;
  for (const BoundChannel& bound : line.channels) {
    const Channel channel = bound.encoding->channel;
    const auto& datum = bound.encoding->datum;
    if (!is_xy(channel) || bound.type != Type::quantitative || !datum || quantity::to_double(*datum) == 0) continue;
    const auto is_label = [&](const BoundLayer& each) {
      return each.mark == MarkType::text && each.find(channel) && each.find(channel)->encoding->datum == datum;
    };
    const auto place = channel == Channel::x ? &Annotation::x : &Annotation::y;
    if (std::ranges::any_of(layers, is_label) || std::ranges::count(spec.annotations, datum, place)) continue;
    const std::string at = fmt::format("{}: {}", channel_name(channel), quantity::to_text(*datum));
    diagnostics
        .warning("figure-without-source", bound.encoding->span, fmt::format("nothing says what the line at {} is", at))
        .suggest(fmt::format("write annotations: [{{{}, text: …}}], a text at the same place, or a note", at));
  }
}

void check_sort(const BoundChannel& bound, base::Diagnostics& diagnostics) {
  const Encoding& encoding = *bound.encoding;
  if (!encoding.sort || encoding.sort->kind == SortSpec::Kind::none) return;
  const SortSpec::Kind kind = encoding.sort->kind;
  const bool simple = kind == SortSpec::Kind::ascending || kind == SortSpec::Kind::descending;
  const bool by_value = bound.is_continuous() || encoding.channel == Channel::order;
  if (by_value && !simple) {
    no_effect(encoding.sort->span,
              fmt::format("\"{}\" is in the order of its values: \"{}\" is {}", channel_name(encoding.channel),
                          encoding.field, type_name(bound.type)),
              diagnostics)
        .expect("\"ascending\" or \"descending\"")
        .suggest(encoding.channel == Channel::order ? "" : "write type: ordinal to order it as categories");
  } else if (!bound.is_continuous() && !encoding.scale.domain.empty() && kind != SortSpec::Kind::ascending) {
    no_effect(encoding.sort->span, "the domain already determines the order", diagnostics)
        .suggest("delete the sort order");
  }
}

}  // namespace

void check_bound_channels(const std::vector<BoundLayer>& layers, const Spec& spec, base::Diagnostics& diagnostics) {
  // A channel that the chart states for all layers is accepted if it has an effect on one of them.
  auto has_effect_elsewhere = [&](Channel channel) {
    return std::any_of(layers.begin(), layers.end(), [&](const BoundLayer& layer) {
      const BoundChannel* bound = layer.find(channel);
      return bound && has_effect(layer, *bound);
    });
  };
  for (const BoundLayer& layer : layers) {
    for (const BoundChannel& bound : layer.channels) {
      const Channel channel = bound.encoding->channel;
      if (has_effect(layer, bound) || (bound.encoding->shared && has_effect_elsewhere(channel))) continue;
      const bool offset = is_offset(channel);
      offset ? report_offset(layer, bound, diagnostics) : report_order(layer, bound, diagnostics);
    }
    check_second(layer, Channel::x2, Channel::x, diagnostics);
    check_second(layer, Channel::y2, Channel::y, diagnostics);
    check_two_ranges(layer, diagnostics);
    check_boxes(layer, diagnostics);
    check_stack(layer, diagnostics);
    check_text_colour(layer, diagnostics);
    check_one_colour(layer, diagnostics);
    check_sizes(layer, diagnostics);
    check_stated(layer, diagnostics);
    check_line(layer, layers, spec, diagnostics);
    for (const BoundChannel& bound : layer.channels) check_sort(bound, diagnostics);
  }
}

void check_scale_keys(const std::vector<BoundLayer>& layers, const std::map<Channel, ScaleType>& types,
                      base::Diagnostics& diagnostics) {
  for (const BoundLayer& layer : layers) {
    for (const BoundChannel& bound : layer.channels) {
      const Encoding& encoding = *bound.encoding;
      const std::string_view name = channel_name(encoding.channel);
      auto type = types.find(encoding.channel);
      if (type == types.end() || bound.is_value()) continue;
      for (const std::string& key : encoding.scale.stated) {
        if (uses_scale_key(encoding.channel, type->second, key)) continue;
        no_effect(encoding.scale.span,
                  fmt::format("\"{}\" has no effect on the scale of {}, which is {}", key, name,
                              scale_type_name(type->second)),
                  diagnostics);
      }
      auto of_axis = [&](bool stated, std::string_view key, base::Span at, std::string_view why) {
        if (stated)
          no_effect(at ? at : encoding.span, fmt::format("\"{}\" has no effect on {}: {}", key, name, why),
                    diagnostics);
      };
      of_axis(encoding.axis.label_angle && encoding.channel == Channel::y, "labelAngle", {},
              "labels beside an axis are not turned");
      if (bound.is_continuous()) continue;
      of_axis(!encoding.axis.format.empty(), "format", encoding.axis.format_span, "it shows categories");
      of_axis(encoding.axis.better != quantity::Better::neither, "better", {}, "it shows categories");
      of_axis(encoding.axis.tick_count.has_value(), "tickCount", {}, "each category has its label");
      of_axis(!encoding.legend.format.empty(), "format", encoding.legend.format_span, "it shows categories");
    }
  }
}

}  // namespace chart

// Tests that every channel and key is used or refused. Each entry of the tables in chart/channel_rules.h is drawn with
// and without it, and the pictures must differ. Everything else must be refused.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>

#include "chart/channel_rules.h"
#include "chart/mark_traits.h"
#include "chart/spec_keys.h"
#include "unit/chart/chart_case.h"

namespace {

using chart::Channel;
using chart::MarkType;
using chart_test::Case;
using nlohmann::json;

const json kShopFields = json::parse(R"([
  {"name": "town", "title": "Town"}, {"name": "bean", "title": "Bean"}, {"name": "size", "title": "Size"},
  {"name": "day", "title": "Day", "type": "date"}, {"name": "cost", "title": "Cost", "type": "number"},
  {"name": "sold", "title": "Sold", "type": "number"}, {"name": "most", "title": "Most", "type": "number"},
  {"name": "rank", "title": "Rank", "type": "integer"}])");
// No two columns have the same order, so that sorting by a different column changes the picture.
const json kShopRows = json::parse(R"([
  ["Oslo", "Peru", "small", "2025-01-07", 3, 20, 24, 2], ["Oslo", "Kenya", "large", "2025-02-01", 5, 12, 30, 1],
  ["Rome", "Peru", "large", "2025-03-01", 4, 31, 40, 4], ["Rome", "Kenya", "small", "2025-04-01", 7, 16, 18, 3],
  ["Lima", "Peru", "small", "2025-05-01", 6, 25, 44, 6], ["Lima", "Kenya", "large", "2025-06-01", 2, 9, 21, 5]])");

json mark_map(MarkType mark) {
  json map = {{"type", chart::mark_name(mark)}};
  if (mark == MarkType::text) map["text"] = "·";
  return map;
}

// Returns a minimal chart in which `channel` has an effect.
json base_encoding(MarkType mark, Channel channel) {
  const bool sideways = channel == Channel::y_offset || channel == Channel::x2;
  const char *category = sideways ? "y" : "x", *amount = sideways ? "x" : "y";
  json encoding = {{category, {{"field", "town"}, {"type", "nominal"}}}, {amount, {{"field", "sold"}}}};
  if (mark == MarkType::errorbar) encoding[sideways ? "x2" : "y2"] = {{"field", "cost"}};
  const bool path = mark == MarkType::line || mark == MarkType::area;
  if (path && (channel == Channel::order || channel == Channel::detail)) encoding[category] = {{"field", "cost"}};
  if (chart::use_of(mark, channel).when == chart::Use::When::stacked) encoding[amount]["stack"] = "zero";
  return encoding;
}

json field_for(Channel channel) {
  switch (channel) {
    case Channel::x:
    case Channel::y:
    case Channel::x2:
    case Channel::y2:
      return {{"field", "most"}};
    case Channel::size:
      return {{"field", "cost"}};
    case Channel::tooltip:
    case Channel::order:
      return {{"field", "rank"}};
    case Channel::row:
    case Channel::column:
    case Channel::detail:
      return {{"field", "size"}};
    default:
      return {{"field", "bean"}};
  }
}

json datum_for(Channel channel) {
  const bool place = channel == Channel::x || channel == Channel::y || channel == Channel::x2 ||
                     channel == Channel::y2 || channel == Channel::size;
  return place ? json{{"datum", 15}} : json{{"datum", "Peru"}};
}

json value_for(Channel channel) {
  if (channel == Channel::opacity) return {{"value", 0.4}};
  if (channel == Channel::text) return {{"value", "here"}};
  if (channel == Channel::color) return {{"value", "bad"}};
  if (channel == Channel::x || channel == Channel::y) return {{"value", 0}};  // a bar with a length has no source
  return {{"value", channel == Channel::size ? 9 : 35}};
}

struct DrawnSpec {
  std::string svg, messages, summary;

  bool operator==(const DrawnSpec& other) const { return svg == other.svg && summary == other.summary; }
};

DrawnSpec draw(const json& mark, const json& encoding) {
  const json spec = {{"data", "rows"}, {"title", "Beans"}, {"mark", mark}, {"encoding", encoding}};
  Case made(spec.dump(), kShopFields, kShopRows);
  chart::DrawOptions options = chart_test::in_english();
  options.has_vertex_tips = true;
  auto drawing = made.draw(options);
  return drawing ? DrawnSpec{drawing->svg.str(), made.messages(), drawing->summary}
                 : DrawnSpec{"", made.messages(), ""};
}

void check_differs(const json& mark, const json& encoding, const json& other_mark, const json& other_encoding) {
  CAPTURE(other_mark.dump());
  CAPTURE(other_encoding.dump());
  const DrawnSpec plain = draw(mark, encoding), other = draw(other_mark, other_encoding);
  CHECK_MESSAGE(plain.svg != "", plain.messages);
  CHECK_MESSAGE(other.svg != "", other.messages);
  CHECK_FALSE(plain == other);
}

void check_refused(const json& mark, const json& encoding) {
  CAPTURE(mark.dump());
  CAPTURE(encoding.dump());
  const DrawnSpec picture = draw(mark, encoding);
  CHECK(picture.svg == "");
  const bool reported = picture.messages.find("error[chart-no-effect]") != std::string::npos ||
                        picture.messages.find("error[unsupported-value]") != std::string::npos ||
                        picture.messages.find("error[figure-without-source]") != std::string::npos;
  CHECK_MESSAGE(reported, picture.messages);
}

MarkType mark_at(size_t i) { return static_cast<MarkType>(i); }
Channel channel_at(size_t i) { return static_cast<Channel>(i); }

}  // namespace

TEST_CASE("each channel that a mark uses changes the picture, and all others are errors") {
  for (size_t m = 0; m < chart::kMarkTypes; ++m) {
    for (size_t c = 0; c < chart::kChannelCount; ++c) {
      const MarkType mark = mark_at(m);
      const Channel channel = channel_at(c);
      const std::string name(chart::channel_name(channel));
      const chart::Use use = chart::use_of(mark, channel);
      json without = mark_map(mark);
      if (use.when == chart::Use::When::with_points) without["point"] = true;
      json with = without;
      if (channel == Channel::text) with.erase("text");  // a text mark has only one text
      for (auto [accepted, form] : {std::pair{use.field, field_for(channel)}, std::pair{use.datum, datum_for(channel)},
                                    std::pair{use.value, value_for(channel)}}) {
        const json base = base_encoding(mark, channel);
        json more = base;
        more[name] = form;
        if (mark == MarkType::errorbar && channel == Channel::y && form.contains("value")) more["y2"] = {{"value", 90}};
        // The only amount of a mark that shows data is one of the data.
        const bool has_source = channel != Channel::y || !form.contains("datum") ||
                                chart::traits_of(mark).is_reference || mark == MarkType::rect || mark == MarkType::text;
        accepted&& has_source ? check_differs(without, base, with, more) : check_refused(with, more);
      }
      // Adds the keys on which the effect depends.
      if (use.when == chart::Use::When::always) continue;
      json bare = mark_map(mark), more = base_encoding(mark, channel);
      more[name] = field_for(channel);
      more["y"]["stack"] = nullptr;
      check_refused(bare, more);
    }
  }
}

namespace {

// Returns a value for a key of a channel that is not the default.
json sample(std::string_view key, Channel channel) {
  if (key == "title") return "Another title";
  if (key == "axis") return {{"grid", false}};
  if (key == "legend") return {{"orient", "bottom"}};
  if (key == "sort") return "descending";
  if (key == "stack") return "normalize";
  if (key == "format") return ".3f";
  if (channel == Channel::x_offset || channel == Channel::y_offset) return {{"paddingInner", 0.6}};
  if (channel == Channel::size || channel == Channel::y || channel == Channel::x) return {{"type", "sqrt"}};
  return {{"domain", {"Peru", "Kenya"}}};
}

MarkType mark_for(Channel channel) {
  switch (channel) {
    case Channel::shape:
    case Channel::size:
      return MarkType::point;
    case Channel::text:
      return MarkType::text;
    case Channel::order:
      return MarkType::line;
    default:
      return MarkType::bar;
  }
}

// Returns a channel with a field whose keys can have an effect.
json channel_with(Channel channel) {
  if (channel == Channel::x || channel == Channel::y) return {{"field", "sold"}};
  if (channel == Channel::text || channel == Channel::tooltip) return {{"field", "cost"}};
  return field_for(channel);
}

}  // namespace

TEST_CASE("each key of a channel changes the picture or is an error") {
  for (size_t c = 0; c < chart::kChannelCount; ++c) {
    const Channel channel = channel_at(c);
    const std::string name(chart::channel_name(channel));
    const MarkType mark = mark_for(channel);
    json map = mark_map(mark);
    if (channel == Channel::text) map.erase("text");
    json base = base_encoding(mark, channel);
    if (channel == Channel::x) base["y"] = {{"field", "town"}};
    base[name] = channel_with(channel);
    const std::vector<std::string_view> used = chart::keys_of(channel);
    for (const char* key : {"title", "scale", "axis", "legend", "sort", "stack", "format"}) {
      json with = base;
      with[name][key] = sample(key, channel);
      const bool accepted = std::find(used.begin(), used.end(), key) != used.end();
      accepted ? check_differs(map, base, map, with) : check_refused(map, with);
      if (!accepted || !chart::use_of(mark, channel).value) continue;
      json fixed = base;
      fixed[name] = value_for(channel);
      fixed[name][key] = sample(key, channel);
      check_refused(map, fixed);
    }
  }
}

TEST_CASE("a channel has a field, a datum or a value") {
  json both = base_encoding(MarkType::point, Channel::color);
  both["y"]["datum"] = 3;
  check_refused("point", both);
}

TEST_CASE("each key of a mark changes the picture or is an error") {
  const json samples = {{"opacity", 0.3},
                        {"clip", true},
                        {"size", 21},
                        {"orient", "horizontal"},
                        {"point", true},
                        {"line", true},
                        {"interpolate", "step"},
                        {"strokeWidth", 5},
                        {"strokeDash", {3, 1}},
                        {"filled", false},
                        {"cornerRadius", 4},
                        {"extent", 0},
                        {"text", "another"},
                        {"fontSize", 20},
                        {"fontWeight", "bold"},
                        {"angle", 30},
                        {"align", "left"},
                        {"baseline", "top"},
                        {"dx", 9},
                        {"dy", 9}};
  for (size_t m = 0; m < chart::kMarkTypes; ++m) {
    const MarkType mark = mark_at(m);
    for (const auto& [key, value] : samples.items()) {
      const std::vector<MarkType> marks = chart::marks_with(key);
      REQUIRE_FALSE(marks.empty());
      json base = base_encoding(mark, Channel::color);
      if (key == "orient") base["x"] = {{"field", "cost"}};
      json map = mark_map(mark);
      if (mark == MarkType::area && key == "strokeWidth") map["line"] = true;
      if (mark == MarkType::tick && key == "orient") map["orient"] = "vertical";
      json with = map;
      with[key] = value;
      const bool accepted = std::find(marks.begin(), marks.end(), mark) != marks.end();
      accepted ? check_differs(map, base, with, base) : check_refused(with, base);
    }
  }
  // A key that no mark uses must not be listed.
  for (std::string_view key : chart::kMark.key_names())
    CHECK_MESSAGE((key == "type" || samples.contains(std::string(key))), key);
}

TEST_CASE("each key of a scale changes the picture or is an error") {
  struct Sample {
    const char* key;
    json value, refused;  // `refused` is for scales that do not use the key, if `value` is their default
  };
  const std::vector<Sample> samples = {
      {"domainMin", 1, nullptr},      {"domainMax", 90, nullptr},     {"zero", false, true},
      {"nice", false, true},          {"reverse", true, nullptr},     {"padding", 0.7, nullptr},
      {"paddingInner", 0.7, nullptr}, {"paddingOuter", 0.9, nullptr}, {"base", 2, nullptr},
      {"constant", 9, nullptr},       {"domainMid", 20, nullptr},     {"clamp", true, nullptr}};
  for (const char* type : {"linear", "log", "sqrt", "symlog", "time", "band", "point"}) {
    const std::string name = type;
    const bool time = name == "time", discrete = name == "band" || name == "point";
    for (const Sample& each : samples) {
      json base = {{"y", {{"field", "rank"}}},
                   {"x",
                    {{"field", time       ? "day"
                               : discrete ? "town"
                                          : "sold"},
                     {"scale", {{"type", type}}}}}};
      json mark = {{"type", name == "band" ? "bar" : "point"}};
      if (std::string_view(each.key) == "clamp" && !discrete) {
        base["x"]["scale"]["domain"] = time ? json{"2025-02-01", "2025-05-01"} : json{10, 20};
        mark["clip"] = true;
      }
      json with = base;
      with["x"]["scale"][each.key] = each.value;
      if (time && std::string_view(each.key) == "domainMin") with["x"]["scale"][each.key] = "2024-11-01";
      if (time && std::string_view(each.key) == "domainMax") with["x"]["scale"][each.key] = "2025-11-01";
      if (time && std::string_view(each.key) == "nice") with["x"]["scale"][each.key] = true;
      if (std::string_view(each.key) == "padding" && !discrete)
        with["x"]["scale"][each.key] = 30, base["x"]["scale"]["nice"] = with["x"]["scale"]["nice"] = false;
      const auto scale = name == "linear"   ? chart::ScaleType::linear
                         : name == "log"    ? chart::ScaleType::log
                         : name == "sqrt"   ? chart::ScaleType::sqrt
                         : name == "symlog" ? chart::ScaleType::symlog
                         : name == "time"   ? chart::ScaleType::time
                         : name == "band"   ? chart::ScaleType::band
                                            : chart::ScaleType::point;
      if (chart::uses_scale_key(Channel::x, scale, each.key)) {
        check_differs(mark, base, mark, with);
      } else {
        if (!each.refused.is_null()) with["x"]["scale"][each.key] = each.refused;
        check_refused(mark, with);
      }
    }
  }
}

TEST_CASE("offsets need bands, on either axis and in layers") {
  const json bars = json::parse(R"({"x": {"field": "cost"}, "y": {"field": "sold"}, "xOffset": {"field": "bean"}})");
  for (const char* mark : {"bar", "point", "line", "area", "tick", "rule", "rect"}) check_refused(mark, bars);
  json by_day = bars, alone = bars, fixed = bars;
  by_day["x"] = {{"field", "day"}};
  alone.erase("x");
  fixed["x"] = {{"value", 30}};
  for (const json& encoding : {by_day, alone, fixed}) check_refused("bar", encoding);
  by_day["x"]["type"] = "ordinal";
  CHECK(draw("bar", by_day).messages == "");
  check_refused("bar", json::parse(R"({"y": {"field": "day"}, "x": {"field": "sold"}, "yOffset": {"field": "bean"}})"));
  // A channel that the layers share is accepted if one of them has bands for it.
  const std::string shared =
      R"("encoding": {"x": {"field": "town"}, "y": {"field": "sold"}, "xOffset": {"field": "bean"}},
    "data": "rows", "title": "T", "layer": [{"mark": "bar"}, )";
  Case used("{" + shared + R"({"mark": "rule", "encoding": {"x": {"value": 0}, "x2": {"value": "width"}}}]})",
            kShopFields, kShopRows);
  CHECK_MESSAGE(used.draw(), used.messages());
}

TEST_CASE("a shared channel that no layer uses is an error") {
  const std::string rest = R"("shape": {"field": "bean"}}, "layer": [{"mark": "bar"}, {"mark": ")";
  const std::string start =
      R"({"data": "rows", "title": "T", "encoding": {"x": {"field": "town"}, "y": {"field": "sold"}, )";
  Case used(start + rest + R"(point"}]})", kShopFields, kShopRows);
  CHECK_MESSAGE(used.draw(), used.messages());
  Case unused(start + rest + R"(tick"}]})", kShopFields, kShopRows);
  CHECK_FALSE(unused.draw());
  CHECK(unused.messages().find("a bar does not use the channel \"shape\"") != std::string::npos);
}

TEST_CASE("keys of facets are errors without a facet, and so are keys of a chart next to one") {
  for (
      const char* keys :
      {R"("mark": "bar", "columns": 2)", R"("mark": "bar", "spec": {"mark": "bar"})",
       R"("facet": {"field": "size"}, "mark": "bar", "spec": {"mark": "bar", "encoding": {"x": {"field": "town"}}})",
       R"("facet": {"row": {"field": "size"}}, "columns": 2, "spec": {"mark": "bar", "encoding": {"x": {"field": "town"}}})"}) {
    CAPTURE(keys);
    Case made(fmt::format(R"({{"data": "rows", "title": "T", "encoding": {{"x": {{"field": "town"}}}}, {}}})", keys),
              kShopFields, kShopRows);
    CHECK_FALSE(made.draw());
    CHECK(made.messages().find("error[chart-no-effect]") != std::string::npos);
  }
}

TEST_CASE("a fixed value must be valid for its channel") {
  for (const char* encoding :
       {R"({"size": {"value": "thick"}})", R"({"size": {"value": -3}})", R"({"opacity": {"value": 2}})",
        R"({"opacity": {"value": "half"}})", R"({"x": {"value": "centre"}})", R"({"x": {"value": "height"}})",
        R"({"y": {"value": "width"}})", R"({"x2": {"value": "end"}})", R"({"y2": {"value": ""}})",
        R"({"size": {"value": true, "type": "nominal"}, "opacity": {"value": -0.1}})"}) {
    CAPTURE(encoding);
    json with = base_encoding(MarkType::bar, Channel::color);
    with.update(json::parse(encoding));
    CHECK(draw("bar", with).messages.find("error[unknown-value]") != std::string::npos);
  }
}

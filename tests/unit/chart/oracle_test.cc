// Our scales, ticks and places of marks are those of the real Vega-Lite 6, for each spec in oracle/specs/.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "chart/time_axis.h"
#include "unit/chart/chart_case.h"

namespace {

using chart_test::Case;
using nlohmann::json;

constexpr double kNear = 0.5;  // px

struct Named {
  std::string name;
  json chart;
};

std::vector<Named> read_specs() {
  std::vector<Named> all;
  for (const auto& entry : std::filesystem::directory_iterator(SOURCEBOOK_ROOT "/tests/unit/chart/oracle/specs")) {
    std::ifstream in(entry.path());
    all.push_back({entry.path().stem().string(), json::parse(in)});
  }
  std::sort(all.begin(), all.end(), [](const Named& a, const Named& b) { return a.name < b.name; });
  return all;
}

json ask_vega(const std::vector<Named>& specs) {
  json list = json::array();
  for (const Named& spec : specs) list.push_back(spec.chart);
  auto file = std::filesystem::temp_directory_path() / fmt::format("sourcebook-charts-{}.json", ::getpid());
  std::ofstream(file) << list.dump();
  std::string command = "TZ=UTC node " SOURCEBOOK_ROOT "/tests/unit/chart/oracle/vega.mjs < " + file.string();
  std::string output;
  FILE* pipe = ::popen(command.c_str(), "r");
  std::array<char, 4096> buffer;
  while (size_t size = std::fread(buffer.data(), 1, buffer.size(), pipe)) output.append(buffer.data(), size);
  CHECK(::pclose(pipe) == 0);
  std::filesystem::remove(file);
  return json::parse(output, nullptr, false);
}

std::string describe_domain(const chart::Scale& scale) {
  if (scale.is_discrete()) return json(scale.categories).dump();
  return fmt::format("[{:.10g},{:.10g}]", scale.from, scale.to);
}

std::string describe_domain(const json& domain, bool discrete) {
  if (!discrete) return fmt::format("[{:.10g},{:.10g}]", domain.front().get<double>(), domain.back().get<double>());
  json texts = json::array();
  for (const json& value : domain) texts.push_back(value.is_string() ? value : json(value.dump()));
  return texts.dump();
}

using Box = std::array<double, 4>;

std::vector<Box> our_boxes(const chart::Panel& panel) {
  std::vector<Box> boxes;
  for (const chart::Shape& shape : panel.shapes) {
    // Names at the ends of lines stand in for a legend.
    if (shape.classes.starts_with("line-name") || shape.classes.starts_with("leader")) continue;
    switch (shape.kind) {
      case chart::Shape::Kind::rect:
        boxes.push_back({shape.x, shape.y, shape.width, shape.height});
        break;
      case chart::Shape::Kind::line:
        boxes.push_back({std::min(shape.x, shape.x + shape.width), std::min(shape.y, shape.y + shape.height),
                         std::abs(shape.width), std::abs(shape.height)});
        break;
      case chart::Shape::Kind::symbol:
        boxes.push_back({shape.x, shape.y, 0, 0});
        break;
      case chart::Shape::Kind::text:
        boxes.push_back({shape.x, shape.y - 0.35 * shape.font_size, 0, 0});
        break;
      case chart::Shape::Kind::path: {
        std::string numbers = shape.path;
        for (char& c : numbers) {
          if (c == 'M' || c == 'L' || c == 'Z' || c == ',') c = ' ';
        }
        std::istringstream in(numbers);
        for (double x, y; in >> x >> y;) boxes.push_back({x, y, 0, 0});
      }
    }
  }
  return boxes;
}

std::vector<Box> their_boxes(const json& marks, bool area) {
  std::vector<Box> boxes;
  for (const json& mark : marks) {
    auto number = [&](const char* key, double otherwise) {
      return mark.contains(key) && mark[key].is_number() ? mark[key].get<double>() : otherwise;
    };
    double x = number("x", 0) + number("dx", 0), y = number("y", 0) + number("dy", 0);
    if (mark["type"] == "rule") {
      double x2 = number("x2", x), y2 = number("y2", y);
      Box box{std::min(x, x2), std::min(y, y2), std::abs(x2 - x), std::abs(y2 - y)};
      // A rule of constants is drawn once a row there, once here.
      if (std::find(boxes.begin(), boxes.end(), box) == boxes.end()) boxes.push_back(box);
    } else if (mark["type"] == "rect" && number("width", 0) == 1) {
      boxes.push_back({x + 0.5, y, 0, number("height", 0)});  // a tick, which we draw as a stroke
    } else if (mark["type"] == "rect") {
      boxes.push_back({x, y, number("width", 0), number("height", 0)});
    } else if (area) {
      boxes.push_back({x, y, 0, 0});
      boxes.push_back({x, y + number("height", 0), 0, 0});
    } else {
      boxes.push_back({x, y, 0, 0});
    }
  }
  return boxes;
}

// The same marks in any order, each with a partner within half a pixel.
std::string difference(std::vector<Box> ours, const std::vector<Box>& theirs) {
  for (const Box& box : theirs) {
    auto near = [&](const Box& other) {
      for (size_t i = 0; i < 4; ++i) {
        if (!(std::abs(box[i] - other[i]) <= kNear)) return false;
      }
      return true;
    };
    auto found = std::find_if(ours.begin(), ours.end(), near);
    if (found == ours.end()) {
      std::string rest;
      for (const Box& other : ours) rest += fmt::format(" [{}]", fmt::join(other, " "));
      return fmt::format("Vega has a mark at [{}]; ours are{}", fmt::join(box, " "), rest);
    }
    ours.erase(found);
  }
  return ours.empty() ? "" : fmt::format("we draw {} marks that Vega does not", ours.size());
}

std::string our_ticks(const chart::Axis& axis) {
  std::string text;
  for (size_t i = 0; i < axis.ticks.size(); ++i) {
    std::string value = axis.discrete ? axis.ticks[i].label : fmt::format("{:.10g}", axis.values[i]);
    text += fmt::format("{} \"{}\"; ", value, axis.ticks[i].label);
  }
  return text;
}

std::string their_ticks(const json& ticks, bool discrete) {
  std::string text;
  for (const json& tick : ticks) {
    std::string value =
        discrete ? tick["name"].get<std::string>() : fmt::format("{:.10g}", tick["value"].get<double>());
    text += fmt::format("{} \"{}\"; ", value, tick["label"].get<std::string>());
  }
  return text;
}

void compare(const json& chart, const json& theirs) {
  Case ours(chart);
  auto plot = ours.plot();
  REQUIRE_MESSAGE(plot, ours.messages());
  const chart::Panel& panel = plot->panels.front();
  const std::vector<std::pair<const char*, chart::Channel>> channels = {{"x", chart::Channel::x},
                                                                        {"y", chart::Channel::y},
                                                                        {"xOffset", chart::Channel::x_offset},
                                                                        {"yOffset", chart::Channel::y_offset},
                                                                        {"color", chart::Channel::color}};
  for (auto [name, channel] : channels) {
    if (!theirs["domains"].contains(name)) continue;
    INFO(std::string("domain of ") << name);
    const chart::Scale& scale = channel == chart::Channel::color ? plot->scales.at(channel) : panel.scales.at(channel);
    CHECK(describe_domain(scale) == describe_domain(theirs["domains"][name], scale.is_discrete()));
  }
  for (const auto* axis : {&panel.x_axis, &panel.y_axis}) {
    const char* name = axis == &panel.x_axis ? "x" : "y";
    if (!*axis) continue;
    INFO(std::string("axis ") << name);
    CHECK(our_ticks(**axis) == their_ticks(theirs["ticks"][name], (*axis)->discrete));
  }
  CHECK(difference(our_boxes(panel), their_boxes(theirs["marks"], chart["spec"].value("mark", "") == "area")) == "");
}

}  // namespace

TEST_CASE("charts have the domains, ticks, labels and places of marks that Vega-Lite gives them") {
  if (!std::getenv("SOURCEBOOK_NODE_MODULES")) {
    MESSAGE("skipped: set SOURCEBOOK_NODE_MODULES to a node_modules folder with vega 6 and vega-lite 6");
    return;
  }
  std::vector<Named> specs = read_specs();
  REQUIRE(specs.size() >= 12);
  json theirs = ask_vega(specs);
  REQUIRE(theirs.is_array());
  REQUIRE(theirs.size() == specs.size());
  for (size_t i = 0; i < specs.size(); ++i) {
    INFO(specs[i].name);
    compare(specs[i].chart, theirs[i]);
  }
}

// Tests that our scales, ticks, legends, headers and positions of marks equal those of Vega-Lite 6, for each spec in
// oracle/specs/ (or in the folder SOURCEBOOK_ORACLE_SPECS). Intended differences of our theme are not compared: which
// labels fit, fonts, positions of legends, caps of error bars, the smallest bars and points, and, in specs with the key
// "stacks", the order in which parts are stacked (ours is the order of the legend, Vega-Lite's is alphabetical). Other
// intended differences, which specs avoid: rows without a category come last, as "Not stated" (Vega-Lite: first, as
// "null"); ticks of whole numbers are whole; a label that would be rounded is left out; numbers in names are sorted by
// their value; logarithmic axes below 1e-6 and from 1e12 have SI prefixes on all labels (Vega-Lite: exponents on some);
// a band has a gap where one end is unknown (Vega-Lite: it reaches the edge); bars and areas that a domain would cut,
// and layers that state different keys of their common axis, are refused (Vega-Lite: it cuts, and takes the first).
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "unit/chart/chart_case.h"
#include "unit/chart/oracle_marks.h"

namespace {

using chart::Channel;
using chart_test::Case;
using nlohmann::json;

struct Named {
  std::string name;
  json chart;
};

std::vector<Named> read_specs() {
  const char* wish = std::getenv("SOURCEBOOK_ORACLE_SPECS");
  std::vector<Named> all;
  for (const auto& entry :
       std::filesystem::directory_iterator(wish ? wish : SOURCEBOOK_ROOT "/tests/unit/chart/oracle/specs")) {
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

void compare_domains(const std::map<Channel, chart::Scale>& ours, const json& theirs) {
  for (const auto& [channel, scale] : ours) {
    const std::string name(chart::channel_name(channel));
    if (!theirs.contains(name)) continue;
    INFO("domain of " << name);
    CHECK(describe_domain(scale) == describe_domain(theirs[name], scale.is_discrete()));
  }
}

// Returns the ticks of our axis, including labels that did not fit; empty if the spec switches labels off.
std::string our_ticks(const chart::Axis& axis) {
  if (std::all_of(axis.ticks.begin(), axis.ticks.end(), [](const chart::Tick& tick) { return tick.lines.empty(); })) {
    return "";
  }
  std::string text;
  for (size_t i = 0; i < axis.ticks.size(); ++i) {
    std::string value = axis.discrete ? axis.ticks[i].label : fmt::format("{:.10g}", axis.ticks[i].value);
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

void compare_ticks(const std::optional<chart::Axis>& axis, const char* name, const json& theirs) {
  if (!axis) return;
  INFO("axis " << name);
  CHECK(our_ticks(*axis) == their_ticks(theirs.value(name, json::array()), axis->discrete));
}

// Returns the labels of each block of our legend.
std::vector<std::vector<std::string>> our_legends(const chart::Legend& legend) {
  std::vector<std::vector<std::string>> blocks;
  auto is_title = [](const chart::Shape& shape) { return shape.classes == "legend-title"; };
  for (const chart::LegendEntry& entry : legend.entries) {
    const bool title = std::any_of(entry.shapes.begin(), entry.shapes.end(), is_title);
    if (title || blocks.empty()) blocks.emplace_back();
    if (!entry.label.empty()) blocks.back().push_back(entry.label);
  }
  std::erase_if(blocks, [](const auto& labels) { return labels.empty(); });
  return blocks;
}

// Compares legends that both drawings have. We omit a legend if an axis or the ends of lines show the same.
void compare_legends(const chart::Legend& legend, const json& theirs) {
  auto next = theirs.begin();
  for (const auto& labels : our_legends(legend)) {
    auto same = [&](const json& other) {
      return other["free"].get<bool>() || other["labels"].get<std::vector<std::string>>() == labels;
    };
    auto found = std::find_if(next, theirs.end(), same);
    INFO("Vega's legends: " << theirs.dump());
    CHECK_MESSAGE(found != theirs.end(), "our legend is " << json(labels).dump());
    if (found == theirs.end()) return;
    next = found + 1;
  }
}

// Compares one plotting area with Vega's. Vega lists ticks with the panel if the panel has its own scales.
void compare_panel(const chart::Panel& ours, const chart::Colours& colours, const json& marks, const json& ticks,
                   bool own_stacks) {
  compare_ticks(ours.x_axis, "x", ticks);
  compare_ticks(ours.y_axis, "y", ticks);
  auto our_marks = chart_test::our_marks(ours.shapes, colours.slots), their_marks = chart_test::their_marks(marks);
  for (auto* each : {&our_marks, &their_marks})
    for (chart_test::Mark& mark : *each)
      if (own_stacks) mark.box[1] = 0;
  CHECK(chart_test::difference(our_marks, their_marks) == "");
}

// Compares panels, which must have the same order and categories, and the same marks.
void compare_panels(const chart::Plot& plot, const json& theirs, bool own_stacks) {
  std::vector<json> cells = theirs["panels"];
  std::stable_sort(cells.begin(), cells.end(), [](const json& a, const json& b) {
    return std::pair(a["y"].get<double>(), a["x"].get<double>()) <
           std::pair(b["y"].get<double>(), b["x"].get<double>());
  });
  std::string our_order, their_order;
  for (const chart::Panel& panel : plot.panels) our_order += fmt::format("{}|{}; ", panel.row, panel.column);
  for (const json& cell : cells) {
    auto name = [&](const char* key) {
      if (!cell.contains(key)) return std::string();
      return cell[key].is_string() ? cell[key].get<std::string>() : cell[key].dump();
    };
    their_order += fmt::format("{}|{}; ", name("row"), name("column"));
  }
  CHECK(our_order == their_order);
  if (our_order != their_order) return;
  for (size_t i = 0; i < cells.size(); ++i) {
    INFO("panel " << plot.panels[i].row << " " << plot.panels[i].column);
    json ticks = theirs["ticks"];
    ticks.update(cells[i]["ticks"]);
    CHECK(plot.panels[i].width == cells[i]["width"].get<double>());
    CHECK(plot.panels[i].height == cells[i]["height"].get<double>());
    compare_panel(plot.panels[i], plot.colours, cells[i]["marks"], ticks, own_stacks);
  }
}

void compare_sides(const chart::Panel& panel, const json& theirs) {
  if (panel.x_axis && theirs.contains("x")) CHECK(panel.x_axis->opposite == (theirs["x"] == "top"));
  if (panel.y_axis && theirs.contains("y")) CHECK(panel.y_axis->opposite == (theirs["y"] == "right"));
}

void compare(const json& chart, const json& theirs) {
  REQUIRE_MESSAGE(!theirs.contains("failed"), theirs["failed"]);
  CHECK(theirs["warnings"] == json::array());
  Case ours(chart);
  auto plot = ours.plot();
  CHECK_MESSAGE(plot, ours.messages());
  if (!plot) return;
  compare_domains(plot->scales, theirs["domains"]);
  compare_domains(plot->panels.front().scales, theirs["domains"]);
  compare_sides(plot->panels.front(), theirs["sides"]);
  compare_legends(plot->legend, theirs["legends"]);
  const bool own_stacks = chart.contains("stacks");
  if (theirs["panels"].empty()) {
    compare_panel(plot->panels.front(), plot->colours, theirs["marks"], theirs["ticks"], own_stacks);
  } else {
    compare_panels(*plot, theirs, own_stacks);
  }
}

}  // namespace

TEST_CASE("charts have the same domains, ticks, labels, legends and positions of marks as in Vega-Lite") {
  if (!std::getenv("SOURCEBOOK_NODE_MODULES")) {
    MESSAGE("skipped: set SOURCEBOOK_NODE_MODULES to a node_modules folder with vega 6 and vega-lite 6");
    return;
  }
  std::vector<Named> specs = read_specs();
  REQUIRE_FALSE(specs.empty());
  json theirs = ask_vega(specs);
  REQUIRE(theirs.is_array());
  REQUIRE(theirs.size() == specs.size());
  for (size_t i = 0; i < specs.size(); ++i) {
    INFO("spec " << specs[i].name);
    compare(specs[i].chart, theirs[i]);
  }
}

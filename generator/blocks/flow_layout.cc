#include "blocks/flow_layout.h"

#include <fmt/format.h>

#include <charconv>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>

#include "base/jail.h"
#include "base/shared_library.h"
#include "base/text.h"

namespace blocks {
namespace {

constexpr double kPointsPerInch = 72;  // Graphviz's unit, a point, becomes one pixel
constexpr std::string_view kAttributes =
    "rankdir=TB; ranksep=0.40; nodesep=0.30; margin=0; pad=0;\n"
    "node [shape=box, fixedsize=true, label=\"\"];\n"
    "edge [label=\"\", arrowsize=0.75];\n";

using Graph = void;
using GraphvizContext = void;

// The functions of libgvc and libcgraph (graphviz/gvc.h and cgraph.h, version 2.42) that are used here.
struct Graphviz {
  GraphvizContext* (*new_context)() = nullptr;
  int (*free_context)(GraphvizContext*) = nullptr;
  int (*layout)(GraphvizContext*, Graph*, const char* engine) = nullptr;
  int (*free_layout)(GraphvizContext*, Graph*) = nullptr;
  // Newer versions write a size_t, version 2.42 writes an unsigned: initialise it with 0.
  int (*render)(GraphvizContext*, Graph*, const char* format, char** text, size_t* size) = nullptr;
  void (*free_text)(char*) = nullptr;
  Graph* (*read)(const char* dot) = nullptr;
  int (*close)(Graph*) = nullptr;
  int (*set_error_level)(int) = nullptr;
};

base::Result<Graphviz, std::string> load_graphviz() {
  const base::Result<void*, std::string> opened = base::open_library("libgvc.so.6");
  if (!opened)
    return base::Failure{
        std::string("the flow is laid out by Graphviz's libgvc.so.6, which is not installed; on Debian: "
                    "apt-get install libgvc6")};
  void* library = opened.value();
  Graphviz g;
  const bool complete =
      base::find_symbol(library, "gvContext", g.new_context) &&
      base::find_symbol(library, "gvFreeContext", g.free_context) && base::find_symbol(library, "gvLayout", g.layout) &&
      base::find_symbol(library, "gvFreeLayout", g.free_layout) &&
      base::find_symbol(library, "gvRenderData", g.render) &&
      base::find_symbol(library, "gvFreeRenderData", g.free_text) && base::find_symbol(library, "agmemread", g.read) &&
      base::find_symbol(library, "agclose", g.close) && base::find_symbol(library, "agseterr", g.set_error_level);
  if (!complete) return base::Failure{std::string("the installed libgvc.so.6 lacks functions of Graphviz 2.42")};
  constexpr int kNothingBelowMax = 2;  // AGMAX
  g.set_error_level(kNothingBelowMax);
  return g;
}

std::string node_text(std::string_view kind, size_t index, double width, double height) {
  return fmt::format("{}{} [width={:.4f}, height={:.4f}];\n", kind, index, width / kPointsPerInch,
                     height / kPointsPerInch);
}

// Writes the graph in Graphviz's language. A label is a box between two lines. A line without a label is as long as one
// with a label, so that the ranks are even.
std::string dot_text(const std::vector<LayoutBox>& boxes, const std::vector<LayoutLine>& lines) {
  std::string dot = "digraph {\n" + std::string(kAttributes);
  for (size_t i = 0; i < boxes.size(); ++i) dot += node_text("b", i, boxes[i].width, boxes[i].height);
  for (size_t i = 0; i < lines.size(); ++i) {
    const LayoutLine& line = lines[i];
    if (line.label_width <= 0) {
      dot += fmt::format("b{} -> b{}:n [id=\"{} 0\", minlen=2];\n", line.from, line.to, i);
      continue;
    }
    dot += node_text("l", i, line.label_width, line.label_height);
    dot += fmt::format("b{} -> l{}:n [id=\"{} 0\", arrowhead=none];\n", line.from, i, i);
    dot += fmt::format("l{}:s -> b{}:n [id=\"{} 1\"];\n", i, line.to, i);
  }
  return dot + "}\n";
}

std::vector<double> numbers_in(std::string_view text) {
  std::vector<double> numbers;
  const char* at = text.data();
  const char* end = at + text.size();
  while (at < end) {
    double number = 0;
    const auto [next, error] = std::from_chars(at, end, number);
    if (error == std::errc()) numbers.push_back(number);
    at = error == std::errc() ? next : at + 1;
  }
  return numbers;
}

using nlohmann::json;

// Reads positions from Graphviz's JSON: "x,y", and for lines "e,x,y x,y x,y …" with the tip first. Throws
// std::exception if the JSON is not as expected.
void read_layout(const json& graph, Layout& layout) {
  const auto text = [](const json& object, const char* key) { return object.at(key).get<std::string>(); };
  const auto point = [&](std::string_view written) {
    const std::vector<double> numbers = numbers_in(written);
    return Point{numbers.at(0), layout.height - numbers.at(1)};
  };
  const std::vector<double> bounds = numbers_in(text(graph, "bb"));
  layout.width = bounds.at(2);
  layout.height = bounds.at(3);
  for (const json& node : graph.at("objects")) {
    const std::string name = text(node, "name");
    const size_t index = std::stoul(name.substr(1));
    (name.front() == 'b' ? layout.boxes.at(index) : layout.lines.at(index).label) = point(text(node, "pos"));
  }
  for (const json& edge : graph.value("edges", json::array())) {
    const std::string id = text(edge, "id"), places = text(edge, "pos");
    PlacedLine& line = layout.lines.at(std::stoul(id));
    Curve curve;
    for (const std::string_view part : base::split(places, ' '))
      if (part.starts_with("e,"))
        line.tip = point(part.substr(2));
      else
        curve.push_back(point(part));
    if (curve.size() < 4 || curve.size() % 3 != 1) throw std::runtime_error("not a curve");
    line.curves.insert(id.ends_with(" 1") ? line.curves.end() : line.curves.begin(), std::move(curve));
  }
}

// Returns Graphviz's JSON of a graph in its language. Runs in a child (base/jail.h).
base::Result<std::string, std::string> place(std::string_view dot) {
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  static const base::Result<Graphviz, std::string> loaded = load_graphviz();
  if (!loaded) return base::Failure{loaded.error()};
  const Graphviz& graphviz = loaded.value();

  const std::unique_ptr<GraphvizContext, int (*)(GraphvizContext*)> context(graphviz.new_context(),
                                                                            graphviz.free_context);
  const std::unique_ptr<Graph, int (*)(Graph*)> graph(graphviz.read(std::string(dot).c_str()), graphviz.close);
  if (!context || !graph || graphviz.layout(context.get(), graph.get(), "dot") != 0)
    return base::Failure{
        std::string("Graphviz could not lay out the flow; its layout plugin may be missing (on Debian: "
                    "apt-get install --reinstall libgvc6; if the program is a bundle: unpack it again)")};
  char* text = nullptr;
  size_t size = 0;
  const bool complete = graphviz.render(context.get(), graph.get(), "json0", &text, &size) == 0;
  const std::string json(text ? text : "", text && complete ? size : 0);
  if (text) graphviz.free_text(text);
  graphviz.free_layout(context.get(), graph.get());
  return json;
}

}  // namespace

base::Result<Layout, std::string> lay_out(const std::vector<LayoutBox>& boxes, const std::vector<LayoutLine>& lines) {
  if (boxes.empty()) return Layout();
  for (const LayoutLine& line : lines)
    if (line.from >= boxes.size() || line.to >= boxes.size()) throw std::logic_error("lay_out(): a line to nowhere");

  const auto text = base::run_in_jail(place, dot_text(boxes, lines), "Graphviz can't lay out the flow");
  if (!text) return base::Failure{text.error()};
  Layout layout;
  layout.boxes.resize(boxes.size());
  layout.lines.resize(lines.size());
  try {
    read_layout(json::parse(text.value()), layout);
  } catch (const std::exception&) {
    return base::Failure{std::string("the layout from Graphviz cannot be read")};
  }
  return layout;
}

}  // namespace blocks

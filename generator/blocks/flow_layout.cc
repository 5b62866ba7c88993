#include "blocks/flow_layout.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <charconv>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>

#include "base/shared_library.h"
#include "base/text.h"

namespace blocks {
namespace {

constexpr size_t kMostBoxes = 500;
constexpr size_t kMostLines = 2000;
constexpr double kPointsPerInch = 72;  // a point of Graphviz's is a pixel of ours
constexpr std::string_view kAttributes =
    "rankdir=TB; ranksep=0.40; nodesep=0.36; margin=0; pad=0;\n"
    "node [shape=box, fixedsize=true, label=\"\"];\n"
    "edge [label=\"\", arrowsize=0.75];\n";

using Graph = void;
using Node = void;
using Edge = void;
using GraphvizContext = void;

// The functions of libgvc and libcgraph (graphviz/gvc.h and cgraph.h, version 2.42) that are used here.
struct Graphviz {
  GraphvizContext* (*new_context)() = nullptr;
  int (*free_context)(GraphvizContext*) = nullptr;
  int (*layout)(GraphvizContext*, Graph*, const char* engine) = nullptr;
  int (*free_layout)(GraphvizContext*, Graph*) = nullptr;
  void (*attach_attributes)(Graph*) = nullptr;
  Graph* (*read)(const char* dot) = nullptr;
  int (*close)(Graph*) = nullptr;
  char* (*get)(void* object, char* name) = nullptr;
  char* (*name_of)(void* object) = nullptr;
  Node* (*first_node)(Graph*) = nullptr;
  Node* (*next_node)(Graph*, Node*) = nullptr;
  Edge* (*first_out)(Graph*, Node*) = nullptr;
  Edge* (*next_out)(Graph*, Edge*) = nullptr;
  int (*set_error_level)(int) = nullptr;

  std::string attribute(void* object, std::string name) const {
    const char* value = get(object, name.data());
    return value ? value : "";
  }
};

template <class Function>
bool load(void* library, const char* name, Function*& function) {
  function = reinterpret_cast<Function*>(dlsym(library, name));
  return function != nullptr;
}

base::Result<Graphviz, std::string> load_graphviz() {
  const base::Result<void*, std::string> opened = base::open_library("libgvc.so.6");
  if (!opened)
    return base::Failure{
        std::string("the flow is laid out by Graphviz's libgvc.so.6, which is not installed; on Debian: "
                    "apt-get install libgvc6")};
  void* library = opened.value();
  Graphviz g;
  const bool complete = load(library, "gvContext", g.new_context) && load(library, "gvFreeContext", g.free_context) &&
                        load(library, "gvLayout", g.layout) && load(library, "gvFreeLayout", g.free_layout) &&
                        load(library, "attach_attrs", g.attach_attributes) && load(library, "agmemread", g.read) &&
                        load(library, "agclose", g.close) && load(library, "agget", g.get) &&
                        load(library, "agnameof", g.name_of) && load(library, "agfstnode", g.first_node) &&
                        load(library, "agnxtnode", g.next_node) && load(library, "agfstout", g.first_out) &&
                        load(library, "agnxtout", g.next_out) && load(library, "agseterr", g.set_error_level);
  if (!complete)
    return base::Failure{std::string("the libgvc.so.6 that is installed lacks functions of Graphviz 2.42")};
  constexpr int kNothingBelowMost = 2;  // AGMAX
  g.set_error_level(kNothingBelowMost);
  return g;
}

std::string node_text(std::string_view kind, size_t index, double width, double height) {
  return fmt::format("{}{} [width={:.4f}, height={:.4f}];\n", kind, index, width / kPointsPerInch,
                     height / kPointsPerInch);
}

// A label is a box of its own on the way; a line without one is as long as one with it, so that ranks are even.
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

// Reads places from the graph's attributes: "x,y", and for lines "e,x,y x,y x,y …" with the tip first.
class PlaceReader {
 public:
  explicit PlaceReader(double height) : height_(height) {}

  std::optional<Point> point(std::string_view text) const {
    const std::vector<double> numbers = numbers_in(text);
    if (numbers.size() != 2) return std::nullopt;
    return Point{numbers[0], height_ - numbers[1]};
  }

  bool curve(std::string_view text, Curve& curve, std::optional<Point>& tip) const {
    for (const std::string_view part : base::split(text, ' ')) {
      const bool end = part.starts_with("e,");
      const std::optional<Point> place = point(end ? part.substr(2) : part);
      if (!place) return false;
      if (end)
        tip = place;
      else
        curve.push_back(*place);
    }
    return curve.size() >= 4 && curve.size() % 3 == 1;
  }

 private:
  double height_;
};

std::optional<size_t> index_in(std::string_view text) {
  size_t index = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
  return error == std::errc() ? std::optional(index) : std::nullopt;
}

bool read_edge(const Graphviz& graphviz, Edge* edge, const PlaceReader& places, Layout& layout) {
  const std::string id = graphviz.attribute(edge, "id");
  const std::optional<size_t> index = index_in(id);
  if (!index || *index >= layout.lines.size()) return false;
  PlacedLine& line = layout.lines[*index];
  Curve curve;
  std::optional<Point> tip;
  if (!places.curve(graphviz.attribute(edge, "pos"), curve, tip)) return false;
  if (tip) line.tip = *tip;
  const bool second = id.ends_with(" 1");
  line.curves.insert(second ? line.curves.end() : line.curves.begin(), std::move(curve));
  return true;
}

bool read_places(const Graphviz& graphviz, Graph* graph, Layout& layout) {
  const std::vector<double> bounds = numbers_in(graphviz.attribute(graph, "bb"));
  if (bounds.size() != 4) return false;
  layout.width = bounds[2];
  layout.height = bounds[3];
  const PlaceReader places(layout.height);
  for (Node* node = graphviz.first_node(graph); node; node = graphviz.next_node(graph, node)) {
    const std::string_view name = graphviz.name_of(node);
    const std::optional<size_t> index = index_in(name.substr(1));
    const std::optional<Point> place = places.point(graphviz.attribute(node, "pos"));
    if (!index || !place) return false;
    (name.front() == 'b' ? layout.boxes.at(*index) : layout.lines.at(*index).label) = *place;
    for (Edge* edge = graphviz.first_out(graph, node); edge; edge = graphviz.next_out(graph, edge))
      if (!read_edge(graphviz, edge, places, layout)) return false;
  }
  return true;
}

}  // namespace

base::Result<Layout, std::string> lay_out(const std::vector<LayoutBox>& boxes, const std::vector<LayoutLine>& lines) {
  if (boxes.empty()) return Layout();
  if (boxes.size() > kMostBoxes || lines.size() > kMostLines)
    return base::Failure{fmt::format("a flow has at most {} steps and {} answers", kMostBoxes, kMostLines)};
  for (const LayoutLine& line : lines)
    if (line.from >= boxes.size() || line.to >= boxes.size()) throw std::logic_error("lay_out(): a line to nowhere");

  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  static const base::Result<Graphviz, std::string> loaded = load_graphviz();
  if (!loaded) return base::Failure{loaded.error()};
  const Graphviz& graphviz = loaded.value();

  const std::unique_ptr<GraphvizContext, int (*)(GraphvizContext*)> context(graphviz.new_context(),
                                                                            graphviz.free_context);
  const std::unique_ptr<Graph, int (*)(Graph*)> graph(graphviz.read(dot_text(boxes, lines).c_str()), graphviz.close);
  if (!context || !graph || graphviz.layout(context.get(), graph.get(), "dot") != 0)
    return base::Failure{
        std::string("Graphviz could not lay out the flow; its layout plugin may be missing (on Debian: "
                    "apt-get install --reinstall libgvc6)")};
  graphviz.attach_attributes(graph.get());
  Layout layout;
  layout.boxes.resize(boxes.size());
  layout.lines.resize(lines.size());
  const bool complete = read_places(graphviz, graph.get(), layout);
  graphviz.free_layout(context.get(), graph.get());
  if (!complete) return base::Failure{std::string("Graphviz gave a layout that cannot be read")};
  return layout;
}

}  // namespace blocks

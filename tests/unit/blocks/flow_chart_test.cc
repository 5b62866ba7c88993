#include "blocks/flow_chart.h"

#include <doctest/doctest.h>

#include <regex>
#include <thread>
#include <vector>

#include "blocks/flow_layout.h"
#include "markup/text_width.h"
#include "unit/text.h"

namespace blocks {
namespace {

std::vector<site::FlowStep> coffee() {
  return {{"size",
           "size.html",
           "How many cups a day do you make?",
           true,
           {{0, "few", "milk", "One or two"}, {1, "many", "filter", "More than ten, for the whole office"}}},
          {"milk",
           "milk.html",
           "Do you drink milk & sugar with it?",
           true,
           {{0, "no", "moka", "No <thanks>"}, {1, "yes", "filter", ""}}},
          {"filter", "filter.html", "Use a filter machine"},
          {"moka", "moka.html", "A moka pot"}};
}

// Returns all drawings of a flow.
std::string drawn(const std::vector<site::FlowStep>& steps) {
  PageIds ids;
  const auto drawings = draw_flow_chart({ids, "Which coffee machine?", "index.html", "size.html", steps});
  if (!drawings) return "error: " + drawings.error();
  std::string all;
  for (const FlowDrawing& drawing : drawings.value()) all += drawing.svg.str();
  return all;
}

TEST_CASE("every step is a link, with a class and a shape for its kind") {
  const std::string svg = drawn(coffee());
  CHECK(has(svg,
            "<a class=\"flow-node flow-question flow-start\" data-way=\"size\" href=\"size.html\"><rect "
            "class=\"flow-shape\""));
  CHECK(has(svg, "<a class=\"flow-node flow-question\" data-way=\"milk\" href=\"milk.html\"><rect"));
  CHECK(has(svg,
            "<a class=\"flow-node flow-outcome\" data-way=\"size.many\" href=\"filter.html\"><path "
            "class=\"flow-shape\""));
  CHECK(has(svg, "&amp; sugar"));
  CHECK(has(svg, "No &lt;thanks&gt;"));
}

TEST_CASE("a line and its label have the id of their answer") {
  const std::string svg = drawn(coffee());
  CHECK(has(svg, "<g data-way=\"size.few\"><path class=\"flow-edge\""));
  CHECK(has(svg, "<text data-way=\"size.few\" class=\"flow-label\""));
}

TEST_CASE("the picture has a title and a description") {
  const std::string svg = drawn(coffee());
  CHECK(has(svg, "role=\"group\" aria-labelledby=\"flow-title\" aria-describedby=\"flow-description\""));
  CHECK(has(svg, "<title id=\"flow-title\">Which coffee machine?</title>"));
  CHECK(has(svg, "<desc id=\"flow-description\">2 questions and 2 outcomes. Each is a link to its page.</desc>"));
}

TEST_CASE("colours and styles are classes, and positions have at most one decimal") {
  const std::string svg = drawn(coffee());
  CHECK(!has(svg, "style="));
  CHECK(!has(svg, "#"));
  CHECK(!std::regex_search(svg, std::regex("\\d\\.\\d\\d")));
  CHECK(!has(svg, "nan"));
}

TEST_CASE("the same flow always gives the same bytes, even on several threads and between other flows") {
  const std::string first = drawn(coffee());
  std::vector<site::FlowStep> other = coffee();
  other[1].answers.pop_back();
  CHECK(drawn(other) != first);
  std::vector<std::string> results(8);
  std::vector<std::thread> threads;
  for (std::string& result : results) threads.emplace_back([&result] { result = drawn(coffee()); });
  for (std::thread& thread : threads) thread.join();
  for (const std::string& result : results) CHECK(result == first);
}

TEST_CASE("an answer that leads to an unknown step is skipped, and a flow without steps has no picture") {
  std::vector<site::FlowStep> steps = coffee();
  steps[0].answers.push_back({2, "gone", "gone", "Lost"});
  CHECK(!has(drawn(steps), "Lost"));
  CHECK(drawn({}).empty());
}

TEST_CASE("the order of links is from top to bottom") {
  const std::string svg = drawn(coffee());
  CHECK(svg.find("href=\"size.html\"") < svg.find("href=\"milk.html\""));
  CHECK(svg.find("href=\"milk.html\"") < svg.find("A moka"));
}

// A chain of questions, each of which may lead to the outcome "end".
std::vector<site::FlowStep> chain(size_t questions, std::vector<std::string>& names) {
  for (size_t i = 0; i <= questions; ++i) names.push_back("q" + std::to_string(i));
  std::vector<site::FlowStep> steps;
  for (size_t i = 0; i < questions; ++i)
    steps.push_back({names[i],
                     names[i],
                     "Is this the right question?",
                     true,
                     {{0, "no", names[i + 1], "No"}, {1, "yes", "end", "Yes"}}});
  steps.push_back({names[questions], names[questions], "Nothing fits"});
  steps.push_back({"end", "end", "This one"});
  return steps;
}

TEST_CASE("a flow that is too large for a page is several drawings, which show the answers of each step once") {
  std::vector<std::string> names;
  const std::vector<site::FlowStep> steps = chain(20, names);
  PageIds ids;
  ids.reserve("flow-2");
  const auto drawings = draw_flow_chart({ids, "Which?", "index.html", "q0", steps});
  REQUIRE(drawings.ok());
  REQUIRE(drawings.value().size() > 1);
  std::string all;
  for (const FlowDrawing& drawing : drawings.value()) {
    std::smatch size;
    const std::string& svg = drawing.svg.str();
    REQUIRE(std::regex_search(svg, size, std::regex("width=\"(\\d+)\" height=\"(\\d+)\"")));
    CHECK(std::stoi(size[1]) <= 736);
    CHECK(std::stoi(size[2]) <= 1100);
    all += svg;
  }
  for (size_t i = 0; i < 20; ++i) CHECK(count(all, "<g data-way=\"" + names[i] + ".yes\"") == 1);
  // A step whose answers are in the next drawing leads there, under an id that is free.
  const FlowDrawing& second = drawings.value()[1];
  CHECK(second.title == "Is this the right question?");
  CHECK(second.id == "flow-2~");
  CHECK(count(drawings.value()[0].svg.str(), "flow-elsewhere") == 1);
  CHECK(has(drawings.value()[0].svg.str(), "href=\"#flow-2~\""));
}

TEST_CASE("an outcome is drawn below each question that leads to it") {
  const std::string svg = drawn(coffee());
  CHECK(count(svg, "href=\"filter.html\"") == 2);
  CHECK(has(svg, "data-way=\"milk.yes\" href=\"filter.html\""));
  std::vector<site::FlowStep> steps = coffee();
  steps[1].answers[0].to = "filter";  // two answers of one question
  CHECK(has(drawn(steps), "data-way=\"milk.no milk.yes\" href=\"filter.html\""));
}

struct Rectangle {
  double left, top, right, bottom;
};
bool overlap(const Rectangle& a, const Rectangle& b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

TEST_CASE("boxes and labels do not overlap, for 2 to 200 steps") {
  for (const size_t count : {2, 10, 50, 200}) {
    std::vector<LayoutBox> boxes;
    std::vector<LayoutLine> lines;
    for (size_t i = 0; i < count; ++i) boxes.push_back({100.0 + static_cast<double>(i * 37 % 80), 40});
    for (size_t i = 0; i + 1 < count; ++i) {
      lines.push_back({i, i + 1, i % 5 == 0 ? 0.0 : 60.0, 26});
      if (i % 2 == 0 && i + 7 < count) lines.push_back({i, i + 3 + i % 5, 80, 42});
    }
    const auto layout = lay_out(boxes, lines);
    REQUIRE(layout.ok());
    const Layout& placed = layout.value();
    std::vector<Rectangle> all;
    const auto add = [&](Point centre, double width, double height) {
      all.push_back({centre.x - width / 2, centre.y - height / 2, centre.x + width / 2, centre.y + height / 2});
    };
    for (size_t i = 0; i < boxes.size(); ++i) add(placed.boxes[i], boxes[i].width, boxes[i].height);
    for (size_t i = 0; i < lines.size(); ++i) {
      CHECK(placed.lines[i].curves.size() == (lines[i].label_width > 0 ? 2 : 1));
      CHECK(placed.boxes[lines[i].from].y < placed.boxes[lines[i].to].y);
      if (lines[i].label_width > 0) add(placed.lines[i].label, lines[i].label_width, lines[i].label_height);
    }
    size_t overlaps = 0;
    for (size_t a = 0; a < all.size(); ++a)
      for (size_t b = 0; b < a; ++b) overlaps += overlap(all[a], all[b]);
    CHECK(overlaps == 0);
  }
}

TEST_CASE("a flow beyond the limits is rejected") {
  const std::vector<site::FlowStep> steps(501, {"n", "n.html", "A step", true});
  CHECK(drawn(steps) == "error: a flow has at most 500 steps and 2000 answers");
}

TEST_CASE("flows with loops and hostile titles are drawn") {
  std::vector<site::FlowStep> steps = coffee();
  steps[3].answers.push_back({0, "again", "size", "Again"});
  steps[1].answers.push_back({2, "still", "milk", "Still"});
  const std::string title = std::string(3000, 'x') + "\"]; digraph { \\";
  steps[0].title = title;
  CHECK(has(drawn(steps), "<svg"));
}

TEST_CASE("each line of a title fits its box") {
  for (const std::string& line : markup::wrap_text("Is there room on the counter for a grinder?", 14, 168, true))
    CHECK(markup::text_width(line, 14, true) <= 168);
}

}  // namespace
}  // namespace blocks

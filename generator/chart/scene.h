// Shapes with positions and classes, which is all that marks create, and how they are written as SVG.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "markup/html.h"

namespace chart {

struct RowPlace {
  size_t row;
  double x, y;
};

inline constexpr double kFontSize = 12;  // of a drawing, unless a text has its own

struct Shape {
  enum class Kind { rect, line, path, symbol, text };
  Kind kind = Kind::rect;
  // rect: corner and size; line: from (x, y) to (x + width, y + height); symbol: centre; text: anchor. In px.
  double x = 0, y = 0, width = 0, height = 0;
  double radius = 0;             // rect: of its corners; symbol: of a circle of the same area
  int symbol = 0;                // which of kSymbols
  std::string path;              // path
  std::string text;              // text
  double of_x = 0, of_y = 0;     // text: the position of the mark that it labels
  std::string_view anchor;       // text: start, middle, end (literals)
  double font_size = kFontSize;  // text
  double angle = 0;              // text: clockwise, about its anchor
  std::string classes;
  std::string dash;     // stroke-dasharray
  std::string pattern;  // id of the pattern drawn over it
  double opacity = 1;
  double stroke_width = 0;  // 0: the theme's
  std::string title;        // tooltip and accessible name
  bool bold = false;        // text
  bool clipped = false;     // at the plotting area's edges

  // The row of the frame that the shape shows: scripts find the record of a row by it.
  std::optional<size_t> row;
  std::vector<RowPlace> rows;     // of a path: its vertices
  std::vector<std::string> tips;  // of a path: a tooltip for each of `rows`; empty if the page has a table
};

Shape text_shape(double x, double y, std::string text, std::string_view classes, std::string_view anchor);
Shape line_shape(double x1, double y1, double x2, double y2, std::string_view classes);

// circle, square, diamond, triangle up, cross, triangle down, triangle right, triangle left
inline constexpr int kSymbols = 8;

// "mark-bar series-2"; without a colour it has the colour of text.
std::string mark_classes(std::string_view mark, std::string_view colour);

// A number with at most two decimals, no trailing zeros, no "-0".
std::string svg_number(double value);

// A symbol as path data: its first corner from the centre, and relative steps from there. Empty for a circle.
struct SymbolOutline {
  double x = 0, y = 0;
  std::string steps;
};
SymbolOutline symbol_outline(int symbol, double radius);

// Dashes by series: the first is solid ("").
std::string_view dash_of(int series);
std::string dash_text(const std::vector<double>& lengths);  // as an attribute

void write_shape(markup::Writer& out, const Shape& shape);
// Writes the shapes; clipped ones are in groups that refer to the clip path `clip`.
void write_shapes(markup::Writer& out, const std::vector<Shape>& shapes, std::string_view clip);

// Writes the hatches of bars and areas as <defs>, for series 2 to `series`; the ids start with `prefix`.
void write_patterns(markup::Writer& out, std::string_view prefix, int series);
std::string pattern_id(std::string_view prefix, int series);

}  // namespace chart

// Shapes with positions and classes, which marks create, and the code that writes them as SVG.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "markup/html.h"

namespace chart {

struct RowPlace {
  size_t row;
  double x, y;
};

using Points = std::vector<std::pair<double, double>>;

inline constexpr double kFontSize = 12;  // the font size of texts without their own

// What is drawn over a shape, so that readers recognise its series without its colour.
struct Hatch {
  std::string pattern = {};  // the id of the pattern; "" for none
  bool quiet = false;        // whether only print and forced colours show it
};

struct Shape {
  enum class Kind { rect, line, path, symbol, text };
  Kind kind = Kind::rect;
  // In px: corner and size of a rect, (x, y) and (x + width, y + height) of a line, centre of a symbol, anchor of a
  // text.
  double x = 0, y = 0, width = 0, height = 0;
  double radius = 0;  // radius of a rect's corners, or of a circle with the area of the symbol
  // The sides whose corners are rounded, if not all are: left, top, right, bottom.
  std::optional<std::array<bool, 4>> rounded;
  int symbol = 0;            // number of the symbol, less than kSymbols
  std::vector<Points> path;  // the corners of each part of a path
  bool closed = false;       // whether the parts of a path are closed
  std::string text;
  double of_x = 0, of_y = 0;  // position of the mark that a text labels
  std::string_view anchor;    // a literal: start, middle or end
  double font_size = kFontSize;
  double angle = 0;  // clockwise rotation of a text around its anchor
  std::string classes;
  std::string dash;  // a stroke-dasharray
  Hatch hatch;
  double opacity = 1;
  double stroke_width = 0;  // 0 means the theme's width
  std::string title;        // tooltip and accessible name
  bool bold = false;        // whether a text is bold
  bool muted = false;       // whether the shape is pale because others are highlighted
  bool clipped = false;     // whether the shape is clipped at the edges of the plotting area

  // The row of the frame that the shape shows. Scripts use it to find the record of a row.
  std::optional<size_t> row;
  std::vector<RowPlace> rows;     // the vertices of a path
  std::vector<std::string> tips;  // the tooltip of each vertex in `rows`; empty if the page has a table
};

Shape text_shape(double x, double y, std::string text, std::string_view classes, std::string_view anchor);
Shape line_shape(double x1, double y1, double x2, double y2, std::string_view classes);
// Returns the left and the right end of a symbol, or of a text that is not turned.
std::pair<double, double> ends_of(const Shape& shape);

// Returns the radius of a symbol whose area shows a value; at least the smallest that readers see. 0 for NaN.
double radius_of_size(double area);

// The symbols are circle, square, diamond, triangle up, cross, triangle down, triangle right and triangle left.
inline constexpr int kSymbols = 8;

// Returns the classes of a mark: "mark-bar series-2". Without a colour, the mark has the colour of text.
std::string mark_classes(std::string_view mark, std::string_view colour);

// Formats a number with at most two decimals, no trailing zeros, and never "-0".
std::string svg_number(double value);

// Returns the dashes of a series; "" for the first, which is solid.
std::string_view dash_of(int series);
std::string dash_text(const std::vector<double>& lengths);  // returns the value of stroke-dasharray

void write_shape(markup::Writer& out, const Shape& shape);
// Writes the shapes. Clipped shapes are in groups that refer to the clip path `clip`.
void write_shapes(markup::Writer& out, const std::vector<Shape>& shapes, std::string_view clip);

// Writes the hatches of bars and areas as <defs>, for series up to `series`. The ids start with `prefix`.
void write_patterns(markup::Writer& out, std::string_view prefix, int series);
std::string pattern_id(std::string_view prefix, int series);

}  // namespace chart

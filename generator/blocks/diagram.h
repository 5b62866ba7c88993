// Diagrams: SVG files that use the theme's colours, such as fill="var(--ink)". A page embeds the SVG instead of linking
// it, so that it gets the page's colour scheme and fonts. It may only contain shapes and text. "{NAME}" in a text is a
// named figure of the page.
#pragma once
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "markup/html.h"

namespace blocks {

struct DiagramFault {
  size_t begin = 0, end = 0;  // the range of bytes in the file
  std::string what, expected;
};

struct Diagram {
  std::string view_box, width, height;  // the numbers as the file states them
  markup::SafeHtml content;             // the content of the <svg> element, without elements that are not allowed
  double wide = 0, high = 0;            // the size of the viewBox
  bool has_figures = false;
  std::vector<DiagramFault> faults;  // sorted by position in the file
};

// Whether an SVG file is a diagram. One with its own stylesheet is an ordinary image.
bool is_diagram(std::string_view svg);

// Returns what a diagram shows for the name of a figure: text, or a link with text. The bytes [begin, end) of the file
// are the text with the name.
using DrawFigure = std::function<markup::SafeHtml(std::string_view name, size_t begin, size_t end)>;

// `colours` lists the names of the theme's colours without dashes; if it is null, all names are accepted.
Diagram read_diagram(std::string_view svg, const std::vector<std::string>* colours = nullptr,
                     const DrawFigure& draw_figure = {});

}  // namespace blocks

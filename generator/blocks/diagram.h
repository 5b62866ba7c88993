// Diagrams: SVG files whose colours are the theme's, such as fill="var(--ink)". A page contains such a file instead of
// linking it, so that it has the page's scheme and fonts. Only shapes and text are allowed in it.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "markup/html.h"

namespace blocks {

struct DiagramFault {
  size_t begin = 0, end = 0;  // bytes of the file
  std::string what, expected;
};

struct Diagram {
  std::string view_box, width, height;  // numbers as written
  markup::SafeHtml content;             // of its <svg>, without what is not allowed
  std::vector<DiagramFault> faults;     // in the order of the file
};

// A file with a stylesheet names its own classes, and is an ordinary image.
bool is_diagram(std::string_view svg);

// `colours` are the names of the theme's colours without dashes; if it is null, all names are accepted.
Diagram read_diagram(std::string_view svg, const std::vector<std::string>* colours = nullptr);

}  // namespace blocks

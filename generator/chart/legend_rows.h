// Lays out the entries of a legend, in rows that wrap or in a column. Part of make_legend().
#pragma once
#include <string>
#include <vector>

#include "chart/axis.h"
#include "chart/legend.h"

namespace chart {

// The appearance of an entry's marks.
struct Look {
  bool bar = false, area = false, line = false, point = false;
  bool stacked = false, hollow = false;  // how areas and points are drawn
  bool plain = false;                    // whether bars have no pattern
};

struct Swatch {
  std::string label;
  std::string colour = "series-1";
  int series = 0;  // number of a category's colour; 0 for shapes and sizes
  int symbol = 0;
  double radius = 4.2;
  double opacity = 1;
  std::string pattern = "";
  Look look = {};
};

struct Ramp {
  std::vector<std::string> colours;  // colours of its steps
  double step = 0;                   // width of a step in px
  std::vector<Tick> ticks;           // positions in px from the edge of the first step
};

class LegendRows {
 public:
  LegendRows(double width, bool column) : width_(width), column_(column) {}

  void add_block(const std::string& title, const std::vector<Swatch>& swatches);
  void add_ramp(const std::string& title, const Ramp& ramp);
  Legend take();

 private:
  void add_title(const std::string& title);
  void add_text(LegendEntry& entry, const std::string& text, std::string_view classes, bool bold);
  void put(LegendEntry& entry, Shape shape, double dx);
  void new_row(double height);
  void finish(LegendEntry entry) { legend_.entries.push_back(std::move(entry)); }

  Legend legend_;
  double width_;
  bool column_;
  double x_ = 0, y_ = 0, row_height_ = 0, widest_ = 0;
};

}  // namespace chart

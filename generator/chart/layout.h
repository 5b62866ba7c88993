// Lays a picture out: sizes of panels, and positions of the parts around them. Part of make_plot().
#pragma once
#include <vector>

#include "chart/channels.h"
#include "chart/marks.h"
#include "chart/plot.h"
#include "chart/scene.h"

namespace chart {

inline constexpr double kNarrow = 480;  // narrower pictures, in px, are for phones

inline constexpr double kEdge = 4;  // margin around the whole picture in px

// Builds the position scales, the axes and the shapes of all panels, with the space that labels and texts need.
void lay_out_panels(Plot& plot, base::Diagnostics& diagnostics);
// Places legend, headers, panels, titles and notes one below the other. Call it after lay_out_panels().
void lay_out_heights(Plot& plot);

// Wraps a single line of panels into lines of at most `most_a_line` panels.
void wrap_panels(std::vector<Panel>& panels, size_t most_a_line);
size_t lines_of(const std::vector<Panel>& panels);
size_t places_of(const std::vector<Panel>& panels);

// Whether names at the ends of the lines replace the legend, so that readers need not match colours. This requires a
// single layer of lines with different colours that all end near the right edge, a picture that is wide enough, and a
// spec that does not mention the legend.
bool wants_line_names(const Plot& plot);
// Adds the names of lines to the panel's shapes, so that none overlaps another. Names that had to move have a leader to
// their line.
void name_lines(Panel& panel, const MarkContext& context);

// Returns the width of the plotting area that the spec states, unless that is wider than a narrow screen: labels of a
// drawing that is scaled down are not legible.
std::optional<double> stated_width(const Plot& plot);

// -- Labels: texts that name other marks, and never cover a point or another text --

// The shapes of a panel that are the texts of one layer.
struct Labels {
  size_t first, last;  // the range [first, last) of shapes
  // Whether the spec places them with dx, dy, align or baseline; otherwise they are next to their points.
  bool placed = false;
  bool movable = false;  // whether they name points or vertices of lines, and so may be anywhere around these
};

// Returns nullopt if the layer's texts are marks themselves, annotations, or the contents of cells.
bool are_labels(const BoundLayer& layer, const std::vector<BoundLayer>& layers, Labels& labels);

// Leaves each label where it is if it covers nothing there. Otherwise moves it around its point, or farther away with a
// leader line, or omits it. Puts points above the halos of text. Returns the number of omitted labels.
size_t place_labels(std::vector<Shape>& shapes, const std::vector<Labels>& labels, double width, double height);

// Whether the texts of `layer` are in the cells of a layer of rects: both have the same categories on both axes.
bool fills_cells(const BoundLayer& layer, const std::vector<BoundLayer>& layers);

// Gives the texts that begin at `first` among `shapes` a size that fits their cells, or omits all of them if they would
// be too small to read. Returns the number of omitted texts.
size_t fit_in_cells(std::vector<Shape>& shapes, size_t first);

// Gives those of these texts that are on the cell or bar of their row the class "on-cell", and also, unless its
// colour is as light as the paper in each scheme, "on-far" (in neither), "on-light" or "on-dark" (that in both).
void colour_on_fills(std::vector<Shape>& shapes, size_t first, const DrawOptions& options);

// -- Annotations --

// Reports annotations outside the axes ("chart-domain"), or in a chart with several panels. Call it after layout.
void check_annotations(const Plot& plot, base::Diagnostics& diagnostics);
// Adds the annotations to the shapes of a panel: each as a text in the nearest free space, with a leader to its place,
// or, where there is none or on phones, as a number whose text goes to the panel's annotation_key.
void annotate(Panel& panel, const Plot& plot);

// Warns of texts that are cut, over each other, over the bar or point of another row or, on phones, too small, of
// labels that an axis repeats, and of months in the wrong order ("chart-illegible"). Other labels follow their scale.
void check_legibility(const Plot& plot, base::Diagnostics& diagnostics);

}  // namespace chart

// Fuzzes chart specs, as YAML or JSON, with unusual rows. A drawing must have finite numbers, be well nested, contain
// no active content, fit its width, and be deterministic.
#include <cmath>
#include <limits>

#include "chart/draw.h"
#include "fuzz/fuzz.h"
#include "markup/html_scanner.h"
#include "notation/json.h"
#include "notation/yaml.h"

namespace {

quantity::Field field(std::string name, quantity::FieldType type, std::string unit = "", std::string format = "") {
  quantity::Field made;
  made.title = "<b>" + name + "</b> \"quoted\"";
  made.name = std::move(name);
  made.type = type;
  made.unit = std::move(unit);
  made.format = std::move(format);
  return made;
}

quantity::Frame make_frame() {
  using quantity::FieldType;
  using quantity::Value;
  quantity::Frame frame;
  frame.name = "rows";
  frame.fields = {field("name", FieldType::string),
                  field("town", FieldType::string),
                  field("price", FieldType::number, "USD"),
                  field("size", FieldType::integer, "1", ",d"),
                  field("day", FieldType::date),
                  field("year", FieldType::year)};
  const char* names[] = {"a", "<script>x</script>", "", "a\"b'c&",
                         "a name that is as long as some names of machines are"};
  const double numbers[] = {1, -2.5, 0, 1e300, 1e-300, 3, 12345.678, std::numeric_limits<double>::max(), 5e-324, 7};
  const char* days[] = {"2026-01-31", "2026-02", "2024", "0001-01-01", "9999-12-31", "2026-02-01"};
  for (size_t i = 0; i < 24; ++i) {
    frame.cells.emplace_back(names[i % 5]);
    frame.cells.emplace_back(i % 7 == 6 ? Value() : Value(names[i % 3]));
    frame.cells.emplace_back(i % 9 == 8 ? Value() : Value(numbers[i % 10]));
    frame.cells.emplace_back(static_cast<int64_t>(i * i * i) - 100);
    frame.cells.emplace_back(days[i % 6]);
    frame.cells.emplace_back(static_cast<int64_t>(1990 + i % 8));
  }
  frame.cell_refs.assign(frame.cells.size(), 0);
  return frame;
}

// Returns the first rows of the frame, which are less unusual than the others.
quantity::Frame tame(const quantity::Frame& frame) {
  quantity::Frame first = frame;
  first.cells.resize(3 * frame.columns());
  first.cell_refs.resize(first.cells.size());
  return first;
}

void check_numbers(std::string_view svg) {
  markup::HtmlScanner scanner(svg);
  while (scanner.next()) {
    if (scanner.is_text()) continue;
    for (std::string_view name : {"x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "width", "height", "d", "points",
                                  "transform", "viewBox", "opacity", "font-size", "stroke-width", "data-points"})
      for (std::string_view wrong : {"nan", "inf", "e+", "e-"})
        fuzz::require(scanner.tag().attribute(name).find(wrong) == std::string_view::npos, "numbers are sound",
                      scanner.token());
  }
}

// `fits`: whether the drawing must have the width. The label of 1e300 may have 300 digits.
void draw(const chart::Spec& spec, const quantity::Frame& frame, double width, bool fits) {
  chart::DrawOptions options;
  options.width = width;
  options.has_vertex_tips = width < 500;
  base::Diagnostics diagnostics, again;
  const auto drawing = chart::draw(spec, frame, options, diagnostics);
  fuzz::check(diagnostics);
  fuzz::require(drawing.has_value() == !diagnostics.has_errors(), "what was refused is reported");
  if (!drawing) return;
  const std::string& svg = drawing->svg.str();
  fuzz::check_markup(svg);
  check_numbers(svg);
  fuzz::require(std::isfinite(drawing->width) && std::isfinite(drawing->height) && drawing->width > 0 &&
                    drawing->height > 0 && (!fits || spec.width || spec.width_step || drawing->width <= width),
                "a drawing has a size");
  for (size_t column : drawing->columns) fuzz::require(column < frame.columns(), "a drawing shows columns");
  fuzz::require(chart::draw(spec, frame, options, again)->svg.str() == svg, "twice is the same");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const quantity::Frame frame = make_frame(), few = tame(frame);
  const base::SourceText source("content/page.md", std::string(fuzz::text_of(data, size)));
  base::Diagnostics diagnostics;
  const auto node = source.text().starts_with('{') ? notation::parse_json(fuzz::whole(source), diagnostics)
                                                   : notation::parse_yaml(fuzz::whole(source), diagnostics);
  std::optional<chart::Spec> spec;
  if (node) spec = chart::parse_spec(*node, diagnostics);
  fuzz::check(diagnostics);
  if (!spec) return fuzz::require(diagnostics.has_errors(), "what was refused is reported"), 0;
  const chart::Spec& narrow = spec->narrow ? *spec->narrow : *spec;
  draw(*spec, few, 720, true);
  draw(narrow, few, 320, true);
  draw(narrow, frame, 320, false);
  return 0;
}

#include "blocks/chart_picture.h"

#include <fmt/format.h>

#include "chart/scene.h"
#include "markup/stylesheet.h"
#include "markup/text_width.h"
#include "markup/html.h"

namespace blocks {
namespace {

struct Type {
  std::string_view classes;
  double size, leading;  // px
  bool bold;
};
constexpr Type kTitle{"picture-title", 20, 26, true};
constexpr Type kSubtitle{"picture-subtitle", 14, 20, false};
constexpr Type kNote{"picture-note", 12, 17, false};
constexpr Type kSite{"picture-site", 12, 17, true};
constexpr double kBetweenParts = 16;

using chart::svg_number;

// Texts and drawing, from the top down.
class Column {
 public:
  explicit Column(double width) : width_(width) {}

  void add(const Type& type, std::string_view text) {
    if (text.empty()) return;
    for (const std::string& line : markup::wrap_text(text, type.size, width_, type.bold)) {
      write(type, kPictureMargin, line);
      y_ += type.leading;
    }
  }
  // Two texts on one line, or, where there is no room, on lines of their own.
  void add_pair(const Type& left, std::string_view text, const Type& right, std::string_view more) {
    double both = markup::text_width(text, left.size, left.bold) + markup::text_width(more, right.size, right.bold);
    bool fits = both + kBetweenParts <= width_;
    add(left, text);
    if (!fits || text.empty()) return add(right, more);
    y_ -= left.leading;
    write(right, kPictureMargin + width_ - markup::text_width(more, right.size, right.bold), more);
    y_ += left.leading;
  }
  void add_drawing(const chart::Drawing& drawing) {
    out_.open("svg").attr("x", svg_number(kPictureMargin)).attr("y", svg_number(y_));
    out_.attr("width", svg_number(drawing.width)).attr("height", svg_number(drawing.height));
    out_.html(drawing.svg).close();
    y_ += drawing.height;
  }
  void add_rule() {
    out_.open("line").attr("class", "picture-rule").attr("x1", svg_number(kPictureMargin)).attr("y1", svg_number(y_));
    out_.attr("x2", svg_number(kPictureMargin + width_)).attr("y2", svg_number(y_)).close();
  }
  void skip(double height) { y_ += height; }

  double bottom() const { return y_; }
  markup::SafeHtml take() { return out_.take(); }

 private:
  void write(const Type& type, double x, std::string_view line) {
    out_.open("text").attr("class", type.classes).attr("x", svg_number(x));
    out_.attr("y", svg_number(y_ + type.size)).attr("font-size", svg_number(type.size)).text(line).close();
  }

  markup::Writer out_;
  double width_, y_ = kPictureMargin;
};

}  // namespace

std::string chart_picture(const chart::Drawing& drawing, const PictureWords& words, const std::string& style) {
  Column column(drawing.width);
  column.add(kTitle, drawing.title);
  column.add(kSubtitle, drawing.subtitle);
  column.skip(kBetweenParts);
  column.add_drawing(drawing);
  column.skip(kBetweenParts);
  column.add_rule();
  column.skip(kBetweenParts / 2);
  for (const std::string& note : words.notes) column.add(kNote, note);
  column.add_pair(kSite, words.site, kNote, words.address);

  std::string width = svg_number(drawing.width + 2 * kPictureMargin);
  std::string height = svg_number(column.bottom() + kPictureMargin / 2);
  markup::Writer out;
  out.open("svg").attr("xmlns", "http://www.w3.org/2000/svg").attr("class", "picture").attr("width", width);
  out.attr("height", height).attr("viewBox", fmt::format("0 0 {} {}", width, height));
  out.attr_if(!words.language.empty(), "lang", words.language);
  out.element("title", drawing.title).element("desc", drawing.summary).element("style", style);
  out.open("rect").attr("class", "picture-paper").attr("width", width).attr("height", height).close();
  out.html(column.take()).close();
  return markup::xml_characters(out.take().str()) + "\n";
}

PictureStyles picture_styles(const base::SourceText* tokens, const base::SourceText* chart) {
  if (!tokens || !chart) return {};
  markup::Tokens values = markup::Tokens::read(*tokens);
  PictureStyles styles;
  styles.light = markup::resolve_stylesheet(chart->text(), values, markup::Scheme::light);
  styles.dark = markup::resolve_stylesheet(chart->text(), values, markup::Scheme::dark);
  return styles;
}

}  // namespace blocks

#include "blocks/diagram.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/text.h"
#include "chart/scene.h"
#include "document/raw_html.h"
#include "markup/html_scanner.h"

namespace blocks {
namespace {

using base::has_word;

constexpr std::string_view kShapes = "g path rect circle ellipse line polyline polygon text tspan";
constexpr std::string_view kAllowedAttributes =
    "x y x1 y1 x2 y2 cx cy r rx ry width height d points dx dy transform opacity fill fill-opacity stroke stroke-width "
    "stroke-opacity stroke-dasharray stroke-linecap stroke-linejoin font-size font-weight font-style text-anchor "
    "dominant-baseline";
constexpr std::string_view kTextColours = "ink ink-soft accent link";  // each build measures their contrast
constexpr std::string_view kOfRoot = "viewBox width height xmlns role version";
constexpr size_t kMaxDepth = 64;
// The width of text on a small phone, and the size of the smallest letters, in px.
constexpr double kPhone = 328, kMinText = 10;

double number_in(std::string_view text) {
  double number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

// Finds a number in a text, except one that is part of a name such as AX40; npos if there is none.
size_t find_number(std::string_view text) {
  for (size_t at = 0; at < text.size(); ++at) {
    if (!base::is_digit(text[at])) continue;
    if (at == 0 || !base::is_letter(text[at - 1])) return at;
    while (at + 1 < text.size() && base::is_digit(text[at + 1])) ++at;
  }
  return std::string_view::npos;
}

bool is_element_name(std::string_view text) {
  return !text.empty() && base::is_letter(text[0]) && std::all_of(text.begin(), text.end(), [](char c) {
    return base::is_letter(c) || base::is_digit(c) || c == '-' || c == '_' || c == '.';
  });
}

class DiagramReader {
 public:
  DiagramReader(std::string_view svg, const std::vector<std::string>* colours, const DrawFigure& draw_figure)
      : svg_(svg), colours_(colours), draw_figure_(draw_figure) {}

  Diagram read() {
    markup::HtmlScanner scanner(svg_);
    while (scanner.next()) {
      token_ = scanner.token();
      if (scanner.is_text())
        text(scanner.text());
      else if (scanner.tag().closes)
        close(scanner.tag().name);
      else
        open(scanner);
    }
    if (!open_.empty() || !has_root_) fault("this file is not complete", "one <svg>, in which each element is closed");
    while (!open_.empty()) pop();
    diagram_.content = markup::SafeHtml::trusted(std::move(out_));
    return std::move(diagram_);
  }

 private:
  struct Element {
    std::string_view name;
    double text_size;  // the text size in px on a phone; 0 if unknown
  };

  void fault(std::string what, std::string expected) {
    const auto begin = token_.empty() ? 0 : static_cast<size_t>(token_.data() - svg_.data());
    diagram_.faults.push_back({begin, begin + token_.size(), std::move(what), std::move(expected)});
  }

  void open(markup::HtmlScanner& scanner) {
    const markup::HtmlTag& tag = scanner.tag();
    if (tag.name == "svg" && !has_root_) return open_root(tag);
    if (open_.empty() || tag.name == "title") return scanner.skip_element();
    const bool is_description = tag.name == "desc" && open_.size() == 1;
    if ((!has_word(kShapes, tag.name) && !is_description) || open_.size() > kMaxDepth) {
      fault(fmt::format("a diagram can't contain <{}>", tag.name),
            "shapes and text: " + base::replace_all(std::string(kShapes), " ", ", "));
      return scanner.skip_element();
    }
    out_.append("<").append(tag.name);
    double text_size = open_.back().text_size;
    markup::HtmlAttribute each;
    for (markup::HtmlAttributes all(tag.attributes); all.next(each);) {
      const std::string value = markup::unescaped(each.value.value_or(""));
      if (!is_allowed(tag.name, each.name, value)) continue;
      if (each.name == "font-size") text_size = number_in(value) * scale_;
      out_.append(" ").append(each.name).append("=\"");
      markup::append_escaped(out_, value);
      out_ += '"';
    }
    if (tag.name == "text" && text_size < kMinText)
      fault(fmt::format("on a phone this text is {} px high", chart::svg_number(text_size)),
            fmt::format("at least {} px: a greater font-size, or a narrower viewBox", kMinText));
    open_.push_back({tag.name, text_size});
    out_ += '>';
    if (tag.closes_itself) pop();
  }

  void open_root(const markup::HtmlTag& tag) {
    has_root_ = true;
    const std::vector<std::string_view> box = base::split(tag.attribute("viewBox"), ' ');
    const double wide = box.size() == 4 ? number_in(box[2]) : 0, high = box.size() == 4 ? number_in(box[3]) : 0;
    if (wide <= 0 || high <= 0) fault("the diagram has no size", "viewBox=\"0 0 WIDTH HEIGHT\"");
    markup::HtmlAttribute each;
    for (markup::HtmlAttributes all(tag.attributes); all.next(each);)
      if (!has_word(kOfRoot, each.name))
        fault(fmt::format("the <svg> of a diagram can't have the attribute {}", each.name),
              "viewBox and width; set colours and fonts of all its parts on a <g>");
    const double shown = tag.has("width") ? number_in(tag.attribute("width")) : wide;
    scale_ = wide > 0 ? std::min(shown, kPhone) / wide : 1;
    diagram_.wide = wide;
    diagram_.high = high;
    diagram_.view_box = fmt::format("0 0 {} {}", chart::svg_number(wide), chart::svg_number(high));
    diagram_.width = chart::svg_number(shown);
    diagram_.height = chart::svg_number(wide > 0 ? shown * high / wide : 0);
    if (!tag.closes_itself) open_.push_back({"svg", 0});
  }

  bool is_allowed(std::string_view element, std::string_view name, const std::string& value) {
    if (!has_word(kAllowedAttributes, name)) {
      fault(fmt::format("a diagram can't have the attribute {}", name),
            name == "style" ? "one attribute for each property: fill=\"var(--ink)\""
                            : "attributes of shapes and text, such as x, d, fill, stroke-width and font-size");
      return false;
    }
    if (name != "fill" && name != "stroke") return true;
    if (value == "none" || value == "currentColor") return true;
    const bool is_token = value.starts_with("var(--") && value.ends_with(')') && value.size() > 7;
    const std::string token = is_token ? value.substr(6, value.size() - 7) : "";
    const bool is_name = std::all_of(token.begin(), token.end(), [](char c) {
      return base::is_letter(c) || base::is_digit(c) || c == '-' || c == '_';
    });
    if (is_token && (element == "text" || element == "tspan") && !has_word(kTextColours, token)) {
      fault(fmt::format("text in \"{}\" may be hard to read", value),
            "the colour of the text around it, or one of var(--ink), var(--ink-soft), var(--accent) and var(--link)");
      return false;
    }
    if (is_token && is_name && (!colours_ || std::find(colours_->begin(), colours_->end(), token) != colours_->end()))
      return true;
    fault(fmt::format("\"{}\" is not a colour of the theme", value),
          "none, currentColor, or a colour of tokens.css, such as var(--ink)");
    return false;
  }

  void text(std::string_view written) {
    const bool is_shown =
        !open_.empty() && (open_.back().name == "text" || open_.back().name == "tspan" || open_.back().name == "desc");
    if (!is_shown) return;
    const std::string words = markup::unescaped(written);
    for (std::string_view rest = words; !rest.empty();) {
      const size_t begin = std::min(rest.find('{'), rest.size());
      add_words(rest.substr(0, begin));
      rest.remove_prefix(begin);
      const size_t end = rest.find('}');
      if (rest.empty()) break;
      if (end == std::string_view::npos || open_.back().name == "desc" || !is_element_name(rest.substr(1, end - 1))) {
        fault(fmt::format("this is not the name of a figure: \"{}\"", base::trim(rest)),
              "{NAME} in a <text>, with a name from the \"figures\" of the page's front matter");
        break;
      }
      diagram_.has_figures = true;
      const auto at = static_cast<size_t>(token_.data() - svg_.data());
      if (draw_figure_) out_ += draw_figure_(rest.substr(1, end - 1), at, at + token_.size()).str();
      rest.remove_prefix(end + 1);
    }
  }

  void add_words(std::string_view words) {
    if (find_number(words) != std::string_view::npos)
      fault(fmt::format("a number in a diagram has no source: \"{}\"", base::trim(words)),
            "words, or {NAME} with a name from the \"figures\" of the page's front matter");
    markup::append_escaped(out_, words);
  }

  void close(std::string_view name) {
    if (open_.empty() || open_.back().name != name) {
      fault(fmt::format("</{}> closes nothing", name), "a closing tag for each element, in order");
      return;
    }
    pop();
  }

  void pop() {
    if (open_.size() > 1) out_.append("</").append(open_.back().name).append(">");
    open_.pop_back();
  }

  const std::string_view svg_;
  const std::vector<std::string>* colours_;
  const DrawFigure& draw_figure_;
  Diagram diagram_;
  std::string_view token_;
  std::string out_;
  std::vector<Element> open_;  // the open elements; the first one is the root
  bool has_root_ = false;
  double scale_ = 1;  // the number of px on a phone for one unit of the viewBox
};

}  // namespace

bool is_diagram(std::string_view svg) {
  const auto has = [&](std::string_view text) { return svg.find(text) != std::string_view::npos; };
  return (has("=\"var(--") || has("='var(--")) && !has("<style");
}

Diagram read_diagram(std::string_view svg, const std::vector<std::string>* colours, const DrawFigure& draw_figure) {
  return DiagramReader(svg, colours, draw_figure).read();
}

}  // namespace blocks

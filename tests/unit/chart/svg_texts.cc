#include "unit/chart/svg_texts.h"

#include <algorithm>
#include <cmath>
#include <regex>
#include <sstream>

#include "markup/text_width.h"

namespace chart_test {
namespace {

constexpr double kTolerance = 0.5;                 // a tolerance in px
constexpr double kAscent = 0.72, kDescent = 0.21;  // extents of the letters in most texts, relative to the font size

std::string attribute(const std::string& tag, const std::string& name) {
  const std::string start = " " + name + "=\"";
  size_t at = tag.find(start);
  if (at == std::string::npos) return "";
  at += start.size();
  return tag.substr(at, tag.find('"', at) - at);
}

double number(const std::string& tag, const std::string& name) {
  std::string text = attribute(tag, name);
  return text.empty() ? 0 : std::stod(text);
}

// Returns the numbers after a name in "translate(3,4)" or "rotate(-45 3 4)".
std::vector<double> arguments(const std::string& transform, const std::string& name) {
  std::vector<double> values;
  size_t at = transform.find(name + "(");
  if (at == std::string::npos) return values;
  std::string list = transform.substr(at + name.size() + 1, transform.find(')', at) - at - name.size() - 1);
  std::replace(list.begin(), list.end(), ',', ' ');
  std::istringstream in(list);
  for (double value; in >> value;) values.push_back(value);
  return values;
}

std::string plain(std::string text) {
  for (auto [entity, letter] :
       {std::pair{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&#34;", "\""}, {"&#39;", "'"}, {"&amp;", "&"}}) {
    for (size_t at; (at = text.find(entity)) != std::string::npos;)
      text.replace(at, std::string(entity).size(), letter);
  }
  return text;
}

// A text that does not state its own anchor and size has `anchor_of_group` and the drawing's font size of 12.
TextBox box_of(const std::string& tag, const std::string& text, const std::string& anchor_of_group, double left,
               double top) {
  const double size = attribute(tag, "font-size").empty() ? 12 : number(tag, "font-size");
  const double width = markup::text_width(text, size, attribute(tag, "class") == "legend-title");
  const std::string own = attribute(tag, "text-anchor"), anchor = own.empty() ? anchor_of_group : own;
  const double x = number(tag, "x"), y = number(tag, "y");
  const double start = x - (anchor == "middle" ? width / 2 : anchor == "end" ? width : 0);
  TextBox box{text, attribute(tag, "class"), {}};
  box.corners = {{{start, y - kAscent * size},
                  {start + width, y - kAscent * size},
                  {start + width, y + kDescent * size},
                  {start, y + kDescent * size}}};
  auto turned = arguments(attribute(tag, "transform"), "rotate");
  const double angle = turned.empty() ? 0 : turned[0] * 3.14159265358979 / 180;
  const double about_x = turned.size() == 3 ? turned[1] : 0, about_y = turned.size() == 3 ? turned[2] : 0;
  for (auto& [cx, cy] : box.corners) {
    const double dx = cx - about_x, dy = cy - about_y;
    cx = left + about_x + dx * std::cos(angle) - dy * std::sin(angle);
    cy = top + about_y + dx * std::sin(angle) + dy * std::cos(angle);
  }
  return box;
}

// Returns how far two boxes overlap along a direction; negative if they do not.
double depth(const TextBox& a, const TextBox& b, double x, double y) {
  auto reach = [&](const TextBox& box) {
    double low = 1e300, high = -1e300;
    for (auto [cx, cy] : box.corners) low = std::min(low, cx * x + cy * y), high = std::max(high, cx * x + cy * y);
    return std::pair{low, high};
  };
  auto [a_low, a_high] = reach(a);
  auto [b_low, b_high] = reach(b);
  return std::min(a_high, b_high) - std::max(a_low, b_low);
}

}  // namespace

Picture read_picture(const std::string& svg) {
  Picture picture;
  std::vector<std::array<double, 2>> corners = {{0, 0}};
  std::vector<std::string> anchors = {""};
  const std::regex tags("<(/?)([a-z]+)([^>]*)>([^<]*)", std::regex::icase);
  for (std::sregex_iterator at(svg.begin(), svg.end(), tags), end; at != end; ++at) {
    const std::string name = (*at)[2], rest = (*at)[3];
    const bool closes = (*at)[1].length() > 0, empty = !rest.empty() && rest.back() == '/';
    if (name == "svg" && !closes) {
      std::istringstream in(attribute(rest, "viewBox"));
      double zero = 0;
      in >> zero >> zero >> picture.width >> picture.height;
    } else if (name == "g" && closes) {
      corners.pop_back();
      anchors.pop_back();
    } else if (name == "g" && !empty) {
      auto moved = arguments(attribute(rest, "transform"), "translate");
      moved.resize(2);
      corners.push_back({corners.back()[0] + moved[0], corners.back()[1] + moved[1]});
      anchors.push_back(attribute(rest, "text-anchor"));
    } else if (name == "text" && !closes) {
      picture.texts.push_back(box_of(rest, plain((*at)[4]), anchors.back(), corners.back()[0], corners.back()[1]));
    }
  }
  return picture;
}

bool overlap(const TextBox& a, const TextBox& b) {
  for (const TextBox* box : {&a, &b}) {
    for (size_t i = 0; i < 2; ++i) {
      const double x = box->corners[i + 1][0] - box->corners[i][0], y = box->corners[i + 1][1] - box->corners[i][1];
      const double length = std::hypot(x, y);
      if (length > 0 && depth(a, b, x / length, y / length) <= kTolerance) return false;
    }
  }
  return true;
}

bool is_inside(const TextBox& box, const Picture& picture) {
  return std::all_of(box.corners.begin(), box.corners.end(), [&](const std::array<double, 2>& corner) {
    return corner[0] >= -kTolerance && corner[0] <= picture.width + kTolerance && corner[1] >= -kTolerance &&
           corner[1] <= picture.height + kTolerance;
  });
}

}  // namespace chart_test

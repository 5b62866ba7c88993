#include "markup/html.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "base/utf8.h"

namespace markup {
namespace {

// Elements that are written in full when empty; all others of SVG may close themselves.
bool is_svg_shape(std::string_view element) {
  constexpr std::array<std::string_view, 10> shapes = {"rect",    "circle", "path",     "line", "ellipse",
                                                       "polygon", "use",    "polyline", "stop", "image"};
  return std::find(shapes.begin(), shapes.end(), element) != shapes.end();
}

}  // namespace

SafeHtml SafeHtml::text(std::string_view plain) { return trusted(escape(plain)); }

void append_escaped(std::string& out, std::string_view plain) {
  size_t from = 0;
  for (size_t i = 0; i < plain.size(); ++i) {
    std::string_view entity;
    switch (plain[i]) {
      case '&':
        entity = "&amp;";
        break;
      case '<':
        entity = "&lt;";
        break;
      case '>':
        entity = "&gt;";
        break;
      case '"':
        entity = "&#34;";
        break;
      case '\'':
        entity = "&#39;";
        break;
      default:
        continue;
    }
    out.append(plain, from, i - from).append(entity);
    from = i + 1;
  }
  out.append(plain, from, plain.size() - from);
}

std::string escape(std::string_view plain) {
  std::string out;
  out.reserve(plain.size() + plain.size() / 8);
  append_escaped(out, plain);
  return out;
}

bool is_safe_url(std::string_view url) {
  // Browsers drop leading controls and spaces, and tabs and newlines anywhere, before they look for a scheme.
  std::string seen;
  for (char c : url) {
    auto u = static_cast<unsigned char>(c);
    if (c == '\t' || c == '\n' || c == '\r' || (seen.empty() && u <= 0x20)) continue;
    if (u < 0x20 || u == 0x7F) return false;
    seen += c;
  }
  size_t colon = seen.find(':');
  if (colon == std::string::npos || seen.find_first_of("/?#") < colon) return true;
  std::string scheme = base::lower_case(std::string_view(seen).substr(0, colon));
  return scheme == "http" || scheme == "https" || scheme == "mailto" || scheme == "tel";
}

void Writer::finish_tag() {
  if (!in_tag_) return;
  out_ += '>';
  in_tag_ = false;
  if (leaf_) open_.pop_back();
  leaf_ = false;
}

Writer& Writer::open(std::string_view element) {
  finish_tag();
  out_.append("<").append(element);
  open_.emplace_back(element);
  in_tag_ = true;
  return *this;
}

Writer& Writer::leaf(std::string_view element) {
  open(element);
  leaf_ = true;
  return *this;
}

Writer& Writer::attr(std::string_view name, std::string_view value) {
  if (!in_tag_) throw std::logic_error("markup::Writer: attribute outside a tag");
  out_.append(" ").append(name).append("=\"");
  append_escaped(out_, value);
  out_ += '"';
  return *this;
}

Writer& Writer::attr(std::string_view name) {
  if (!in_tag_) throw std::logic_error("markup::Writer: attribute outside a tag");
  out_.append(" ").append(name);
  return *this;
}

Writer& Writer::url(std::string_view name, std::string_view value) {
  return attr(name, is_safe_url(value) ? value : std::string_view("#"));
}

Writer& Writer::text(std::string_view plain) {
  finish_tag();
  append_escaped(out_, plain);
  return *this;
}

Writer& Writer::html(const SafeHtml& safe) {
  finish_tag();
  out_ += safe.str();
  return *this;
}

Writer& Writer::close() {
  if (leaf_) finish_tag();
  if (open_.empty()) throw std::logic_error("markup::Writer: nothing to close");
  if (in_tag_ && is_svg_shape(open_.back())) {
    out_ += "/>";
    in_tag_ = false;
  } else {
    finish_tag();
    out_.append("</").append(open_.back()).append(">");
  }
  open_.pop_back();
  return *this;
}

SafeHtml Writer::take() {
  finish_tag();
  if (!open_.empty()) throw std::logic_error("markup::Writer: <" + open_.back() + "> is still open");
  return SafeHtml::trusted(std::exchange(out_, {}));
}

}  // namespace markup

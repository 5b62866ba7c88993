#include "markup/html.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "base/byte_set.h"
#include "base/text.h"
#include "base/utf8.h"
#include "markup/url.h"

namespace markup {
namespace {

// Whether an element of SVG may close itself. All other elements need an end tag even if they are empty.
bool is_svg_shape(std::string_view element) {
  constexpr std::array<std::string_view, 10> shapes = {"rect",    "circle", "path",     "line", "ellipse",
                                                       "polygon", "use",    "polyline", "stop", "image"};
  return std::find(shapes.begin(), shapes.end(), element) != shapes.end();
}

// Bytes that may need replacing: characters to escape, and the first bytes of controls and noncharacters.
constexpr base::ByteSet kSpecial =
    base::ByteSet("&<>\"'\x7F\xC2\xEF").with(0xF0, 0xF4).with(0, 8).with(11, 11).with(14, 31);

// Returns the size of the character at the beginning of a text if HTML forbids it even escaped (section 13.2.3.5), as
// it does for most control characters and the noncharacters of Unicode; otherwise 0.
size_t forbidden_size(std::string_view text) {
  const auto byte = [&](size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  switch (byte(0)) {
    case 0xC2:
      return byte(1) < 0xA0 && byte(1) >= 0x80 ? 2 : 0;
    case 0xEF:
      return (byte(1) == 0xB7 && byte(2) >= 0x90 && byte(2) <= 0xAF) || (byte(1) == 0xBF && byte(2) >= 0xBE) ? 3 : 0;
    case 0xF0:
    case 0xF1:
    case 0xF2:
    case 0xF3:
    case 0xF4:
      return (byte(1) & 0x0F) == 0x0F && byte(2) == 0xBF && byte(3) >= 0xBE ? 4 : 0;
    default:
      return byte(0) < 0x20 || byte(0) == 0x7F ? 1 : 0;
  }
}

}  // namespace

SafeHtml SafeHtml::text(std::string_view plain) { return trusted(escape(plain)); }

void append_escaped(std::string& out, std::string_view plain) {
  size_t from = 0;
  for (size_t i = kSpecial.find(plain); i < plain.size(); i = kSpecial.find(plain, i + 1)) {
    size_t size = 1;
    std::string_view written;
    switch (plain[i]) {
      case '&':
        written = "&amp;";
        break;
      case '<':
        written = "&lt;";
        break;
      case '>':
        written = "&gt;";
        break;
      case '"':
        written = "&#34;";
        break;
      case '\'':
        written = "&#39;";
        break;
      default:
        size = forbidden_size(plain.substr(i));
        if (size == 0) continue;
        written = "\xEF\xBF\xBD";
    }
    out.append(plain, from, i - from).append(written);
    from = i + size;
    i = from - 1;
  }
  out.append(plain, from, plain.size() - from);
}

std::string escape(std::string_view plain) {
  std::string out;
  out.reserve(plain.size() + plain.size() / 8);
  append_escaped(out, plain);
  return out;
}

std::string xml_characters(std::string escaped) { return base::replace_all(std::move(escaped), "\f", "\xef\xbf\xbd"); }

std::string xml_text(std::string_view plain) { return xml_characters(escape(plain)); }

bool is_safe_url(std::string_view url) {
  const auto is_harmless = [](char c) { return static_cast<unsigned char>(c) > 0x20 && c != 0x7F && c != ':'; };
  if (std::all_of(url.begin(), url.end(), is_harmless)) return true;  // no scheme, and nothing that could hide one
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
  // Browsers treat "https:page" as a relative address if the page itself is at https.
  if (scheme == "http" || scheme == "https") return seen.compare(colon + 1, 2, "//") == 0;
  return scheme == "mailto" || scheme == "tel";
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
  return attr(name, is_safe_url(value) ? url_characters(value) : "#");
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

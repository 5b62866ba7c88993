// Folder markup/: reads and writes HTML, SVG and stylesheets. SafeHtml is HTML that is known to be safe: only the
// generator creates it, by writing tags and escaping everything else. Templates print it unchanged, and escape
// everything else.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace markup {

class SafeHtml {
 public:
  SafeHtml() = default;
  // Asserts that `html` is well-formed, balanced and escaped. Call it only where the structure is known.
  static SafeHtml trusted(std::string html) {
    SafeHtml safe;
    safe.html_ = std::move(html);
    return safe;
  }
  static SafeHtml text(std::string_view plain);

  const std::string& str() const& { return html_; }
  std::string str() && { return std::move(html_); }
  bool empty() const { return html_.empty(); }
  SafeHtml& operator+=(const SafeHtml& more) {
    html_ += more.html_;
    return *this;
  }

 private:
  std::string html_;
};

// Escapes & < > " ' as Jinja2 does (&#34; &#39;), and writes U+FFFD for characters that HTML forbids (controls). For
// text and quoted attributes.
void append_escaped(std::string& out, std::string_view plain);
std::string escape(std::string_view plain);

// Writes U+FFFD for the form feed, the only character that escape() writes and XML 1.0 forbids (production 2).
std::string xml_characters(std::string escaped);
// Applies xml_characters(), and escapes the result for text between tags and for quoted attributes.
std::string xml_text(std::string_view plain);

// Whether a link may have this target: a relative reference, or http://, https://, mailto: or tel:.
bool is_safe_url(std::string_view url);

// Writes elements in order: open("a").attr("href", url).text("here").close(). Attributes directly follow their open().
// Names of elements and attributes are literals of the program; contents are escaped.
class Writer {
 public:
  Writer& open(std::string_view element);
  // Writes an element without content: <br>, <img …>. For SVG use open() and close(), which write <rect …/>.
  Writer& leaf(std::string_view element);
  Writer& attr(std::string_view name, std::string_view value);
  Writer& attr(std::string_view name);  // writes an attribute without a value: <details open>
  // Writes href, src and the like. A URL that is not safe becomes "#".
  Writer& url(std::string_view name, std::string_view value);
  Writer& attr_if(bool condition, std::string_view name, std::string_view value) {
    return condition ? attr(name, value) : *this;
  }
  Writer& text(std::string_view plain);
  Writer& html(const SafeHtml& safe);
  Writer& close();  // closes the innermost open element
  // Writes an element that contains only text: <element>text</element>.
  Writer& element(std::string_view name, std::string_view plain) { return open(name).text(plain).close(); }

  // Returns the HTML, and leaves the writer empty. REQUIRES: all elements are closed.
  SafeHtml take();

 private:
  void finish_tag();
  std::string out_;
  std::vector<std::string> open_;
  bool in_tag_ = false;
  bool leaf_ = false;
};

}  // namespace markup

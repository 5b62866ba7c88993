// Where in an HTML page a place of a template stands, found out when the template is compiled: so that each value is
// escaped for the place it is printed in, and refused where no escaping could be right.
//
// Values may be printed
//   in text, in <title> and <textarea>;
//   in quoted attributes; those that hold a URL (href, src, action …, and the URL of <meta http-equiv="refresh">) take
//   safe URLs only;
//   in <script type="application/ld+json"> and the like, as a JSON value outside of quotes.
// They may not in unquoted attributes, names of tags and attributes, comments, scripts, styles, style="…", handlers
// (onclick="…"), srcset and srcdoc, and in SVG's animations.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "template/syntax.h"

namespace templates {

struct ContextError {
  size_t offset;  // in the text that was read
  std::string message;
  std::string help;
};

struct Context {
  enum class Place : uint8_t { text, tag, after_name, before_value, value, comment, declaration, raw };
  enum class Element : uint8_t { other, script, style, title, textarea, meta, animation, opaque };
  enum class Attribute : uint8_t { plain, url, refused, script_type, meta_content, http_equiv };

  Place place = Place::text;
  Element element = Element::other;
  Attribute attribute = Attribute::plain;
  bool end_tag = false;
  bool glued = false;          // in a tag: a name would run into what may stand before it
  bool json = false;           // <script>: its type says JSON
  bool typed = false;          // <script>: it has a type
  bool in_string = false;      // JSON: within quotes
  bool refresh = false;        // <meta>: it is a refresh
  bool content = false;        // <meta>: its content starts with a value
  char quote = 0;              // value: " or ', 0 for an unquoted one
  std::string element_name;    // lower case, where a text ends with its end tag only
  std::string attribute_name;  // lower case, for messages
  std::string seen;            // of a value that decides something: a script's type, a refresh

  // Reads text of the page. Throws ContextError where it is no well-formed HTML, or is cut at a bad place. Adds the
  // places at which a URL begins or ends.
  void read(std::string_view text, std::vector<UrlMark>& marks);
  // How a value is printed here. Throws ContextError (offset 0) where it cannot be.
  Escape escape() const;
  // After a value was printed.
  void printed();

  // The same but for `glued`.
  bool same_place(const Context& other) const;
  // "in the attribute "href"", for messages.
  std::string describe() const;
};

}  // namespace templates

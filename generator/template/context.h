// The position in the HTML page at which a part of a template is printed, found when the template is compiled. Each
// value is escaped for its position, and rejected where escaping cannot make it safe.
//
// Values may be printed
//   in text, in <title> and <textarea>;
//   in quoted attributes; those that contain a URL (href, src, action …, "url=" of <meta content>) accept safe ones
//   only; in <script type="application/ld+json"> and other JSON, as a JSON value outside quotes.
// They may not be printed in unquoted attributes, names of tags and attributes, comments, scripts, styles, style="…",
// handlers (onclick="…"), srcset and srcdoc, other content of <meta http-equiv>, and in SVG's animations.
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
  enum class Attribute : uint8_t { plain, url, refused, script_type, meta_content };

  Place place = Place::text;
  Attribute attribute = Attribute::plain;
  bool end_tag = false;
  bool glued = false;          // in a tag: a name here would continue what was printed before it
  bool json = false;           // <script>: its type is JSON
  bool typed = false;          // <script>: it has a type
  bool in_string = false;      // JSON: within quotes
  bool http_equiv = false;     // <meta>: it has this attribute
  bool content = false;        // <meta>: a value is printed in its content
  char quote = 0;              // value: " or ', 0 if unquoted
  std::string element;         // lower case; "" for one without special rules
  std::string attribute_name;  // lower case, for messages
  std::string seen;            // the value of a script's type so far

  // Reads text of the page and adds the places at which a URL begins or ends. Throws ContextError if the HTML is not
  // well-formed, or is cut at a bad place.
  void read(std::string_view text, std::vector<UrlMark>& marks);
  // Decides how to print a value here. Throws ContextError (offset 0) where that is not allowed.
  Escape escape() const;
  // Updates the context after a value was printed.
  void printed() { content = content || (place == Place::value && attribute == Attribute::meta_content); }

  // Whether both are equal except for `glued`.
  bool same_place(const Context& other) const;
  // "in the attribute "href"", for messages.
  std::string describe() const;
};

}  // namespace templates

// The context in which a part of a template is printed: its position in the HTML page, found when the template is
// compiled. Each value is escaped for its context, and rejected where no escaping is safe.
// Values may be printed in text, in <title> and <textarea>; in quoted attributes, where URL attributes (href, src,
// action …, "url=" of <meta content>) accept only safe URLs; and in <script type="application/ld+json"> and other JSON,
// as a JSON value outside quotes. They may not be printed in unquoted attributes, names of tags and attributes,
// comments, scripts, styles, style="…", handlers (onclick="…"), srcset and srcdoc, other content of <meta http-equiv>,
// and SVG's animations.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "template/syntax.h"

namespace templates {

struct ContextError {
  size_t offset;  // the byte offset in the template
  std::string message;
  std::string help;
};

struct Context {
  enum class Place : uint8_t { text, tag, after_name, before_value, value, comment, declaration, raw };
  enum class Attribute : uint8_t { plain, url, refused, script_type, meta_content };

  Place place = Place::text;
  Attribute attribute = Attribute::plain;
  bool end_tag = false;
  bool glued = false;          // whether a name in a tag would continue the text printed before it
  bool json = false;           // whether the type of a <script> is JSON
  bool typed = false;          // whether a <script> has a type
  bool in_string = false;      // whether the position in JSON is within quotes
  bool http_equiv = false;     // whether a <meta> has this attribute
  bool content = false;        // whether a value is printed in the content of a <meta>
  char quote = 0;              // the quote around a value: " or ', or 0 if there is none
  std::string element;         // the element's name in lower case; "" for an element without special rules
  std::string attribute_name;  // the attribute's name in lower case, for messages
  std::string seen;            // the part of a script's type that was read

  // Reads text of the page, and adds the positions at which a URL begins or ends. Throws ContextError if the HTML is
  // not well-formed, or if it ends where a value can't be printed.
  void read(std::string_view text, std::vector<UrlMark>& marks);
  // Determines how to print a value here. Throws ContextError (offset 0) if that is not allowed.
  Escape escape() const;
  // Updates the context after a value was printed.
  void printed() { content = content || (place == Place::value && attribute == Attribute::meta_content); }

  // Whether both contexts are equal except for `glued`.
  bool same_place(const Context& other) const;
  // Describes the context for messages: "in the attribute "href"".
  std::string describe() const;
};

}  // namespace templates

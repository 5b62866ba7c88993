// The tags of an SVG file with their attributes, as a browser's XML parser reads them, and its active content.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace picture {

struct SvgAttribute {
  std::string name;   // the name with its prefix: "xlink:href"
  std::string value;  // the value with character references resolved
};

// A tag "<name …>", "<?name …?>" or "<!NAME …>". Comments, CDATA and closing tags are skipped.
struct SvgTag {
  size_t begin = 0, end = 0;  // a range of bytes in the file
  std::string name;  // the name without its prefix, but with the sign of other kinds: "?xml-stylesheet", "!DOCTYPE"
  std::vector<SvgAttribute> attributes;
  std::string rules;      // text of a <style>, with CDATA and references resolved
  bool is_closed = true;  // whether it is complete; false for a <style> that contains more than text
  size_t closes = 0;      // the number of closing tags before it, since the previous tag
  bool is_empty = false;  // whether it has no closing tag: "<name …/>"

  // Returns the first attribute with this name; "" if there is none.
  std::string_view value(std::string_view attribute) const;
};

// Reads tag after tag, in time linear in the size of the file. Skips everything between tags, and accepts any bytes.
class SvgTags {
 public:
  // `svg` must outlive the reader and its tags.
  explicit SvgTags(std::string_view svg) : svg_(svg) {}
  // Returns nullopt at the end.
  std::optional<SvgTag> next();

 private:
  void read_rules(SvgTag& style);

  std::string_view svg_;
  size_t at_ = 0;
};

// A part of an SVG that runs code, requests another address, or may take very long to draw.
struct ActivePart {
  size_t begin = 0, end = 0;  // a range of bytes
  std::string what;           // the subject of a message: "the element <script>"
};

// Returns, in the order of the file: elements and attributes that can run code; addresses other than parts of the file
// itself and images in data: URLs; external style sheets; filters other than the common ones; <use> and other
// references that draw elements very often; and declarations of entities and attributes, and rare encodings, which
// could hide any of these.
std::vector<ActivePart> active_parts(std::string_view svg);

// Whether a browser that opens the file as XML may run code in it: it has elements of XHTML or SVG, a style sheet,
// declarations of entities and attributes, or an encoding that could hide these.
bool may_run_as_xml(std::string_view xml);

}  // namespace picture

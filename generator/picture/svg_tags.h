// The tags of an SVG file with their attributes, as a browser's XML parser reads them.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace picture {

struct SvgAttribute {
  std::string name;   // as written, with its prefix: "xlink:href"
  std::string value;  // character references resolved
};

// "<name …>", "<?name …?>" or "<!NAME …>"; comments, CDATA and closing tags are skipped.
struct SvgTag {
  size_t begin = 0, end = 0;  // bytes in the file
  std::string name;           // without its prefix; "?xml-stylesheet", "!DOCTYPE" for the others
  std::vector<SvgAttribute> attributes;
  std::string rules;      // of <style>: its text, with CDATA and references resolved
  bool is_closed = true;  // false for a <style> that contains more than text

  // The first attribute of that name; "" if there is none.
  std::string_view value(std::string_view attribute) const;
};

// Reads one tag after the other, in time linear in the size of the file. Skips everything else: accepts any bytes.
class SvgTags {
 public:
  // `svg` outlives the reader and its tags.
  explicit SvgTags(std::string_view svg) : svg_(svg) {}
  // Returns nullopt at the end.
  std::optional<SvgTag> next();

 private:
  void read_rules(SvgTag& style);

  std::string_view svg_;
  size_t at_ = 0;
};

}  // namespace picture

// Finds active content in an SVG. Browsers ignore it in <img>
// (https://svgwg.org/svg2-draft/conform.html#secure-static-mode), but the file also has its own address.
#include <algorithm>
#include <array>

#include "base/text.h"
#include "picture/image_file.h"
#include "picture/svg_tags.h"

namespace picture {
namespace {

constexpr std::array<std::string_view, 9> kElements = {"script", "foreignObject", "iframe",  "embed",   "object",
                                                       "audio",  "video",         "handler", "listener"};

// Removes white space and control characters, as browsers do in addresses. Returns at most `size` lower-case letters.
std::string squeezed(std::string_view text, size_t size = std::string_view::npos) {
  std::string result;
  for (size_t at = 0; at < text.size() && result.size() < size; ++at)
    if (static_cast<unsigned char>(text[at]) > ' ') result += base::lower(text[at]);
  return result;
}

bool is_own(std::string_view address) {
  constexpr size_t kLongestPrefix = 32;
  const std::string text = squeezed(address, kLongestPrefix);
  if (text.empty() || text.starts_with('#')) return true;
  static constexpr std::array<std::string_view, 4> kImages = {"data:image/png", "data:image/jpeg", "data:image/gif",
                                                              "data:image/webp"};
  return std::any_of(kImages.begin(), kImages.end(), [&](std::string_view kind) { return text.starts_with(kind); });
}

// Whether an address is only a link for readers, which is harmless because the file does not request it.
bool is_link(const SvgTag& tag, std::string_view address) {
  const std::string text = squeezed(address);
  return tag.name == "a" && (text.starts_with("https:") || text.starts_with("http:") || text.starts_with("mailto:"));
}

bool css_asks_elsewhere(std::string_view css) {
  const std::string text = squeezed(css);
  if (text.find("@import") != std::string::npos || text.find('\\') != std::string::npos) return true;
  for (size_t at = text.find("url("); at != std::string::npos; at = text.find("url(", at + 4)) {
    std::string_view inside = std::string_view(text).substr(at + 4);
    if (inside.starts_with('"') || inside.starts_with('\'')) inside.remove_prefix(1);
    if (!is_own(inside)) return true;
  }
  return false;
}

std::string active_attribute(const SvgTag& tag, const SvgAttribute& attribute) {
  const std::string name = base::lower(attribute.name.substr(attribute.name.find(':') + 1));
  if (name.starts_with("on")) return "the attribute " + attribute.name;
  if (name == "href" && !is_own(attribute.value) && !is_link(tag, attribute.value))
    return "the address \"" + attribute.value.substr(0, 60) + "\"";
  const bool animates = tag.name == "set" || tag.name.starts_with("animate");
  if (animates && name == "attributename" && squeezed(attribute.value).ends_with("href")) return "an animated address";
  if (name != "href" && !name.starts_with("xmlns") && css_asks_elsewhere(attribute.value) &&
      base::lower(attribute.value).find("url(") != std::string::npos)
    return "the address in " + attribute.name;
  return name == "style" && css_asks_elsewhere(attribute.value) ? "an external style" : "";
}

std::string active_tag(const SvgTag& tag) {
  if (tag.name == "?xml-stylesheet") return "an external style sheet";
  for (std::string_view element : kElements)
    if (base::lower(tag.name) == base::lower(element)) return "the element <" + tag.name + ">";
  if (!tag.is_closed) return "markup within <style>";
  if (tag.name == "style" && css_asks_elsewhere(tag.rules)) return "an external style sheet";
  for (const SvgAttribute& attribute : tag.attributes)
    if (std::string what = active_attribute(tag, attribute); !what.empty()) return what;
  return "";
}

}  // namespace

std::vector<ActivePart> active_parts(std::string_view svg) {
  std::vector<ActivePart> parts;
  SvgTags tags(svg);
  while (const std::optional<SvgTag> tag = tags.next()) {
    std::string what = active_tag(*tag);
    const std::string_view whole = svg.substr(tag->begin, tag->end - tag->begin);
    if (tag->name == "!DOCTYPE" && whole.find("<!ENTITY") != std::string_view::npos) what = "an entity";
    if (!what.empty()) parts.push_back({tag->begin, tag->end, std::move(what)});
  }
  return parts;
}

}  // namespace picture

#include "template/html_names.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "base/utf8.h"

namespace templates {
namespace {

constexpr std::array<std::string_view, 18> kUrlAttributes = {
    "href",     "src",      "action",   "formaction", "poster",  "cite",   "data",     "xlink:href", "background",
    "codebase", "longdesc", "manifest", "icon",       "profile", "usemap", "xml:base", "classid",    "lowsrc"};
constexpr std::array<std::string_view, 8> kRefusedAttributes = {"style", "srcset",  "imagesrcset", "srcdoc",
                                                                "ping",  "archive", "xmlns",       "attributename"};

template <class List>
bool is_one_of(const List& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

}  // namespace

Context::Element element_of(std::string_view name) {
  using Element = Context::Element;
  if (name == "script") return Element::script;
  if (name == "style") return Element::style;
  if (name == "title") return Element::title;
  if (name == "textarea") return Element::textarea;
  if (name == "meta") return Element::meta;
  if (name == "animate" || name == "set" || name == "animatetransform" || name == "animatemotion") {
    return Element::animation;
  }
  constexpr std::array<std::string_view, 6> opaque = {"iframe", "noembed", "noframes", "noscript", "xmp", "plaintext"};
  return is_one_of(opaque, name) ? Element::opaque : Element::other;
}

bool holds_markup(Context::Element element) {
  using Element = Context::Element;
  return element == Element::other || element == Element::meta || element == Element::animation;
}

Context::Attribute attribute_of(Context::Element element, std::string_view name) {
  using Attribute = Context::Attribute;
  if (element == Context::Element::animation || name.starts_with("on") || is_one_of(kRefusedAttributes, name)) {
    return Attribute::refused;
  }
  if (element == Context::Element::script && name == "type") return Attribute::script_type;
  if (element == Context::Element::meta && name == "content") return Attribute::meta_content;
  if (name == "http-equiv") return Attribute::http_equiv;
  return is_one_of(kUrlAttributes, name) ? Attribute::url : Attribute::plain;
}

bool is_json_type(std::string_view type) {
  std::string lower = base::lower_case(base::trim(type));
  return lower == "application/json" || lower.ends_with("+json");
}

}  // namespace templates

#include "picture/svg_tags.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <utility>

#include "base/text.h"
#include "base/utf8.h"

namespace picture {
namespace {

constexpr size_t kNowhere = std::string_view::npos;
constexpr std::string_view kBeginCdata = "<![CDATA[", kEndCdata = "]]>";

// Replaces character references, such as "&#x6a;", and the five entities of XML.
std::string resolved(std::string_view text) {
  std::string result;
  for (size_t at = 0; at < text.size(); ++at) {
    constexpr size_t kLongest = sizeof("&#x10FFFF;") - 1;
    const size_t length = text[at] == '&' ? text.substr(at, kLongest).find(';') : kNowhere;
    if (length == kNowhere) {
      result += text[at];
      continue;
    }
    const size_t end = at + length;
    std::string_view name = text.substr(at + 1, length - 1);
    static constexpr std::pair<std::string_view, char> kNames[] = {
        {"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}};
    auto known = std::find_if(std::begin(kNames), std::end(kNames), [&](auto& each) { return each.first == name; });
    if (known != std::end(kNames)) {
      result += known->second;
    } else if (name.starts_with('#')) {
      const bool hex = name.substr(1).starts_with('x');
      unsigned code = 0;
      std::from_chars(name.data() + (hex ? 2 : 1), name.data() + name.size(), code, hex ? 16 : 10);
      base::append_code_point(result, code);
    } else {
      result.append(text.substr(at, end - at + 1));
    }
    at = end;
  }
  return result;
}

// Returns the end of the tag that begins at `at`: after its '>' outside quotes and, for <!DOCTYPE […]>, outside
// brackets.
size_t tag_end(std::string_view svg, size_t at) {
  char quote = 0;
  int brackets = 0;
  for (; at < svg.size(); ++at) {
    const char c = svg[at];
    if (quote) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '[') {
      ++brackets;
    } else if (c == ']') {
      --brackets;
    } else if (c == '>' && brackets <= 0) {
      return at + 1;
    }
  }
  return svg.size();
}

bool ends_name(char c) { return base::is_space(c) || c == '/' || c == '>' || c == '=' || c == '?'; }

std::string_view take_name(std::string_view text, size_t& at) {
  const size_t begin = at;
  while (at < text.size() && !ends_name(text[at])) ++at;
  return text.substr(begin, at - begin);
}

void skip_space(std::string_view text, size_t& at) {
  while (at < text.size() && base::is_space(text[at])) ++at;
}

std::vector<SvgAttribute> read_attributes(std::string_view tag, size_t at) {
  std::vector<SvgAttribute> attributes;
  while (at < tag.size()) {
    skip_space(tag, at);
    const size_t before = at;
    std::string_view name = take_name(tag, at);
    skip_space(tag, at);
    if (at < tag.size() && tag[at] == '=' && !name.empty()) {
      skip_space(tag, ++at);
      const char quote = at < tag.size() ? tag[at] : ' ';
      const size_t end = quote == '"' || quote == '\'' ? tag.find(quote, at + 1) : kNowhere;
      if (end == kNowhere) return attributes;
      attributes.push_back({std::string(name), resolved(tag.substr(at + 1, end - at - 1))});
      at = end + 1;
    } else if (at == before) {
      ++at;
    }
  }
  return attributes;
}

std::string local_name(std::string_view name) {
  const size_t colon = name.find(':');
  return std::string(name[0] == '?' || name[0] == '!' || colon == kNowhere ? name : name.substr(colon + 1));
}

}  // namespace

std::string_view SvgTag::value(std::string_view attribute) const {
  for (const SvgAttribute& each : attributes)
    if (each.name == attribute) return each.value;
  return "";
}

void SvgTags::read_rules(SvgTag& style) {
  for (;;) {
    const size_t markup = std::min(svg_.find('<', at_), svg_.size());
    style.rules += resolved(svg_.substr(at_, markup - at_));
    at_ = markup;
    const std::string_view rest = svg_.substr(at_);
    style.is_closed = rest.starts_with("</");
    if (!rest.starts_with(kBeginCdata)) return;
    const size_t end = std::min(svg_.find(kEndCdata, at_ + kBeginCdata.size()), svg_.size());
    style.rules += svg_.substr(at_ + kBeginCdata.size(), end - at_ - kBeginCdata.size());
    at_ = std::min(end + kEndCdata.size(), svg_.size());
  }
}

std::optional<SvgTag> SvgTags::next() {
  size_t closes = 0;
  for (at_ = svg_.find('<', at_); at_ < svg_.size(); at_ = svg_.find('<', at_)) {
    const std::string_view rest = svg_.substr(at_);
    if (rest.starts_with("<!--")) {
      at_ = std::min(svg_.find("-->", at_ + 4), svg_.size());
      continue;
    }
    const bool is_instruction = rest.starts_with("<?");
    size_t behind = is_instruction ? 2 : 1;
    if (rest.starts_with(kBeginCdata)) {
      at_ = std::min(svg_.find(kEndCdata, at_), svg_.size());
      continue;
    }
    const bool is_other = rest.starts_with("</");
    closes += is_other;
    const std::string_view name = is_other ? "" : take_name(rest, behind);
    if (name.empty()) {
      ++at_;
      continue;
    }
    SvgTag tag;
    tag.begin = at_;
    tag.end = at_ = is_instruction ? std::min(rest.find("?>"), rest.size() - 2) + 2 + at_ : tag_end(svg_, at_ + 1);
    tag.name = is_instruction ? "?" + std::string(name) : local_name(name);
    tag.closes = closes;
    tag.is_empty = tag.name[0] == '?' || tag.name[0] == '!' || svg_.substr(0, tag.end).ends_with("/>");
    tag.attributes = read_attributes(svg_.substr(tag.begin, tag.end - tag.begin), behind);
    if (tag.name == "style" && !tag.is_empty) read_rules(tag);
    return tag;
  }
  return std::nullopt;
}

namespace {

// -- Active content --
//
// Browsers ignore it in <img> (https://svgwg.org/svg2-draft/conform.html#secure-static-mode), but the file also has its
// own address.

constexpr std::array<std::string_view, 9> kElements = {"script", "foreignObject", "iframe",  "embed",   "object",
                                                       "audio",  "video",         "handler", "listener"};

// Filters that take little time; others can be made to take hours, or end librsvg.
constexpr std::string_view kFilters =
    "feblend fecolormatrix fecomponenttransfer fecomposite fedropshadow feflood fefunca fefuncb fefuncg fefuncr "
    "fegaussianblur femerge femergenode feoffset";
constexpr size_t kMaxFilters = 20;

bool is_filter(const SvgTag& tag) { return base::lower(tag.name).starts_with("fe"); }

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

// What could hide active content: entities and default attributes, and an encoding in which ASCII bytes may mean
// something else.
std::string hidden_part(std::string_view svg, const SvgTag& tag) {
  if (tag.name == "!DOCTYPE" && svg.substr(tag.begin, tag.end - tag.begin).find('[') != kNowhere)
    return "a document type with declarations";
  const std::string encoding = tag.name == "?xml" ? base::lower(tag.value("encoding")) : "";
  const bool is_safe =
      encoding.empty() || base::has_word("utf-8 utf8 us-ascii ascii iso-8859-1 windows-1252", encoding);
  return is_safe ? "" : "the encoding " + encoding;
}

std::string active_tag(const SvgTag& tag) {
  if (tag.name == "?xml-stylesheet") return "an external style sheet";
  for (std::string_view element : kElements)
    if (base::lower(tag.name) == base::lower(element)) return "the element <" + tag.name + ">";
  if (is_filter(tag) && !base::has_word(kFilters, base::lower(tag.name))) return "the filter <" + tag.name + ">";
  if (!tag.is_closed) return "markup within <style>";
  if (tag.name == "style" && css_asks_elsewhere(tag.rules)) return "an external style sheet";
  for (const SvgAttribute& attribute : tag.attributes)
    if (std::string what = active_attribute(tag, attribute); !what.empty()) return what;
  return "";
}

// Counts how many elements are drawn, with those that references draw again: ten groups of ten <use> each, one within
// another, draw ten billion, which keeps a browser or librsvg busy for hours.
class DrawnElements {
 public:
  void add(const SvgTag& tag) {
    for (size_t i = 0; i < tag.closes && !open_.empty(); ++i) open_.pop_back();
    if (tag.name[0] == '?' || tag.name[0] == '!') return;
    const size_t number = elements_.size();
    elements_.push_back({open_.empty() ? kNowhere : open_.back(), {}});
    for (const SvgAttribute& each : tag.attributes) {
      if (each.name == "id") ids_.emplace(each.value, number);
      const bool is_drawn = tag.name == "use" ? each.name.ends_with("href") : each.value.find("url(") != kNowhere;
      for (size_t at = is_drawn ? each.value.find('#') : kNowhere; at != kNowhere; at = each.value.find('#', at + 1))
        elements_.back().references.push_back(each.value.substr(at + 1, each.value.find_first_of(")'\"", at) - at - 1));
    }
    if (!tag.is_empty) open_.push_back(number);
  }

  // Whether there are many more than the file has.
  bool are_too_many() const {
    constexpr size_t kFew = 20'000, kMaxTimes = 10, kMaxDepth = 20;
    const size_t most = kFew + kMaxTimes * elements_.size();
    std::vector<size_t> drawn(elements_.size(), 0);
    for (size_t depth = 0; depth < kMaxDepth; ++depth) {  // each round follows references one step further
      const std::vector<size_t> before = std::exchange(drawn, std::vector<size_t>(elements_.size(), 1));
      for (size_t i = elements_.size(); i-- > 0;) {
        for (const std::string& id : elements_[i].references)
          if (const auto found = ids_.find(id); found != ids_.end()) drawn[i] += before[found->second];
        if (drawn[i] > most) return true;
        if (elements_[i].parent != kNowhere) drawn[elements_[i].parent] += drawn[i];
      }
      if (drawn == before) return false;
    }
    return true;
  }

 private:
  struct Element {
    size_t parent;
    std::vector<std::string> references;
  };
  std::vector<Element> elements_;
  std::vector<size_t> open_;
  std::map<std::string, size_t, std::less<>> ids_;
};

}  // namespace

std::vector<ActivePart> active_parts(std::string_view svg) {
  std::vector<ActivePart> parts;
  size_t filters = 0;
  DrawnElements drawn;
  std::optional<SvgTag> first_use;
  SvgTags tags(svg);
  while (const std::optional<SvgTag> tag = tags.next()) {
    std::string what = hidden_part(svg, *tag);
    if (what.empty()) what = active_tag(*tag);
    filters += is_filter(*tag);
    if (what.empty() && is_filter(*tag) && filters > kMaxFilters) what = "one of more than 20 filters";
    if (!what.empty()) parts.push_back({tag->begin, tag->end, std::move(what)});
    drawn.add(*tag);
    if (!first_use && tag->name == "use") first_use = tag;
  }
  if (drawn.are_too_many())
    parts.push_back({first_use ? first_use->begin : 0, first_use ? first_use->end : svg.size(),
                     "a drawing that refers to its parts in more than 20 levels, or repeats them so often,"});
  return parts;
}

bool may_run_as_xml(std::string_view xml) {
  SvgTags tags(xml);
  while (const std::optional<SvgTag> tag = tags.next()) {
    if (tag->name == "?xml-stylesheet" || !hidden_part(xml, *tag).empty()) return true;
    for (const SvgAttribute& each : tag->attributes)
      if (each.name.starts_with("xmlns") &&
          (each.value == "http://www.w3.org/1999/xhtml" || each.value == "http://www.w3.org/2000/svg"))
        return true;
  }
  return false;
}

}  // namespace picture

#include "picture/svg_tags.h"

#include <algorithm>
#include <charconv>

#include "base/text.h"
#include "base/utf8.h"

namespace picture {
namespace {

constexpr size_t kNowhere = std::string_view::npos;

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
  constexpr std::string_view kBegin = "<![CDATA[", kEnd = "]]>";
  for (;;) {
    const size_t markup = std::min(svg_.find('<', at_), svg_.size());
    style.rules += resolved(svg_.substr(at_, markup - at_));
    at_ = markup;
    const std::string_view rest = svg_.substr(at_);
    style.is_closed = rest.starts_with("</");
    if (!rest.starts_with(kBegin)) return;
    const size_t end = std::min(svg_.find(kEnd, at_ + kBegin.size()), svg_.size());
    style.rules += svg_.substr(at_ + kBegin.size(), end - at_ - kBegin.size());
    at_ = std::min(end + kEnd.size(), svg_.size());
  }
}

std::optional<SvgTag> SvgTags::next() {
  for (at_ = svg_.find('<', at_); at_ < svg_.size(); at_ = svg_.find('<', at_)) {
    const std::string_view rest = svg_.substr(at_);
    if (rest.starts_with("<!--")) {
      at_ = std::min(svg_.find("-->", at_ + 4), svg_.size());
      continue;
    }
    const bool is_instruction = rest.starts_with("<?");
    size_t behind = is_instruction ? 2 : 1;
    const bool is_other = rest.starts_with("</") || rest.starts_with("<![CDATA[");
    const std::string_view name = is_other ? "" : take_name(rest, behind);
    if (name.empty()) {
      ++at_;
      continue;
    }
    SvgTag tag;
    tag.begin = at_;
    tag.end = at_ = tag_end(svg_, at_ + 1);
    tag.name = is_instruction ? "?" + std::string(name) : local_name(name);
    tag.attributes = read_attributes(svg_.substr(tag.begin, tag.end - tag.begin), behind);
    if (tag.name == "style" && !svg_.substr(0, tag.end).ends_with("/>")) read_rules(tag);
    return tag;
  }
  return std::nullopt;
}

}  // namespace picture

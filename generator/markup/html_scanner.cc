#include "markup/html_scanner.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "base/text.h"
#include "base/utf8.h"
#include "markup/foreign_html.h"

namespace markup {
namespace {

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f'; }
using base::is_letter;
bool is_quote(char c) { return c == '"' || c == '\''; }

// Like string_view::find, which is slow here because it stops at each "<".
size_t find(std::string_view text, std::string_view wanted, size_t from) {
  if (from >= text.size()) return std::string_view::npos;
  const void* found = memmem(text.data() + from, text.size() - from, wanted.data(), wanted.size());
  return found ? static_cast<size_t>(static_cast<const char*>(found) - text.data()) : std::string_view::npos;
}

// Whether the name of a tag ends after byte `offset` of `text`.
bool ends_name(std::string_view text, size_t offset) {
  const char c = offset < text.size() ? text[offset] : '>';
  return is_space(c) || c == '>' || c == '/';
}

bool holds_raw_text(std::string_view name) {
  for (std::string_view each : {"script", "style", "textarea", "title"})
    if (equal_names(name, each)) return true;
  return false;
}

// Returns the position of the next end tag with this name, or the end of the text.
size_t find_end_tag(std::string_view html, size_t at, std::string_view name) {
  while ((at = find(html, "</", at)) != std::string_view::npos) {
    if (equal_names(html.substr(at + 2, name.size()), name) && ends_name(html, at + 2 + name.size())) return at;
    at += 2;
  }
  return html.size();
}

// Whether an id may be repeated. Searches for " id=" everywhere, even in texts and scripts: if no id is repeated there,
// none is repeated in the tags.
bool may_repeat(std::string_view html) {
  constexpr std::string_view kId = "id=";
  std::vector<std::string_view> values;
  for (size_t at = html.find(kId); at != std::string_view::npos; at = html.find(kId, at + kId.size())) {
    if (at == 0 || !base::is_space(html[at - 1])) continue;
    std::string_view value = html.substr(at + kId.size());
    const bool is_quoted = value.starts_with('"') || value.starts_with('\'');
    const size_t end = is_quoted ? value.find(value[0], 1) : value.find_first_of(" \t\r\n>");
    values.push_back(value.substr(is_quoted, end == std::string_view::npos ? end : end - is_quoted));
  }
  std::sort(values.begin(), values.end());
  return std::adjacent_find(values.begin(), values.end()) != values.end();
}

// The longest reference is "&CounterClockwiseContourIntegral;".
constexpr size_t kMaxReference = 33;

// Returns what any named reference means, from "&" to ";"; "" if it is unknown.
std::string named_characters(std::string_view reference) {
  const auto is_part = [](char c) { return base::is_letter(c) || base::is_digit(c); };
  const std::string_view name = reference.substr(1, reference.size() - 2);
  if (name.empty() || !base::is_letter(name[0]) || !std::ranges::all_of(name, is_part)) return {};
  std::string found;
  const auto parsed = ForeignHtml::parse(reference);
  const auto enter = [&](const GumboNode& node) {
    // HTML reads "&copyx;" as "&copy" followed by "x;". A ";" that is left over shows that the name is unknown.
    const std::string_view text = node.type == GUMBO_NODE_TEXT ? node.v.text.text : "";
    if (!text.ends_with(';') || reference == "&semi;") found += text;
    return true;
  };
  if (parsed) walk(parsed->root(), enter, [](const GumboNode&) {});
  return found;
}

}  // namespace

bool equal_names(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return base::lower(x) == base::lower(y); });
}

bool HtmlAttributes::next(HtmlAttribute& attribute) {
  size_t at = 0;
  while (at < rest_.size() && (is_space(rest_[at]) || rest_[at] == '/')) ++at;
  rest_.remove_prefix(at);
  if (rest_.empty() || rest_[0] == '>') return false;
  at = 0;
  size_t end = 1;  // a "=" at the beginning is part of the name
  while (end < rest_.size() && !ends_name(rest_, end) && rest_[end] != '=') ++end;
  attribute = {rest_.substr(at, end - at), std::nullopt};
  size_t behind = end;
  while (behind < rest_.size() && is_space(rest_[behind])) ++behind;
  if (behind < rest_.size() && rest_[behind] == '=') {
    at = behind + 1;
    while (at < rest_.size() && is_space(rest_[at])) ++at;
    const bool quoted = at < rest_.size() && is_quote(rest_[at]);
    const char quote = quoted ? rest_[at++] : ' ';
    end = quoted ? std::min(rest_.find(quote, at), rest_.size()) : at;
    while (!quoted && end < rest_.size() && !is_space(rest_[end]) && rest_[end] != '>') ++end;
    attribute.value = rest_.substr(at, end - at);
    end = std::min(end + quoted, rest_.size());
  }
  rest_.remove_prefix(end);
  return true;
}

std::optional<std::string_view> HtmlTag::find(std::string_view wanted) const {
  HtmlAttribute each;
  for (HtmlAttributes all(attributes); all.next(each);)
    if (equal_names(each.name, wanted)) return each.value.value_or(each.name.substr(each.name.size()));
  return std::nullopt;
}

std::string HtmlTag::decoded(std::string_view wanted) const { return unescaped(attribute(wanted)); }

bool is_void_element(std::string_view name) {
  constexpr auto kVoid = std::to_array<std::string_view>(
      {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"});
  return std::binary_search(kVoid.begin(), kVoid.end(), name);
}

void HtmlScanner::take_text(size_t end) {
  token_ = html_.substr(at_, end - at_);
  at_ = end;
  is_text_ = true;
}

// Skips markup that begins with "<!" or "<?", or with "</" and no letter.
void HtmlScanner::pass_over_declaration() {
  if (html_.substr(at_).starts_with("<!--")) {
    const size_t end = html_.find("-->", at_ + 2);  // "<!-->" is a complete comment
    at_ = end == std::string_view::npos ? html_.size() : end + 3;
  } else {
    at_ = std::min(html_.find('>', at_), html_.size() - 1) + 1;
  }
}

bool HtmlScanner::take_tag() {
  const size_t begin = at_;
  tag_ = {};
  tag_.closes = html_[begin + 1] == '/';
  const size_t name = begin + 1 + tag_.closes;
  size_t end = name;
  while (!ends_name(html_, end)) ++end;
  end = std::min(end, html_.size());
  tag_.name = html_.substr(name, end - name);
  HtmlAttribute last;
  HtmlAttributes attributes(html_.substr(end));
  while (attributes.next(last)) continue;
  const size_t tag_end = html_.size() - attributes.rest().size();
  tag_.is_unfinished = tag_end == html_.size();
  const bool in_bare_value = last.value && last.value->data() + last.value->size() == attributes.rest().data();
  tag_.closes_itself = !tag_.is_unfinished && html_[tag_end - 1] == '/' && !in_bare_value;
  tag_.attributes = html_.substr(end, tag_end - end - tag_.closes_itself);
  at_ = std::min(tag_end + 1, html_.size());
  token_ = html_.substr(begin, at_ - begin);
  is_text_ = false;
  if (!tag_.closes && !tag_.closes_itself && holds_raw_text(tag_.name)) raw_text_of_ = tag_.name;
  return true;
}

bool HtmlScanner::next() {
  if (!raw_text_of_.empty()) {
    const size_t end = find_end_tag(html_, at_, raw_text_of_);
    raw_text_of_ = {};
    if (end > at_) {
      take_text(end);
      return true;
    }
  }
  while (at_ < html_.size()) {
    const auto behind = [&](size_t offset) { return at_ + offset < html_.size() ? html_[at_ + offset] : '\0'; };
    if (html_[at_] == '<') {
      if (is_letter(behind(1)) || (behind(1) == '/' && is_letter(behind(2)))) return take_tag();
      if (behind(1) == '!' || behind(1) == '?' || behind(1) == '/') {
        pass_over_declaration();
        continue;
      }
    }
    // A "<" that does not begin a tag is text.
    take_text(std::min(html_.find('<', at_ + 1), html_.size()));
    return true;
  }
  return false;
}

void HtmlScanner::skip_element() {
  if (tag_.closes_itself || is_void_element(tag_.name)) return;
  raw_text_of_ = {};
  // Finds the end by the name alone, without parsing the content, because drawings are long.
  const std::string end = "</" + std::string(tag_.name), begin = "<" + std::string(tag_.name);
  size_t opened = at_;
  for (size_t depth = 1; depth > 0;) {
    const size_t closing = find(html_, end, at_);
    if (closing == std::string_view::npos) {
      at_ = html_.size();
      return;
    }
    const std::string_view before = html_.substr(0, closing);
    while ((opened = find(before, begin, opened)) < closing) {
      depth += ends_name(html_, opened + begin.size());
      opened += begin.size();
    }
    opened = at_ = closing + end.size();
    depth -= ends_name(html_, closing + end.size());
  }
  at_ = std::min(html_.find('>', at_), html_.size() - 1) + 1;
}

std::string take_reference(std::string_view& text) {
  const auto take = [&](size_t size, char32_t code_point) {
    std::string character;
    base::append_code_point(character, code_point);
    text.remove_prefix(size);
    return character;
  };
  constexpr std::pair<std::string_view, char32_t> kNamed[] = {
      {"amp", U'&'},     {"lt", U'<'},      {"gt", U'>'},     {"quot", U'"'},     {"apos", U'\''}, {"nbsp", 0xA0},
      {"ndash", 0x2013}, {"mdash", 0x2014}, {"middot", 0xB7}, {"hellip", 0x2026}, {"times", 0xD7}, {"rarr", 0x2192},
      {"larr", 0x2190},  {"copy", 0xA9},    {"shy", 0xAD},    {"laquo", 0xAB}};
  const auto as_it_stands = [&] { return take(1, U'&'); };
  const size_t end = text.substr(0, kMaxReference).find(';');
  if (end == std::string_view::npos) return as_it_stands();
  const std::string_view name = text.substr(1, end - 1);
  if (name.size() < 2 || name[0] != '#') {
    for (const auto& [known, code_point] : kNamed)
      if (name == known) return take(end + 1, code_point);
    std::string characters = named_characters(text.substr(0, end + 1));
    if (characters.empty()) return as_it_stands();
    text.remove_prefix(end + 1);
    return characters;
  }
  const bool hexadecimal = name[1] == 'x' || name[1] == 'X';
  if (hexadecimal && name.size() == 2) return as_it_stands();
  char32_t code_point = 0;
  for (char c : name.substr(hexadecimal ? 2 : 1)) {
    const int digit = c >= '0' && c <= '9' ? c - '0' : is_letter(c) ? (c | 0x20) - 'a' + 10 : 99;
    if (digit >= (hexadecimal ? 16 : 10)) return as_it_stands();
    code_point = code_point * (hexadecimal ? 16 : 10) + static_cast<char32_t>(digit);
    if (code_point > 0x10FFFF) return as_it_stands();
  }
  const bool surrogate = code_point >= 0xD800 && code_point < 0xE000;
  return take(end + 1, code_point == 0 || surrogate ? 0xFFFD : code_point);
}

void append_unescaped(std::string& out, std::string_view text) {
  while (true) {
    const size_t ampersand = std::min(text.find('&'), text.size());
    out += text.substr(0, ampersand);
    text.remove_prefix(ampersand);
    if (text.empty()) return;
    out += take_reference(text);
  }
}

std::string unescaped(std::string_view text) {
  std::string out;
  append_unescaped(out, text);
  return out;
}

std::vector<std::string> repeated_ids(std::string_view html) {
  if (!may_repeat(html)) return {};
  std::vector<std::string> ids, repeated;
  for (HtmlScanner scanner(html); scanner.next();) {
    if (scanner.is_text() || scanner.tag().closes) continue;
    if (scanner.tag().name == "template")
      scanner.skip_element();
    else if (std::string id = scanner.tag().decoded("id"); !id.empty())
      ids.push_back(std::move(id));
  }
  std::sort(ids.begin(), ids.end());
  for (size_t i = 1; i < ids.size(); ++i)
    if (ids[i] == ids[i - 1] && (repeated.empty() || repeated.back() != ids[i])) repeated.push_back(ids[i]);
  return repeated;
}

}  // namespace markup

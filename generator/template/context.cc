#include "template/context.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "base/text.h"
#include "base/utf8.h"

namespace templates {
namespace {

using Place = Context::Place;
using Attribute = Context::Attribute;
constexpr std::string_view kNameEnd = " \t\n\r\f/>";

// Whether the element contains only text, without tags, up to its end tag.
bool is_raw_text(std::string_view element) {
  return base::has_word("script style title textarea iframe noembed noframes noscript xmp plaintext", element);
}

bool is_animation(std::string_view element) {
  return base::has_word("animate set animatetransform animatemotion", element);
}

Attribute attribute_of(std::string_view element, std::string_view name) {
  if (is_animation(element) || name.starts_with("on") ||
      base::has_word("style srcset imagesrcset srcdoc ping archive xmlns attributename", name))
    return Attribute::refused;
  if (element == "script" && name == "type") return Attribute::script_type;
  if (element == "meta" && name == "content") return Attribute::meta_content;
  if (element == "meta" && name == "http-equiv") return Attribute::refused;
  constexpr std::string_view kUrls =
      "href src action formaction poster cite data icon manifest background profile usemap codebase longdesc xml:base "
      "xlink:href classid lowsrc";
  return base::has_word(kUrls, name) ? Attribute::url : Attribute::plain;
}

bool is_json_type(std::string_view type) {
  const std::string lower = base::lower_case(base::trim(type));
  return lower == "application/json" || lower.ends_with("+json");
}

constexpr const char* kHttpEquiv = "only a URL may be printed in the content of <meta http-equiv>";
constexpr const char* kHttpEquivHelp = "write content=\"0; url={{ … }}\"";

[[noreturn]] void fail(size_t offset, std::string message, std::string help = "") {
  throw ContextError{offset, std::move(message), std::move(help)};
}

// Reads a piece of text. The context is the state between pieces.
class Reader {
 public:
  Reader(Context& context, std::string_view text, std::vector<UrlMark>& marks)
      : c_(context), text_(text), marks_(marks) {}

  void read() {
    while (at_ < text_.size()) step();
    if (c_.place == Place::after_name) {
      c_.place = Place::tag;
      c_.glued = true;
    }
  }

 private:
  void step() {
    switch (c_.place) {
      case Place::text:
        return markup();
      case Place::tag:
        return tag();
      case Place::after_name:
        return after_name();
      case Place::before_value:
        return before_value();
      case Place::value:
        return value();
      case Place::comment:
        return skip_past("-->", "a comment");
      case Place::declaration:
        return skip_past(">", "a declaration");
      case Place::raw:
        return raw();
    }
  }

  [[noreturn]] static void cut(size_t offset, std::string_view what) {
    fail(offset, fmt::format("{} must not be split by a template tag", what), "write it in one piece");
  }

  void markup() {
    at_ = std::min(text_.find('<', at_), text_.size());
    if (at_ == text_.size()) return;
    const std::string_view rest = text_.substr(at_);
    if (rest == "<" || rest == "</")
      fail(at_, "\"<\" begins an HTML tag that is split by a template tag", "write &lt; for a literal <");
    if (rest[1] == '!' || rest[1] == '?') return declaration(rest);
    c_.end_tag = rest[1] == '/';
    const size_t name = at_ + (c_.end_tag ? 2 : 1);
    if (!base::is_letter(text_[name])) {
      if (c_.end_tag) fail(at_, "expected the name of a tag after \"</\"", "write &lt;/ for a literal </");
      ++at_;
      return;
    }
    const size_t end = std::min(text_.find_first_of(kNameEnd, name), text_.size());
    c_.element = base::lower_case(text_.substr(name, end - name));
    if (c_.element.find_first_of("<\"'=") != std::string::npos) fail(at_, "this is not the name of an element");
    if (!is_raw_text(c_.element) && !is_animation(c_.element) && c_.element != "meta") c_.element.clear();
    c_.json = c_.typed = c_.http_equiv = c_.content = false;
    c_.place = Place::tag;
    c_.glued = end == text_.size();
    at_ = end;
  }

  void declaration(std::string_view rest) {
    if (rest == "<!" || rest == "<!-") cut(at_, "the beginning of a comment");
    if (rest.starts_with("<!-->") || rest.starts_with("<!--->")) fail(at_, "this comment is not well-formed");
    if (rest.starts_with("<![")) fail(at_, "HTML has no CDATA");
    const bool is_comment = rest.starts_with("<!--");
    c_.place = is_comment ? Place::comment : Place::declaration;
    at_ += is_comment ? 4 : 2;
  }

  void skip_past(std::string_view end, std::string_view what) {
    const size_t found = text_.find(end, at_);
    const bool is_comment = c_.place == Place::comment;
    const size_t wrong_end = is_comment ? text_.find("--!>", at_) : std::string_view::npos;
    if (wrong_end < found) fail(wrong_end, "a comment ends with \"-->\"");
    if (found == std::string_view::npos && is_comment && text_.back() == '-')
      cut(text_.size() - 1, fmt::format("the end of {}", what));
    if (found != std::string_view::npos) c_.place = Place::text;
    at_ = found == std::string_view::npos ? text_.size() : found + end.size();
  }

  void tag() {
    const char c = text_[at_];
    if (base::is_space(c) || c == '/') {
      if (text_.substr(at_).starts_with("/>") && !c_.end_tag && is_raw_text(c_.element))
        fail(at_, fmt::format("<{}> must not be self-closing", c_.element), fmt::format("write </{}>", c_.element));
      c_.glued = false;
      ++at_;
    } else if (c == '>') {
      finish_tag();
    } else {
      if (c_.glued) fail(at_, "a name would run into what the template tag before it prints", "put a space before it");
      attribute_name();
    }
  }

  void finish_tag() {
    ++at_;
    c_.glued = c_.in_string = false;
    c_.place = c_.end_tag || !is_raw_text(c_.element) ? Place::text : Place::raw;
    c_.end_tag = false;
    if (c_.place == Place::text) c_.json = c_.typed = false;
  }

  void attribute_name() {
    const size_t end = std::min(text_.find_first_of(" \t\n\r\f/>=", at_), text_.size());
    c_.attribute_name = base::lower_case(text_.substr(at_, end - at_));
    if (c_.attribute_name.empty() || c_.attribute_name.find_first_of("\"'<") != std::string::npos)
      fail(at_, "expected the name of an attribute");
    c_.attribute = attribute_of(c_.element, c_.attribute_name);
    if (c_.element == "meta" && c_.attribute_name == "http-equiv") {
      if (c_.content) fail(at_, kHttpEquiv, kHttpEquivHelp);
      c_.http_equiv = true;
    }
    c_.place = Place::after_name;
    at_ = end;
  }

  void after_name() {
    const char c = text_[at_];
    if (base::is_space(c) || c == '=') ++at_;
    if (!base::is_space(c)) c_.place = c == '=' ? Place::before_value : Place::tag;
  }

  void before_value() {
    const char c = text_[at_];
    if (base::is_space(c)) {
      ++at_;
      return;
    }
    if (c == '>') fail(at_, fmt::format("the attribute \"{}\" has no value", c_.attribute_name));
    c_.quote = c == '"' || c == '\'' ? c : '\0';
    if (c_.quote) ++at_;
    c_.place = Place::value;
    c_.seen.clear();
    if (c_.attribute == Attribute::url) marks_.push_back({at_, true});
  }

  void value() {
    const size_t found = c_.quote ? text_.find(c_.quote, at_) : text_.find_first_of(" \t\n\r\f>", at_);
    const size_t end = std::min(found, text_.size());
    const std::string_view part = text_.substr(at_, end - at_);
    if (c_.attribute == Attribute::script_type) c_.seen += part;
    if (c_.attribute == Attribute::meta_content && found == std::string_view::npos) {
      constexpr std::string_view kUrl = "url=";  // the beginning of the address in a refresh: "0; url={{ … }}"
      const size_t url = base::lower(part).find(kUrl);
      if (url != std::string_view::npos) {
        marks_.push_back({at_ + url + kUrl.size(), true});
        c_.attribute = Attribute::url;
      }
    }
    at_ = end;
    if (found == std::string_view::npos) return;
    if (c_.attribute == Attribute::url) {
      if (!marks_.empty() && marks_.back().begin)
        marks_.pop_back();  // the URL also began in this piece, so no value is printed in it
      else
        marks_.push_back({at_, false});
    }
    if (c_.attribute == Attribute::script_type && !c_.typed) {
      c_.typed = true;
      c_.json = is_json_type(c_.seen);
    }
    c_.seen.clear();
    c_.attribute = Attribute::plain;
    c_.attribute_name.clear();
    c_.place = Place::tag;
    if (c_.quote) ++at_;
    c_.quote = 0;
    c_.glued = false;
  }

  // Reads the text of a script, a style or a title, which ends only with its own end tag.
  void raw() {
    const std::string end_tag = "</" + c_.element;
    size_t open = at_;
    for (;; ++open) {
      open = std::min(text_.find('<', open), text_.size());
      const std::string_view rest = text_.substr(open);
      if (rest.empty()) break;
      if (c_.element == "script" && rest.starts_with("<!--")) fail(open, "\"<!--\" is not allowed within a script");
      const std::string found = base::lower_case(rest.substr(0, end_tag.size()));
      const bool is_whole = found == end_tag && rest.size() > end_tag.size();
      if (!is_whole && end_tag.starts_with(found)) cut(open, fmt::format("</{}>", c_.element));
      if (is_whole && kNameEnd.find(rest[end_tag.size()]) != std::string_view::npos) break;
    }
    if (c_.json) read_json(text_.substr(at_, open - at_));
    at_ = open;
    if (open == text_.size()) return;
    at_ += end_tag.size();
    c_.end_tag = true;
    c_.place = Place::tag;
    c_.glued = false;
  }

  void read_json(std::string_view json) {
    for (size_t i = 0; i < json.size(); ++i) {
      if (json[i] == '"') c_.in_string = !c_.in_string;
      if (json[i] == '\\' && c_.in_string && ++i == json.size()) cut(at_ + i - 1, "an escape");
    }
  }

  Context& c_;
  std::string_view text_;
  std::vector<UrlMark>& marks_;
  size_t at_ = 0;
};

}  // namespace

void Context::read(std::string_view text, std::vector<UrlMark>& marks) { Reader(*this, text, marks).read(); }

Escape Context::escape() const {
  switch (place) {
    case Place::text:
      break;
    case Place::comment:
      fail(0, "no value may be printed in a comment of the page", "write {# … #} to comment a template");
    case Place::declaration:
      fail(0, "no value may be printed in a declaration");
    case Place::tag:
    case Place::after_name:
      fail(0, "a value can't be printed as a tag's or attribute's name",
           "print it in a quoted value, or choose with {% if %}");
    case Place::before_value:
    case Place::value:
      if (place == Place::before_value || !quote)
        fail(0, "no value may be printed in an unquoted attribute",
             fmt::format("write {}=\"{{{{ … }}}}\"", attribute_name));
      if (attribute == Attribute::url) return Escape::url;
      if (attribute == Attribute::meta_content && http_equiv) fail(0, kHttpEquiv, kHttpEquivHelp);
      if (attribute == Attribute::plain || attribute == Attribute::meta_content) return Escape::attribute;
      fail(0, fmt::format("no value may be printed in the attribute \"{}\"", attribute_name),
           attribute == Attribute::refused ? "escaping cannot make it safe" : "it decides how other values are read");
    case Place::raw:
      if (element == "title" || element == "textarea") return Escape::plain_text;
      if (json && !in_string) return Escape::json;
      if (json) fail(0, "a value is printed in JSON with its quotes", "remove the quotes around it");
      fail(0, fmt::format("no value may be printed within <{}>", element),
           element == "script" ? "pass data to a script in attributes, or in <script type=\"application/json\">" : "");
  }
  return Escape::text;
}

bool Context::same_place(const Context& other) const {
  if (place != other.place) return false;
  if (place == Place::text || place == Place::comment || place == Place::declaration) return true;
  const auto tag = [](const Context& c) {
    return std::tie(c.element, c.json, c.typed, c.http_equiv, c.content, c.in_string, c.end_tag);
  };
  const auto value = [](const Context& c) { return std::tie(c.attribute, c.quote, c.seen); };
  const bool in_value = place == Place::value || place == Place::before_value;
  return tag(*this) == tag(other) && (!in_value || value(*this) == value(other));
}

std::string Context::describe() const {
  if (place == Place::before_value || place == Place::value)
    return fmt::format("in the attribute \"{}\"", attribute_name);
  if (place == Place::raw) return fmt::format("within <{}>", element);
  if (place == Place::text) return "in text";
  if (place == Place::comment) return "in a comment";
  return place == Place::declaration ? "in a declaration" : "within a tag";
}

}  // namespace templates

#include "template/context.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "base/utf8.h"
#include "template/html_names.h"

namespace templates {
namespace {

constexpr const char* kRefresh = "the value of a refresh is not checked as a URL like this";
constexpr const char* kRefreshHelp = "write content=\"0; url={{ … }}\"";

// Where the URL begins in the content of a refresh, "0; url=…"; npos when that is not how it starts.
size_t refresh_url(std::string_view seen) {
  size_t at = 0;
  auto skip = [&](std::string_view characters) {
    size_t next = seen.find_first_not_of(characters, at);
    bool moved = next != at;
    at = std::min(next, seen.size());
    return moved;
  };
  constexpr std::string_view space = " \t\n\r\f";
  skip(space);
  if (!skip("0123456789.")) return std::string_view::npos;
  skip(space);
  if (!skip(";,")) return std::string_view::npos;
  skip(space);
  if (base::lower_case(seen.substr(at, 3)) != "url") return std::string_view::npos;
  at += 3;
  skip(space);
  if (!skip("=")) return std::string_view::npos;
  skip(space);
  return at;
}

using base::is_letter;

// Reads one stretch of text; the context is what is kept between stretches.
class Reader {
 public:
  Reader(Context& context, std::string_view text, std::vector<UrlMark>& marks)
      : c_(context), text_(text), marks_(marks) {}

  void read() {
    while (at_ < text_.size()) {
      switch (c_.place) {
        case Context::Place::text:
          markup();
          break;
        case Context::Place::tag:
          tag();
          break;
        case Context::Place::after_name:
          after_name();
          break;
        case Context::Place::before_value:
          before_value();
          break;
        case Context::Place::value:
          value();
          break;
        case Context::Place::comment:
          skip_past("-->", "a comment");
          break;
        case Context::Place::declaration:
          skip_past(">", "a declaration");
          break;
        case Context::Place::raw:
          raw();
          break;
      }
    }
    if (c_.place == Context::Place::after_name) {
      c_.place = Context::Place::tag;
      c_.glued = true;
    }
  }

 private:
  [[noreturn]] void fail(size_t offset, std::string message, std::string help = "") {
    throw ContextError{offset, std::move(message), std::move(help)};
  }
  [[noreturn]] void cut(size_t offset, std::string_view what) {
    fail(offset, fmt::format("{} must not be cut by a template tag", what), "write it in one piece");
  }
  bool starts(std::string_view what) const { return text_.substr(at_).starts_with(what); }

  void markup() {
    at_ = text_.find('<', at_);
    if (at_ == std::string_view::npos) {
      at_ = text_.size();
      return;
    }
    size_t begin = at_;
    std::string_view rest = text_.substr(begin);
    if (rest == "<" || rest == "</") {
      fail(begin, "\"<\" begins a tag that is cut by a template tag", "write &lt; for the sign itself");
    }
    if (rest[1] == '!' || rest[1] == '?') return declaration(begin, rest);
    c_.end_tag = rest[1] == '/';
    size_t name = begin + (c_.end_tag ? 2 : 1);
    if (!is_letter(text_[name])) {
      if (c_.end_tag) fail(begin, "\"</\" begins no tag here", "write &lt;/ for the signs themselves");
      at_ = begin + 1;
      return;
    }
    size_t end = std::min(text_.find_first_of(" \t\n\r\f/>", name), text_.size());
    std::string lower = base::lower_case(text_.substr(name, end - name));
    if (lower.find_first_of("<\"'=") != std::string::npos) fail(begin, "this is no name of an element");
    c_.element = element_of(lower);
    c_.element_name = holds_markup(c_.element) ? "" : lower;
    c_.json = c_.typed = c_.refresh = c_.content = false;
    c_.place = Context::Place::tag;
    c_.glued = end == text_.size();
    at_ = end;
  }

  void declaration(size_t begin, std::string_view rest) {
    if (rest.starts_with("<!--")) {
      if (rest.starts_with("<!-->") || rest.starts_with("<!--->")) fail(begin, "this comment is not well-formed");
      c_.place = Context::Place::comment;
      at_ = begin + 4;
      return;
    }
    if (rest == "<!" || rest == "<!-") cut(begin, "the beginning of a comment");
    if (rest.starts_with("<![")) fail(begin, "CDATA has no place in HTML");
    c_.place = Context::Place::declaration;
    at_ = begin + 2;
  }

  void skip_past(std::string_view end, std::string_view what) {
    size_t found = text_.find(end, at_);
    if (found == std::string_view::npos) {
      if (end.size() > 1 && text_.back() == '-') cut(text_.size() - 1, fmt::format("the end of {}", what));
      at_ = text_.size();
      return;
    }
    if (end.size() > 1 && text_.substr(at_, found - at_).find("--!>") != std::string_view::npos) {
      fail(at_ + text_.substr(at_).find("--!>"), "a comment ends with \"-->\"");
    }
    at_ = found + end.size();
    c_.place = Context::Place::text;
  }

  void tag() {
    char c = text_[at_];
    if (base::is_space(c) || c == '/') {
      if (c == '/' && starts("/>") && !c_.end_tag && !holds_markup(c_.element)) {
        fail(at_, fmt::format("<{}> must not close itself", c_.element_name),
             fmt::format("write </{}>", c_.element_name));
      }
      c_.glued = false;
      ++at_;
    } else if (c == '>') {
      finish_tag();
    } else {
      if (c_.glued) {
        fail(at_, "a name would run into what the template tag before it leaves", "put a space before it");
      }
      attribute_name();
    }
  }

  void finish_tag() {
    ++at_;
    c_.glued = false;
    c_.in_string = false;
    c_.place = c_.end_tag || holds_markup(c_.element) ? Context::Place::text : Context::Place::raw;
    c_.end_tag = false;
    if (c_.place == Context::Place::text) {
      c_.element = Context::Element::other;
      c_.element_name.clear();
      c_.json = c_.typed = false;
    }
  }

  void attribute_name() {
    size_t end = std::min(text_.find_first_of(" \t\n\r\f/>=", at_), text_.size());
    std::string name = base::lower_case(text_.substr(at_, end - at_));
    if (name.empty() || name.find_first_of("\"'<") != std::string::npos) {
      fail(at_, "expected the name of an attribute");
    }
    c_.attribute = attribute_of(c_.element, name);
    c_.attribute_name = std::move(name);
    c_.place = Context::Place::after_name;
    at_ = end;
  }

  void after_name() {
    char c = text_[at_];
    if (base::is_space(c)) {
      ++at_;
    } else if (c == '=') {
      c_.place = Context::Place::before_value;
      ++at_;
    } else {
      c_.place = Context::Place::tag;
    }
  }

  void before_value() {
    char c = text_[at_];
    if (base::is_space(c)) {
      ++at_;
      return;
    }
    if (c == '>') fail(at_, fmt::format("the attribute \"{}\" has no value", c_.attribute_name));
    c_.quote = c == '"' || c == '\'' ? c : '\0';
    if (c_.quote) ++at_;
    c_.place = Context::Place::value;
    c_.seen.clear();
    if (c_.attribute == Context::Attribute::url) marks_.push_back({at_, true});
  }

  void value() {
    size_t end = c_.quote ? text_.find(c_.quote, at_) : text_.find_first_of(" \t\n\r\f>", at_);
    bool ends = end != std::string_view::npos;
    end = std::min(end, text_.size());
    std::string_view part = text_.substr(at_, end - at_);
    at_ = end;
    if (c_.attribute == Context::Attribute::script_type || c_.attribute == Context::Attribute::http_equiv) {
      c_.seen += part;
    } else if (c_.attribute == Context::Attribute::meta_content) {
      c_.seen += part;
      size_t url = ends ? std::string_view::npos : refresh_url(c_.seen);
      if (url != std::string_view::npos) {
        marks_.push_back({at_ - std::min(part.size(), c_.seen.size() - url), true});
        c_.attribute = Context::Attribute::url;
        c_.seen.clear();
      }
    }
    if (ends) finish_value();
  }

  void finish_value() {
    if (c_.attribute == Context::Attribute::url) {
      if (!marks_.empty() && marks_.back().begin) {
        marks_.pop_back();  // it began in this stretch too: nothing is printed in it
      } else {
        marks_.push_back({at_, false});
      }
    }
    if (c_.attribute == Context::Attribute::script_type && !c_.typed) {
      c_.typed = true;
      c_.json = is_json_type(c_.seen);
    }
    if (c_.attribute == Context::Attribute::http_equiv) {
      c_.refresh = base::lower_case(base::trim(c_.seen)) == "refresh";
      if (c_.refresh && c_.content) fail(at_, kRefresh, kRefreshHelp);
    }
    c_.seen.clear();
    c_.attribute = Context::Attribute::plain;
    c_.attribute_name.clear();
    c_.place = Context::Place::tag;
    if (c_.quote) ++at_;
    c_.quote = 0;
    c_.glued = false;
  }

  // Text that ends with its own end tag only: a script, a style, a title.
  void raw() {
    size_t begin = at_;
    size_t open = begin;
    for (;; ++open) {
      open = text_.find('<', open);
      if (open == std::string_view::npos) {
        open = text_.size();
        break;
      }
      std::string_view rest = text_.substr(open);
      if (c_.element == Context::Element::script && rest.starts_with("<!--")) {
        fail(open, "\"<!--\" has no place within a script");
      }
      std::string wanted = "</" + c_.element_name;
      std::string found = base::lower_case(rest.substr(0, wanted.size()));
      bool whole = found == wanted && rest.size() > wanted.size();
      if (!whole && wanted.starts_with(found)) cut(open, fmt::format("</{}>", c_.element_name));
      if (whole && std::string_view(" \t\n\r\f/>").find(rest[wanted.size()]) != std::string_view::npos) break;
    }
    if (c_.json) read_json(text_.substr(begin, open - begin));
    at_ = open;
    if (open == text_.size()) return;
    at_ += 2 + c_.element_name.size();
    c_.end_tag = true;
    c_.place = Context::Place::tag;
    c_.glued = false;
  }

  void read_json(std::string_view json) {
    for (size_t i = 0; i < json.size(); ++i) {
      if (json[i] == '"') {
        c_.in_string = !c_.in_string;
      } else if (json[i] == '\\' && c_.in_string) {
        if (++i == json.size()) cut(at_ + i - 1, "an escape");
      }
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
  auto refuse = [](std::string message, std::string help = "") {
    throw ContextError{0, std::move(message), std::move(help)};
  };
  switch (place) {
    case Place::text:
      return Escape::text;
    case Place::comment:
      refuse("no value may be printed in a comment of the page", "write {# … #} to comment a template");
      break;
    case Place::declaration:
      refuse("no value may be printed in a declaration");
      break;
    case Place::tag:
    case Place::after_name:
      refuse("no value may be printed where names of tags and attributes stand",
             "print it in a quoted value, or choose with {% if %}");
      break;
    case Place::before_value:
      refuse("no value may be printed in an unquoted attribute",
             fmt::format("write {}=\"{{{{ … }}}}\"", attribute_name));
      break;
    case Place::value:
      if (!quote)
        refuse("no value may be printed in an unquoted attribute",
               fmt::format("write {}=\"{{{{ … }}}}\"", attribute_name));
      if (attribute == Attribute::url) return Escape::url;
      if (attribute == Attribute::meta_content && refresh) refuse(kRefresh, kRefreshHelp);
      if (attribute == Attribute::plain || attribute == Attribute::meta_content) return Escape::attribute;
      refuse(fmt::format("no value may be printed in the attribute \"{}\"", attribute_name),
             attribute == Attribute::refused ? "what it means cannot be made safe by escaping"
                                             : "it decides how other values are read");
      break;
    case Place::raw:
      if (element == Element::title || element == Element::textarea) return Escape::plain_text;
      if (json && !in_string) return Escape::json;
      if (json) refuse("a value is printed in JSON whole, with its quotes", "remove the quotes around it");
      refuse(fmt::format("no value may be printed within <{}>", element_name),
             element == Element::script
                 ? "hand data to a script in attributes, or in <script type=\"application/json\">"
                 : "");
  }
  return Escape::text;
}

void Context::printed() {
  if (place == Place::value && attribute == Attribute::meta_content) {
    attribute = Attribute::plain;
    content = true;
  }
}

bool Context::same_place(const Context& other) const {
  if (place != other.place) return false;
  if (place == Place::text || place == Place::comment || place == Place::declaration) return true;
  bool same = element == other.element && element_name == other.element_name && json == other.json &&
              typed == other.typed && refresh == other.refresh && content == other.content &&
              in_string == other.in_string && end_tag == other.end_tag;
  if (place == Place::value || place == Place::before_value) {
    same = same && attribute == other.attribute && quote == other.quote && seen == other.seen;
  }
  return same;
}

std::string Context::describe() const {
  switch (place) {
    case Place::text:
      return "in text";
    case Place::comment:
      return "in a comment";
    case Place::declaration:
      return "in a declaration";
    case Place::tag:
    case Place::after_name:
      return "within a tag";
    case Place::before_value:
    case Place::value:
      return fmt::format("in the attribute \"{}\"", attribute_name);
    case Place::raw:
      return fmt::format("within <{}>", element_name);
  }
  return "";
}

}  // namespace templates

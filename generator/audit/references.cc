// Finds every address in a published page, drawing or style sheet (audit/links.h).
#include "audit/links.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/text.h"
#include "base/utf8.h"

namespace audit {
namespace {

void visit_value(std::string_view written, Use use, const Visit& visit) {
  visit({written, markup::unescaped(written), use});
}

// Visits the addresses in "a.png 1x, b.png 2x": each is followed by its condition, up to a comma.
void visit_srcset(std::string_view written, const Visit& visit) {
  for (size_t at = 0; at < written.size();) {
    while (at < written.size() && (base::is_space(written[at]) || written[at] == ',')) ++at;
    size_t end = at;
    while (end < written.size() && !base::is_space(written[end])) ++end;
    std::string_view address = written.substr(at, end - at);
    const bool is_last = address.ends_with(',');
    while (address.ends_with(',')) address.remove_suffix(1);
    if (!address.empty()) visit_value(address, Use::load, visit);
    at = is_last ? end : std::min(written.find(',', end), written.size());
  }
}

Use use_of_link(const Element& link) {
  constexpr auto kLoading =
      std::to_array<std::string_view>({"apple-touch-icon", "dns-prefetch", "icon", "manifest", "mask-icon",
                                       "modulepreload", "preconnect", "prefetch", "preload", "stylesheet"});
  const std::string rel = link.decoded("rel");
  for (std::string_view word : base::split(rel, ' '))
    if (matches_any(kLoading, word)) return Use::load;
  return Use::name;
}

void visit_attribute(const Element& element, std::string_view name, std::string_view value, const Visit& visit) {
  if (element.in_drawing) {
    if (name == "href" || name == "xlink:href")
      visit_value(value, element.name == "a" ? Use::follow : Use::load, visit);
    else if (value.starts_with("url("))
      css_references(value, visit);
    return;
  }
  if (name == "href" && element.is_one_of({"a", "area"})) return visit_value(value, Use::follow, visit);
  if (name == "href" && element.is("link")) return visit_value(value, use_of_link(element), visit);
  // Browsers load frames of the hosts that the policy of the page lists, and no others.
  if (name == "src" && element.is("iframe") && value.starts_with("https://"))
    return visit_value(value, Use::follow, visit);
  if (name == "src" || name == "poster" || (name == "data" && element.is("object")))
    return visit_value(value, Use::load, visit);
  if (name == "action" || name == "formaction") return visit_value(value, Use::load, visit);
  if (name == "srcset" || name == "imagesrcset") return visit_srcset(value, visit);
  if (name == "cite") visit_value(value, Use::follow, visit);
}

// Returns where the escape ends that begins at `at`: after a character, a line end, or six digits and a space.
size_t end_of_escape(std::string_view css, size_t at) {
  const auto end_of_one = [&](size_t end) {
    return std::min(end + (css.substr(end, 2) == "\r\n" ? 2 : 1), css.size());
  };
  size_t end = at + 1;
  while (end < std::min(css.size(), at + 7) && base::is_hex(css[end])) ++end;
  if (end == at + 1) return end_of_one(end);
  return end < css.size() && base::is_space(css[end]) ? end_of_one(end) : end;
}

// Returns a name or text of CSS without its escapes: "url" for "u\72 l".
std::string without_escapes(std::string_view written) {
  std::string text;
  for (size_t at = 0, next = 0; at < written.size(); at = next) {
    next = written[at] == '\\' ? end_of_escape(written, at) : at + 1;
    const std::string_view each = written.substr(at, next - at);
    if (each.size() < 2 || !base::is_hex(each[1])) {
      const bool is_line_end = each.size() > 1 && base::is_space(each[1]) && each[1] != ' ' && each[1] != '\t';
      if (!is_line_end) text += each.substr(each.size() > 1);
      continue;
    }
    uint32_t code = 0;
    std::from_chars(each.data() + 1, each.data() + each.size(), code, 16);
    const bool is_valid = code > 0 && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
    base::append_code_point(text, is_valid ? code : 0xFFFD);
  }
  return text;
}

// Reads strings, comments, names and escapes as browsers do: https://www.w3.org/TR/css-syntax-3/#tokenization
class CssReader {
 public:
  CssReader(std::string_view css, const Visit& visit) : css_(css), visit_(visit) {}

  void run() {
    while (at_ < css_.size()) {
      const char c = css_[at_];
      if (css_.substr(at_, 2) == "/*") {
        at_ = std::min(css_.find("*/", at_ + 2), css_.size() - 2) + 2;
      } else if (c == '"' || c == '\'') {
        read_string(rule_ == "import");
      } else if (is_in_name()) {
        read_name();
      } else {
        if (c == ';' || c == '{' || c == '}') rule_.clear();
        if (!base::is_space(c)) before_ = c;
        ++at_;
      }
    }
  }

 private:
  bool is_in_name() const {
    if (at_ >= css_.size()) return false;
    const char c = css_[at_];
    if (c == '\\') return at_ + 1 < css_.size() && css_[at_ + 1] != '\n' && css_[at_ + 1] != '\r';
    return base::is_letter(c) || base::is_digit(c) || c == '-' || c == '_' || static_cast<unsigned char>(c) >= 0x80;
  }

  void skip() { at_ = css_[at_] == '\\' ? end_of_escape(css_, at_) : at_ + 1; }

  void read_name() {
    const size_t begin = at_;
    while (is_in_name()) skip();
    const std::string name = base::lower_case(without_escapes(css_.substr(begin, at_ - begin)));
    if (before_ == '@' && css_[begin - 1] == '@') rule_ = name;
    before_ = ' ';
    if (name == "url" && css_.substr(at_, 1) == "(") read_url();
  }

  void read_url() {
    at_ = std::min(css_.find_first_not_of(" \t\n\r\f", at_ + 1), css_.size());
    if (css_.substr(at_, 1) == "\"" || css_.substr(at_, 1) == "'") return read_string(true);
    const size_t begin = at_;
    while (at_ < css_.size() && css_[at_] != ')') skip();
    visit(base::trim(css_.substr(begin, at_ - begin)), true);
  }

  void read_string(bool is_address) {
    const char quote = css_[at_];
    const size_t begin = ++at_;
    while (at_ < css_.size() && css_[at_] != quote && css_[at_] != '\n' && css_[at_] != '\r' && css_[at_] != '\f')
      skip();
    if (before_ != '=' && rule_ != "namespace") visit(css_.substr(begin, at_ - begin), is_address);
    at_ = std::min(at_ + 1, css_.size());
    before_ = quote;
  }

  // Visits an address. Other texts may be addresses too, as in image-set(), also by a variable: those of other sites
  // are visited.
  void visit(std::string_view written, bool is_address) {
    std::string target = without_escapes(written);
    std::erase_if(target, [](char c) { return c == '\t' || c == '\n' || c == '\r'; });
    target.erase(0, std::min(target.find_first_not_of(' '), target.size()));
    std::ranges::replace(target, '\\', '/');  // as browsers do
    if (is_address || target.starts_with("//") || target.find("://") != std::string::npos)
      visit_({written, std::move(target), Use::load, false, rule_ == "import"});
  }

  const std::string_view css_;
  const Visit& visit_;
  size_t at_ = 0;
  char before_ = ' ';  // the last character outside names that is not a space; ' ' after a name
  std::string rule_;   // the at-rule whose text is being read: "import"
};

}  // namespace

void html_references(const Page& page, const Visit& visit) {
  std::string_view before;  // the name of the element or text before this one
  bool in_template = false;
  const Visit visit_in_place = [&](Reference reference) {
    reference.in_template = in_template;
    visit(reference);
  };
  for (const Element& element : page) {
    in_template = element.in_template;
    if (element.is_text() && equal_names(before, "style")) css_references(element.token, visit);
    before = element.name;
    markup::HtmlAttribute each;
    for (markup::HtmlAttributes all(element.attributes); all.next(each);)
      if (each.value) visit_attribute(element, each.name, *each.value, visit_in_place);
  }
}

void css_references(std::string_view css, const Visit& visit) { CssReader(css, visit).run(); }

}  // namespace audit

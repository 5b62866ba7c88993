#include "web/anchors.h"

#include <algorithm>

#include "base/text.h"
#include "base/utf8.h"
#include "markup/html_tree.h"
#include "web/url.h"

namespace web {
namespace {

// The attribute's value, when one named `name` begins at `at`; `text` goes on behind it.
bool take_value(std::string_view html, size_t at, std::string_view& value) {
  while (at < html.size() && base::is_space(html[at])) ++at;
  if (at >= html.size() || html[at] != '=') return false;
  do ++at;
  while (at < html.size() && base::is_space(html[at]));
  if (at >= html.size()) return false;
  const char quote = html[at];
  const bool is_quoted = quote == '"' || quote == '\'';
  if (is_quoted) ++at;
  constexpr size_t kMostBytes = 2000;  // of an id that a link could name
  const std::string_view rest = html.substr(at, kMostBytes);
  value = rest.substr(0, is_quoted ? rest.find(quote) : rest.find_first_of(" \t\r\n\f>"));
  return true;
}

bool names(std::string_view value, std::string_view anchor, std::string_view decoded) {
  constexpr std::string_view kGitHub = "user-content-";
  std::string text;
  markup::append_unescaped(text, value);
  std::string_view name = text;
  if (name == anchor || name == decoded) return true;
  if (!name.starts_with(kGitHub)) return false;
  name.remove_prefix(kGitHub.size());
  return name == anchor || name == decoded;
}

bool has_attribute(std::string_view html, std::string_view attribute, std::string_view anchor,
                   std::string_view decoded) {
  const std::string upper = attribute == "id" ? "ID" : "NAME";
  for (std::string_view spelling : {attribute, std::string_view(upper)}) {
    for (size_t at = html.find(spelling); at != std::string_view::npos; at = html.find(spelling, at + 1)) {
      std::string_view value;
      const char before = at > 0 ? html[at - 1] : '\0';
      const bool is_attribute = base::is_space(before) || before == '"' || before == '\'' || before == '/';
      if (is_attribute && take_value(html, at + attribute.size(), value) && names(value, anchor, decoded)) return true;
    }
  }
  return false;
}

}  // namespace

std::string anchor_of(std::string_view fragment) {
  fragment = fragment.substr(0, fragment.find(":~:"));
  const bool is_of_app = fragment.starts_with('/') || fragment.starts_with('!');
  const bool is_top = base::lower_case(fragment) == "top";
  return is_of_app || is_top ? "" : std::string(fragment);
}

bool has_anchor(std::string_view html, std::string_view anchor) {
  const std::string decoded = decode_escapes(anchor);
  return has_attribute(html, "id", anchor, decoded) || has_attribute(html, "name", anchor, decoded);
}

bool is_html(std::string_view content_type) {
  const std::string type = base::lower_case(base::trim(content_type.substr(0, content_type.find(';'))));
  return type == "text/html" || type == "application/xhtml+xml";
}

}  // namespace web

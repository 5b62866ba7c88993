#include "web/anchors.h"

#include <charconv>

#include "base/text.h"
#include "markup/html_scanner.h"

namespace web {
namespace {

// "%41" -> "A"; what is not an escape stays.
std::string decoded(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    unsigned value = 0;
    const bool is_escape =
        text[i] == '%' && i + 2 < text.size() && base::is_hex(text[i + 1]) && base::is_hex(text[i + 2]);
    if (is_escape) std::from_chars(text.data() + i + 1, text.data() + i + 3, value, 16);
    out += is_escape ? static_cast<char>(value) : text[i];
    if (is_escape) i += 2;
  }
  return out;
}

}  // namespace

std::string anchor_of(std::string_view fragment) {
  fragment = fragment.substr(0, fragment.find(":~:"));
  const bool is_of_app = fragment.starts_with('/') || fragment.starts_with('!');
  return is_of_app || base::lower(fragment) == "top" ? "" : std::string(fragment);
}

bool has_anchor(std::string_view html, std::string_view anchor) {
  constexpr std::string_view kGitHub = "user-content-";
  const std::string plain = decoded(anchor);
  markup::HtmlScanner scanner(html);
  while (scanner.next()) {
    if (scanner.is_text()) continue;
    markup::HtmlAttributes attributes(scanner.tag().attributes);
    for (markup::HtmlAttribute each; attributes.next(each);) {
      if (!each.value || (base::lower(each.name) != "id" && base::lower(each.name) != "name")) continue;
      const std::string name = markup::unescaped(*each.value);
      const std::string_view shown = std::string_view(name).substr(name.starts_with(kGitHub) ? kGitHub.size() : 0);
      if (name == anchor || name == plain || shown == anchor || shown == plain) return true;
    }
  }
  return false;
}

bool is_html(std::string_view content_type) {
  const std::string type = base::lower(base::trim(content_type.substr(0, content_type.find(';'))));
  return type == "text/html" || type == "application/xhtml+xml";
}

}  // namespace web
